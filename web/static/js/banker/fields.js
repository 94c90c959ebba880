// The fields of the form by which an event is corrected: each asks one key of the event.
//
// A field is made with `mount(name, changed)` and then has: node, value (null while it is missing), set(event),
// update(snapshot, event kind), missing: what to say while there is no value, and key: the event's, where it is not the name.
// A field with put(event, value) writes into the event itself: what is asked in one may be one of several keys.

import { Choice } from "../company.js";
import { el, patch } from "../dom.js";
import { whole } from "../numbers.js";

const isPlain = (value) => ["string", "number", "boolean"].includes(typeof value);
const framed = (label, control, tag = "label") => el(tag, { class: "field", hidden: true }, el("span", { text: label }), control);

/** One of some buttons; `options(snapshot, kind)` as `Choice` takes them. Where there is one it is chosen. */
export const choiceField = (label, missing, options) => (name, changed) => {
  const host = el("div", { id: `correct-${name}` });
  const choice = new Choice(host, label, changed);
  const settle = () => { if (choice.nodes.size === 1) choice.set([...choice.nodes.keys()][0]); };
  return {
    node: framed(label, host, "div"),
    missing,
    get value() { return choice.value; },
    set(event) {
      choice.set(isPlain(event[name]) ? String(event[name]) : null);
      settle();
    },
    update(snapshot, kind) {
      choice.update(options(snapshot, kind));
      settle();
    },
  };
};

/** How many of each of some things, as {red: 2}: at least one of any. `things`: [{value, label, mark}]; `key` of the event. */
export const countsField = (label, missing, key, things) => (name, changed) => {
  const inputs = things.map((thing) => el("input", {
    type: "number", inputmode: "numeric", min: "0", value: "0", name: thing.value, "aria-label": thing.label, on: { input: changed },
  }));
  const host = el("div", { id: `correct-${name}`, class: "counts" }, ...inputs.map((input, at) => el("label", { class: "named" }, things[at].mark(), input)));
  return {
    node: framed(label, host, "div"),
    missing,
    key,
    get value() {
      const counts = inputs.map((input) => [input.name, whole(input)]);
      const some = counts.filter(([, count]) => count);
      return some.length && !counts.some(([, count]) => count === null) ? Object.fromEntries(some) : null;
    },
    set(event) {
      const counts = typeof event[key] === "object" && event[key] !== null ? event[key] : {};
      for (const input of inputs) input.value = counts[input.name] ?? 0;
    },
    update() {},
  };
};

/** One of a list; `options(snapshot, kind)`: [{value, label}]. `asEvent` turns it into what the event has, undefined for null. */
export const listField = (label, missing, options, asEvent = (value) => value) => (name, changed) => {
  const select = el("select", { id: `correct-${name}`, on: { change: changed } });
  return {
    node: framed(label, select),
    missing,
    get value() { return select.value === "" ? null : asEvent(select.value); },
    set(event) {
      select.value = isPlain(event[name]) ? String(event[name]) : "";
    },
    update(snapshot, kind) {
      const chosen = select.value;
      const all = [{ value: "", label: "–" }, ...options(snapshot, kind)];
      patch(select, all, (option) => option.value, (option) => el("option", { value: option.value, text: option.label }));
      if (all.some((option) => option.value === chosen)) select.value = chosen;
    },
  };
};

/** A text in capitals that fits a pattern. */
export const textField = (label, missing, { pattern, placeholder }) => (name, changed) => {
  const input = el("input", {
    id: `correct-${name}`, type: "text", size: "5", maxlength: "4", placeholder, autocomplete: "off", autocapitalize: "characters",
    spellcheck: "false", on: { input: changed },
  });
  return {
    node: framed(label, input),
    missing,
    get value() {
      const text = input.value.trim().toUpperCase();
      return pattern.test(text) ? text : null;
    },
    set(event) { input.value = event[name] ?? ""; },
    update() {},
  };
};

/** A whole number of at least `least`; `usual` stands there where the event has none. */
export const numberField = (label, missing, { least, usual }) => (name, changed) => {
  const input = el("input", { id: `correct-${name}`, type: "number", inputmode: "numeric", min: String(least), on: { input: changed } });
  return {
    node: framed(label, input),
    missing,
    get value() {
      const number = whole(input);
      return number !== null && number >= least ? number : null;
    },
    set(event) { input.value = Number.isInteger(event[name]) && event[name] >= least ? event[name] : usual; },
    update() {},
  };
};
