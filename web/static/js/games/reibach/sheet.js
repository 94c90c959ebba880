// The score sheet as it is printed: a row a business, three columns a player, sums and totals below.

import { byId, el, setText, show } from "../../dom.js";
import { money } from "../../texts.js";
import { t } from "../../words.js";
import { nameOf, swatch } from "./cards.js";

const SCORINGS = [0, 1, 2];

/** What a player was paid for a business in a scoring; null where that scoring is still to come. */
function amount(scored, scoring, player, business) {
  if (!scored[scoring]) return null;
  return scored[scoring].filter((entry) => entry.player === player && (entry.business ?? "penalty") === business).reduce((sum, entry) => sum + entry.amount, 0);
}

const written = (sum) => (sum === null ? "" : sum === 0 ? "–" : money(sum));

function cells(players, cellOf) {
  return players.flatMap((player) => SCORINGS.map((scoring) => el("td", { class: scoring === 0 ? "number first" : "number", text: written(cellOf(player, scoring)) })));
}

/** The whole sheet as a table. */
export function sheetTable(snapshot) {
  const { view, extras, game: { players } } = snapshot;
  const { scored, businesses } = extras;
  const line = (label, business) => el("tr", {}, el("th", { scope: "row" }, ...label), ...cells(players, (player, scoring) => amount(scored, scoring, player, business)));
  return el(
    "table",
    { class: "rb-sheet" },
    el("caption", { class: "visually-hidden", text: t("Score sheet") }),
    el("thead", {},
      el("tr", {}, el("th", { scope: "col", text: t("Players") }), ...players.map((player) => el("th", { scope: "colgroup", colspan: "3", class: "first", text: player }))),
      el("tr", {}, el("th", { scope: "col", text: t("Scorings") }), ...players.flatMap(() => SCORINGS.map((scoring) => el("th", { scope: "col", class: scoring === 0 ? "number first" : "number", text: String(scoring + 1) }))))),
    el("tbody", {},
      ...businesses.map((business) => line([swatch(business), " ", nameOf(snapshot, business)], business)),
      line([t("Dealmakers and hand cards")], "penalty")),
    el("tfoot", {},
      el("tr", {}, el("th", { scope: "row", text: t("Reibach") }), ...cells(players, (player, scoring) => view.scores[player][scoring] ?? null)),
      el("tr", { class: "rb-total" }, el("th", { scope: "row", text: t("Total") }), ...players.map((player) => el("td", { class: "number first", colspan: "3", text: scored.length ? money(view.totals[player]) : "" })))),
  );
}

/** Each scoring explained, business by business. */
function explained({ extras }) {
  return extras.scored.flatMap((entries, at) => [
    el("h3", { text: t("Scoring {number}", { number: at + 1 }) }),
    el("ul", { class: "rb-reasons" }, ...entries.map((entry) => el("li", { class: "reason" },
      el("span", { class: "reason-amount", text: money(entry.amount, true) }),
      el("span", {}, el("b", { text: entry.player }), ` ${entry.text}`),
      el("span", { class: "ruling", text: entry.ruling })))),
  ]);
}

export function sheetPanel() {
  const panel = byId("rb-score");
  const why = byId("rb-why");
  let drawn = null;
  return (snapshot) => {
    show(panel, snapshot.game !== null);
    if (!snapshot.game) return;
    const signature = JSON.stringify([snapshot.game.id, snapshot.game.players, snapshot.extras.scored]);
    if (signature === drawn) return;
    drawn = signature;
    byId("rb-sheet").replaceChildren(sheetTable(snapshot));
    if (!why) return;
    why.replaceChildren(...explained(snapshot));
    setText(byId("rb-why-none"), snapshot.extras.scored.length ? "" : t("Nothing is scored yet."));
  };
}
