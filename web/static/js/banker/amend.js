// What an undo over several events or a correction would change, in plain words, before it is booked.

import { ask, onTap, send } from "../command.js";
import { byAccount } from "../entries.js";
import { byId, el, setText, show } from "../dom.js";
import { shown } from "../live.js";
import { capital, companyName, list, money } from "../texts.js";
import { t } from "../words.js";

let open = null; // {command, outlook, done, game}

/** Shows what the command would change, and books it when it is confirmed; `done` is called after that. */
export async function propose(command, done = () => {}) {
  const game = shown.game?.id;
  const outlook = await ask(command);
  if (!outlook.ok) return;
  open = { command, outlook, done, game };
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
    // It was worked out for a state that is gone.
    if (open && (open.outlook.version !== snapshot.version || open.game !== snapshot.game?.id)) close();
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
  setText(byId("amend-title"), undo ? t("Take back “{event}”?", { event: capital(was.text) })
    : now ? t("Instead of “{event}”: “{other}”?", { event: capital(was.text), other: capital(now.text) })
      : t("Instead of “{event}”: nothing?", { event: capital(was.text) }));
  const moved = [
    ...outlook.purses.map((purse) => ({ ...purse, name: purse.account })),
    ...outlook.coffers.map((coffer) => ({ ...coffer, name: companyName(shown, coffer.company) })),
  ];
  byId("amend-purses").replaceChildren(...moved.map(({ name, before, after }) =>
    el("li", {}, el("b", { text: name }), " ", el("span", { class: "number", text: `${money(before)} → ${money(after)}` }), ` (${money(after - before, true)})`)));
  const lines = [];
  if (!moved.length) lines.push(t("Nobody's cash changes."));
  for (const change of outlook.changes) lines.push(t("“{event}” then pays {after} instead of {before}.", { event: capital(change.text), after: sums(change.after), before: sums(change.before) }));
  if (misfit) {
    lines.push(t("“{event}” no longer fits: {why}.", { event: capital(misfit.text), why: misfit.ruling ? `${misfit.error} (${misfit.ruling})` : misfit.error }));
    lines.push(dropped.length > 1
      ? t("You can stop there: it and what came after it ({number}) is taken back. Undo brings back all that was. Or leave it as it is.", { number: dropped.length - 1 })
      : t("You can stop there: it is taken back. Undo brings back all that was. Or leave it as it is."));
  } else if (dropped.length) {
    lines.push(t("Taken back with it: {events}.", { events: list(dropped.map(({ text }) => `“${text}”`)) }));
  }
  lines.push(...outlook.notes.map((text) => t("Notes: {text}.", { text })));
  byId("amend-lines").replaceChildren(...lines.map((text) => el("li", { text })));
  setText(byId("amend-book").querySelector("span"), undo ? t("Undo to here") : misfit ? t("Stop there and book this") : t("Book this instead"));
  show(byId("amend"), true);
}

const sums = (entries) => {
  const parts = byAccount(entries).map(({ account, amount }) => `${account} ${money(amount, true)}`);
  return parts.length ? list(parts) : t("nothing");
};
