// What an undo over several events or a correction would change, in plain words, before it is booked.

import { ask, onTap, send } from "../command.js";
import { byAccount } from "../entries.js";
import { byId, el, setText, show } from "../dom.js";
import { capital, list, money } from "../texts.js";

let open = null; // {command, outlook, done}
let version = 0;

/** Shows what the command would change, and books it when it is confirmed; `done` is called after that. */
export async function propose(command, done = () => {}) {
  const outlook = await ask(command);
  if (!outlook.ok) return;
  open = { command, outlook, done };
  draw();
  byId("amend").scrollIntoView({ block: "nearest" });
  byId("amend-title").focus();
}

export function amendPanel() {
  onTap(byId("amend-book"), async () => {
    const { command, outlook, done } = open;
    const stop = outlook.misfit ? { stop: outlook.misfit.seq } : {};
    if ((await send({ ...command, ...stop })).ok) {
      close();
      done();
    }
  });
  byId("amend-leave").addEventListener("click", close);
  return (snapshot) => {
    version = snapshot.version;
    if (open && open.outlook.version !== version) close(); // it was worked out for a state that is gone
  };
}

function close() {
  open = null;
  show(byId("amend"), false);
}

function draw() {
  const { command, outlook } = open;
  const { was, now, dropped, misfit } = outlook;
  const undo = command.do === "undo";
  setText(byId("amend-title"), undo ? `Take back “${capital(was.text)}”?` : `Instead of “${capital(was.text)}”: ${now ? `“${capital(now.text)}”` : "nothing"}?`);
  byId("amend-purses").replaceChildren(...outlook.purses.map(({ account, before, after }) =>
    el("li", {}, el("b", { text: account }), " ", el("span", { class: "number", text: `${money(before)} → ${money(after)}` }), ` (${money(after - before, true)})`)));
  const lines = [];
  if (!outlook.purses.length) lines.push("Nobody's cash changes.");
  for (const change of outlook.changes) lines.push(`“${capital(change.text)}” then pays ${sums(change.after)} instead of ${sums(change.before)}.`);
  if (misfit) {
    lines.push(`“${capital(misfit.text)}” no longer fits: ${misfit.error}${misfit.ruling ? ` (${misfit.ruling})` : ""}.`);
    lines.push(`You can stop there: it${dropped.length > 1 ? ` and what came after it (${dropped.length - 1})` : ""} is taken back and stays readable in the log. Or leave all as it was.`);
  } else if (dropped.length) {
    lines.push(`Taken back with it: ${list(dropped.map(({ text }) => `“${text}”`))}.`);
  }
  lines.push(...outlook.notes.map((text) => `Notes: ${text}.`));
  byId("amend-lines").replaceChildren(...lines.map((text) => el("li", { text })));
  setText(byId("amend-book").querySelector("span"), undo ? "Undo to here" : misfit ? "Stop there and book this" : "Book this instead");
  show(byId("amend"), true);
}

const sums = (entries) => {
  const parts = byAccount(entries).map(({ account, amount }) => `${account} ${money(amount, true)}`);
  return parts.length ? list(parts) : "nothing";
};
