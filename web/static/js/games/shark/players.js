// Who has what.

import { badge } from "../../company.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { COLOURS, companyName, money, moneyIfShown } from "../../texts.js";
import { t } from "../../words.js";

export function playersTable() {
  const panel = byId("players");
  const head = byId("players-head");
  head.append(
    el("th", { scope: "col", role: "columnheader", class: "who", text: t("Player") }),
    el("th", { scope: "col", role: "columnheader", class: "number cash", text: t("Cash") }),
    ...COLOURS.map((company) => el("th", { scope: "col", role: "columnheader", class: "share", data: { company } }, badge(company), el("span", { class: "price" }))),
    el("th", { scope: "col", role: "columnheader", class: "number worth", text: t("Worth") }),
  );

  return (snapshot) => {
    show(panel, snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, wealth, game } = snapshot;
    for (const cell of head.querySelectorAll("[data-company]")) {
      setText(cell.querySelector(".price"), money(view.prices[cell.dataset.company]));
      setAttr(cell, "title", companyName(snapshot, cell.dataset.company));
    }
    patch(byId("players-body"), game.players, (player) => player, row, (node, player) => {
      const turn = player === snapshot.waiting.actor;
      node.classList.toggle("turn", turn);
      node.classList.toggle("out", view.out.includes(player));
      setText(node.querySelector(".note"), noteOf(view, player, game));
      setText(node.querySelector(".cash"), moneyIfShown(view.cash[player]));
      setText(node.querySelector(".worth"), moneyIfShown(wealth[player]));
      for (const cell of node.querySelectorAll("[data-company]")) {
        const held = view.shares[player][cell.dataset.company];
        setText(cell, held ? String(held) : "·");
      }
    });
  };
}

function row(player) {
  return el(
    "tr",
    { role: "row" },
    el("th", { scope: "row", role: "rowheader", class: "who" }, el("span", { class: "name", text: player }), el("span", { class: "note" })),
    el("td", { role: "cell", class: "number cash" }),
    ...COLOURS.map((company) => el("td", { role: "cell", class: "share", data: { company } })),
    el("td", { role: "cell", class: "number worth" }),
  );
}

function noteOf(view, player, game) {
  if (view.out.includes(player)) return t("out of the game");
  if (view.owes[player]) return t("owes {sum}", { sum: money(view.owes[player]) });
  if (view.debts[player]) return t("in debt: {sum}", { sum: money(view.debts[player]) });
  return player === game.banker ? t("banker") : "";
}
