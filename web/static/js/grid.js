// The grid of a board: drawn once, repainted at each snapshot; with `tap` every square is a button as large as a fingertip.

import { badge, rebadge } from "./company.js";
import { el, setAttr, setText, show } from "./dom.js";
import { Lens } from "./lens.js";
import { HOUSE_WORDS, OF_LETTER } from "./texts.js";
import { t } from "./words.js";

/** "C4" for row 3, column 2. */
export function squareName(row, col) {
  let letters = "";
  for (let rest = col + 1; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  }
  return `${letters}${row + 1}`;
}

/** Rows of letters from the virtual table's houses by square. */
export function rowsOf(grid, houses) {
  return grid.zones.map((_, row) =>
    Array.from({ length: grid.cols }, (_, col) => houses[squareName(row, col)] ?? ".").join(""));
}

/** A tint for each zone, another one than its neighbours have. */
function tints(zones) {
  const touching = new Map();
  zones.forEach((letters, row) => [...letters].forEach((zone, col) => {
    for (const other of [letters[col + 1], zones[row + 1]?.[col]]) {
      for (const [one, two] of other && other !== zone ? [[zone, other], [other, zone]] : []) {
        touching.set(one, (touching.get(one) ?? new Set()).add(two));
      }
    }
  }));
  const chosen = new Map();
  for (const zone of [...new Set(zones.join(""))].sort()) {
    const taken = [...(touching.get(zone) ?? [])].map((other) => chosen.get(other));
    chosen.set(zone, [0, 1, 2, 3].find((tint) => !taken.includes(tint)) ?? 0);
  }
  return chosen;
}

export class Grid {
  /**
   * `tap(name)` makes the squares buttons; `label` names the grid for those who hear it; `beside`: where the button for the
   * whole board stands, below it if nowhere else.
   */
  constructor(host, { tap = null, label = "Board", rulers = true, beside = host } = {}) {
    this.host = host;
    this.tap = tap;
    this.rulers = rulers;
    this.label = label;
    this.cells = new Map();
    this.squares = tap ? el("div") : host;
    this.squares.classList.add("grid");
    this.laid = el("div", { class: "grid-laid", "aria-hidden": "true" });
    if (!tap) return;
    this.lens = new Lens(host, this.squares, label, beside, (row, col) => this.#enter(row, col));
    this.squares.addEventListener("keydown", (event) => this.#arrows(event));
  }

  /** Draws the squares of a board; does nothing when they are drawn already. */
  shape(grid) {
    const signature = JSON.stringify(grid);
    if (signature === this.signature) return;
    this.signature = signature;
    this.grid = grid;
    this.cells = new Map();
    this.tints = tints(grid.zones);
    this.squares.style.setProperty("--cols", grid.cols);
    this.squares.style.setProperty("--rows", grid.rows);
    this.squares.setAttribute("role", this.tap ? "group" : "img");
    this.squares.setAttribute("aria-label", this.label);
    const nodes = [];
    if (this.rulers) {
      nodes.push(el("span", { class: "ruler corner", "aria-hidden": "true" }));
      for (let col = 0; col < grid.cols; col += 1) {
        nodes.push(el("span", { class: "ruler", "aria-hidden": "true", data: { col }, text: squareName(0, col).replace(/\d+$/, "") }));
      }
    }
    const named = new Set();
    for (let row = 0; row < grid.rows; row += 1) {
      if (this.rulers) nodes.push(el("span", { class: "ruler", "aria-hidden": "true", data: { row }, text: String(row + 1) }));
      for (let col = 0; col < grid.cols; col += 1) nodes.push(this.#cell(row, col, named));
    }
    this.squares.replaceChildren(...nodes, this.laid);
    this.lens?.shape(grid.cols, grid.rows);
  }

  /** Lays a drawing over the squares. */
  lay(drawn) {
    this.laid.replaceChildren(drawn);
  }

  /** Where the squares of the whole board are too small for a finger, shows those around `names`; null: the whole board. */
  near(names) {
    this.lens.near(names?.map((name) => this.cells.get(name)).filter(Boolean) ?? []);
  }

  #cell(row, col, named) {
    const { zones } = this.grid;
    const zone = zones[row][col];
    const name = squareName(row, col);
    if (zone === ".") return el("span", { class: "cell void", data: { row, col } });
    const cls = ["cell", `tint-${this.tints.get(zone)}`];
    if (zones[row][col + 1] && zones[row][col + 1] !== zone) cls.push("edge-right");
    if (zones[row + 1] && zones[row + 1][col] !== zone) cls.push("edge-bottom");
    const tag = this.tap ? "button" : "span";
    const node = el(tag, { class: cls.join(" "), type: this.tap ? "button" : null, tabindex: this.tap ? "-1" : null, data: { row, col, square: name } });
    if (!named.has(zone)) {
      named.add(zone);
      node.append(el("span", { class: "cell-zone", "aria-hidden": "true", text: zone }));
    }
    const house = badge("red", "house");
    house.toggleAttribute("hidden", true);
    const note = el("span", { class: "cell-note", hidden: true });
    node.append(house, note);
    if (this.tap) node.addEventListener("click", () => this.tap(name));
    this.cells.set(name, { node, house, note, zone, row, col });
    return node;
  }

  /**
   * `board`: rows of letters. `marks`: {square: {cls, note, label}} laid on top. `ghosts`: {square: company} houses
   * that are proposed and not yet there.
   */
  paint(board, { marks = {}, ghosts = {} } = {}) {
    let first = null;
    for (const [name, cell] of this.cells) {
      const letter = board[cell.row]?.[cell.col] ?? ".";
      const company = OF_LETTER[letter] ?? ghosts[name] ?? null;
      cell.house.toggleAttribute("hidden", company === null);
      if (company) rebadge(cell.house, company, OF_LETTER[letter] ? "house" : "house ghost");
      const mark = marks[name];
      setAttr(cell.node, "data-mark", mark?.cls ?? (letter === "?" ? "unknown" : null));
      const note = mark?.note ?? (letter === "?" ? "?" : "");
      setText(cell.note, note);
      show(cell.note, note !== "");
      if (this.tap) {
        const what = letter === "?" ? t("not known") : company ? HOUSE_WORDS[company] : t("empty");
        setAttr(cell.node, "aria-label", t("{square}, zone {zone}, {what}", { square: name, zone: cell.zone, what: mark?.label ?? what }));
        setAttr(cell.node, "aria-disabled", mark?.disabled ? "true" : null);
        if (mark && !mark.disabled && first === null) first = cell.node;
        if (cell.node.tabIndex === 0) this.stop = cell.node;
      }
    }
    if (this.tap && !this.stop?.isConnected) this.#stopAt(first ?? this.cells.values().next().value?.node);
  }

  /** The square at which the keys begin: that which was pointed at, else the one where they were last. */
  #enter(row, col) {
    const { node } = this.cells.get(squareName(row, col)) ?? {};
    this.#stopAt(node);
    this.stop?.focus({ preventScroll: Boolean(node) });
  }

  #stopAt(node) {
    if (!node) return;
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = node;
    node.tabIndex = 0;
  }

  #arrows(event) {
    const by = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] }[event.key];
    const at = event.target.dataset;
    if (!by || at.square === undefined) return;
    event.preventDefault();
    const next = this.cells.get(squareName(Number(at.row) + by[0], Number(at.col) + by[1]));
    if (!next) return;
    this.#stopAt(next.node);
    next.node.focus();
  }
}
