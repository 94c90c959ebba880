// What the form "It was another one" asks for each event of MASTER OF ECONOMY (banker/correct.js).

import { listField, numberField } from "../../banker/fields.js";
import { el, setText } from "../../dom.js";
import { whole } from "../../numbers.js";
import { T, capital } from "../../texts.js";
import { t } from "../../words.js";

const companies = ({ game }) => Object.entries(game.companies).map(([value, label]) => ({ value, label }));
const played = (snapshot) => companies(snapshot).filter(({ value }) => snapshot.view.companies[value].manager !== null);
const factories = ({ extras }) => Object.entries(extras.factories).map(([value, label]) => ({ value, label: capital(label) }));
const numbers = (least, most) => () => Array.from({ length: most - least + 1 }, (_, at) => ({ value: String(least + at), label: String(least + at) }));

/** Who deals in packets or passes: a company or a player, as "company:red" and "player:Zoë". */
function whoField(name, changed) {
  const label = t("Who");
  const all = (snapshot) => [
    ...played(snapshot).map(({ value, label: text }) => ({ value: `company:${value}`, label: text })),
    ...snapshot.game.players.map((player) => ({ value: `player:${player}`, label: player })),
  ];
  const field = listField(label, t("Choose who"), all)(name, changed);
  const { set } = field;
  field.set = (event) => set({ [name]: event.company ? `company:${event.company}` : event.player ? `player:${event.player}` : "" });
  field.put = (event, value) => {
    const [kind, ...rest] = value.split(":");
    event[kind] = rest.join(":");
  };
  return field;
}

/** A number for each of several things, as {coal: 2}; nothing at all is an answer too. `things(snapshot)`: [[name, label]]. */
const perThing = (label, things) => (name, changed) => {
  const host = el("div", { id: `correct-${name}`, class: "me-counts" });
  const inputs = new Map();
  return {
    node: el("div", { class: "field", hidden: true }, el("span", { text: label }), host),
    missing: T.notWhole,
    get value() {
      const counts = [...inputs].map(([thing, { input }]) => [thing, whole(input)]);
      return counts.some(([, count]) => count === null) ? null : Object.fromEntries(counts.filter(([, count]) => count));
    },
    set(event) {
      for (const [thing, { input }] of inputs) input.value = event[name]?.[thing] ?? 0;
    },
    update(snapshot) {
      for (const [thing, text] of things(snapshot)) {
        if (!inputs.has(thing)) {
          const input = el("input", { type: "number", inputmode: "numeric", min: "0", value: "0", name: thing, on: { input: changed } });
          const node = el("label", { class: "field" }, el("span"), input);
          inputs.set(thing, { input, node });
          host.append(node);
        }
        setText(inputs.get(thing).node.firstElementChild, capital(text));
      }
    },
  };
};

/** The export fields of each good, typed as "1, 4"; "" for none. */
const fieldsPerGood = (name, changed) => {
  const host = el("div", { id: `correct-${name}`, class: "me-counts" });
  const inputs = new Map();
  const read = (text) => (text.trim() === "" ? [] : text.trim().split(/[\s,;]+/u).map((part) => (/^[0-9]{1,2}$/u.test(part) ? Number(part) : null)));
  return {
    node: el("div", { class: "field", hidden: true }, el("span", { text: t("Offered on the fields, as 1, 4") }), host),
    missing: t("Type the fields' numbers, as 1, 4"),
    get value() {
      const rows = [...inputs].map(([good, { input }]) => [good, read(input.value)]).filter(([, fields]) => fields.length);
      return rows.some(([, fields]) => fields.includes(null)) ? null : Object.fromEntries(rows);
    },
    set(event) {
      for (const [good, { input }] of inputs) input.value = (event[name]?.[good] ?? []).join(", ");
    },
    update(snapshot) {
      for (const [good, text] of Object.entries(snapshot.extras.goods)) {
        if (!inputs.has(good)) {
          const input = el("input", { type: "text", size: "8", maxlength: "60", autocomplete: "off", name: good, on: { input: changed } });
          const node = el("label", { class: "field" }, el("span"), input);
          inputs.set(good, { input, node });
          host.append(node);
        }
        setText(inputs.get(good).node.firstElementChild, capital(text));
      }
    },
  };
};

