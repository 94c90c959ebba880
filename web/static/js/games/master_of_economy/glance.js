// Companies and players at a glance: a strip that stays in sight whatever else is looked at.

import { badge } from "../../company.js";
import { byId, el, patch, setText, show } from "../../dom.js";
import { money } from "../../texts.js";
import { t } from "../../words.js";
import { cashOf, inOrder } from "./tables.js";

/** A cube or a factory of a good's colour with its number; the words are for those who hear the page, and for a hint. */
const piece = (cls, good, count, text) => el("span", { class: "me-piece", title: text }, el("i", { class: `${cls} me-of-${good}`, "aria-hidden": "true" }), el("span", { "aria-hidden": "true", text: String(count) }), el("span", { class: "visually-hidden", text }));

const MADE_BY = { quarry: "building", coal_mine: "coal", iron_mine: "iron", power_station: "power", steel_mill: "steel", shipyard: "ship" };

function pieces(firm, { store, factories }) {
  const goods = Object.entries(firm.store).filter(([, count]) => count);
  const plants = Object.entries(firm.factories).filter(([, count]) => count);
  return [
    ...goods.map(([good, count], at) => piece("me-cube", good, count, store[at])),
    ...plants.map(([plant, count], at) => piece("me-plant", MADE_BY[plant], count, factories[at])),
  ];
}

/** Each packet as a badge with its number of shares. */
export const packetsOf = (packets, game) => Object.entries(packets).flatMap(([of, numbers]) => numbers.map((number) => el(
  "span",
  { class: "me-held", title: t("{company}, packet {number}", { company: game.companies[of], number }) },
  badge(of, "co-inline"),
  String(number),
)));

function redraw(node, nodes, key) {
  const signature = JSON.stringify(key);
  if (node.dataset.drawn === signature) return;
  node.dataset.drawn = signature;
  node.replaceChildren(...nodes());
}

export function glance() {
  return ({ game, view, extras }) => {
    show(byId("me-strip"), game !== null);
    if (!game) return;
    patch(byId("me-glance-companies"), inOrder(view), (name) => name, (name) => el(
      "li",
      {},
      el("p", { class: "me-glance-head" }, badge(name, "co-inline"), el("span", { class: "visually-hidden", text: game.companies[name] }), el("b"), el("span", { class: "muted" })),
      el("p", { class: "me-glance-more" }),
    ), (node, name) => {
      const firm = view.companies[name];
      node.classList.toggle("turn", view.turn?.company === name);
      const [cash, points] = node.querySelectorAll(".me-glance-head > b, .me-glance-head > .muted");
      setText(cash, money(firm.cash));
      setText(points, t("{points} P. = {value}", { points: firm.points, value: money(firm.value) }));
      redraw(node.querySelector(".me-glance-more"), () => [...pieces(firm, extras.boards[name]), ...packetsOf(firm.packets, game)], [firm, extras.boards[name]]);
    });
    patch(byId("me-glance-players"), game.players, (player) => player, (player) => el(
      "li",
      {},
      el("p", { class: "me-glance-head" }, el("span", { class: "me-glance-name", text: player }), el("b")),
      el("p", { class: "me-glance-more me-keep" }),
    ), (node, player) => {
      const own = view.players[player];
      node.classList.toggle("turn", view.turn?.player === player);
      setText(node.querySelector("b"), cashOf(own.cash));
      redraw(node.querySelector(".me-glance-more"), () => packetsOf(own.packets, game), own.packets);
    });
  };
}
