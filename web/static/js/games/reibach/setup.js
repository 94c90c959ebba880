// What REIBACH & CO adds to the set-up: how it is kept, who begins, and which cards lie open.

import { byId, show } from "../../dom.js";
import { check, offerPlayers, setupPage } from "../../setup.js";
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

for (const select of open) select.addEventListener("change", check);

setupPage({
  game: "reibach", key: "bankhalter-setup-reibach", least: 2, most: 5,
  namesChanged: (all, was) => offerPlayers(starter, all, was),
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