const goods = ({ extras }) => Object.entries(extras.goods);
const company = { fields: ["company"], players: false };
const packet = (label) => listField(label, t("Choose the packet"), numbers(1, 10), Number);

export const corrections = {
  kinds: {
    build: { text: t("A factory built"), fields: ["company", "type"], players: false },
    sell_factory: { text: t("A factory sold"), fields: ["company", "type"], players: false },
    done: { text: t("Nothing more"), ...company },
    supply: { text: t("Factories supplied"), fields: ["company", "factories"], players: false },
    produce: { text: t("Goods stored"), fields: ["company", "goods"], players: false },
    success: { text: t("A success marker"), fields: ["value"] },
    offers: { text: t("Offers on the market"), fields: ["company", "import", "export"], players: false },
    top_up: { text: t("Cash of the manager"), fields: ["company", "amount"], players: false },
    forced_sale: { text: t("A factory that had to go"), fields: ["company", "type"], players: false },
    repay: { text: t("Loans repaid"), fields: ["company", "loans"], players: false },
    loan: { text: t("A loan"), ...company },
    buy_packet: { text: t("A packet bought"), fields: ["who", "of", "packet"], players: false },
    sell_packet: { text: t("A packet sold"), fields: ["who", "of", "packet"], players: false },
    swap_packet: { text: t("A packet exchanged"), fields: ["who", "of", "give", "take"], players: false },
    pass: { text: t("Passed"), fields: ["who"], players: false },
    embezzle: { text: t("Embezzlement"), fields: ["company", "amount"], players: false },
    motion: { text: t("A dividend moved"), fields: ["company", "per_share"] },
    vote: { text: t("A vote on a dividend"), fields: ["company", "yes"] },
    buy_back: { text: t("A packet bought back"), fields: ["company", "packet", "keep"], players: false },
    candidate: { text: t("A candidate"), fields: ["company"] },
    elect_vote: { text: t("A vote for a manager"), fields: ["company", "for"] },
    support: { text: t("Relation markers laid"), fields: ["company", "markers"] },
  },
  fields: {
    who: whoField,
    company: listField(t("Company"), t("Choose the company"), played),
    type: listField(t("Factory"), t("Choose the factory"), factories),
    factories: perThing(t("How many run"), ({ extras }) => Object.entries(extras.factories).filter(([plant]) => plant !== "quarry")),
    goods: perThing(t("What goes into the store"), goods),
    import: perThing(t("To be bought"), goods),
    export: fieldsPerGood,
    value: listField(t("Marker"), t("Choose the marker"), numbers(0, 3), Number),
    amount: numberField(t("Amount"), t("Type the amount"), { least: 0, usual: 0 }),
    loans: listField(t("Loans"), t("Choose how many"), numbers(1, 2), Number),
    of: listField(t("Shares of"), t("Choose whose shares"), companies),
    packet: packet(t("Packet")),
    give: packet(t("Given away")),
    take: packet(t("Taken")),
    keep: listField(t("The owner keeps packet (0: none)"), t("Choose what the owner keeps"), numbers(0, 9), Number),
    per_share: numberField(t("A share"), t("Type the amount"), { least: 1, usual: 1 }),
    yes: listField(t("Vote"), t("Choose yes or no"), () => [{ value: "true", label: t("Yes") }, { value: "false", label: t("No") }], (value) => value === "true"),
    for: listField(t("For"), t("Choose for whom"), ({ game }) => game.players.map((value) => ({ value, label: value }))),
    markers: numberField(t("Relation markers"), t("Type how many"), { least: 0, usual: 0 }),
  },
};
