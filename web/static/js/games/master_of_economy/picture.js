// The market as a picture: a line of fields for each good, offer markers with colour, shape and letter, the demand's cube.

import { patch, setAttr } from "../../dom.js";
import { capital, list } from "../../texts.js";
import { t } from "../../words.js";
import { COMPANIES } from "./names.js";

const SVG = "http://www.w3.org/2000/svg";
const FIELD = 40;
const PITCH = 43;
const IMPORT = 136; // room for the markers of four companies
const LEFT = 6;
const narrow = matchMedia("(max-width: 47.9rem)");

/** Where things stand in a row: on a phone what is bought stands above the fields, else to their left. */
const placesFor = (fields) => (narrow.matches
  ? { buyX: LEFT + fields * PITCH - 3 - IMPORT, buyY: 2, sellX: LEFT, top: 66, row: 116, width: LEFT + fields * PITCH + 2 }
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

function drawImport({ buyX, buyY }, printed, row, was) {
  const left = [...row.import];
  const taken = [...(was?.import ?? "")];
  for (const letter of left) taken.splice(taken.indexOf(letter), 1);
  const marks = [...grouped(taken).map(([company, count]) => ({ company, count, cls: "me-goes" })), ...grouped(left).map(([company, count]) => ({ company, count, cls: "" }))];
  const width = (IMPORT - 32) / 4;
  return svg("g", { class: taken.length ? "me-hit" : "" },
    svg("rect", { class: "me-box", x: buyX, y: buyY, width: IMPORT, height: FIELD, rx: 5 }),
    svg("text", { class: "me-price", x: buyX + 15, y: buyY + 27, text: printed.import }),
    ...marks.flatMap(({ company, count, cls }, at) => [
      marker(company, buyX + 29 + at * width, buyY + 9, 22, cls),
      count > 1 ? svg("text", { class: "me-count", x: buyX + 29 + at * width + 22, y: buyY + 37, text: `×${count}` }) : svg("g"),
    ]));
}

function drawField({ sellX, top }, price, at, letter, gone, grey) {
  const x = sellX + at * PITCH;
  const lying = letter === "." ? gone : letter;
  return svg("g", { class: letter === "." && gone ? "me-hit" : "", "data-field": at + 1 },
    svg("rect", { class: grey ? "me-box me-grey" : "me-box", x, y: top, width: FIELD, height: FIELD, rx: 5 }),
    svg("text", { class: lying ? "me-price me-low" : "me-price", x: x + FIELD / 2, y: lying ? top + 36 : top + 27, text: priceOf(price) }),
    lying ? marker(companyOf(lying), x + 8, top + 1, 24, letter === "." ? "me-goes" : "") : svg("g"));
}

const cube = ({ sellX, top }, good, field, cls) => svg("rect", { class: `me-demand me-of-${good} ${cls}`, x: sellX + (field - 1) * PITCH + 12, y: top - 20, width: 16, height: 16, rx: 2 });

/** A good's row with what lies there; `was`: the row before, whose markers that went are shown going. */
function drawRow(places, good, printed, row, was, grey) {
  const moved = was && was.demand !== row.demand;
  return [
    svg("rect", { class: `me-demand me-of-${good}`, x: LEFT, y: 12, width: 14, height: 14, rx: 2 }),
    svg("text", { class: "me-good", x: LEFT + 20, y: 25 }),
    drawImport(places, printed, row, was),
    ...printed.export.map((price, at) => drawField(places, price, at, row.export[at], was && was.export[at] !== "." ? was.export[at] : null, at + 1 === grey)),
    ...(moved ? [cube(places, good, was.demand, "me-goes")] : []),
    ...(row.demand > 0 ? [cube(places, good, row.demand, moved ? "me-moved" : "")] : []),
  ];
}

/**
 * Draws the market into an <svg>. `market`: {good: {import, export, demand}} as the view has it; `hit`: the good whose row
 * has just changed, `was` that row before.
 */
export function drawMarket(host, snapshot, market, { hit = null, was = null } = {}) {
  const { extras } = snapshot;
  const goods = Object.keys(market);
  const longest = Math.max(...Object.values(extras.rows).map((row) => row.export.length));
  const places = placesFor(longest);
  setAttr(host, "viewBox", `0 0 ${places.width} ${goods.length * places.row + 2}`);
  host.style.setProperty("--me-fields", longest);
  patch(host, goods, (good) => good, () => svg("g", { role: "img" }), (node, good) => {
    const row = market[good];
    const before = good === hit ? was : null;
    const name = capital(extras.goods[good]);
    const signature = JSON.stringify([row, before, extras.rows[good], name, places]);
    if (node.dataset.drawn === signature) return;
    node.dataset.drawn = signature;
    node.setAttribute("transform", `translate(0 ${goods.indexOf(good) * places.row})`);
    node.setAttribute("class", good === hit ? "me-row me-now" : "me-row");
    node.setAttribute("aria-label", spoken(good, extras.rows[good], row, snapshot));
    node.replaceChildren(...drawRow(places, good, extras.rows[good], row, before, extras.grey_field));
    node.querySelector(".me-good").textContent = name;
  });
}
