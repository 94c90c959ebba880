// The wheel: the year, and which of its ten phases is open.

import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { t } from "../../words.js";

const HALF = [t("Investment"), t("Supply"), t("Production"), t("Trade")];
export const PHASES = [...HALF, t("Finance"), ...HALF, t("Shareholders’ meetings")];

export function yearPanel() {
  return ({ game, view }) => {
    show(byId("me-year"), game !== null);
    if (!game) return;
    setText(byId("me-year-title"), t("Year {number} of 4", { number: view.year }));
    const phases = PHASES.map((name, at) => ({ name, number: at + 1 }));
    patch(byId("me-phases"), phases, ({ number }) => number, ({ name }) => el("li", { text: name }), (node, { number }) => {
      setAttr(node, "aria-current", number === view.phase && !view.over ? "step" : null);
      node.classList.toggle("past", number < view.phase);
    });
  };
}
