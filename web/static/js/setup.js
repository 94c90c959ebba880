// Begins a game: everything is filled in, so that one tap is enough; what was chosen is remembered on this device.
// Players and banker are the same for all games; what else a game needs it adds (games/NAME/setup.js).

import { onTap, send } from "./command.js";
import { byId, drawing, el, patch, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { list } from "./texts.js";
import { t } from "./words.js";

const form = byId("setup");
const players = byId("s-players");
let filled = false;
let own = null;
let seated = []; // the players' rows as they stood when the game was last told

const rows = () => [...players.children];
const nameOf = (row) => row.querySelector('input[type="text"]').value.normalize("NFC").trim().replace(/\s+/gu, " ");

/** The names as they stand there. */
export const names = () => rows().map(nameOf);

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

/** Tells the game the names, and where each player sat before: what was chosen for him stays his. */
function tellGame(all) {
  const now = rows();
  const was = now.map((row) => (seated.includes(row) ? seated.indexOf(row) : null));
  seated = now;
  own.namesChanged?.(all, was);
}

/** Offers the players; the chosen one stays so under another name or on another seat. `was` as in `namesChanged`. */
export function offerPlayers(select, all, was) {
  const chosen = was.indexOf(select.selectedIndex);
  patch(select, all.map((name, at) => ({ name, at })), ({ at }) => at, () => el("option"), (node, { name }) => {
    node.value = name;
    setText(node, name);
  });
  select.selectedIndex = Math.max(chosen, 0);
}

/** Says what is missing; true when the game can begin. */
export function check() {
  const all = names();
  const twice = all.filter((name, n) => name && all.indexOf(name) !== n);
  rows().forEach((row, n) => {
    row.querySelector('input[type="text"]').toggleAttribute("aria-invalid", !all[n] || twice.includes(all[n]));
    const [up, down, gone] = row.querySelectorAll("button");
    up.disabled = n === 0;
    down.disabled = n === all.length - 1;
    gone.disabled = all.length <= own.least;
  });
  byId("s-add").disabled = all.length >= own.most;
  tellGame(all);
  const missing = all.some((name) => !name) ? t("Every player needs a name.")
    : twice.length ? t("Two players are called {name}.", { name: twice[0] }) : own.missing?.(all) ?? "";
  setText(byId("s-missing"), missing);
  byId("s-start").setAttribute("aria-disabled", String(missing !== ""));
  return missing === "";
}

function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(own.key));
    return Array.isArray(kept?.players) ? kept : null;
  } catch {
    return null; // nothing usable is kept: the defaults hold
  }
}

function remember(header) {
  try {
    localStorage.setItem(own.key, JSON.stringify(header));
  } catch {
    // storage is switched off: asked again next time
  }
}

function fill(game) {
  const last = remembered() ?? (game?.name === own.game ? game : { players: game?.players ?? [1, 2, 3].map(numbered) });
  const kept = last.players.slice(0, own.most).map(String);
  const banker = kept.includes(last.banker) ? last.banker : kept[0];
  kept.forEach((name) => addPlayer(name, name === banker));
  seated = rows();
  own.fill(last);
  check();
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
  const header = { format: "bankhalter-game/1", game: own.game, players: names(), banker: nameOf(banker), ...own.header() };
  const answer = await send({ do: "new_game", header });
  if (!answer.ok) return;
  remember(header);
  await own.begun?.();
  location.assign("/banker");
});

/**
 * The page of a game: `game` its name, `key` where this device remembers its last one, `least` and `most` players,
 * `fill(last header)`, `header()` what it adds to one, `missing(names)` what is still to be done, `begun()`, and
 * `namesChanged(names, was)`: `was` has the seat that each player had before, null for a new one.
 */
export function setupPage(ofGame) {
  own = ofGame;
  follow((snapshot) => {
    const { game } = snapshot;
    if (!filled) fill(game);
    filled = true;
    const running = game && !game.over;
    show(byId("s-running"), Boolean(running));
    if (running) setText(byId("s-running"), t("A game with {players} is running. A new one puts it aside; it stays in the journal.", { players: list(game.players) }));
    setText(byId("s-start").querySelector("span"), running ? t("Put it aside and start") : t("Start the game"));
  });
}
