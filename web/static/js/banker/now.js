// What the table waits for, and what there is to worry about.

import { byId, el, patch, setText, show } from "../dom.js";
import { capital } from "../texts.js";
import { t } from "../words.js";

/** The newest event in force, of a kind if `kinds` are given. */
export function lastEvent(snapshot, ...kinds) {
  const line = snapshot.log.find((item) => !item.undone && item.event && (!kinds.length || kinds.includes(item.event.do)));
  return line?.event ?? null;
}

/** What people must do on the board, what contradicts it, and which device is out of order. */
function worries(snapshot) {
  const words = [
    ...snapshot.todo.map((text) => ({ text, kind: "todo" })),
    ...snapshot.problems.map(({ text }) => ({ text, kind: "problem" })),
  ];
  for (const { name, state, text } of snapshot.devices) {
    if (state === "trouble" && !words.some((word) => word.text === text)) words.push({ text: t("{name}: {text}", { name, text }), kind: "problem" });
  }
  return words;
}

export function now() {
  const sentence = byId("sentence");
  return (snapshot) => {
    setText(sentence, snapshot.waiting.text);
    show(byId("no-game"), !snapshot.game);
    const words = worries(snapshot);
    patch(byId("worries"), words, (word) => `${word.kind} ${word.text}`, (word) => el("li", { class: word.kind, text: capital(word.text) }));
  };
}
