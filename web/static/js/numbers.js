// Whole numbers that people type. Which one "2.7", "1.000" or "1e3" was to be is not guessed.

import { T } from "./texts.js";

const DIGITS = /^[0-9]{1,9}$/u;

/** The whole number in a field; `empty` where nothing stands in it, null where something else does. */
export function whole(input, empty = null) {
  const text = input.value.trim();
  if (text === "" && !input.validity.badInput) return empty;
  return DIGITS.test(text) ? Number(text) : null;
}

/** What stands in a field cannot be meant, for the reason `text`. A button that wanted it leads back to the field (`onTap`). */
export class Unclear extends Error {
  constructor(input, text) {
    super(text);
    this.input = input;
  }
}

/** The whole number in a field. Raises Unclear. */
export function typed(input, empty = null) {
  const number = whole(input, empty);
  if (number === null) throw new Unclear(input, T.notWhole);
  return number;
}
