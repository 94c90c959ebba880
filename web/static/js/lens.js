// A board whose squares are too small for a finger: the first tap shows those around it in a finger's size, the second hits one.

import { el, guard, show } from "./dom.js";
import { t } from "./words.js";

const FINGER_PX = 44;

export class Lens {
  /**
   * `enter(row, col)`: these squares can be tapped now; (-1, -1) where none was pointed at. `beside`: where the button
   * stands that leads back to the whole board.
   */
  constructor(host, squares, label, beside, enter) {
    this.host = host;
    this.squares = squares;
    this.close = false;
    this.at = { row: 0, col: 0 };
    this.wanted = "";
    this.window = el("div", { class: "lens-window" }, squares);
    this.glass = el("button", { type: "button", class: "lens-glass", "aria-label": t("{board}: tap where it is to be larger", { board: label }), hidden: true });
    this.whole = el("button", { type: "button", class: "lens-whole", text: t("Whole board"), hidden: true });
    host.classList.add("lens");
    host.append(this.window, this.glass);
    beside.append(this.whole);
    this.glass.addEventListener("click", (event) => {
      const [row, col] = event.detail ? this.#pointed(event) : [-1, -1]; // no detail: a key was pressed
      if (event.detail) this.at = { row, col };
      this.#turn(true);
      guard(this.squares); // the second tap of a double one chooses nothing
      enter(row, col);
    });
    this.whole.addEventListener("click", () => {
      this.#turn(false);
      this.glass.focus();
    });
    new ResizeObserver(() => this.#fit()).observe(host);
  }

  shape(cols, rows) {
    Object.assign(this, { cols, rows, close: false, wanted: "" });
    this.#fit();
  }

  /** Shows the squares `cells` ({row, col}) when others than before are wanted; none: the whole board. */
  near(cells) {
    const wanted = cells.map(({ row, col }) => `${row} ${col}`).join();
    if (wanted === this.wanted) return;
    this.wanted = wanted;
    const [rows, cols] = [cells.map(({ row }) => row), cells.map(({ col }) => col)];
    const middle = (places) => (Math.min(...places) + Math.max(...places)) / 2;
    const span = Math.max(...rows.concat(-1)) - Math.min(...rows);
    if (cells.length) this.at = { row: middle(rows), col: middle(cols) };
    this.#turn(cells.length > 0 && Math.max(span, Math.max(...cols) - Math.min(...cols)) < this.#sizes().count);
  }

  /** How large a square is when all are shown, and how many as large as a fingertip stand side by side. */
  #sizes() {
    const ruler = this.squares.firstElementChild?.offsetHeight ?? 0;
    const room = this.host.clientWidth - ruler;
    const count = Math.max(1, Math.floor(room / FINGER_PX));
    return { ruler, room, count, size: room / count, small: room > 0 && room / this.cols < FINGER_PX };
  }

  #pointed({ offsetX, offsetY }) {
    const { ruler, room } = this.#sizes();
    const at = (offset, most) => Math.max(0, Math.min(most - 1, Math.floor(((offset - ruler) / room) * this.cols)));
    return [at(offsetY, this.rows), at(offsetX, this.cols)];
  }

  #turn(close) {
    this.close = close;
    this.#fit();
  }

  #fit() {
    if (!this.cols) return;
    const { ruler, count, size, small } = this.#sizes();
    const close = small && this.close;
    this.host.classList.toggle("close", close);
    this.host.style.setProperty("--square", `${size}px`);
    this.host.style.setProperty("--window", `${ruler + count * size}px`);
    this.squares.inert = small && !close;
    show(this.glass, small && !close);
    show(this.whole, close);
    if (!close) return;
    const begin = (place) => Math.round(place - (count - 1) / 2) * size;
    this.window.scrollTo({ left: begin(this.at.col), top: begin(this.at.row), behavior: "instant" });
  }
}
