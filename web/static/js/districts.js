// The board of one's own copy: what lies beside what is ticked on both sides at once, and names follow everywhere. An
// outline is what stands in its field, whether it was typed there or drawn on a picture.

import { boardPicture } from "./board_picture.js";
import { askDevice, deliver, onTap } from "./command.js";
import { byId, setAttr, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { whole } from "./numbers.js";
import { capital } from "./texts.js";
import { t } from "./words.js";

const PARKS = 2;
const JUDGE_MS = 400; // after the last change
const rows = [...document.querySelectorAll(".d-district")];
const field = (row, name) => row.querySelector(`[name=${name}]`);
const worth = (row) => whole(field(row, "value"));
const nameOf = (row) => field(row, "name").value.normalize("NFC").trim();
const ticks = (row) => [...row.querySelectorAll(".d-beside input")];
const rowOf = (was) => rows.find((row) => row.dataset.was === was);

for (const row of rows) {
  field(row, "name").addEventListener("input", () => {
    for (const other of rows) {
      const tick = ticks(other).find((each) => each.value === row.dataset.was);
      if (tick) setText(tick.nextElementSibling, nameOf(row));
    }
    check();
  });
  field(row, "park").addEventListener("change", ({ target }) => {
    field(row, "value").disabled = target.checked;
    if (target.checked) field(row, "value").value = "";
    check();
  });
  field(row, "value").addEventListener("input", check);
  field(row, "outline").addEventListener("focus", () => picture?.remember());
  field(row, "outline").addEventListener("input", () => {
    delete row.dataset.open; // what is typed is the whole of it
    changed();
  });
  for (const tick of ticks(row)) {
    tick.addEventListener("change", () => {
      ticks(rowOf(tick.value)).find((each) => each.value === row.dataset.was).checked = tick.checked;
      check();
    });
  }
}
for (const id of ["d-name", "d-width", "d-height", "d-stone", "d-stone-height"]) byId(id)?.addEventListener("input", changed);

let picture = null; // on which outlines are drawn
let faults = []; // what the table finds wrong with the outlines, with the names of their districts
let judging = 0;

/** [[x, y], …] of what was typed as an outline; null where it is none. */
function outlineOf(row) {
  const words = field(row, "outline").value.trim().split(/\s+/).filter(Boolean);
  const points = words.map((word) => word.split(",").map(Number));
  const fine = points.length >= 3 && points.every((point) => point.length === 2 && point.every(Number.isFinite));
  return words.length === 0 ? [] : fine ? points : null;
}

const measured = () => rows.some((row) => field(row, "outline").value.trim() !== "");

/** Draws the outlines, so that a slip is seen. */
function draw() {
  const drawn = byId("d-drawn");
  const [width, height] = [Number(byId("d-width").value), Number(byId("d-height").value)];
  show(drawn, measured() && width > 0 && height > 0 && byId("d-at-draw").hidden);
  if (width > 0 && height > 0) setAttr(drawn, "viewBox", `0 0 ${width} ${height}`);
  drawn.replaceChildren(...rows.filter((row) => outlineOf(row)?.length).map((row) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    shape.setAttribute("points", outlineOf(row).join(" "));
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = nameOf(row);
    shape.append(title);
    return shape;
  }));
}

const isOpen = (row) => row.dataset.open !== undefined;

/** The outlines as they are drawn: [{key, name, points, open, wrong}]. */
const drawnOutlines = () => rows.map((row) => ({
  key: row.dataset.was, name: nameOf(row), points: outlineOf(row) ?? unclosed(row), open: isOpen(row), wrong: faults.some(({ names }) => names.includes(nameOf(row))),
}));

/** The one or two points that a line has at its beginning. */
function unclosed(row) {
  const points = field(row, "outline").value.trim().split(/\s+/u).map((word) => word.split(",").map(Number));
  return isOpen(row) && points.every((point) => point.length === 2 && point.every(Number.isFinite)) ? points : [];
}

