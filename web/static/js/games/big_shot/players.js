// Who has what: purses, loans, districts, and what that is worth.

import { byId, el, patch, setText, show } from "../../dom.js";
import { list, money } from "../../texts.js";
import { t } from "../../words.js";
import { stone } from "./stones.js";

/** The cash of a player's purses, "hidden" where it is (`null`, or no purses at all). */
export const cashOf = (purses) => Object.values(purses ?? [null]).map((cash) => (cash === null ? t("hidden") : money(cash))).join(" + ");

/** "D2 18, D5 ×2" */
export const holdingsOf = (holdings, districts) => {
  const parts = Object.entries(holdings).map(([name, value]) => `${name} ${districts[name].park ? "×2" : money(value)}`);
  return parts.length ? list(parts) : "–";
};

export function playersTable() {
  const panel = byId("bs-players");
  return (snapshot) => {
    show(panel, snapshot.game !== null);
    if (!snapshot.game) return;
    const { view, extras, wealth, game } = snapshot;
    setText(byId("bs-bank"), t("Round {round} of 18 · loan cards left: {cards}", { round: view.round, cards: view.loan_cards }));
    patch(byId("bs-players-body"), game.players, (player) => player, (player) => row(player, extras.colours[player]), (node, player) => {
      node.classList.toggle("turn", player === snapshot.waiting.actor);
      setText(node.querySelector(".bs-cash"), cashOf(view.cash[player]));
      setText(node.querySelector(".bs-loans"), Object.values(view.loans[player]).join(" + "));
      setText(node.querySelector(".bs-holds"), holdingsOf(extras.holdings[player], extras.districts));
      setText(node.querySelector(".bs-worth"), wealth[player] === undefined ? t("hidden") : money(wealth[player]));
    });
  };
}

const row = (player, colours) => el(
  "tr",
  {},
  el("th", { scope: "row" }, ...colours.map((colour) => stone(colour, "co-inline")), " ", el("span", { text: player })),
  el("td", { class: "number bs-cash" }),
  el("td", { class: "number bs-loans" }),
  el("td", { class: "bs-holds" }),
  el("td", { class: "number bs-worth" }),
);
