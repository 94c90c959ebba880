// What was booked, newest first; a tap shows who got what and why, and what can be done about it.

import { onTap } from "../command.js";
import { byId, el, patch, setAttr, setText, show } from "../dom.js";
import { amounts, summary, tidings } from "../entries.js";
import { capital, timeOf } from "../texts.js";
import { propose } from "./amend.js";
import { correctLine } from "./correct.js";
import { notesList } from "./paper.js";
import { t } from "../words.js";

const SOURCES = { camera: t("camera"), dice: t("dice"), banker: t("by hand"), button: t("button") };

/** Who caused it: a device, the banker, "player:Zoë" on his phone, or "banker:Zoë" where the banker confirmed it. */
function sourceOf(actor) {
  const [kind, ...name] = actor.split(":");
  if (!name.length) return SOURCES[actor] ?? actor;
  return kind === "player" ? t("by {player}", { player: name.join(":") }) : t("asked by {player}", { player: name.join(":") });
}

export function logPanel() {
  const panel = byId("log");
  return (snapshot) => {
    show(panel, snapshot.log.length > 0);
    patch(byId("log-lines"), snapshot.log, (line) => `${snapshot.game?.id} ${line.seq} ${JSON.stringify([line.entries, line.news, line.notes])}`, (line) => item(line, snapshot.game.id), (node, line) => {
      node.classList.toggle("undone", line.undone);
      setText(node.querySelector(".log-state"), stateOf(line));
      show(node.querySelector(".log-acts"), !line.undone);
    });
  };
}

function stateOf({ undone, corrects, corrected_by: by }) {
  if (undone) return by ? t("corrected") : t("taken back");
  return corrects ? t("a correction") : "";
}

/** The keys of the pictures that there are of a game; none where the table does not answer. */
async function keptOf(game) {
  const response = await fetch(`/picture/${game}/keys.json`, { cache: "no-store" }).catch(() => null);
  return response?.ok ? (await response.json()).keys : [];
}

function item(line, game) {
  const head = [
    el("span", { class: "log-text" }, capital(line.text), " ", el("span", { class: "log-state" })),
    el("span", { class: "log-meta" }, line.time ? timeOf(line.time) : "", line.actor ? ` ${sourceOf(line.actor)}` : ""),
    el("span", { class: "log-sums" }, ...summary(line.entries)),
  ];
  const acts = el(
    "div",
    { class: "log-acts" },
    onTap(el("button", { type: "button", text: t("Undo to here") }), () => propose({ do: "undo", to: line.seq })),
    onTap(el("button", { type: "button", text: t("It was another one") }), () => correctLine(line)),
  );
  const picture = el("img", { class: "log-picture", alt: t("What the camera saw"), hidden: true, on: {
    load: () => show(picture, true),
  } });
  const opened = async ({ target }) => {
    if (!target.open || line.event?.do !== "place" || picture.hasAttribute("src")) return;
    if ((await keptOf(game)).includes(line.picture)) setAttr(picture, "src", `/picture/${game}/${line.picture}.jpg`);
  };
  return el("li", {}, el("details", { on: { toggle: opened } }, el("summary", { class: "log-line" }, ...head), el("ul", { class: "amounts" }, ...amounts(line.entries)), ...tidings(line.news), notesList(line.notes), picture, acts));
}
