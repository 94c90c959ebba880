// What may be done in this step: a form for each event that is possible, as its bounds are (docs/table.md, `legal`).

import { onTap, send } from "../../command.js";
import { byId, el, patch, show } from "../../dom.js";
import { typed } from "../../numbers.js";
import { capital, money } from "../../texts.js";
import { t } from "../../words.js";

const actor = (bounds) => Object.fromEntries(["company", "player"].filter((key) => bounds[key]).map((key) => [key, bounds[key]]));

const book = (text, event, cls = "big", value = null) => onTap(el("button", { type: "button", class: cls, value, text: capital(text) }), () => send({ do: "event", event: event() }));

function number(label, least, most, value, name = null) {
  const input = el("input", { type: "number", name, inputmode: "numeric", min: String(least), max: String(most), value: String(value) });
  return { node: el("label", { class: "field" }, el("span", { text: label }), input), value: () => typed(input) };
}

function choice(label, options) {
  const select = el("select", {}, ...options.map(({ text, beyond }, at) => el("option", { value: String(at), text, disabled: beyond === true })));
  const first = options.findIndex(({ beyond }) => beyond !== true);
  if (first >= 0) select.value = String(first);
  return { node: el("label", { class: "field" }, el("span", { text: label }), select), value: () => options[Number(select.value)].keys };
}

const buttons = (kind, bounds, options, key) => options.map(({ value, text }) => book(text, () => ({ do: kind, ...actor(bounds), [key]: value }), "", String(value)));

/** One number and a button: `key` of the event. */
function amount(kind, bounds, { label, text, key, least, most, value = least }) {
  const chosen = number(label, least, most, value);
  return [chosen.node, book(text, () => ({ do: kind, ...actor(bounds), [key]: chosen.value() }))];
}

/** One of several options and a button. */
function option(kind, bounds, label, text, options) {
  const chosen = choice(label, options);
  return [chosen.node, book(text, () => ({ do: kind, ...actor(bounds), ...chosen.value() }))];
}

/** A number for each of several things, and what they are together. */
export function counts(things) {
  const rows = things.map(({ name, label, most, value }) => [name, number(capital(label), 0, most, value, name)]);
  return { nodes: rows.map(([, row]) => row.node), value: () => Object.fromEntries(rows.map(([name, row]) => [name, row.value()])) };
}

/** A number for each of several things: `key` of the event is the object of them. */
function numbers(kind, bounds, text, key, things) {
  const asked = counts(things);
  return [...asked.nodes, book(text, () => ({ do: kind, ...actor(bounds), [key]: asked.value() }))];
}

export const supplied = (bounds, extras) => Object.entries(bounds.factories).filter(([, { most }]) => most).map(([name, { most }]) => ({ name, label: extras.factories[name], most, value: 0 }));

export function produced(bounds, extras) {
  let { room } = bounds;
  return Object.entries(bounds.goods).map(([name, made]) => {
    const value = Math.max(0, Math.min(made, bounds.bank[name], room));
    room -= value;
    return { name, label: extras.goods[name], most: made, value };
  });
}

function offers(bounds, { extras }) {
  const rows = Object.entries(bounds.goods).map(([good, printed]) => {
    const wanted = number(t("buy"), 0, bounds.most, 0);
    const fields = Object.entries(printed.export).map(([field, price]) => {
      const box = el("input", { type: "checkbox", value: field });
      return { box, node: el("label", { class: "me-field" }, box, el("span", { text: `${field}: ${price === 0 ? "0/1" : price}` })) };
    });
    const node = el("fieldset", { class: "me-offer", data: { good } }, el("legend", { text: capital(extras.goods[good]) }), wanted.node, el("div", { class: "me-boxes" }, ...fields.map((field) => field.node)));
    return { good, node, wanted, fields };
  });
  const event = () => ({
    do: "offers", ...actor(bounds),
    import: Object.fromEntries(rows.map(({ good, wanted }) => [good, wanted.value()])),
    export: Object.fromEntries(rows.map(({ good, fields }) => [good, fields.filter(({ box }) => box.checked).map(({ box }) => Number(box.value))])),
  });
  const hint = el("p", { class: "small muted", text: t("Up to {number} markers: what is bought, and the fields on which something is offered.", { number: bounds.most }) });
  return [hint, ...rows.map((row) => row.node), book(t("Make these offers"), event)];
}

/** Whether a player's cash, where this page knows it, is too little; what a company lacks the rules themselves may find. */
const isBeyond = (bounds, { view }, price) => bounds.player !== undefined && view.players[bounds.player].cash !== null && price > view.players[bounds.player].cash;

/** Whether the player's cash is too little for every packet that could be had. */
const isOutOfReach = (kind, bounds, snapshot) => ["buy_packet", "swap_packet"].includes(kind) && bounds.options.every(({ price }) => isBeyond(bounds, snapshot, price));

const packet = (game, of, number) => t("{company}, packet {number}", { company: game.companies[of], number });

