// What REIBACH & CO adds to the set-up: how it is kept, who begins, and which cards lie open.

import { byId, el, patch, setText, show } from "../../dom.js";
import { check, setupPage } from "../../setup.js";
import { t } from "../../words.js";

const form = byId("setup");
const starter = byId("s-starter");
const open = [...form.querySelectorAll('[name="open"]')];
const mode = () => form.querySelector('[name="mode"]:checked').value;

for (const choice of form.querySelectorAll('[name="mode"]')) choice.addEventListener("change", drawMode);

function drawMode() {
  show(byId("s-tracked"), mode() === "tracked");
  check();
}

function namesChanged(all) {
  const chosen = starter.value;
  patch(starter, all.map((name, at) => ({ name, at })), ({ at }) => at, () => el("option"), (node, { name }) => {
    node.value = name;
    setText(node, name);
  });
  starter.value = all.includes(chosen) ? chosen : all[0];
}

for (const select of open) select.addEventListener("change", check);

setupPage({
  game: "reibach", key: "bankhalter-setup-reibach", least: 2, most: 5, namesChanged,
  fill(last) {
    const chosen = form.querySelector(`[name="mode"][value="${CSS.escape(last.mode ?? "tracked")}"]`);
    if (chosen) chosen.checked = true;
    drawMode();
  },
  header: () => ({
    mode: mode(), options: {},
    ...(mode() === "tracked" ? { starter: starter.value, open: open.map((select) => select.value) } : {}),
  }),
  missing: () => (mode() === "tracked" && open.some((select) => !select.value) ? t("Say which three cards lie open.") : ""),
});
