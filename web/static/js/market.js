// The figures of one's own copy of MASTER OF ECONOMY. Only what is ticked as printed is sent; the rest stands in.

import { deliver, onTap } from "./command.js";
import { byId, el, setAttr, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { whole } from "./numbers.js";
import { capital } from "./texts.js";
import { t } from "./words.js";

const LONGEST = 20;
const rows = [...document.querySelectorAll(".m-row")];
const groups = [...document.querySelectorAll(".m-row, [data-group]")];
const inputs = (group, name) => [...group.querySelectorAll(`input[name="${name}"]`)];
const figures = (group, name) => inputs(group, name).map((input) => whole(input));
const isPrinted = (group) => inputs(group, "printed")[0].checked;
const nameOf = (group) => capital(group.querySelector("legend").textContent.trim());

for (const group of groups) {
  const [tick] = inputs(group, "printed");
  group.addEventListener("input", ({ target }) => {
    if (target !== tick) tick.checked = true; // who corrects a figure has read it off his board
    check();
  });
}
for (const row of rows) {
  const fields = row.querySelector(".m-fields");
  const changed = () => {
    inputs(row, "printed")[0].checked = true;
    check();
  };
  row.querySelector('[name="shorter"]').addEventListener("click", () => {
    if (fields.childElementCount > 1) fields.lastElementChild.remove();
    changed();
  });
  row.querySelector('[name="longer"]').addEventListener("click", () => {
    const number = fields.childElementCount + 1;
    if (number > LONGEST) return;
    fields.append(el("input", { name: "export", type: "number", inputmode: "numeric", min: "0", max: "1000", value: fields.lastElementChild.value, "aria-label": t("Export field {number}", { number }) }));
    changed();
  });
}
byId("m-name").addEventListener("input", check);
byId("m-grey").addEventListener("input", check);

function entered() {
  const copy = { name: byId("m-name").value.trim(), grey_field: whole(byId("m-grey")) };
  const goods = rows.filter(isPrinted).map((row) => [row.dataset.good, { import: figures(row, "import")[0], export: figures(row, "export"), demand: figures(row, "demand")[0] }]);
  if (goods.length) copy.goods = Object.fromEntries(goods);
  for (const group of groups.filter((each) => each.dataset.group && isPrinted(each))) {
    if (group.dataset.group === "share_value") copy.share_value = figures(group, "value");
    else copy.factory_fields = Object.fromEntries([...group.querySelectorAll('input[type="number"]')].filter((input) => whole(input, "") !== "").map((input) => [input.name, whole(input)]));
  }
  return copy;
}

const falls = (prices) => prices.some((price, at) => at > 0 && price < prices[at - 1]);

/** The first thing that is wrong in a row that is ticked, as people say it; "" for none. */
function wrongIn(row) {
  const prices = figures(row, "export");
  if ([...prices, ...figures(row, "import"), ...figures(row, "demand")].includes(null)) return t("{row}: every figure is a whole number.", { row: nameOf(row) });
  if (prices[0] !== 0) return t("{row}: the first export field is 0, the field 0/1.", { row: nameOf(row) });
  if (falls(prices)) return t("{row}: export prices do not fall from left to right.", { row: nameOf(row) });
  return "";
}

function wrongInValues() {
  const group = groups.find((each) => each.dataset.group === "share_value");
  if (!isPrinted(group)) return "";
  const values = figures(group, "value");
  if (values.includes(null)) return t("{row}: every figure is a whole number.", { row: nameOf(group) });
  return falls(values) ? t("{row}: it does not fall with more points.", { row: nameOf(group) }) : "";
}

/** Says the first thing that is missing; true when the figures can be kept. */
function check() {
  for (const group of groups) show(group.querySelector(".d-stand-in"), !isPrinted(group));
  const missing = !byId("m-name").value.trim() ? t("Give your copy a name.")
    : whole(byId("m-grey")) === null ? t("Which field is the grey one?")
      : rows.filter(isPrinted).map(wrongIn).find(Boolean) ?? wrongInValues();
  setText(byId("m-missing"), missing);
  setAttr(byId("m-keep"), "aria-disabled", missing !== "" && "true");
  return missing === "";
}

onTap(byId("m-keep"), async () => {
  if (check() && (await deliver("/market/keep", entered(), 1)).ok) location.assign("/setup?game=master_of_economy");
});
check();

follow(() => {});
