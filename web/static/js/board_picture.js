// A picture of one's own empty board on the page Board of BIG SHOT: its corners marked, laid flat, outlines drawn on it.

import { onTap, upload } from "./command.js";
import { Choice } from "./company.js";
import { Corners } from "./corners.js";
import { byId, setAttr, setText, show } from "./dom.js";
import { say } from "./notice.js";
import { Outlines } from "./outlines.js";
import { t } from "./words.js";

const WIDEST = 2400; // a picture is sent no larger
const ZOOMS = [1, 2, 4];

/** `regions` as `Outlines` reads and writes them; `size()` is the board's in mm. Gives `draw()` for when they changed elsewhere. */
export function boardPicture({ read, write, size }) {
  const taken = byId("d-taken");
  const flat = byId("d-flat");
  const corners = new Corners(byId("k-layer"), taken, byId("k-glass"));
  let zoom = 0;

  const choice = new Choice(byId("d-chosen"), t("District that is drawn"), (key) => outlines.set(key));
  const outlines = new Outlines({
    frame: byId("d-window"), layer: byId("d-layer"), canvas: flat, glass: byId("d-glass"), read, write,
    tell: (text) => setText(byId("d-hint"), text),
    choose: (key) => choice.set(key),
  });

  function list() {
    choice.update(read().map(({ key, name, points, open, wrong }) => ({ value: key, label: `${wrong ? "✗" : open ? "…" : points.length ? "✓" : "–"} ${name}` })));
    setAttr(byId("d-undo"), "aria-disabled", !outlines.undone.length && "true");
    const chosen = read().find(({ key }) => key === outlines.key);
    setAttr(byId("d-close"), "aria-disabled", !(chosen?.open && chosen.points.length > 2) && "true");
    for (const id of ["d-remove", "d-clear"]) setAttr(byId(id), "aria-disabled", !chosen?.points.length && "true");
  }

  const stage = (name) => {
    for (const each of ["corners", "draw"]) show(byId(`d-at-${each}`), each === name);
    if (name === "corners") corners.show(true);
  };

  async function take(blob) {
    const picture = await createImageBitmap(blob).catch(() => null);
    if (!picture) { say(t("This is no picture that can be shown: take a JPEG or PNG.")); return; }
    const shrunk = Math.min(1, WIDEST / picture.width);
    taken.width = Math.round(picture.width * shrunk);
    taken.height = Math.round(picture.height * shrunk);
    taken.getContext("2d").drawImage(picture, 0, 0, taken.width, taken.height);
    picture.close();
    stage("corners");
    corners.fit([taken.width, taken.height]);
    corners.show(true);
  }

  async function lay() {
    const [width, height] = size();
    if (!(width > 0 && height > 0)) { say(t("Enter the board’s width and height first.")); byId("d-width").focus(); return; }
    const file = await new Promise((done) => { taken.toBlob(done, "image/jpeg", .92); });
    const answer = await upload(`/districts/flat?corners=${corners.places.flat().join(",")}&size=${width},${height}`, file);
    if (!answer.ok) return;
    const picture = await createImageBitmap(answer.blob);
    flat.width = picture.width;
    flat.height = picture.height;
    flat.getContext("2d").drawImage(picture, 0, 0);
    picture.close();
    stage("draw");
    outlines.fit([width, height]);
    if (!outlines.key) {
      const first = read()[0].key;
      outlines.set(first);
      list();
      choice.set(first);
    }
    byId("d-at-draw").scrollIntoView({ block: "start" });
  }

  function magnified(step) {
    zoom = Math.min(Math.max(zoom + step, 0), ZOOMS.length - 1);
    byId("d-sheet").style.width = `${ZOOMS[zoom] * 100}%`;
    setAttr(byId("d-nearer"), "aria-disabled", zoom === ZOOMS.length - 1 && "true");
    setAttr(byId("d-farther"), "aria-disabled", zoom === 0 && "true");
    outlines.handles[outlines.point]?.scrollIntoView({ block: "nearest", inline: "center" });
  }

  const file = byId("d-file");
  file.addEventListener("change", () => { if (file.files.length) take(file.files[0]); });
  onTap(byId("d-camera"), async () => {
    const response = await fetch(`/picture/live.jpg?at=${Date.now()}`, { cache: "no-store" }).catch(() => null);
    if (response?.ok) take(await response.blob());
    else say(t("The camera gives no picture now."));
  });
  onTap(byId("d-lay"), lay);
  onTap(byId("d-again"), () => stage("corners"));
  onTap(byId("d-add"), () => outlines.add());
  onTap(byId("d-remove"), () => outlines.remove());
  onTap(byId("d-close"), () => outlines.close());
  onTap(byId("d-clear"), () => outlines.clear());
  onTap(byId("d-clear-all"), () => outlines.clear(true));
  onTap(byId("d-undo"), () => outlines.undo());
  onTap(byId("d-nearer"), () => magnified(1));
  onTap(byId("d-farther"), () => magnified(-1));
  byId("d-at-draw").addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key === "z") { event.preventDefault(); outlines.undo(); }
  });
  for (const id of ["d-width", "d-height"]) byId(id).addEventListener("change", () => { if (!byId("d-at-draw").hidden) lay(); });
  magnified(0);
  list();
  return { draw: () => { list(); if (!byId("d-at-draw").hidden) outlines.draw(); }, remember: () => outlines.remember() };
}
