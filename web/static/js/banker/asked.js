// What players ask for from their phones: the banker books it or not, the player may take it back.

import { onTap, send } from "../command.js";
import { byId, drawing, el, guard, patch, show } from "../dom.js";
import { amounts } from "../entries.js";
import { capital } from "../texts.js";
import { t } from "../words.js";

export function askedPanel() {
  const panel = byId("asked");
  return (snapshot) => {
    const asked = snapshot.asked ?? [];
    show(panel, asked.length > 0);
    const create = snapshot.viewer?.role === "player" ? own : toConfirm;
    patch(byId("asked-list"), asked, (wish) => wish.id, create);
  };
}

function toConfirm({ id, text, entries }) {
  const book = onTap(el("button", { type: "button", class: "main big" }, drawing("i-check"), t("Book")), () => send({ do: "grant", asked: id }));
  const no = onTap(el("button", { type: "button", class: "big", text: t("Not so") }), () => send({ do: "refuse", asked: id }));
  guard(book);
  guard(no);
  return wish(text, entries, book, no);
}

function own({ text, entries }) {
  return wish(text, entries, onTap(el("button", { type: "button", text: t("Take it back") }), () => send({ do: "withdraw" })));
}

const wish = (text, entries, ...buttons) => el(
  "li",
  {},
  el("h2", { class: "asked-text", text: capital(text) }),
  el("ul", { class: "amounts" }, ...amounts(entries)),
  el("div", { class: "asked-buttons" }, ...buttons),
);
