// The market's fields as a camera sees them, beside the books: "coal import", "coal 3".

import { capital, list } from "../../texts.js";
import { t } from "../../words.js";
import { COMPANIES } from "./names.js";

export const fieldName = (good, number) => `${good} ${number || "import"}`;

export const fieldTitle = (good, number, extras) => capital(number ? t("{good} (field {field})", { good: extras.goods[good], field: number }) : t("{good} (import)", { good: extras.goods[good] }));

/** What a square, a district or a field is called where people read of it. */
export function placeTitle({ view, extras }, name) {
  const [good, number] = name.split(" ");
  return view?.market?.[good] ? fieldTitle(good, Number(number) || 0, extras) : name;
}

/** "2 Red Socks and ? Blue Eyes" of the companies in play; a dash for nothing, "?" where nothing is known. */
export function lyingThere(counts, game) {
  const playing = COMPANIES.filter((company) => company in game.companies);
  if (playing.every((company) => counts[company] === "?")) return "?";
  const parts = playing.filter((company) => counts[company]).map((company) => `${counts[company]} ${game.companies[company]}`);
  return parts.length ? list(parts) : "–";
}

/** The fields on which the offers of a draft lie. */
const drafted = (draft) => new Set(draft ? [...Object.keys(draft.event.import).map((good) => fieldName(good, 0)), ...Object.entries(draft.event.export).flatMap(([good, numbers]) => numbers.map((number) => fieldName(good, number)))] : []);

function judge(books, seen, trusted, game) {
  if (!seen) return "unknown";
  if (trusted) return "same";
  const playing = Object.keys(game.companies);
  if (playing.some((company) => seen[company] !== "?" && seen[company] !== (books[company] ?? 0))) return "differs";
  return playing.some((company) => seen[company] === "?") ? "unknown" : "same";
}

/** Each field on which something is entered, or seen, or not known: {name, title, books, seen, state}; [] without a camera. */
export function comparison({ game, extras, regions, board_seen: seen, trusted, draft }) {
  if (!seen?.regions || !regions) return [];
  const fresh = drafted(draft);
  return Object.entries(extras.rows).flatMap(([good, row]) => [0, ...row.export.map((_, at) => at + 1)].map((number) => {
    const name = fieldName(good, number);
    const books = regions.books[name] ?? {};
    const there = seen.regions[name];
    return { name, title: fieldTitle(good, number, extras), books, seen: there, state: fresh.has(name) ? "new" : judge(books, there, trusted.includes(name), game) };
  })).filter(({ books, seen: there, state }) => state !== "same" || Object.keys(books).length || Object.values(there ?? {}).some((count) => count && count !== "?"));
}

const SIGNS = { unknown: "?", differs: "≠", new: "+" };

/** Marks for the picture of the market: {field: {cls, text}}. */
export const marksOf = (fields) => Object.fromEntries(fields.filter(({ state }) => state !== "same").map(({ name, state }) => [name, { cls: `me-${state}`, text: SIGNS[state] }]));

/** The market's rows with what lies there by such counts; what is not known is left out. */
export function rowsOf(counts, { view, extras }) {
  const known = (name) => Object.entries(counts[name] ?? {}).filter(([, count]) => count !== "?" && count > 0);
  return Object.fromEntries(Object.entries(extras.rows).map(([good, row]) => [good, {
    import: known(fieldName(good, 0)).map(([company, count]) => company[0].repeat(count)).join(""),
    export: row.export.map((_, at) => known(fieldName(good, at + 1))[0]?.[0][0] ?? ".").join(""),
    demand: view.market[good].demand,
  }]));
}
