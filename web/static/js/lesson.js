// The dice reader, live, and the lesson in which it learns its dice.

import { askDevice, onTap } from "./command.js";
import { byId, el, patch, setAttr, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { COLOUR_WORDS } from "./texts.js";
import { t } from "./words.js";

const LOOK_MS = 400;
const SPOTS = ["1", "2", "3", "4", "5", "6", COLOUR_WORDS.red, COLOUR_WORDS.green, COLOUR_WORDS.blue];
const STATES = {
  EMPTY: t("The wells are empty"),
  MOVING: t("Something moves, or one die is missing"),
  STABLE: t("A throw"),
  LYING: t("The dice lie there; that is no throw"),
  UNSURE: t("A face is not recognised"),
};

let place = null;
let presses = null;

function draw(shown) {
  const { lesson, look } = shown;
  const status = look?.status;
  const faces = [status?.zone, status?.colour && (COLOUR_WORDS[status.colour] ?? status.colour)].filter(Boolean);
  const words = status ? [STATES[status.state] ?? status.state, faces.join(", ")].filter(Boolean).join(": ") : t("Waiting for the dice reader");
  setText(byId("l-sees"), shown.heard ? words : shown.text ?? t("Waiting for the dice reader"));
  drawValues(look?.values ?? []);
  setText(byId("l-failed"), shown.failed ?? "");
  show(byId("l-failed"), Boolean(shown.failed));
  show(byId("l-begin"), !lesson || lesson.done);
  show(byId("l-lesson"), Boolean(lesson));
  place = lesson && !lesson.done ? lesson.place : null;
  if (!lesson) return;
  setText(byId("l-text"), lesson.text);
  setAttr(byId("l-progress"), "value", String((lesson.place + 1) / (lesson.count + 1)));
  show(byId("l-done"), !lesson.done);
  show(byId("l-hint"), !lesson.done);
}

function drawValues(values) {
  patch(byId("l-values"), values.slice(0, SPOTS.length).map((value, n) => [SPOTS[n], value]), ([spot]) => spot, ([spot]) => el(
    "li",
    {},
    el("span", { text: spot }),
    el("meter", { min: 0, max: 255, "aria-label": spot }),
    el("span", { class: "number" }),
  ), (node, [, value]) => {
    setAttr(node.children[1], "value", String(value));
    setText(node.children[2], String(value));
  });
}

const goOn = () => tell({ do: "go_on", place });

async function tell(command) {
  const answer = await askDevice("/devices/lesson", command);
  if (answer.ok) draw(answer);
}

/** Looks again and again; a press of the reader's button goes on as the one here does. */
async function keepLooking() {
  try {
    const response = await fetch(`/devices/dice.json?lang=${document.documentElement.lang}`, { cache: "no-store" });
    if (response.ok && !document.hidden) {
      const shown = await response.json();
      draw(shown);
      const pressed = shown.look?.presses ?? null;
      if (presses !== null && pressed !== null && pressed > presses && place !== null) await goOn();
      presses = pressed;
    }
  } catch {
    setText(byId("l-sees"), t("The table does not answer"));
  }
  setTimeout(keepLooking, LOOK_MS);
}

byId("l-begin").addEventListener("submit", (event) => {
  event.preventDefault();
  const chosen = new FormData(event.target);
  tell({ do: "begin", number_die: chosen.get("number_die"), wells: chosen.get("wells") });
});
onTap(byId("l-done"), goOn);
onTap(byId("l-leave"), () => tell({ do: "leave" }));

follow(() => {});
keepLooking();