function writeOutline(key, points, open) {
  const row = rowOf(key);
  field(row, "outline").value = points.map((point) => point.join(",")).join(" ");
  if (open && points.length) row.dataset.open = "";
  else delete row.dataset.open;
  changed();
}

/** Something of the outlines is other than before: the table is asked what it makes of them, a moment later. */
function changed() {
  check();
  clearTimeout(judging);
  judging = setTimeout(judge, JUDGE_MS);
}

async function judge() {
  const { size_mm, stone_mm } = sizes();
  const closed = rows.filter((row) => !isOpen(row) && outlineOf(row)?.length);
  const asked = JSON.stringify([size_mm, closed.map((row) => field(row, "outline").value)]);
  const fit = closed.length > 0 && [...size_mm, stone_mm].every((side) => side > 0);
  const outlines = Object.fromEntries(closed.map((row) => [nameOf(row), outlineOf(row)]));
  const answer = fit ? await askDevice("/districts/check", { size_mm, stone_mm, outlines }) : { faults: [] };
  const now = JSON.stringify([sizes().size_mm, rows.filter((row) => !isOpen(row) && outlineOf(row)?.length).map((row) => field(row, "outline").value)]);
  if (asked !== now) return; // drawn on meanwhile: it is asked again
  faults = answer.faults ?? [];
  check();
}

/** What a camera needs; nothing where no outline is given. */
function sizes() {
  if (!measured()) return {};
  const number = (id) => Number(byId(id).value);
  return { size_mm: [number("d-width"), number("d-height")], stone_mm: number("d-stone"), stone_height_mm: number("d-stone-height") };
}

function board() {
  return {
    name: byId("d-name").value.trim(),
    ...sizes(),
    districts: rows.map((row) => ({
      name: nameOf(row),
      ...(field(row, "park").checked ? { park: true } : { value: worth(row) }),
      ...(measured() ? { outline_mm: outlineOf(row) } : {}),
      neighbours: ticks(row).filter((tick) => tick.checked).map((tick) => nameOf(rowOf(tick.value))),
    })),
  };
}

/** Says the first thing that is missing; true when the board can be kept. */
function check() {
  const names = rows.map(nameOf);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  const parks = rows.filter((row) => field(row, "park").checked).length;
  const worthless = rows.find((row) => !field(row, "park").checked && !(worth(row) >= 1));
  const sizeless = !Object.values(sizes()).flat().every((side) => side > 0);
  const open = rows.find(isOpen);
  const shapeless = measured() ? rows.find((row) => !(outlineOf(row)?.length >= 3)) : undefined;
  const missing = !byId("d-name").value.trim() ? t("Give the board a name.")
    : names.some((name) => !name) ? t("Every district needs a name.")
      : twice ? t("Two districts are called {name}.", { name: twice })
        : parks !== PARKS ? t("There are {number} parks, there must be two.", { number: parks })
          : worthless ? t("{name} needs a value.", { name: nameOf(worthless) })
            : sizeless ? t("The board and a stone need their sizes in millimetres.")
              : open ? t("The outline of {name} is not closed: tap its first point again.", { name: nameOf(open) })
                : shapeless ? t("{name} needs an outline: three corners or more.", { name: nameOf(shapeless) })
                  : faults.length ? capital(`${faults[0].text}.`) : "";
  draw();
  picture?.draw();
  setText(byId("d-missing"), missing);
  setAttr(byId("d-keep"), "aria-disabled", missing !== "" && "true");
  return missing === "";
}

if (rows.length) {
  onTap(byId("d-keep"), async () => {
    if (check() && (await deliver("/districts/keep", board(), 1)).ok) location.assign("/setup?game=big_shot");
  });
  picture = boardPicture({ read: drawnOutlines, write: writeOutline, size: () => sizes().size_mm ?? [Number(byId("d-width").value), Number(byId("d-height").value)] });
  changed();
}

follow(() => {});
