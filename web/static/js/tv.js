// For the television: drawn from each snapshot, followed without a touch, and kept from burning in.

import { badge } from "./company.js";
import { byId, drawing, el, patch, redraw, setText, show } from "./dom.js";
import { summary, tidings } from "./entries.js";
import { Grid } from "./grid.js";
import { follow } from "./live.js";
import { COLOURS, capital, companyName, money, moneyIfShown } from "./texts.js";
import { endReason, ranking, wonBy } from "./banker/result.js";
import { lastEvent, rolledNow } from "./banker/now.js";
import { t } from "./words.js";

const MOVE_MS = 30_000; // how long a rise or a fall stays to be seen
const SHIFT_MS = 60_000;
const STEP = 1_000;

const columns = new Map(COLOURS.map((company) => [company, column(company)]));
byId("tv-prices").append(...[...columns.values()].map(({ node }) => node));
const grid = new Grid(byId("tv-board"), { label: t("The board"), rulers: false });
const moves = new Map();
let before = null;
let expiry = 0;

function column(company) {
  const rungs = Array.from({ length: 16 }, (_, n) => el("li", { class: n === 15 ? "rung zero" : "rung", text: String(15 - n) }));
  const arrow = drawing("i-rise");
  const move = el("p", { class: "column-move", hidden: true }, arrow, el("span"));
  const name = el("span", { class: "column-name" });
  const price = el("p", { class: "column-price" });
  const node = el(
    "article",
    { class: `column co-${company}` },
    el("header", { class: "column-head" }, badge(company), name, move),
    el("ol", { class: "ladder", "aria-hidden": "true" }, ...rungs),
    price,
  );
  return { node, rungs, name, price, move, arrow };
}

function drawPrices(snapshot) {
  const { prices } = snapshot.view;
  for (const [company, parts] of columns) {
    const move = moves.get(company);
    const from = move ? move.from : prices[company];
    setText(parts.name, companyName(snapshot, company));
    setText(parts.price, money(prices[company]));
    parts.rungs.forEach((rung, n) => {
      const value = (15 - n) * STEP;
      rung.classList.toggle("lit", value > 0 && value <= prices[company]);
      rung.classList.toggle("at", value === prices[company]);
      rung.classList.toggle("rising", value > from && value <= prices[company]);
      rung.classList.toggle("falling", value <= from && value > prices[company]);
    });
    const by = prices[company] - from;
    redraw(parts.arrow, by < 0 ? "i-fall" : "i-rise");
    show(parts.move, by !== 0);
    show(parts.name, by === 0); // the shape says whose it is
    setText(parts.move.querySelector("span"), money(Math.abs(by)));
  }
}

/** Remembers what has just moved; a step back in the books is no move. */
function noteMoves(snapshot) {
  const { prices } = snapshot.view;
  const same = before && before.game === snapshot.game.id;
  if (!same) {
    moves.clear();
    for (const company of COLOURS) {
      const blink = snapshot.tracks[company]?.blink ?? 0;
      if (blink) moves.set(company, { from: prices[company] - blink * STEP });
    }
    if (moves.size) keepFor();
  } else if (COLOURS.some((company) => prices[company] !== before.prices[company])) {
    moves.clear();
    for (const company of COLOURS) {
      if (prices[company] !== before.prices[company]) moves.set(company, { from: before.prices[company] });
    }
    keepFor();
  }
  before = { game: snapshot.game.id, prices };
}

function keepFor() {
  clearTimeout(expiry);
  expiry = setTimeout(() => {
    moves.clear();
    if (current) drawPrices(current);
  }, MOVE_MS);
}

let current = null;

function drawPlayers(snapshot) {
  const { view, wealth, waiting, game } = snapshot;
  const order = view.over
    ? ranking(view).map((row) => row.player)
    : [...game.players].sort((a, b) => (wealth[b] ?? 0) - (wealth[a] ?? 0));
  const host = byId("tv-players");
  host.classList.toggle("tv-many", game.players.length > 4);
  patch(host, order, (player) => player, (player) => el(
    "li",
    { class: "tv-player" },
    el("span", { class: "tv-name", text: player }),
    el("span", { class: "tv-worth" }),
    el("span", { class: "tv-holds" },
      ...COLOURS.map((company) => el("span", { class: "tv-share", data: { company } }, badge(company), el("span"))),
      el("span", { class: "tv-cash" })),
  ), (node, player) => {
    node.classList.toggle("turn", player === waiting.actor);
    node.classList.toggle("out", view.out.includes(player));
    setText(node.querySelector(".tv-worth"), moneyIfShown(wealth[player], ""));
    setText(node.querySelector(".tv-cash"), t("cash {sum}", { sum: moneyIfShown(view.cash[player]) }));
    for (const share of node.querySelectorAll("[data-company]")) {
      setText(share.lastElementChild, String(view.shares[player][share.dataset.company]));
    }
  });
}

function drawRolled(snapshot) {
  const roll = rolledNow(snapshot);
  show(byId("tv-rolled"), roll !== null);
  if (!roll) return;
  byId("tv-rolled").replaceChildren(
    el("span", { class: "tv-die", text: roll.zone }),
    ...(roll.colour === "free" ? [] : [el("span", { class: "tv-die" }, badge(roll.colour))]), // no colour die is thrown
  );
}

function drawLast(snapshot) {
  // The throw is shown as dice and the end of a turn by whose turn it is: what was paid is worth more room.
  const line = snapshot.log.find((item) => !item.undone && (item.news.length || !["roll", "end_turn"].includes(item.event?.do)));
  setText(byId("tv-last-text"), line ? capital(line.text) : "");
  const news = byId("tv-last-news");
  news.replaceChildren(...(line ? tidings(line.news) : []));
  show(news, news.childElementCount > 0);
  byId("tv-last-sums").replaceChildren(...(line ? summary(line.entries) : []));
}

function sentenceOf({ game, view, waiting }) {
  if (!game) return t("Shall we play?");
  return view.over ? `${wonBy(view)} ${endReason(view)}` : waiting.text;
}

follow((snapshot) => {
  current = snapshot.game ? snapshot : null;
  byId("main").classList.toggle("tv-idle", !snapshot.game);
  const { view } = snapshot;
  setText(byId("tv-sentence"), sentenceOf(snapshot));
  for (const id of ["tv-prices", "tv-side", "tv-last"]) show(byId(id), snapshot.game !== null);
  if (!snapshot.game) {
    show(byId("tv-rolled"), false);
    return;
  }
  noteMoves(snapshot);
  drawPrices(snapshot);
  drawPlayers(snapshot);
  drawRolled(snapshot);
  drawLast(snapshot);
  grid.shape(snapshot.grid);
  const last = lastEvent(snapshot, "place");
  grid.paint(view.board, { marks: last ? { [last.square]: { cls: "last" } } : {} });
});

// A television shows the same picture for hours: it wanders a little, by a pixel or four.
let shift = 0;
setInterval(() => {
  shift += 1;
  const at = (steps) => `${[0, 2, 4, 2, 0, -2, -4, -2][(shift * steps) % 8]}px`;
  byId("main").style.setProperty("--shift-x", at(1));
  byId("main").style.setProperty("--shift-y", at(3));
}, SHIFT_MS);

async function stayAwake() {
  if (document.hidden || !("wakeLock" in navigator)) return; // only with https or on the machine itself
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // the television decides for itself when it goes dark
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
