// What each button at the table does now: pressed, or held.

import { byId, el, patch, setText, show } from "../dom.js";
import { capital } from "../texts.js";
import { t } from "../words.js";

export const BUTTON_WORDS = { confirm: t("Confirm"), undo: t("Take back"), next: t("Next") };

export function buttonsPanel() {
  const panel = byId("buttons");
  return ({ buttons }) => {
    show(panel, Boolean(buttons));
    patch(byId("buttons-list"), Object.entries(buttons ?? {}), ([button]) => button, create, (node, [, does]) => {
      setText(node.querySelector(".buttons-short"), does.short ? capital(does.short) : t("nothing now"));
      const held = node.querySelector(".buttons-long");
      setText(held, does.long ? t("held: {what}", { what: does.long }) : "");
      show(held, Boolean(does.long));
      node.classList.toggle("muted", !does.short && !does.long);
    });
  };
}

const create = ([button]) => el(
  "li",
  {},
  el("b", { text: BUTTON_WORDS[button] ?? button }),
  el("span", { class: "buttons-short" }),
  el("span", { class: "buttons-long small muted" }),
);
