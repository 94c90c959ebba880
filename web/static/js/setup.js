// Begins a game: everything is filled in, so that one tap is enough; what was chosen is remembered on this device.

import { onTap, send } from "./command.js";
import { byId, drawing, el, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { list } from "./texts.js";
import { t } from "./words.js";

const KEY = "bankhalter-setup";
const ROWS = 6; // players of any edition
const form = byId("setup");
const players = byId("s-players");
let filled = false;

const rules = [...form.querySelectorAll('[name="rule"]')];
const grace = byId("s-grace");
const hidden = byId("s-hidden");
const board = byId("s-board");
const boards = [...board.options];

const rows = () => [...players.children];
const nameOf = (row) => row.querySelector('input[type="text"]').value.normalize("NFC").trim().replace(/\s+/gu, " ");
const names = () => rows().map(nameOf);
const least = () => Number(edition().dataset.least);
const most = () => Number(edition().dataset.most);
const edition = () => form.querySelector('[name="edition"]:checked');

function addPlayer(name, isBanker = false) {
  const button = (symbol, label, act) => el("button", { type: "button", class: "square", "aria-label": label, on: { click: act } }, drawing(symbol));
  const row = el(
    "li",
    { class: "s-player" },
    el("label", { class: "s-banker", title: t("Banker") }, el("input", { type: "radio", name: "banker", "aria-label": t("Banker") })),
    el("input", { type: "text", value: name, maxlength: "24", "aria-label": t("Name"), spellcheck: "false", on: { input: check, focus: (event) => event.target.select() } }),
    button("i-up", t("Move up"), () => move(row, -1)),
    button("i-down", t("Move down"), () => move(row, 1)),
    button("i-cross", t("Remove"), () => remove(row)),
  );
  row.querySelector('[type="radio"]').checked = isBanker;
  players.append(row);
}

/** Whether a rule or a board is one for the chosen edition. */
const suits = (choice) => choice.dataset.editions.split(" ").includes(edition().value);

/** Offers the boards that have the edition's zones; chosen is `wanted`, else the edition's own, else the first. */
function setBoards(wanted) {
  const fit = boards.filter(suits);
  board.replaceChildren(...fit);
  const names = fit.map((option) => option.value);
  board.value = [wanted, edition().dataset.board, names[0]].find((name) => names.includes(name)) ?? "";
}

/** The edition's own rules, or those of `options` where they differ. */
function setRules(options = {}) {
  const own = edition().dataset.rules.split(" ");
  for (const rule of rules) {
    rule.checked = options[rule.value] ?? own.includes(rule.value);
    show(rule.closest("label"), suits(rule));
    if (rule.closest("label").hidden) rule.checked = false;
  }
  grace.value = String(options.debt_grace_turns ?? 0);
  tellRules();
}

/** What differs from the edition's own rules, as the header holds it. */
function changedRules() {
  const own = edition().dataset.rules.split(" ");
  const changed = rules.filter((rule) => rule.checked !== own.includes(rule.value)).map((rule) => [rule.value, rule.checked]);
  return { ...Object.fromEntries(changed), ...(grace.value === "0" ? {} : { debt_grace_turns: Number(grace.value) }) };
}

function tellRules() {
  const count = Object.keys(changedRules()).length + (hidden.checked ? 1 : 0);
  setText(byId("s-rules-text"), count ? t("{number} changed", { number: count }) : t("as the edition has them"));
}

for (const rule of rules) {
  rule.addEventListener("change", () => {
    const excluded = rule.checked ? rule.dataset.excludes.split(" ") : [];
    for (const other of rules) if (excluded.includes(other.value)) other.checked = false;
    tellRules();
  });
}
grace.addEventListener("change", tellRules);
hidden.addEventListener("change", tellRules);

function move(row, by) {
  const other = by < 0 ? row.previousElementSibling : row.nextElementSibling;
  if (!other) return;
  if (by < 0) other.before(row);
  else other.after(row);
  row.querySelectorAll("button")[by < 0 ? 0 : 1].focus();
  check();
}

function remove(row) {
  const wasBanker = row.querySelector('[type="radio"]').checked;
  row.remove();
  if (wasBanker) rows()[0].querySelector('[type="radio"]').checked = true;
  check();
}

const numbered = (n) => t("Player {number}", { number: n });

function freshName() {
  for (let n = 1; ; n += 1) if (!names().includes(numbered(n))) return numbered(n);
}

/** Says what is missing; true when the game can begin. */
function check() {
  const all = names();
  const twice = all.filter((name, n) => name && all.indexOf(name) !== n);
  rows().forEach((row, n) => {
    row.querySelector('input[type="text"]').toggleAttribute("aria-invalid", !all[n] || twice.includes(all[n]));
    const [up, down, gone] = row.querySelectorAll("button");
    up.disabled = n === 0;
    down.disabled = n === all.length - 1;
    gone.disabled = all.length <= least();
  });
  byId("s-add").disabled = all.length >= most();
  const missing = all.some((name) => !name) ? t("Every player needs a name.")
    : twice.length ? t("Two players are called {name}.", { name: twice[0] })
    : all.length < least() || all.length > most() ? t("The {edition} edition is for {least} to {most} players.", { edition: edition().value, least: least(), most: most() })
      : board.options.length ? "" : t("No board has the zones of the {edition} edition.", { edition: edition().value });
  setText(byId("s-missing"), missing);
  byId("s-start").setAttribute("aria-disabled", String(missing !== ""));
  return missing === "";
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY));
    return Array.isArray(kept?.players) ? kept : null;
  } catch {
    return null; // nothing usable is kept: the defaults hold
  }
}

