// The market as a picture: a line of fields for each good, offer markers with colour, shape and letter, the demand's cube.

import { patch, setAttr } from "../../dom.js";
import { capital, list } from "../../texts.js";
import { t } from "../../words.js";
import { fieldName, fieldTitle } from "./fields.js";
import { COMPANIES } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
const FIELD = 40;
const PITCH = 43;
const IMPORT = 136; // room for the markers of four companies
const LEFT = 6;
const narrow = matchMedia("(max-width: 47.9rem)");

/** Where things stand in a row: on a phone what is bought stands above the fields, else to their left. */
const narrowPlaces = (fields, tap) => (tap // there the row is wider than the screen: what is bought must not be out of sight
  ? { buyX: LEFT, buyY: 32, sellX: LEFT, top: 98, row: 148, width: LEFT + fields * PITCH + 2 }
  : { buyX: LEFT + fields * PITCH - 3 - IMPORT, buyY: 2, sellX: LEFT, top: 66, row: 116, width: LEFT + fields * PITCH + 2 });
const placesFor = (fields, tap) => (narrow.matches
  ? narrowPlaces(fields, tap)
  : { buyX: LEFT, buyY: 34, sellX: LEFT + IMPORT + 14, top: 34, row: 80, width: LEFT + IMPORT + 16 + fields * PITCH });

export const companyOf = (letter) => COMPANIES.find((name) => name[0] === letter);
export const priceOf = (price) => (price === 0 ? "0/1" : String(price));

/** A node of the drawing; `text` goes in as text, everything else is an attribute. */
function svg(tag, { text, ...attributes } = {}, ...children) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  node.append(...children);
  return node;
}

const marker = (company, x, y, size, cls = "") => svg("use", { href: `#co-${company}`, x, y, width: size, height: size, class: `me-co co-${company} ${cls}` });

/** ["red", 3] for each company that has markers among those letters, in their order. */
function grouped(letters) {
  const counts = new Map();
  for (const letter of letters) counts.set(companyOf(letter), (counts.get(companyOf(letter)) ?? 0) + 1);
  return [...counts];
}

/** What lies in a row, for those who hear the page. */
function spoken(good, printed, row, { game, extras }) {
  const parts = [];
  for (const [company, count] of grouped(row.import)) parts.push(t("{company} buys {number}", { company: game.companies[company], number: count }));
  for (const [at, letter] of [...row.export].entries()) {
    if (letter !== ".") parts.push(t("{company} offers on field {field} at {price}", { company: game.companies[companyOf(letter)], field: at + 1, price: priceOf(printed.export[at]) }));
  }
  const lying = parts.length ? list(parts) : t("no offers");
  return t("{good}: import {price}; {offers}; demand at field {field}", { good: capital(extras.goods[good]), price: printed.import, offers: lying, field: row.demand });
}

/** What makes a field's group a button, where it can be tapped. */
const button = (name, title, tap) => (tap ? { "data-tap": name, role: "button", tabindex: 0, "aria-label": title } : {});

const note = (mark, x, y) => (mark?.text ? [svg("text", { class: "me-mark", x, y, text: mark.text })] : []);

function drawImport({ buyX, buyY }, printed, row, was, { mark, tappable }) {
  const left = [...row.import];
  const taken = [...(was?.import ?? "")];
  for (const letter of left) taken.splice(taken.indexOf(letter), 1);
  const marks = [...grouped(taken).map(([company, count]) => ({ company, count, cls: "me-goes" })), ...grouped(left).map(([company, count]) => ({ company, count, cls: "" }))];
  const width = (IMPORT - 32) / 4;
  return svg("g", { class: `${taken.length ? "me-hit" : ""} ${mark?.cls ?? ""}`, ...tappable },
    svg("rect", { class: "me-box", x: buyX, y: buyY, width: IMPORT, height: FIELD, rx: 5 }),
    svg("text", { class: "me-price", x: buyX + 15, y: buyY + 27, text: printed.import }),
    ...marks.flatMap(({ company, count, cls }, at) => [
      marker(company, buyX + 29 + at * width, buyY + 9, 22, cls),
      count > 1 ? svg("text", { class: "me-count", x: buyX + 29 + at * width + 22, y: buyY + 37, text: `×${count}` }) : svg("g"),
    ]),
    ...note(mark, buyX + IMPORT - 9, buyY + 14));
}

