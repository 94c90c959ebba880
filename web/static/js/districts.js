// The board of one's own copy: what lies beside what is ticked on both sides at once, and names follow everywhere.

import { deliver, onTap } from "./command.js";
import { byId, setAttr, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { t } from "./words.js";

const PARKS = 2;
const rows = [...document.querySelectorAll(".d-district")];
const field = (row, name) => row.querySelector(`[name=${name}]`);
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
  field(row, "outline").addEventListener("input", check);
  for (const tick of ticks(row)) {
    tick.addEventListener("change", () => {
      ticks(rowOf(tick.value)).find((each) => each.value === row.dataset.was).checked = tick.checked;
      check();
    });
  }
}
for (const id of ["d-name", "d-width", "d-height", "d-stone", "d-stone-height"]) byId(id)?.addEventListener("input", check);

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
  show(drawn, measured() && width > 0 && height > 0);
  setAttr(drawn, "viewBox", `0 0 ${width} ${height}`);
  drawn.replaceChildren(...rows.filter((row) => outlineOf(row)?.length).map((row) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
    shape.setAttribute("points", outlineOf(row).join(" "));
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = nameOf(row);
    shape.append(title);
    return shape;
  }));
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
      ...(field(row, "park").checked ? { park: true } : { value: Math.trunc(Number(field(row, "value").value)) }),
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
  const worthless = rows.find((row) => !field(row, "park").checked && !(Number(field(row, "value").value) >= 1));
  const shapeless = measured() ? rows.find((row) => !(outlineOf(row)?.length >= 3)) : undefined;
  const missing = !byId("d-name").value.trim() ? t("Give the board a name.")
    : names.some((name) => !name) ? t("Every district needs a name.")
      : twice ? t("Two districts are called {name}.", { name: twice })
        : parks !== PARKS ? t("There are {number} parks, there must be two.", { number: parks })
          : worthless ? t("{name} needs a value.", { name: nameOf(worthless) })
            : shapeless ? t("{name} needs an outline: three corners or more.", { name: nameOf(shapeless) }) : "";
  draw();
  setText(byId("d-missing"), missing);
  setAttr(byId("d-keep"), "aria-disabled", missing !== "" && "true");
  return missing === "";
}

if (rows.length) {
  onTap(byId("d-keep"), async () => {
    if (check() && (await deliver("/districts/keep", board(), 1)).ok) location.assign("/setup?game=big_shot");
  });
  check();
}

follow(() => {});
