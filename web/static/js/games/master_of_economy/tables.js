// Company boards and players: what each has.

import { byId, el, patch, setText, show } from "../../dom.js";
import { money } from "../../texts.js";
import { t } from "../../words.js";
import { company, lying, packets } from "./names.js";

export const cashOf = (cash) => (cash === null ? t("hidden") : money(cash));

/** Companies by position, the shadow company last. */
export const inOrder = (view) => [...view.position, ...Object.keys(view.companies).filter((name) => !view.position.includes(name))];

const ROWS = [["cash", t("Cash")], ["points", t("Points")], ["value", t("Share")], ["loans", t("Loans")], ["store", t("Store")], ["factories", t("Factories")], ["supplied", t("Supplied")], ["packets", t("Packets")]];

/** The companies' boards: what lies on each. */
export function companiesTable() {
  return (snapshot) => {
    show(byId("me-companies"), snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, extras, game } = snapshot;
    patch(byId("me-companies-body"), inOrder(view), (name) => name, (name) => el(
      "li",
      { class: "me-firm" },
      el("h3", {}, company(game, name), " ", el("span", { class: "me-manager muted" })),
      el("dl", {}, ...ROWS.flatMap(([row, label]) => [el("dt", { text: label }), el("dd", { data: { row } })])),
    ), (node, name) => {
      const firm = view.companies[name];
      const board = extras.boards[name];
      node.classList.toggle("turn", view.turn?.company === name);
      setText(node.querySelector(".me-manager"), firm.manager ?? t("played by nobody"));
      const texts = {
        cash: money(firm.cash), points: String(firm.points), value: money(firm.value), loans: String(firm.loans),
        store: lying(board.store), factories: lying(board.factories), supplied: lying(board.supplied), packets: packets(firm.packets, game),
      };
      for (const cell of node.querySelectorAll("dd")) setText(cell, texts[cell.dataset.row]);
    });
  };
}

export function playersTable() {
  return (snapshot) => {
    show(byId("me-players"), snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, game } = snapshot;
    patch(byId("me-players-body"), game.players, (player) => player, (player) => el(
      "tr",
      {},
      el("th", { scope: "row", text: player }),
      el("td", { class: "number" }),
      el("td", { class: "number" }),
      el("td"),
    ), (node, player) => {
      const [cash, relations, held] = node.querySelectorAll("td");
      node.classList.toggle("turn", view.turn?.player === player);
      setText(cash, cashOf(view.players[player].cash));
      setText(relations, String(view.players[player].relations));
      setText(held, packets(view.players[player].packets, game));
    });
  };
}
