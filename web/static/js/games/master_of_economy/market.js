// The market, and the newest trade on it step by step: what happened, why, who got what, and who is next.

import { badge } from "../../company.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { capital, money } from "../../texts.js";
import { t } from "../../words.js";
import { comparison, marksOf } from "./fields.js";
import { drawMarket } from "./picture.js";

/** The trade that a page shows, and at which of its steps: 0 is the market before the first deal, null as it lies now. */
export class Course {
  #key = null;

  at = null;

  /** Takes a snapshot's trade; another one begins with its first step. */
  take({ game, extras: { trade } }) {
    const key = trade && `${game.id} ${JSON.stringify(trade.market)}`;
    if (key !== this.#key) this.at = trade ? 0 : null;
    this.#key = key;
    if (trade && this.at !== null) this.at = Math.min(this.at, trade.steps.length);
    return trade;
  }
}

/** The market after so many steps, with the row that the last of them changed as it was before. */
export function marketAt({ market, steps }, at) {
  const rows = { ...market };
  let was = null;
  for (const { good, row } of steps.slice(0, at)) {
    was = rows[good];
    rows[good] = row;
  }
  return { rows, hit: at ? steps[at - 1].good : null, was };
}

/** A company's part of a deal with its badge; a manager who added cash is named. */
const told = ({ company, player, amount, text, ruling }) => el(
  "li",
  {},
  company ? badge(company, "co-inline") : el("b", { text: player }),
  " ",
  amount ? el("b", { text: money(amount, true) }) : null,
  amount ? " " : null,
  capital(text),
  ruling ? el("span", { class: "ruling", text: ruling }) : null,
);

function nextIs({ game, extras, waiting }, trade, at) {
  if (at < trade.steps.length) {
    const { good, told: parts } = trade.steps[at];
    const { company } = parts.find((part) => part.company);
    return t("Next: {good}, {company}", { good: capital(extras.goods[good]), company: game.companies[company] });
  }
  return trade.done ? t("The trade is settled.") : t("The trade waits: {text}", { text: waiting.text });
}

/** Draws a step into the nodes of the panel. */
export function drawStep(snapshot, trade, at) {
  const { rows, hit, was } = marketAt(trade, at);
  drawMarket(byId("me-picture"), snapshot, rows, { hit, was });
  setText(byId("me-step"), t("Step {number} of {all}", { number: at, all: trade.steps.length }));
  const parts = at ? trade.steps[at - 1].told : [];
  patch(byId("me-told"), parts.map((part, place) => ({ part, place })), ({ part, place }) => `${at} ${place} ${part.text}`, ({ part }) => told(part));
  show(byId("me-before"), at === 0);
  setText(byId("me-next"), nextIs(snapshot, trade, at));
  const companies = at ? Object.entries(trade.steps[at - 1].companies) : [];
  patch(byId("me-after"), companies, ([name]) => name, ([name]) => el("li", {}, badge(name, "co-inline"), " ", el("span")), (node, [, { cash, points, store }]) => {
    setText(node.lastElementChild, t("cash {cash}, points {points}, {good} {number}", { cash: money(cash), points, good: snapshot.extras.goods[hit], number: store }));
  });
}

export function marketPanel() {
  const course = new Course();
  let snapshot = null;
  const buttons = { first: byId("me-first"), back: byId("me-back"), on: byId("me-on"), last: byId("me-last"), now: byId("me-to-now") };

  function go(to) {
    course.at = to;
    paint();
  }
  const steps = () => snapshot.extras.trade.steps.length;
  buttons.first.addEventListener("click", () => go(0));
  buttons.back.addEventListener("click", () => go(Math.max(0, course.at - 1)));
  buttons.on.addEventListener("click", () => go(Math.min(steps(), course.at + 1)));
  buttons.last.addEventListener("click", () => go(steps()));
  buttons.now.addEventListener("click", () => go(course.at === null ? 0 : null));

  function paint() {
    const { trade } = snapshot.extras;
    const stepping = trade !== null && course.at !== null;
    show(byId("me-steps"), stepping);
    show(buttons.now, trade !== null);
    setText(buttons.now, stepping ? t("The market now") : t("The last trade, step by step"));
    if (!stepping) {
      const marks = snapshot.viewer.role === "banker" ? marksOf(comparison(snapshot)) : {};
      drawMarket(byId("me-picture"), snapshot, snapshot.view.market, { marks });
      return;
    }
    drawStep(snapshot, trade, course.at);
    for (const name of ["first", "back"]) setAttr(buttons[name], "aria-disabled", course.at === 0 && "true");
    for (const name of ["on", "last"]) setAttr(buttons[name], "aria-disabled", course.at === steps() && "true");
  }

  return (next) => {
    snapshot = next;
    show(byId("me-market"), next.game !== null);
    if (!next.game) return;
    course.take(next);
    show(byId("me-stand-in"), next.extras.stand_ins.length > 0);
    paint();
  };
}
