// Points over a picture: grabbed with a finger or a mouse, moved with the arrow keys, seen under a magnifier.

import { setAttr, show } from "./dom.js";

const ZOOM = 4;
const GLASS_PX = 144; // its width on the page
const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** How far an arrow key moves a point, in steps across and down, ten with Shift; null for another key. */
export function arrowSteps(event) {
  const by = WAYS[event.key];
  if (!by) return null;
  event.preventDefault();
  return by.map((step) => step * (event.shiftKey ? 10 : 1));
}

/**
 * Follows the pointer that went down in `event` over `target` until it goes up: `move(x, y)` is told how far it has come
 * in pixels of the page, `drop(true)` where it ended, `drop(false)` where something else took it over.
 */
export function follow(event, target, move, drop) {
  const begin = [event.clientX, event.clientY];
  target.setPointerCapture(event.pointerId);
  const drag = (moved) => { if (moved.pointerId === event.pointerId) move(moved.clientX - begin[0], moved.clientY - begin[1]); };
  const end = (ended) => {
    if (ended.pointerId !== event.pointerId) return;
    target.removeEventListener("pointermove", drag);
    for (const kind of ["pointerup", "pointercancel"]) target.removeEventListener(kind, end);
    drop(ended.type === "pointerup");
  };
  target.addEventListener("pointermove", drag);
  for (const kind of ["pointerup", "pointercancel"]) target.addEventListener(kind, end);
}

/** What lies under a place of a picture (an image or a canvas, `size` in the units of the place), enlarged, on its other side. */
export function magnify(glass, picture, size, [x, y]) {
  const pixels = picture.naturalWidth ?? picture.width;
  if (!pixels || picture.hidden) return;
  const { width, height } = glass;
  const seen = picture.clientWidth / size[0] * ZOOM * (width / GLASS_PX);
  const [across, down] = [width / seen, height / seen];
  const scale = pixels / size[0];
  const pen = glass.getContext("2d");
  pen.fillStyle = "#000";
  pen.fillRect(0, 0, width, height);
  pen.drawImage(picture, (x - across / 2) * scale, (y - down / 2) * scale, across * scale, down * scale, 0, 0, width, height);
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
  setAttr(glass, "data-side", x < size[0] / 2 ? "right" : "left");
  show(glass, true);
}
