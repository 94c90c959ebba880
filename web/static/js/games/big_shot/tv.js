// What BIG SHOT adds to the television: the districts, the auction, and what everybody has.

import { byId, el, patch, setText } from "../../dom.js";
import { tvPage } from "../../tv.js";
import { money } from "../../texts.js";
import { ranking } from "../../banker/result.js";
import { t } from "../../words.js";
import { drawCity } from "./city.js";
import { cashOf } from "./players.js";
import { heap, stone } from "./stones.js";

function auction({ view }) {
  const lying = view.phase === "place" ? view.hand : view.phase === "roll" || view.phase === "over" ? {} : view.spaces[view.broker - 1];
  byId("bs-tv-stones").replaceChildren(heap(lying));
  setText(byId("bs-tv-bid"), view.bid && view.phase !== "roll" ? t("{player} bids {amount}", { player: view.bid.player, amount: money(view.bid.amount) }) : t("Round {round} of 18", { round: view.round }));
}

function players({ view, extras, wealth, waiting, game }) {
  const order = view.over ? ranking(view).map((row) => row.player) : game.players;
  patch(byId("tv-players"), order, (player) => player, (player) => el(
    "li",
    { class: "tv-player" },
    el("span", { class: "tv-name" }, ...extras.colours[player].map((colour) => stone(colour)), ` ${player}`),
    el("span", { class: "tv-worth" }),
    el("span", { class: "tv-holds" }, el("span", { class: "bs-tv-owned" }), el("span", { class: "tv-cash" })),
  ), (node, player) => {
    node.classList.toggle("turn", player === waiting.actor);
    node.classList.toggle("passed", view.phase === "auction" && view.passed.includes(player));
    const loans = Object.values(view.loans[player]).reduce((sum, count) => sum + count, 0);
    setText(node.querySelector(".tv-worth"), wealth[player] === undefined ? "" : money(wealth[player]));
    setText(node.querySelector(".bs-tv-owned"), t("districts {number} · loans {loans}", { number: Object.keys(extras.holdings[player]).length, loans }));
    setText(node.querySelector(".tv-cash"), t("cash {sum}", { sum: cashOf(view.cash[player]) }));
  });
}

function tv() {
  return (snapshot) => {
    drawCity(byId("bs-city"), snapshot);
    auction(snapshot);
    players(snapshot);
  };
}

tvPage([tv]);
