// What lies open: three cards in the middle, the pile, the Reibach cards, and the rows before each player.

import { byId, el, patch, setText, show } from "../../dom.js";
import { t, tn } from "../../words.js";
import { cardNode, nameOf } from "./cards.js";

const SCORED_WITH = [4, 7, 10];

/** "3 of 10, the next scoring comes with the 4th" in short. */
export function reibachText({ view }) {
  const next = SCORED_WITH.find((number) => number > view.reibach);
  const pile = t("Pile {pile}", { pile: view.pile });
  return next ? t("{pile} · Reibach cards {number}, scoring with no. {next}", { pile, number: view.reibach, next }) : t("{pile} · Reibach cards {number}", { pile, number: view.reibach });
}

/** A row: its business, how many cards count, and what else lies in it. */
function rowNode(snapshot, row, number) {
  if (row.business === null) return el("li", { class: "rb-row empty" }, t("{row}: a dealmaker alone", { row: number }));
  const parts = [String(row.cards + row.multitalents)];
  if (row.multitalents) parts.push(tn(row.multitalents, "with {count} Multitalent", "with {count} Multitalents"));
  if (row.risk) parts.push(nameOf(snapshot, "risk"));
  return el("li", { class: "rb-row" }, cardNode(snapshot, row.business, ` ${parts.join(", ")}`));
}

/** The rows of one player as a list. */
export const rowsNode = (snapshot, rows) => (rows.length
  ? el("ol", { class: "rb-rows" }, ...rows.map((row, at) => rowNode(snapshot, row, at + 1)))
  : el("p", { class: "muted small", text: t("no rows yet") }));

const reported = (view, player) => view.reports?.[player] ?? null;

export function tablePanel() {
  const panel = byId("rb-table");
  return (snapshot) => {
    show(panel, snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, game } = snapshot;
    const tracked = snapshot.extras.mode === "tracked";
    show(byId("rb-middle"), tracked);
    if (tracked) {
      byId("rb-open").replaceChildren(...view.open.map((card) => el("li", {}, card === null ? "–" : cardNode(snapshot, card))));
      setText(byId("rb-pile"), reibachText(snapshot));
    }
    patch(byId("rb-players"), game.players, (player) => player, (player) => el("li", { class: "rb-player" }, el("p", { class: "rb-who" }, el("b", { text: player }), el("span")), el("div")), (node, player) => {
      node.classList.toggle("turn", player === snapshot.waiting.actor);
      const rows = tracked ? view.rows[player] : reported(view, player)?.rows ?? null;
      const hand = tracked ? tn(view.hands[player], "{count} card in hand", "{count} cards in hand") : rows === null ? t("has not reported") : t("has reported");
      setText(node.querySelector(".rb-who span"), hand);
      const signature = JSON.stringify(rows);
      if (node.dataset.drawn === signature) return;
      node.dataset.drawn = signature;
      node.lastElementChild.replaceChildren(rows === null ? "" : rowsNode(snapshot, rows));
    });
  };
}
