// Four corners over a picture: dragged with a finger or a mouse, or moved with the arrow keys, under a magnifier.

import { setAttr, show } from "./dom.js";
import { arrowSteps, follow, magnify } from "./points.js";
import { t } from "./words.js";

const NAMES = [t("the board’s own top left"), t("top right"), t("bottom right"), t("bottom left")];
const INSET = .12; // where the corners wait until somebody moves them, as a share of the picture

export class Corners {
  /** `layer` lies over `image` (or a canvas) and holds an svg and four buttons; `glass` is a canvas. */
  constructor(layer, image, glass) {
    this.layer = layer;
    this.image = image;
    this.glass = glass;
    this.size = null;
    this.places = null; // [x, y] in pixels of the picture; (0, 0) is the centre of its first pixel
    this.wanted = true;
    this.buttons = [...layer.querySelectorAll("button")];
    this.buttons.forEach((button, number) => {
      button.addEventListener("pointerdown", (event) => this.#grab(event, button, number));
      button.addEventListener("keydown", (event) => this.#arrow(event, number));
      button.addEventListener("focus", () => this.#magnify(number));
      button.addEventListener("blur", () => show(this.glass, false));
    });
  }

  /** The picture's width and height; corners that nobody has set stand in from its border. */
  fit([width, height]) {
    if (this.size?.[0] === width && this.size[1] === height) return;
    this.size = [width, height];
    setAttr(this.layer.querySelector("svg"), "viewBox", `0 0 ${width} ${height}`);
    setAttr(this.layer.querySelector("svg"), "preserveAspectRatio", "none");
    const [left, top] = [width * INSET, height * INSET];
    this.set([[left, top], [width - left, top], [width - left, height - top], [left, height - top]]);
  }

  set(places) {
    this.places = places.map(([x, y]) => [x, y]);
    this.#draw();
    this.show(this.wanted);
  }

  show(wanted) {
    this.wanted = wanted;
    show(this.layer, wanted && this.places !== null);
    if (!wanted) show(this.glass, false);
  }

  #move(number, x, y) {
    const [width, height] = this.size;
    this.places[number] = [Math.min(Math.max(x, 0), width - 1), Math.min(Math.max(y, 0), height - 1)];
    this.#draw();
    this.#magnify(number);
  }

  #grab(event, button, number) {
    if (event.button !== 0) return;
    event.preventDefault();
    button.focus({ preventScroll: true });
    const box = this.layer.getBoundingClientRect();
    const [width, height] = this.size;
    const [x, y] = this.places[number];
    follow(event, button, (right, down) => this.#move(number, x + right * width / box.width, y + down * height / box.height),
      () => show(this.glass, false));
    this.#magnify(number);
  }

  #arrow(event, number) {
    const by = arrowSteps(event);
    if (by) this.#move(number, this.places[number][0] + by[0], this.places[number][1] + by[1]);
  }

  #draw() {
    const [width, height] = this.size;
    this.buttons.forEach((button, number) => {
      const [x, y] = this.places[number];
      button.style.left = `${(x + .5) / width * 100}%`;
      button.style.top = `${(y + .5) / height * 100}%`;
      setAttr(button, "aria-label", t("Corner {number}, {name}: {x}, {y}", { number: number + 1, name: NAMES[number], x: Math.round(x), y: Math.round(y) }));
    });
    setAttr(this.layer.querySelector("polygon"), "points", this.places.map(([x, y]) => `${x + .5},${y + .5}`).join(" "));
    const top = this.layer.querySelector("line");
    this.places.slice(0, 2).forEach(([x, y], end) => {
      setAttr(top, `x${end + 1}`, String(x + .5));
      setAttr(top, `y${end + 1}`, String(y + .5));
    });
  }

  #magnify(number) {
    const [x, y] = this.places[number];
    magnify(this.glass, this.image, this.size, [x + .5, y + .5]);
  }
}