const FORMS = {
  build: (bounds, { extras }) => buttons("build", bounds, Object.entries(bounds.types).map(([value, { cash, building }]) => ({ value, text: building ? t("build {factory}: {cash} and a building material", { factory: extras.factories[value], cash: money(cash) }) : t("build {factory}: {cash}", { factory: extras.factories[value], cash: money(cash) }) })), "type"),
  sell_factory: (bounds, { extras }) => buttons("sell_factory", bounds, Object.entries(bounds.types).map(([value, cash]) => ({ value, text: t("sell {factory}: {cash}", { factory: extras.factories[value], cash: money(cash) }) })), "type"),
  forced_sale: (bounds, { extras }) => buttons("forced_sale", bounds, Object.entries(bounds.types).map(([value, cash]) => ({ value, text: t("sell {factory}: {cash}", { factory: extras.factories[value], cash: money(cash) }) })), "type"),
  done: (bounds) => [book(t("Nothing more"), () => ({ do: "done", ...actor(bounds) }))],
  pass: (bounds) => [book(t("Pass"), () => ({ do: "pass", ...actor(bounds) }))],
  supply: (bounds, { extras }) => numbers("supply", bounds, t("Supply these factories"), "factories", supplied(bounds, extras)),
  produce: (bounds, { extras }) => numbers("produce", bounds, t("Store this"), "goods", produced(bounds, extras)),
  success: (bounds) => buttons("success", bounds, bounds.values.map((value) => ({ value, text: t("marker {number}", { number: value }) })), "value"),
  offers,
  top_up: (bounds, { view }) => [
    ...amount("top_up", bounds, { label: t("Own cash"), text: t("Add this"), key: "amount", least: bounds.min, most: Math.min(bounds.max, view.players[bounds.decides].cash ?? bounds.max) }),
    ...(bounds.zero ? [book(t("Add nothing"), () => ({ do: "top_up", ...actor(bounds), amount: 0 }))] : []),
  ],
  repay: (bounds) => amount("repay", bounds, { label: t("Loans at {each} each", { each: money(bounds.each) }), text: t("Repay"), key: "loans", least: 1, most: bounds.most }),
  loan: (bounds) => [book(t("Take a loan of {amount}", { amount: money(bounds.amount) }), () => ({ do: "loan", ...actor(bounds) }))],
  buy_packet: (bounds, snapshot) => option("buy_packet", bounds, t("Packet"), t("Buy"), bounds.options.map(({ of, packet: n, price }) => ({ keys: { of, packet: n }, beyond: isBeyond(bounds, snapshot, price), text: `${packet(snapshot.game, of, n)}: ${money(price)}` }))),
  sell_packet: (bounds, { game }) => option("sell_packet", bounds, t("Packet"), t("Sell"), bounds.options.map(({ of, packet: n, price }) => ({ keys: { of, packet: n }, text: `${packet(game, of, n)}: ${money(price)}` }))),
  swap_packet: (bounds, snapshot) => option("swap_packet", bounds, t("Packet"), t("Exchange"), bounds.options.map(({ of, give, take, price }) => ({ keys: { of, give, take }, beyond: isBeyond(bounds, snapshot, price), text: `${packet(snapshot.game, of, give)} → ${take}: ${money(price)}` }))),
  embezzle: (bounds) => amount("embezzle", bounds, { label: t("Embezzled, each costs {cost} more and a point", { cost: money(bounds.cost) }), text: t("Embezzle"), key: "amount", least: 1, most: bounds.most }),
  motion: (bounds) => {
    const who = choice(t("Player"), bounds.players.map((player) => ({ text: player, keys: { player } })));
    const sum = number(t("A share"), 1, bounds.most, 1);
    return [who.node, sum.node, book(t("Move this dividend"), () => ({ do: "motion", ...actor(bounds), ...who.value(), per_share: sum.value() }))];
  },
  vote: (bounds) => [el("p", { class: "small", text: t("So far {yes} votes for it and {no} against, of {out}. More than half pass it; a tie goes as the manager votes.", { yes: bounds.yes, no: bounds.no, out: bounds.out }) }), ...buttons("vote", bounds, [{ value: true, text: t("Yes ({number} votes)", { number: bounds.votes }) }, { value: false, text: t("No ({number} votes)", { number: bounds.votes }) }], "yes")],
  buy_back: (bounds) => option("buy_back", bounds, t("Packet"), t("Buy back"), bounds.options.map(({ packet: n, owner, keep, price }) => ({ keys: { packet: n, keep }, text: keep ? t("packet {number} of {owner}, who keeps {keep}: {price}", { number: n, owner, keep, price: money(price) }) : t("packet {number} of {owner}: {price}", { number: n, owner, price: money(price) }) }))),
  candidate: (bounds) => buttons("candidate", bounds, bounds.players.map((value) => ({ value, text: t("{player} stands", { player: value }) })), "player"),
  elect_vote: (bounds) => [el("p", { class: "small", text: t("Here {number} votes are cast; most votes elect, a tie goes as the greatest holder votes.", { number: bounds.votes }) }), ...buttons("elect_vote", bounds, bounds.candidates.map((value) => ({ value, text: t("{player} ({number} votes so far)", { player: value, number: bounds.tally[value] }) })), "for")],
  support: (bounds) => amount("support", bounds, { label: t("Relation markers"), text: t("Lay them"), key: "markers", least: 0, most: bounds.most }),
};

export function actPanel() {
  return (snapshot) => {
    const kinds = Object.entries(snapshot.legal).filter(([kind, bounds]) => kind in FORMS && !isOutOfReach(kind, bounds, snapshot));
    show(byId("me-act"), kinds.length > 0);
    // A form stays as it was filled in until the books move on.
    patch(byId("me-acts"), kinds, ([kind]) => `${snapshot.game.id} ${snapshot.version} ${kind}`, ([kind, bounds]) => el("li", { class: "me-kind", data: { kind } }, ...FORMS[kind](bounds, snapshot)));
  };
}