function remember(header) {
  try {
    localStorage.setItem(KEY, JSON.stringify(header));
  } catch {
    // storage is switched off: asked again next time
  }
}

function fill(game) {
  const last = remembered() ?? game ?? { players: [1, 2, 3].map(numbered) };
  const kept = last.players.slice(0, ROWS).map(String);
  const banker = kept.includes(last.banker) ? last.banker : kept[0];
  kept.forEach((name) => addPlayer(name, name === banker));
  const choice = form.querySelector(`[name="edition"][value="${CSS.escape(last.edition ?? "2001")}"]`);
  if (choice) choice.checked = true;
  setBoards(last.board);
  hidden.checked = last.x_hidden_cash === true;
  setRules(last.options);
  for (const money of form.querySelectorAll('[name="money"]')) money.checked = money.value === (last.x_money ?? "accounts");
  check();
}

for (const choice of form.querySelectorAll('[name="edition"]')) {
  choice.addEventListener("change", () => {
    setBoards();
    setRules();
    check();
  });
}
byId("s-add").addEventListener("click", () => {
  addPlayer(freshName());
  rows().at(-1).querySelector('input[type="text"]').focus();
  check();
});
form.addEventListener("submit", (event) => event.preventDefault());

onTap(byId("s-start"), async () => {
  if (!check()) return;
  const banker = rows().find((row) => row.querySelector('[type="radio"]').checked);
  const money = form.querySelector('[name="money"]:checked').value;
  const header = {
    format: "bankhalter-game/1", game: "shark", edition: edition().value, board: board.value,
    players: names(), banker: nameOf(banker), options: changedRules(),
    ...(money === "accounts" ? {} : { x_money: money }), ...(hidden.checked ? { x_hidden_cash: true } : {}),
  };
  const answer = await send({ do: "new_game", header });
  if (!answer.ok) return;
  remember(header);
  location.assign("/banker");
});

follow((snapshot) => {
  const { game } = snapshot;
  if (!filled) fill(game);
  filled = true;
  const running = game && !game.over;
  show(byId("s-running"), Boolean(running));
  if (running) setText(byId("s-running"), t("A game with {players} is running. A new one puts it aside; it stays in the journal.", { players: list(game.players) }));
  setText(byId("s-start").querySelector("span"), running ? t("Put it aside and start") : t("Start the game"));
});
