// Stones: a colour, a letter and a shape each.

import { drawing, el } from "../../dom.js";
import { COLOUR_WORDS, list } from "../../texts.js";

/** In the order in which they are always listed. */
export const STONES = ["red", "yellow", "white", "black"];

export const stone = (colour, cls = "") => drawing(`st-${colour}`, `co co-${colour} ${cls}`);

/** The stones one by one, and for those who hear the page their numbers. `counts`: {red: 2}. */
export function heap(counts, cls = "bs-heap") {
  const there = STONES.filter((colour) => counts[colour]);
  const words = there.map((colour) => `${counts[colour]} ${COLOUR_WORDS[colour]}`);
  return el(
    "span",
    { class: cls, role: "img", "aria-label": words.length ? list(words) : "–" },
    ...there.flatMap((colour) => Array.from({ length: counts[colour] }, () => stone(colour))),
  );
}

/** The colour with its word, as a button may show it. */
export const namedStone = (colour) => el("span", { class: "named" }, stone(colour), el("span", { text: COLOUR_WORDS[colour] }));
