// Cards: what they are called, and the colour that each has in the box beside its name.

import { el } from "../../dom.js";

/** The card's colour; the name stands beside it always. */
export const swatch = (card) => el("span", { class: `rb-swatch rb-${card}`, "aria-hidden": "true" });

export const nameOf = (snapshot, card) => snapshot.extras.cards[card] ?? card;

/** A card with its name; `more` is said behind it. */
export const cardNode = (snapshot, card, more = "") => el("span", { class: "rb-card" }, swatch(card), el("span", { text: `${nameOf(snapshot, card)}${more}` }));

/** Buttons for those cards. */
export const cardOptions = (snapshot, cards) => cards.map((value) => ({ value, label: nameOf(snapshot, value), mark: swatch(value) }));
