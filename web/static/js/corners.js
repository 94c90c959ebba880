// Four corners over a picture: dragged with a finger or a mouse, or moved with the arrow keys, under a magnifier.

import { setAttr, show } from "./dom.js";
import { t } from "./words.js";

const NAMES = [t("the board’s own top left"), t("top right"), t("bottom right"), t("bottom left")];
const ZOOM = 4;
const INSET = .12; // where the corners wait until somebody moves them, as a share of the picture

export class Corners {
  /** `layer` lies over `image` and holds an svg and four buttons; `glass` is a canvas. */
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
    button.setPointerCapture(event.pointerId);
    const box = this.layer.getBoundingClientRect();
    const [width, height] = this.size;
    const [x, y] = this.places[number];
    const begin = [event.clientX, event.clientY];
    const drag = (moved) => this.#move(number, x + (moved.clientX - begin[0]) * width / box.width, y + (moved.clientY - begin[1]) * height / box.height);
    const drop = () => {
      button.removeEventListener("pointermove", drag);
      for (const end of ["pointerup", "pointercancel"]) button.removeEventListener(end, drop);
      show(this.glass, false);
    };
    button.addEventListener("pointermove", drag);
    for (const end of ["pointerup", "pointercancel"]) button.addEventListener(end, drop);
    this.#magnify(number);
  }

  #arrow(event, number) {
    const by = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!by) return;
    event.preventDefault();
    const far = event.shiftKey ? 10 : 1;
    this.#move(number, this.places[number][0] + by[0] * far, this.places[number][1] + by[1] * far);
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

  /** What lies under a corner, enlarged, on the other side of the picture. */
  #magnify(number) {
    if (!this.image.naturalWidth || this.image.hidden) return;
    const [x, y] = this.places[number];
    const { width, height } = this.glass;
    const seen = this.image.clientWidth / this.image.naturalWidth * ZOOM * (width / 144); // 144: its width on the page
    const [across, down] = [width / seen, height / seen];
    const pen = this.glass.getContext("2d");
    pen.fillStyle = "#000";
    pen.fillRect(0, 0, width, height);
    pen.drawImage(this.image, x + .5 - across / 2, y + .5 - down / 2, across, down, 0, 0, width, height);
    for (const [colour, line] of [["#000", 5], ["#ffe14d", 2]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = line;
      pen.beginPath();
      for (const [from, to] of [[0, .42], [.58, 1]]) {
        pen.moveTo(width * from, height / 2);
        pen.lineTo(width * to, height / 2);
        pen.moveTo(width / 2, height * from);
        pen.lineTo(width / 2, height * to);
      }
      pen.stroke();
    }
    setAttr(this.glass, "data-side", x < this.size[0] / 2 ? "right" : "left");
    show(this.glass, true);
  }
}
