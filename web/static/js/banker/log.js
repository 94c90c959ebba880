// What was booked, newest first; a tap shows who got what and why.

import { byId, el, patch, setText, show } from "../dom.js";
import { amounts, summary } from "../entries.js";
import { capital, timeOf } from "../texts.js";

const SOURCES = { camera: "camera", dice: "dice", banker: "by hand" };

/** Who caused it: a device, the banker, "player:Zoë" on his phone, or "banker:Zoë" where the banker confirmed it. */
function sourceOf(actor) {
  const [kind, ...name] = actor.split(":");
  if (!name.length) return SOURCES[actor] ?? actor;
  return kind === "player" ? `by ${name.join(":")}` : `asked by ${name.join(":")}`;
}

export function logPanel() {
  const panel = byId("log");
  return (snapshot) => {
    show(panel, snapshot.log.length > 0);
    patch(byId("log-lines"), snapshot.log, (line) => `${snapshot.game?.id} ${line.seq}`, item, (node, line) => {
      node.classList.toggle("undone", line.undone);
      setText(node.querySelector(".log-state"), line.undone ? "taken back" : "");
    });
  };
}

function item(line) {
  const head = [
    el("span", { class: "log-text" }, capital(line.text), " ", el("span", { class: "log-state" })),
    el("span", { class: "log-meta" }, line.time ? timeOf(line.time) : "", line.actor ? ` ${sourceOf(line.actor)}` : ""),
    el("span", { class: "log-sums" }, ...summary(line.entries)),
  ];
  if (!line.entries.length) return el("li", {}, el("div", { class: "log-line" }, ...head));
  return el("li", {}, el("details", {}, el("summary", { class: "log-line" }, ...head), el("ul", { class: "amounts" }, ...amounts(line.entries))));
}
