// The board of one's own copy: what lies beside what is ticked on both sides at once, and names follow everywhere.

import { deliver, onTap } from "./command.js";
import { byId, setAttr, setText } from "./dom.js";
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
  for (const tick of ticks(row)) {
    tick.addEventListener("change", () => {
      ticks(rowOf(tick.value)).find((each) => each.value === row.dataset.was).checked = tick.checked;
      check();
    });
  }
}
byId("d-name")?.addEventListener("input", check);

function board() {
  return {
    name: byId("d-name").value.trim(),
    districts: rows.map((row) => ({
      name: nameOf(row),
      ...(field(row, "park").checked ? { park: true } : { value: Math.trunc(Number(field(row, "value").value)) }),
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
  const missing = !byId("d-name").value.trim() ? t("Give the board a name.")
    : names.some((name) => !name) ? t("Every district needs a name.")
      : twice ? t("Two districts are called {name}.", { name: twice })
        : parks !== PARKS ? t("There are {number} parks, there must be two.", { number: parks })
          : worthless ? t("{name} needs a value.", { name: nameOf(worthless) }) : "";
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
