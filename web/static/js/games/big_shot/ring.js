// The ring of auction spaces: what lies on each, and where the broker stands.

import { byId, el, patch, setAttr, show } from "../../dom.js";
import { t } from "../../words.js";
import { heap } from "./stones.js";

export function ringPanel() {
  const panel = byId("bs-ring");
  return (snapshot) => {
    show(panel, snapshot.game !== null);
    if (!snapshot.game) return;
    const spaces = snapshot.view.spaces.map((stones, at) => ({ number: at + 1, stones }));
    patch(byId("bs-spaces"), spaces, ({ number, stones }) => `${number} ${JSON.stringify(stones)}`, ({ number, stones }) =>
      el("li", {}, el("span", { class: "bs-space-number", text: String(number) }), heap(stones)), (node, { number }) => {
      const here = number === snapshot.view.broker;
      node.classList.toggle("broker", here);
      setAttr(node, "aria-label", here ? t("Space {number}, the broker is here", { number }) : t("Space {number}", { number }));
    });
  };
}
