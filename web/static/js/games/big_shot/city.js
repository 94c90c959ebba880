// The districts: what each is worth, what lies in it, and whose it is. While stones are placed each says what a stone does.

import { Choice } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { COLOUR_WORDS, list } from "../../texts.js";
import { t } from "../../words.js";
import { STONES, heap, stone } from "./stones.js";

export const HOLDS = 7;

/** Marks of the districts that the camera cannot count, or counts other than the books. */
export function seenMarks({ view, board_seen: seen, trusted }) {
  const marks = {};
  for (const [name, counts] of Object.entries(seen?.regions ?? {})) {
    if (trusted.includes(name)) continue;
    const { stones } = view.districts[name];
    const differs = Object.entries(counts).filter(([colour, count]) => count !== "?" && count !== (stones[colour] ?? 0));
    const [first] = differs;
    if (first) marks[name] = { cls: "differs", label: t("camera: {number} {colour}", { number: first[1], colour: COLOUR_WORDS[first[0]] }) };
    else if (Object.values(counts).includes("?")) marks[name] = { cls: "unknown", label: t("camera: ?") };
  }
  return marks;
}

/** Draws the districts into `host`; with `tap(name)` each is a button. `marks`: {name: {cls, label}}. */
export function drawCity(host, { view, extras }, { tap = null, marks = {} } = {}) {
  patch(host, Object.keys(extras.districts), (name) => name, (name) => tile(name, extras.districts[name], tap), (node, name) => {
    const { stones, owner, closed } = view.districts[name];
    const lying = Object.values(stones).reduce((sum, count) => sum + count, 0);
    const signature = JSON.stringify([stones, owner, closed]);
    if (node.dataset.drawn !== signature) {
      node.dataset.drawn = signature;
      node.querySelector(".bs-lying").replaceChildren(closed ? (owner ? stone(owner, "bs-owner") : "–") : heap(stones));
      setText(node.querySelector(".bs-room"), closed ? t("decided") : `${lying}/${HOLDS}`);
    }
    node.classList.toggle("closed", closed);
    const { cls = "", label = "" } = marks[name] ?? {};
    setAttr(node, "data-mark", cls || null);
    setText(node.querySelector(".bs-note"), label);
    if (tap) setAttr(node, "aria-disabled", !/option|tap/.test(cls) && "true");
  });
}

function tile(name, { value, park, neighbours }, tap) {
  return el(
    tap ? "button" : "div",
    {
      class: `bs-tile${park ? " park" : ""}`, type: tap ? "button" : null, data: { district: name },
      title: t("beside {districts}", { districts: list(neighbours) }), on: tap ? { click: () => tap(name) } : {},
    },
    el("span", { class: "bs-name", text: name }),
    el("span", { class: "bs-value", text: park ? "×2" : String(value) }),
    el("span", { class: "bs-lying" }),
    el("span", { class: "bs-room" }),
    el("span", { class: "bs-note" }),
  );
}

/** The board, and the stones that are to be placed one by one. */
export function cityPanel() {
  const panel = byId("bs-board");
  const host = byId("bs-city");
  const book = byId("bs-place");
  let snapshot = null;
  let colour = null;
  let chosen = null;
  const colours = new Choice(byId("bs-hand"), t("Stone"), (value) => {
    colour = value;
    chosen = null;
    paint();
  });
  onTap(book, async () => {
    const { player } = snapshot.legal.place;
    const answer = await send({ do: "event", event: { do: "place", player, colour, district: chosen } });
    if (answer.ok) chosen = null;
  });

  const options = () => snapshot.legal.place?.options ?? [];
  const optionOf = (district) => options().find((option) => option.colour === colour && option.district === district);

  function tap(district) {
    if (!optionOf(district)) return;
    chosen = chosen === district ? null : district;
    paint();
  }

  function paint() {
    const placing = options().length > 0;
    const marks = seenMarks(snapshot);
    for (const option of options().filter((each) => each.colour === colour)) {
      const { cls = "", label = "" } = marks[option.district] ?? {};
      marks[option.district] = { cls: `${option.district === chosen ? "option chosen" : "option"} ${cls}`, label: label || outcome(option) };
    }
    drawCity(host, snapshot, { tap, marks });
    panel.classList.toggle("placing", placing);
    show(byId("bs-placing"), placing);
    const pick = chosen === null ? null : optionOf(chosen);
    setAttr(book, "aria-disabled", !pick && "true");
    setText(book.querySelector("span"), pick ? t("Put {colour} into {district}", { colour: COLOUR_WORDS[colour], district: chosen }) : t("Choose a district"));
    setText(byId("bs-place-text"), pick?.decides ? t("This is the seventh stone: {outcome}.", { outcome: outcome(pick) }) : "");
  }

  return (next) => {
    snapshot = next;
    show(panel, next.game !== null);
    if (!next.game) return;
    show(byId("bs-stand-in"), next.extras.stand_in);
    const hand = next.view.hand;
    const possible = STONES.filter((each) => options().some((option) => option.colour === each));
    colours.update(possible.map((value) => ({ value, label: `${hand[value]} × ${COLOUR_WORDS[value]}` })));
    if (!possible.includes(colour)) colour = possible[0] ?? null;
    colours.set(colour);
    if (chosen !== null && !optionOf(chosen)) chosen = null;
    paint();
  };
}

function outcome({ decides }) {
  if (!decides) return "";
  return decides.colour === null ? t("nobody gets it") : t("{colour} gets it", { colour: COLOUR_WORDS[decides.colour] });
}
