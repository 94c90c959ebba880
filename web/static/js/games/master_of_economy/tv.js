// What MASTER OF ECONOMY adds to the television: year and phase, the market with its trade step by step, share values and
// points, wealth. Nobody presses anything: a trade runs by itself, and then the market is shown as it lies.

import { badge } from "../../company.js";
import { byId, el, patch, setText, show } from "../../dom.js";
import { money } from "../../texts.js";
import { tvPage } from "../../tv.js";
import { ranking } from "../../banker/result.js";
import { t } from "../../words.js";
import { Course, drawStep } from "./market.js";
import { drawMarket } from "./picture.js";
import { cashOf, inOrder } from "./tables.js";
import { packetsOf } from "./glance.js";
import { PHASES } from "./year.js";

const STEP_MS = 5_000;

function marketOnTv() {
  const course = new Course();
  let snapshot = null;

  function paint() {
    const { trade } = snapshot.extras;
    const stepping = trade !== null && course.at !== null;
    show(byId("me-steps"), stepping);
    if (stepping) drawStep(snapshot, trade, course.at);
    else drawMarket(byId("me-picture"), snapshot, snapshot.view.market);
  }

  setInterval(() => {
    const trade = snapshot?.extras.trade;
    if (!trade || course.at === null) return;
    if (course.at < trade.steps.length) course.at += 1;
    else if (trade.done) course.at = null;
    paint();
  }, STEP_MS);

  return (next) => {
    snapshot = next;
    course.take(next);
    paint();
  };
}

function year({ view }) {
  setText(byId("me-year-title"), t("Year {number} of 4", { number: view.year }));
  setText(byId("me-tv-phase"), view.over ? "" : PHASES[view.phase - 1]);
}

function companies({ game, view }) {
  patch(byId("me-tv-companies"), inOrder(view), (name) => name, (name) => el(
    "li",
    {},
    badge(name),
    el("span", { class: "me-tv-name", text: game.companies[name] }),
    el("span", { class: "me-tv-points" }),
    el("b"),
    el("span", { class: "me-tv-track", "aria-hidden": "true" }, el("i", { class: `co-${name}` })),
  ), (node, name) => {
    const { points, value } = view.companies[name];
    node.classList.toggle("turn", view.turn?.company === name);
    setText(node.querySelector(".me-tv-points"), t("{points} of 25 points", { points }));
    setText(node.querySelector("b"), money(value));
    node.querySelector("i").style.width = `${(100 * points) / 30}%`;
  });
}

function players({ game, view, wealth, waiting }) {
  const order = view.over ? ranking(view).map((row) => row.player) : game.players;
  patch(byId("tv-players"), order, (player) => player, (player) => el(
    "li",
    { class: "tv-player" },
    el("span", { class: "tv-name", text: player }),
    el("span", { class: "tv-worth" }),
    el("span", { class: "tv-holds" }, el("span", { class: "me-tv-held" }), el("span", { class: "tv-cash" })),
  ), (node, player) => {
    const own = view.players[player];
    node.classList.toggle("turn", player === waiting.actor);
    setText(node.querySelector(".tv-worth"), wealth[player] === undefined ? "" : money(wealth[player]));
    setText(node.querySelector(".tv-cash"), t("cash {sum}", { sum: cashOf(own.cash) }));
    node.querySelector(".me-tv-held").replaceChildren(...packetsOf(own.packets, game));
  });
}

const drawn = (draw) => () => (snapshot) => draw(snapshot);

tvPage([marketOnTv, drawn(year), drawn(companies), drawn(players)]);
