// Outlines of regions drawn over a picture of the board laid flat: points tapped, moved, put in between and taken out.

import { el, setAttr, show } from "./dom.js";
import { arrowSteps, follow, magnify } from "./points.js";
import { t } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const STEP_MM = .5; // an arrow key's
const NEAR_PX = 14; // on the page: a tap so near to a line or a point means it
const SNAP_MM = 4; // less than half a stone: a corner so near to a neighbour's is that corner
const APART_MM = 15; // how far from the last one a point stands that was added without pointing

/** The place on the straight line from a to b that is nearest to p, and how far it is. */
function nearest([px, py], [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const share = Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  const at = [ax + share * dx, ay + share * dy];
  return { at, far: Math.hypot(px - at[0], py - at[1]) };
}

/** Whether a place lies within an outline. */
function within([px, py], points) {
  return points.reduce((inside, [ax, ay], number) => {
    const [bx, by] = points[(number + 1) % points.length];
    return (ay > py) !== (by > py) && px < ax + (bx - ax) * (py - ay) / (by - ay) ? !inside : inside;
  }, false);
}

/**
 * `read()` gives the regions as [{key, name, points: [[x, y], …] in mm, open}], `write(key, points, open)` takes one.
 * `open`: its line has not come back to its first point yet. `tell(text)` says what may be done next.
 */
export class Outlines {
  constructor({ frame, layer, canvas, glass, read, write, tell, choose }) {
    Object.assign(this, { frame, layer, canvas, glass, read, write, tell, choose });
    this.drawing = layer.querySelector("svg");
    this.key = null; // the region that is being drawn
    this.point = 0; // the number of its point that was touched last
    this.size = [1, 1];
    this.handles = [];
    this.undone = [];
    this.fingers = new Map();
    layer.addEventListener("pointerdown", (event) => this.#down(event));
  }

  /** The board's width and height in mm: the picture shows it whole. */
  fit(size) {
    this.size = size;
    setAttr(this.drawing, "viewBox", `0 0 ${size[0]} ${size[1]}`);
    this.draw();
  }

  set(key) {
    this.key = key;
    this.point = Math.max(0, (this.#chosen()?.points.length ?? 0) - 1);
    this.draw();
  }

  // What the buttons do.

  /** Adds a point without pointing: between the touched one and the next, or beyond the last of an open line. */
  add() {
    const { points, open } = this.#chosen();
    const [width, height] = this.size;
    const last = points[this.point];
    let at = [width / 2, height / 2];
    if (points.length && (open || points.length < 3)) {
      const [x, y] = points.at(-1);
      at = [x + (x + APART_MM < width ? APART_MM : -APART_MM), y];
    } else if (points.length) {
      const next = points[(this.point + 1) % points.length];
      at = [(last[0] + next[0]) / 2, (last[1] + next[1]) / 2];
    }
    const whole = points.length > 2 && !open;
    this.#insert(whole ? this.point + 1 : points.length, at, !whole);
    this.handles[this.point]?.focus();
  }

  /** Takes the touched point out. */
  remove() {
    const { points, open } = this.#chosen();
    if (!points.length) return;
    const left = points.filter((_, number) => number !== this.point);
    this.#keep(left, left.length > 0 && (open || left.length < 3));
    this.point = Math.max(0, Math.min(this.point, left.length) - 1);
    this.draw();
    this.handles[this.point]?.focus();
  }

  close() {
    const { points, open } = this.#chosen();
    if (open && points.length > 2) this.#keep(points, false);
  }

  /** Takes the chosen outline away, or with `all` every one. */
  clear(all = false) {
    this.remember();
    for (const { key } of all ? this.read() : [this.#chosen()]) this.write(key, [], false);
    this.point = 0;
    this.draw();
  }

  undo() {
    const before = this.undone.pop();
    if (!before) return;
    for (const { key, points, open } of before.regions) this.write(key, points, open);
    this.key = before.key;
    this.point = before.point;
    this.choose(this.key);
    this.draw();
  }

  /** Keeps how all outlines are now, for undo. */
  remember() {
    this.undone.push({ regions: this.read(), key: this.key, point: this.point });
  }

  // Drawing.

  draw() {
    const regions = this.read();
    const chosen = regions.find(({ key }) => key === this.key);
    const lines = regions.filter(({ points }) => points.length).map((region) => {
      const line = document.createElementNS(SVG, region.open || region.points.length < 3 ? "polyline" : "polygon");
      line.setAttribute("points", region.points.map((point) => point.join(",")).join(" "));
      line.setAttribute("class", `${region.key === this.key ? "chosen" : ""} ${region.wrong ? "wrong" : ""}`.trim());
      return line;
    });
    this.drawing.replaceChildren(...lines.filter((line) => !line.classList.contains("chosen")), ...lines.filter((line) => line.classList.contains("chosen")));
    const points = chosen?.points ?? [];
    while (this.handles.length > points.length) this.handles.pop().remove();
    while (this.handles.length < points.length) this.handles.push(this.#handle(this.handles.length));
    points.forEach((point, number) => this.#place(this.handles[number], point, number, chosen));
    this.tell(this.#hint(chosen));
  }

  #place(handle, [x, y], number, { name, open, points }) {
    handle.style.left = `${x / this.size[0] * 100}%`;
    handle.style.top = `${y / this.size[1] * 100}%`;
    setAttr(handle, "data-touched", number === this.point);
    setAttr(handle, "data-closes", open && number === 0 && points.length > 2);
    setAttr(handle, "aria-label", t("{name}, point {number}: {x}, {y} mm", { name, number: number + 1, x: Math.round(x), y: Math.round(y) }));
  }

  #hint(chosen) {
    if (!chosen) return "";
    const { name, points, open } = chosen;
    if (!points.length) return t("{name}: tap its corners one after the other.", { name });
    if (open && points.length < 3) return t("{name}: tap its next corner.", { name });
    if (open) return t("{name}: tap its next corner, or the first one again to close it.", { name });
    return t("{name} is closed: drag its points, or tap its line for one more.", { name });
  }

  #handle(number) {
    const handle = el("button", { type: "button", class: "d-point", "aria-describedby": "d-keys" });
    handle.addEventListener("pointerdown", (event) => this.#grab(event, number));
    handle.addEventListener("focus", () => this.#touch(number));
    handle.addEventListener("blur", () => show(this.glass, false));
    handle.addEventListener("keydown", (event) => this.#key(event, number));
    this.layer.append(handle);
    return handle;
  }

  #touch(number) {
    this.point = number;
    this.handles.forEach((handle, each) => setAttr(handle, "data-touched", each === number));
    this.#magnify();
  }

  #magnify() {
    const at = this.#chosen()?.points[this.point];
    if (!at) return;
    magnify(this.glass, this.canvas, this.size, at);
    // The picture may be enlarged and half off the screen: the glass stays on it, away from the finger.
    const left = this.canvas.getBoundingClientRect().left + at[0] / this.#scale();
    setAttr(this.glass, "data-side", left < innerWidth / 2 ? "right" : "left");
  }

  // Fingers and mouse.

  /** A press beside the points: a new one, of an open line or in a closed one's; or another region. Two fingers push the picture. */
  #down(event) {
    if (event.button !== 0 || event.target.closest("button")) return;
    event.preventDefault();
    this.fingers.set(event.pointerId, event);
    const chosen = this.#chosen();
    const place = this.#placeOf(event);
    const side = chosen && !chosen.open && chosen.points.length > 2 ? this.#sideAt(chosen.points, place) : null;
    const adds = chosen && (side !== null || chosen.open || chosen.points.length < 3);
    const [left, top] = [this.frame.scrollLeft, this.frame.scrollTop];
    let pushed = this.fingers.size > 1;
    if (adds && !pushed) {
      this.#insert(side === null ? chosen.points.length : side + 1, this.#snapped(place), side === null);
      this.handles[this.point].focus({ preventScroll: true });
      this.#magnify();
    }
    const undone = this.undone.length;
    follow(event, this.layer, (right, down) => {
      if (this.fingers.size > 1 && !pushed) {
        pushed = true;
        if (adds && this.undone.length === undone) this.undo(); // the first finger meant no point
      }
      if (pushed) this.frame.scrollTo(left - right, top - down);
      else if (adds) this.#move([place[0] + right * this.#scale(), place[1] + down * this.#scale()]);
    }, (ended) => {
      this.fingers.delete(event.pointerId);
      show(this.glass, false);
      if (!ended || pushed) return;
      if (!adds) this.#chooseAt(place);
    });
  }

  #grab(event, number) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    this.handles[number].focus({ preventScroll: true });
    this.#touch(number);
    const { points } = this.#chosen();
    const [x, y] = points[number];
    let moved = false;
    follow(event, this.handles[number], (right, down) => {
      if (!moved && Math.hypot(right, down) < 3) return; // a tap, not a pull
      if (!moved) this.remember();
      moved = true;
      this.#move([x + right * this.#scale(), y + down * this.#scale()]);
    }, () => {
      show(this.glass, false);
      if (!moved && number === 0) this.close();
    });
  }

  #key(event, number) {
    const by = arrowSteps(event);
    if (by) {
      const [x, y] = this.#chosen().points[number];
      if (!event.repeat) this.remember();
      this.#move([x + by[0] * STEP_MM, y + by[1] * STEP_MM], false);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.remove();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (number === 0) this.close();
    }
  }

  #chooseAt(place) {
    const hit = this.read().find(({ points, open }) => !open && points.length > 2 && within(place, points));
    if (!hit) return;
    this.set(hit.key);
    this.choose(hit.key);
  }

  // Points.

  #chosen() {
    return this.read().find(({ key }) => key === this.key);
  }

  /** Millimetres that a pixel of the page shows. */
  #scale() {
    return this.size[0] / this.canvas.clientWidth;
  }

  #placeOf(event) {
    const box = this.canvas.getBoundingClientRect();
    return [(event.clientX - box.left) * this.#scale(), (event.clientY - box.top) * this.#scale()];
  }

  #sideAt(points, place) {
    const reach = NEAR_PX * this.#scale();
    const far = points.map((point, number) => nearest(place, point, points[(number + 1) % points.length]).far);
    const least = Math.min(...far);
    return least <= reach ? far.indexOf(least) : null;
  }

  /** A place, or a point of another outline that is as good as there: borders are drawn twice, and should be one. */
  #snapped(place) {
    const reach = Math.min(NEAR_PX / 2 * this.#scale(), SNAP_MM);
    const others = this.read().filter(({ key }) => key !== this.key).flatMap(({ points }) => points);
    const near = others.filter(([x, y]) => Math.hypot(x - place[0], y - place[1]) <= reach);
    return near[0] ?? place;
  }

  #insert(number, place, open) {
    this.remember();
    const points = [...this.#chosen().points];
    points.splice(number, 0, this.#onBoard(place));
    this.point = number;
    this.write(this.key, points, open);
    this.draw();
  }

  #move(place, snap = true) {
    const { points, open } = this.#chosen();
    const at = this.#onBoard(snap ? this.#snapped(place) : place);
    this.write(this.key, points.map((point, number) => (number === this.point ? at : point)), open);
    this.draw();
    this.#magnify();
  }

  #keep(points, open) {
    this.remember();
    this.write(this.key, points, open);
    this.draw();
  }

  #onBoard(place) {
    return place.map((each, axis) => Math.round(Math.min(Math.max(each, 0), this.size[axis]) * 10) / 10);
  }
}
