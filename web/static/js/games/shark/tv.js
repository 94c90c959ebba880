// What SHARK adds to the television: four price columns, wealth, the dice, and the board.

import { badge } from "../../company.js";
import { byId, drawing, el, patch, redraw, setText, show } from "../../dom.js";
import { Grid } from "../../grid.js";
import { COLOURS, companyName, money, moneyIfShown } from "../../texts.js";
import { tvPage } from "../../tv.js";
import { ranking } from "../../banker/result.js";
import { lastEvent } from "../../banker/now.js";
import { t } from "../../words.js";
import { rolledNow } from "./rolled.js";

const MOVE_MS = 30_000; // how long a rise or a fall stays to be seen
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

/** The throw is shown as dice and the end of a turn by whose turn it is: what was paid is worth more room. */
const UNTOLD = ["roll", "end_turn"];

function tv() {
  return (snapshot) => {
    current = snapshot;
    noteMoves(snapshot);
    drawPrices(snapshot);
    drawPlayers(snapshot);
    drawRolled(snapshot);
    grid.shape(snapshot.grid);
    const last = lastEvent(snapshot, "place");
    grid.paint(snapshot.view.board, { marks: last ? { [last.square]: { cls: "last" } } : {} });
  };
}

tvPage([tv], UNTOLD);
