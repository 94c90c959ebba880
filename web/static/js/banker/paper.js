// Paper money: which notes to move, what lies where, and a count of a player's notes beside the account.

import { ask, onTap, send } from "../command.js";
import { byId, el, patch, setText, show } from "../dom.js";
import { typed } from "../numbers.js";
import { capital, money } from "../texts.js";
import { t } from "../words.js";

/** What people do with the notes after an event, or null where there is nothing to do. */
export function notesList(notes) {
  if (!notes?.texts.length) return null;
  return el("ul", { class: "notes" }, ...notes.texts.map((text) => el("li", { text: capital(text) })));
}

const written = (pairs) => (pairs.length ? pairs.map(([note, number]) => `${number} × ${money(note)}`).join(", ") : t("none"));

export function paperPanel() {
  const panel = byId("paper");
  const player = byId("paper-player");
  const counts = byId("paper-counts");
  const compared = byId("paper-compared");
  let told = null; // {player, notes, difference, version}

  const counted = () => Object.fromEntries([...counts.querySelectorAll("input")].map((input) => [input.name, typed(input, 0)]));

  function forget() {
    told = null;
    setText(compared, "");
    show(byId("paper-take"), false);
  }

  player.addEventListener("change", forget);
  counts.addEventListener("input", forget);
  onTap(byId("paper-compare"), async () => {
    const notes = counted();
    const answer = await ask({ do: "count", player: player.value, notes });
    if (!answer.ok) return;
    told = { player: player.value, notes, difference: answer.difference, version: answer.version };
    setText(compared, answer.difference
      ? t("{compared}. If it stays so, the difference is open until the next payment.", { compared: answer.text })
      : `${answer.text}.`);
    setText(byId("paper-take"), answer.difference ? t("It is so: take it over") : t("Take the count over"));
    show(byId("paper-take"), true);
  });
  onTap(byId("paper-take"), async () => {
    const { version, ...count } = told;
    if (!(await send({ do: "count", ...count })).ok) return;
    for (const input of counts.querySelectorAll("input")) input.value = "";
    forget();
  });

  return ({ paper, game, version }) => {
    show(panel, Boolean(paper));
    if (!paper) return;
    if (told && told.version !== version) forget(); // compared with an account that is another one by now
    const accounts = Object.keys(paper.hands);
    patch(byId("paper-hands"), [...accounts, ""], (name) => `${game.id} ${name}`, () => el("li", {}, el("b"), " ", el("span")), (node, name) => {
      setText(node.firstElementChild, name || t("Bank"));
      const held = name ? paper.hands[name] : paper.bank;
      setText(node.lastElementChild, held === null ? t("not known") : written(held));
      node.hidden = !name && held === null;
    });
    const claims = Object.entries(paper.open).map(([name, sum]) => (sum > 0 ? t("The bank owes {player} {sum} in notes.", { player: name, sum: money(sum) }) : t("{player} owes the bank {sum} in notes.", { player: name, sum: money(-sum) })));
    setText(byId("paper-open"), [...(paper.unknown ? [`${capital(paper.unknown)}.`] : []), ...claims].join(" "));
    patch(player, accounts, (name) => name, (name) => el("option", { value: name, text: name }));
    patch(counts, paper.notes, (note) => note, (note) => el("label", { class: "field" }, el("span", { text: `× ${money(note)}` }), el("input", { type: "number", name: note, inputmode: "numeric", min: "0", placeholder: "0", autocomplete: "off" })));
  };
}
