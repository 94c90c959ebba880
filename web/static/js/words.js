// The texts of the scripts in the page's language. In English the texts are their own catalogue.

const texts = window.bankhalterWords ?? {};
const plural = new Intl.PluralRules(document.documentElement.lang || "en");

/** A text with its `{names}` filled in. */
export function t(text, values = {}) {
  return fill(texts[text] ?? text, values);
}

/** A text about a number of things: `one` or `many`, with `{count}` and further names filled in. */
export function tn(count, one, many, values = {}) {
  const [single, several] = texts[one] ?? [one, many];
  return fill(plural.select(count) === "one" ? single : several, { count, ...values });
}

/** With one end to a sentence: after a question that was filled in the text's own full stop goes. */
const fill = (text, values) =>
  text.replace(/\{(\w+)\}(\.(?!\.))?/g, (hole, name, stop = "") => {
    if (!(name in values)) return hole;
    return `${values[name]}${/\p{L}\s?[?!]$/u.test(values[name]) ? "" : stop}`;
  });
