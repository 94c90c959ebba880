// What the table waits for, and the one button that is likely next.

import { badge, rebadge } from "../company.js";
import { onTap, send } from "../command.js";
import { byId, el, patch, setAttr, setText, show } from "../dom.js";
import { COLOUR_WORDS, capital, zoneWord } from "../texts.js";
import { t } from "../words.js";

/** The newest event in force, of a kind if `kinds` are given. */
export function lastEvent(snapshot, ...kinds) {
  const line = snapshot.log.find((item) => !item.undone && item.event && (!kinds.length || kinds.includes(item.event.do)));
  return line?.event ?? null;
}

/** The throw that a house is to be placed for: {zone, colour}, else null. */
export function rolledNow(snapshot) {
  if (snapshot.view?.phase !== "place") return null;
  return snapshot.legal.place?.zone ? snapshot.legal.place : lastEvent(snapshot, "roll");
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

/** What was rolled, as long as its house is to be placed. */
export function rolledLine() {
  const rolled = byId("rolled");
  const colour = badge("red");
  const rolledText = el("span");
  rolled.append(colour, rolledText);
  return (snapshot) => {
    const roll = rolledNow(snapshot);
    show(rolled, roll !== null);
    if (!roll) return;
    const known = roll.colour !== "free"; // without a colour die there is no colour to tell
    setAttr(colour, "hidden", !known);
    if (known) rebadge(colour, roll.colour);
    setText(rolledText, `Rolled ${zoneWord(roll.zone)}${known ? `, ${COLOUR_WORDS[roll.colour] ?? roll.colour}` : ""}`);
  };
}

export function now() {
  const sentence = byId("sentence");
  const drawRolled = rolledLine();
  const end = byId("end-turn");
  const cannot = byId("cannot-place");
  let legal = {};
  onTap(end, () => send({ do: "event", event: { do: "end_turn", player: legal.end_turn.player } }));
  onTap(cannot, () => send({ do: "event", event: { do: "cannot_place", player: legal.cannot_place.player } }));

  return (snapshot) => {
    legal = snapshot.legal;
    setText(sentence, snapshot.waiting.text);
    show(byId("no-game"), !snapshot.game);
    show(end, Boolean(legal.end_turn));
    show(cannot, Boolean(legal.cannot_place));
    setText(end.querySelector("span"), legal.end_turn ? t("End {player}’s turn", { player: legal.end_turn.player }) : "");
    drawRolled(snapshot);
    const words = worries(snapshot);
    patch(byId("worries"), words, (word) => `${word.kind} ${word.text}`, (word) => el("li", { class: word.kind, text: capital(word.text) }));
  };
}
