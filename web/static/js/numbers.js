// Whole numbers that people type. Which one "2.7", "1.000" or "1e3" was to be is not guessed.

const DIGITS = /^[0-9]{1,9}$/u;

/** The whole number in a field; `empty` where nothing stands in it, null where something else does. */
export function whole(input, empty = null) {
  const text = input.value.trim();
  if (text === "" && !input.validity.badInput) return empty;
  return DIGITS.test(text) ? Number(text) : null;
}

/** In a field stands no whole number. A button that wanted one leads back to the field (`onTap`). */
export class NotWhole extends Error {
  constructor(input) {
    super(`no whole number: ${input.value}`);
    this.input = input;
  }
}

/** The whole number in a field. Raises NotWhole. */
export function typed(input, empty = null) {
  const number = whole(input, empty);
  if (number === null) throw new NotWhole(input);
  return number;
}