function drawField({ sellX, top }, price, at, letter, gone, grey, { mark, tappable }) {
  const x = sellX + at * PITCH;
  const lying = letter === "." ? gone : letter;
  return svg("g", { class: `${letter === "." && gone ? "me-hit" : ""} ${mark?.cls ?? ""}`, "data-field": at + 1, ...tappable },
    svg("rect", { class: grey ? "me-box me-grey" : "me-box", x, y: top, width: FIELD, height: FIELD, rx: 5 }),
    svg("text", { class: lying ? "me-price me-low" : "me-price", x: x + FIELD / 2, y: lying ? top + 36 : top + 27, text: priceOf(price) }),
    lying ? marker(companyOf(lying), x + 8, top + 1, 24, letter === "." ? "me-goes" : "") : svg("g"),
    ...note(mark, x + FIELD - 5, top - 3));
}

const cube = ({ sellX, top }, good, field, cls) => svg("rect", { class: `me-demand me-of-${good} ${cls}`, x: sellX + (field - 1) * PITCH + 12, y: top - 20, width: 16, height: 16, rx: 2 });

/** A good's row with what lies there; `was`: the row before, whose markers that went are shown going. */
function drawRow(places, good, printed, row, was, grey, { marks, tap, extras }) {
  const of = (number) => ({ mark: marks[fieldName(good, number)], tappable: button(fieldName(good, number), fieldTitle(good, number, extras), tap) });
  const moved = was && was.demand !== row.demand;
  return [
    svg("rect", { class: `me-demand me-of-${good}`, x: LEFT, y: 12, width: 14, height: 14, rx: 2 }),
    svg("text", { class: "me-good", x: LEFT + 20, y: 25 }),
    drawImport(places, printed, row, was, of(0)),
    ...printed.export.map((price, at) => drawField(places, price, at, row.export[at], was && was.export[at] !== "." ? was.export[at] : null, at + 1 === grey, of(at + 1))),
    ...(moved ? [cube(places, good, was.demand, "me-goes")] : []),
    ...(row.demand > 0 ? [cube(places, good, row.demand, moved ? "me-moved" : "")] : []),
  ];
}

const tapped = new Map(); // of a picture: what is told which field was tapped

/** A field is tapped, or chosen with the keyboard as a button is. */
function listen(host) {
  const told = (event) => {
    const field = event.target.closest("[data-tap]")?.dataset.tap;
    if (!field || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    tapped.get(host)?.(field);
  };
  host.addEventListener("click", told);
  host.addEventListener("keydown", told);
}

/**
 * Draws the market into an <svg>. `market`: {good: {import, export, demand}} as the view has it; `hit`: the good whose row
 * has just changed, `was` that row before. `marks`: {field: {cls, text}}; with `tap(field)` each field is a button.
 */
export function drawMarket(host, snapshot, market, { hit = null, was = null, marks = {}, tap = null } = {}) {
  const { extras } = snapshot;
  const goods = Object.keys(market);
  const longest = Math.max(...Object.values(extras.rows).map((row) => row.export.length));
  const places = placesFor(longest, tap);
  setAttr(host, "viewBox", `0 0 ${places.width} ${goods.length * places.row + 2}`);
  host.style.setProperty("--me-fields", longest);
  if (tap && !tapped.has(host)) listen(host);
  tapped.set(host, tap);
  patch(host, goods, (good) => good, () => svg("g", { role: tap ? "group" : "img" }), (node, good) => {
    const row = market[good];
    const before = good === hit ? was : null;
    const name = capital(extras.goods[good]);
    const signature = JSON.stringify([row, before, extras.rows[good], name, places, Object.entries(marks).filter(([field]) => field.startsWith(`${good} `))]);
    if (node.dataset.drawn === signature) return;
    node.dataset.drawn = signature;
    node.setAttribute("transform", `translate(0 ${goods.indexOf(good) * places.row})`);
    node.setAttribute("class", good === hit ? "me-row me-now" : "me-row");
    node.setAttribute("aria-label", spoken(good, extras.rows[good], row, snapshot));
    const focused = document.activeElement?.dataset?.tap;
    node.replaceChildren(...drawRow(places, good, extras.rows[good], row, before, extras.grey_field, { marks, tap, extras }));
    if (focused) node.querySelector(`[data-tap="${focused}"]`)?.focus();
    node.querySelector(".me-good").textContent = name;
  });
}
