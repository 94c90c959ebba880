// Company boards and players: what each has.

import { byId, el, patch, setText, show } from "../../dom.js";
import { money } from "../../texts.js";
import { t } from "../../words.js";
import { company, lying, packets } from "./names.js";

const COLUMNS = ["manager", "cash", "points", "value", "loans", "store", "factories", "packets"];
const NUMBERS = ["cash", "points", "value", "loans"];

export const cashOf = (cash) => (cash === null ? t("hidden") : money(cash));

export function companiesTable() {
  return (snapshot) => {
    show(byId("me-companies"), snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, extras, game } = snapshot;
    const order = [...view.position, ...Object.keys(view.companies).filter((name) => !view.position.includes(name))];
    patch(byId("me-companies-body"), order, (name) => name, (name) => el(
      "tr",
      {},
      el("th", { scope: "row" }, company(game, name)),
      ...COLUMNS.map((column) => el("td", { class: NUMBERS.includes(column) ? "number" : "", data: { column } })),
    ), (node, name) => {
      const firm = view.companies[name];
      node.classList.toggle("turn", view.turn?.company === name);
      const texts = {
        manager: firm.manager ?? "–", cash: money(firm.cash), points: String(firm.points), value: money(firm.value), loans: String(firm.loans),
        store: lying(extras.boards[name].store), factories: lying(extras.boards[name].factories), packets: packets(firm.packets, game),
      };
      for (const cell of node.querySelectorAll("td")) setText(cell, texts[cell.dataset.column]);
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
