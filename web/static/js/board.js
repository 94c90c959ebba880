// The newest picture, what was read of it, and where that differs from the books.

import { Choice } from "./company.js";
import { byId, el, patch, setAttr, setText, show } from "./dom.js";
import { Grid } from "./grid.js";
import { follow } from "./live.js";
import { drawCity, seenMarks } from "./games/big_shot/city.js";
import { comparison, marksOf, rowsOf } from "./games/master_of_economy/fields.js";
import { drawMarket } from "./games/master_of_economy/picture.js";
import { keepPicture } from "./picture.js";
import { COLOUR_WORDS, OF_LETTER, capital } from "./texts.js";
import { t } from "./words.js";

let snapshot = null;
let chosen = null;
const kind = new Choice(byId("b-kind"), t("Picture"), refreshed);
kind.update([{ value: "read", label: t("Read") }, { value: "live", label: t("Live") }, { value: "flat", label: t("Flat") }]);
kind.set("read");
const refresh = keepPicture(byId("b-image"), () => kind.value, (missing) => show(byId("b-missing"), missing));
function refreshed() {
  if (snapshot) refresh(snapshot.revision, snapshot.pictures);
}

const grid = new Grid(byId("b-grid"), { tap, label: t("What was read") });
const crop = byId("b-crop");
crop.addEventListener("load", () => show(crop, true));
crop.addEventListener("error", () => show(crop, false));

const wordOf = (letter) => (letter === "?" ? t("not known") : letter === "." ? t("empty") : COLOUR_WORDS[OF_LETTER[letter]] ?? letter);

function tap(name) {
  chosen = name;
  drawSquare();
}

/** [{name, books, camera}] of the squares where what was read contradicts the books and nobody has said so yet. */
function differences() {
  const seen = snapshot.board_seen;
  if (!seen?.found || !snapshot.view) return [];
  const explained = new Set([...snapshot.trusted, ...(snapshot.proposal?.squares ?? []), ...snapshot.problems.flatMap(({ squares }) => squares)]);
  const found = [];
  for (const [name, { row, col }] of grid.cells) {
    const books = snapshot.view.board[row][col];
    const camera = seen.squares[row]?.[col] ?? "?";
    if (camera !== "?" && camera !== books && !explained.has(name)) found.push({ name, books, camera });
  }
  return found;
}

/** The sentence, with those of its squares that no sentence of `said` names. */
function located(text, squares, said) {
  const unnamed = squares.filter((name) => !said.some((sentence) => names(sentence, name)));
  return unnamed.length ? `${text} (${unnamed.join(", ")})` : text;
}

/** Whether a sentence names a square as a word of its own: "A10" does not name A1. */
function names(sentence, square) {
  const literal = square.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, "u").test(sentence);
}

/** Each district with what was read in it and what the books have, and what differs. */
function drawRegions({ board_seen: seen, view, extras }) {
  const marks = seenMarks(snapshot);
  const districts = Object.fromEntries(Object.entries(view.districts).map(([name, place]) => [
    name, seen?.regions ? { stones: known(seen.regions[name]), owner: null, closed: false } : place,
  ]));
  drawCity(byId("b-city"), { view: { districts }, extras }, { marks });
}

const known = (counts) => Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== "?" && count > 0));

function drawSquare() {
  const cell = chosen === null ? null : grid.cells.get(chosen);
  show(byId("b-square"), Boolean(cell));
  if (!cell) return;
  const seen = snapshot.board_seen;
  setText(byId("b-square-name"), t("{square}, zone {zone}", { square: chosen, zone: cell.zone }));
  const parts = [t("Books: {what}.", { what: wordOf(snapshot.view.board[cell.row][cell.col]) })];
  if (seen?.found) parts.push(t("Camera: {what}.", { what: wordOf(seen.squares[cell.row][cell.col]) }));
  setText(byId("b-square-text"), parts.join(" "));
  if (!seen?.found) show(crop, false);
  else setAttr(crop, "src", `/crop/${encodeURIComponent(chosen)}.jpg?at=${encodeURIComponent(seen.frame ?? snapshot.revision)}`);
}

follow((next) => {
  snapshot = next;
  refreshed();
  const seen = next.board_seen;
  setText(byId("b-seen"), capital(seen?.text ?? "") || (seen ? (seen.found ? t("The board is found and read.") : t("The camera is looking for the board.")) : t("No camera: the books alone are shown.")));
  setText(byId("b-read-title"), seen?.found ? t("What was read") : t("The board by the books"));
  show(byId("b-city"), Boolean(next.regions && next.view.districts));
  show(byId("b-market"), Boolean(next.regions && next.view.market));
  show(byId("b-grid"), Boolean(next.grid));
  show(byId("b-legend"), Boolean(next.grid));
  show(byId("b-chains"), Boolean(next.grid));
  if (next.regions && next.view.districts) drawRegions(next);
  if (next.regions && next.view.market) drawMarket(byId("b-fields"), next, seen?.regions ? rowsOf(seen.regions, next) : next.view.market, { marks: marksOf(comparison(next)) });
  if (next.grid) drawGrid(next);
  else drawDifferences(next, []);
});

function drawGrid(next) {
  const seen = next.board_seen;
  grid.shape(next.grid);
  const differing = differences();
  const marked = next.problems.flatMap(({ squares }) => squares).map((name) => [name, { cls: "differs", label: t("books and camera differ") }]);
  const marks = Object.fromEntries(marked.concat(differing.map(({ name, books, camera }) => [name, { cls: "differs", label: t("books {books}, camera {camera}", { books: wordOf(books), camera: wordOf(camera) }) }])));
  grid.paint(seen?.found ? seen.squares : next.view.board, { marks });
  drawDifferences(next, differing);
  drawSquare();
}

function drawDifferences(next, differing) {
  const said = next.problems.map(({ text }) => text);
  const lines = [
    ...(next.proposal ? [{ text: t("{event}: waits to be booked", { event: next.proposal.text }), cls: "todo" }] : []),
    ...next.todo.map((text) => ({ text, cls: "todo" })),
    ...next.problems.map(({ text, squares }) => ({ text: next.view.market ? text : located(text, squares, said), cls: "" })),
    ...differing.map(({ name, books, camera }) => ({ text: t("{square}: {books} in the books, {camera} in the picture", { square: name, books: wordOf(books), camera: wordOf(camera) }), cls: "" })),
  ];
  patch(byId("b-differences"), lines, (line) => line.text, (line) => el("li", { class: line.cls, text: capital(line.text) }));
  show(byId("b-agree"), !lines.length && Boolean(next.board_seen?.found));
}
