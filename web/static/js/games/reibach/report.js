// Score-sheet use: each player reports his rows, then they are scored.

import { onTap, send } from "../../command.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { Unclear, typed } from "../../numbers.js";
import { t } from "../../words.js";
import { nameOf, swatch } from "./cards.js";
import { rowPhoto } from "./row_photo.js";

const COLUMNS = { cards: 9, multitalents: 5, risk: 1 };

export function reportPanel() {
  const panel = byId("rb-report");
  const player = byId("rb-report-player");
  const body = byId("rb-report-rows");
  const score = byId("rb-score-now");
  const book = byId("rb-report-book");
  const WORDS = { cards: t("cards"), multitalents: t("Multitalents"), risk: t("Risk card") };
  let snapshot = null;
  let filledFor = null;

  player.addEventListener("change", () => fill());
  const photo = rowPhoto({
    panel, book, wanted: () => !panel.hidden, fields: () => [...body.children].map((row) => [row.dataset.key, [...row.querySelectorAll("input")]]),
  });
  onTap(book, async () => {
    if (photo.ready() && (await send({ do: "event", event: event() })).ok) photo.forget();
  });
  onTap(score, () => send({ do: "event", event: { do: "score" } }));

  function reported(row) {
    const field = (name) => row.querySelector(`[name=${name}]`);
    const counts = Object.fromEntries(Object.keys(COLUMNS).map((name) => [name, typed(field(name))]));
    if (!counts.cards && (counts.multitalents || counts.risk)) throw new Unclear(field("cards"), t("A row begins with a business card: how many are in this one?"));
    return { business: row.dataset.key, ...counts };
  }

  function event() {
    const rows = [...body.children].map(reported).filter(({ cards }) => cards);
    const counts = snapshot.legal.rows.counts_needed ? { empty: typed(byId("rb-empty")), hand: typed(byId("rb-hand")) } : {};
    return { do: "rows", player: player.value, rows, ...counts };
  }

  /** What the player has reported already, else nothing. */
  function fill() {
    photo.forget();
    filledFor = `${snapshot.game.id} ${snapshot.view.scorings} ${player.value}`;
    const report = snapshot.view.reports[player.value];
    for (const row of body.children) {
      const known = report?.rows.find(({ business }) => business === row.dataset.key) ?? {};
      for (const name of Object.keys(COLUMNS)) row.querySelector(`[name=${name}]`).value = known[name] ?? 0;
    }
    byId("rb-empty").value = report?.empty ?? 0;
    byId("rb-hand").value = report?.hand ?? 0;
    setText(book.querySelector("span"), t("{player} reports this", { player: player.value }));
  }

  return (next) => {
    snapshot = next;
    const { rows } = next.legal;
    show(panel, Boolean(rows));
    if (!rows) return;
    const mine = next.viewer?.role === "player" ? [next.viewer.player] : rows.players;
    patch(player, mine, (name) => name, (name) => el("option", { value: name, text: name }));
    show(player.closest("label"), mine.length > 1);
    patch(body, rows.businesses, (business) => business, (business) => el(
      "tr",
      {},
      el("th", { scope: "row" }, swatch(business), " ", nameOf(next, business)),
      ...Object.entries(COLUMNS).map(([name, most]) => el("td", {}, el("input", {
        type: "number", name, inputmode: "numeric", min: "0", max: String(most), value: "0", "aria-label": `${nameOf(next, business)}: ${WORDS[name]}`,
        on: { focus: ({ target }) => target.select() },
      }))),
    ));
    show(byId("rb-counts"), rows.counts_needed);
    const missing = mine.filter((name) => next.view.reports[name] === null);
    const wanted = `${next.game.id} ${next.view.scorings}`;
    if (filledFor === null || !filledFor.startsWith(`${wanted} `) || next.view.reports[player.value] !== null) {
      player.value = missing[0] ?? player.value;
      if (filledFor !== `${wanted} ${player.value}`) fill();
    }
    show(score, Boolean(next.legal.score) && next.viewer?.role !== "player");
    setAttr(score, "aria-disabled", !next.legal.score && "true");
    setText(score.querySelector("span"), t("Score them: scoring {number}", { number: next.view.scorings + 1 }));
  };
}
