// What may be done in a game that has no parts of its own: a form for each event that is possible.
//
// The bounds of `legal` are read as every game may give them: a list is what the event's key of that name can be, an
// object with `min` and `max` is a number, everything else is for the eyes alone.

import { onTap, send } from "../../command.js";
import { byId, el, patch, show } from "../../dom.js";
import { typed } from "../../numbers.js";
import { capital } from "../../texts.js";

const KNOWN = ["player", "players"];

function control([name, bound]) {
  if (KNOWN.includes(name)) return null;
  if (Array.isArray(bound)) {
    const options = bound.map((value, at) => el("option", { value: String(at), text: value === null ? "–" : String(value) }));
    const select = el("select", { name }, ...options);
    return { name, label: name, node: select, value: () => bound[Number(select.value)] };
  }
  if (typeof bound === "object" && bound !== null && "min" in bound) {
    const input = el("input", { name, type: "number", min: String(bound.min), max: bound.max == null ? null : String(bound.max), value: String(bound.min) });
    return { name, label: name, node: input, value: () => typed(input) };
  }
  return null;
}

function form([kind, bounds]) {
  const controls = Object.entries(bounds).map(control).filter(Boolean);
  const book = onTap(el("button", { type: "button", class: "big", text: capital(kind.replaceAll("_", " ")) }), () => send({
    do: "event",
    event: { do: kind, ...(bounds.player ? { player: bounds.player } : {}), ...Object.fromEntries(controls.map(({ name, value }) => [name, value()])) },
  }));
  return el("li", { class: "plain-act" }, ...controls.map(({ label, node }) => el("label", { class: "field" }, el("span", { text: label }), node)), book);
}

export function actPanel() {
  const panel = byId("plain");
  return (snapshot) => {
    const kinds = Object.entries(snapshot.legal).filter(([kind, bounds]) => kind !== "amend" && typeof bounds === "object");
    show(panel, kinds.length > 0);
    patch(byId("plain-acts"), kinds, (kind) => JSON.stringify(kind), form);
  };
}
