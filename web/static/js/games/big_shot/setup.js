// What BIG SHOT adds to the set-up: colours, board, start player, broker, and the stones on the auction spaces.

import { set } from "../../command.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { check, names, offerPlayers, setupPage } from "../../setup.js";
import { COLOUR_WORDS, list } from "../../texts.js";
import { t } from "../../words.js";
import { STONES, stone } from "./stones.js";

const SPACES = 18;
const ON_SPACE = 4;
const OF_COLOUR = 18;
const board = byId("s-board");
const starter = byId("s-starter");
const broker = byId("s-broker");
const hard = byId("s-hard");
const hidden = byId("s-hidden");
const quadruple = byId("s-quadruple");
let spaces = []; // eighteen lists of four colours
let colours = []; // of each seat, one or two

/** A whole number from 0, below `n`; real chance, for it decides where stones lie. */
function chance(n) {
  const room = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < room) return number % n;
  }
}

/** All stones shuffled, again until every space has two colours. */
function deal() {
  do {
    const all = STONES.flatMap((colour) => Array(OF_COLOUR).fill(colour));
    for (let at = all.length - 1; at > 0; at -= 1) {
      const other = chance(at + 1);
      [all[at], all[other]] = [all[other], all[at]];
    }
    spaces = Array.from({ length: SPACES }, (_, at) => all.slice(at * ON_SPACE, (at + 1) * ON_SPACE));
  } while (spaces.some((stones) => new Set(stones).size < 2));
}

const counts = (stones) => Object.fromEntries(STONES.map((colour) => [colour, stones.filter((each) => each === colour).length]).filter(([, count]) => count));
const inOrder = (stones) => [...stones].sort((a, b) => STONES.indexOf(a) - STONES.indexOf(b));
const after = (colour) => STONES[(STONES.indexOf(colour) + 1) % STONES.length];

function drawSpaces() {
  patch(byId("s-spaces"), spaces.map((stones, at) => ({ stones, at })), ({ at }) => at, ({ at }) => el(
    "li",
    {},
    el("span", { class: "bs-space-number", text: String(at + 1) }),
    ...Array.from({ length: ON_SPACE }, (_, n) => el("button", { type: "button", class: "quiet square", on: { click: () => {
      spaces[at][n] = after(spaces[at][n]);
      drawSpaces();
      check();
    } } }, stone("red"))),
  ), (node, { stones, at }) => {
    const one = new Set(stones).size < 2;
    node.classList.toggle("wrong", one);
    [...node.querySelectorAll("button")].forEach((button, n) => {
      button.replaceChildren(stone(stones[n]));
      setAttr(button, "aria-label", t("Space {number}: {colour}", { number: at + 1, colour: COLOUR_WORDS[stones[n]] }));
    });
  });
  const all = spaces.flat();
  setText(byId("s-counts"), list(STONES.map((colour) => `${all.filter((each) => each === colour).length} ${COLOUR_WORDS[colour]}`)));
}

/** Colours for so many seats; those that are chosen stay where they can. */
function seatColours(seats) {
  const wanted = seats === 2 ? 2 : 1;
  const taken = new Set();
  colours = Array.from({ length: seats }, (_, seat) => {
    const own = colours[seat].filter((colour) => !taken.has(colour)).slice(0, wanted);
    own.forEach((colour) => taken.add(colour));
    return own;
  });
  for (const own of colours) {
    while (own.length < wanted) {
      const free = STONES.find((colour) => !taken.has(colour));
      taken.add(free);
      own.push(free);
    }
  }
}

function drawColours(all) {
  const slots = all.flatMap((player, seat) => colours[seat].map((colour, n) => ({ player, seat, n })));
  patch(byId("s-colours"), slots, ({ seat, n }) => `${seat} ${n}`, ({ seat, n }) => {
    const select = el("select", {}, ...STONES.map((colour) => el("option", { value: colour, text: COLOUR_WORDS[colour] })));
    select.addEventListener("change", () => exchange(seat, n, select.value));
    return el("li", {}, el("label", { class: "field" }, el("span"), select));
  }, (node, { player, seat, n }) => {
    setText(node.querySelector("span"), player);
    node.querySelector("select").value = colours[seat][n];
  });
}

/** A colour that somebody else has is exchanged for the one that is given up. */
function exchange(seat, n, wanted) {
  const given = colours[seat][n];
  for (const own of colours) own.forEach((colour, at) => { if (colour === wanted) own[at] = given; });
  colours[seat][n] = wanted;
  check();
}

function namesChanged(all, was) {
  colours = was.map((seat) => colours[seat] ?? []);
  seatColours(all.length);
  drawColours(all);
  offerPlayers(starter, all, was);
  hard.disabled = all.length === 2;
  if (hard.disabled) hard.checked = false;
  show(byId("s-stand-in"), board.selectedOptions[0]?.dataset.standIn === "1");
}

function missing() {
  const thin = spaces.findIndex((stones) => new Set(stones).size < 2);
  if (thin >= 0) return t("Space {number} needs at least two colours.", { number: thin + 1 });
  const all = spaces.flat();
  const wrong = STONES.find((colour) => all.filter((each) => each === colour).length !== OF_COLOUR);
  if (wrong) return t("There must be 18 stones of each colour: {colour} has {number}.", { colour: COLOUR_WORDS[wrong], number: all.filter((each) => each === wrong).length });
  return board.options.length ? "" : t("There is no board of districts.");
}

function fill(last) {
  broker.append(...Array.from({ length: SPACES }, (_, at) => el("option", { value: String(at + 1), text: String(at + 1) })));
  broker.value = String(1 + chance(SPACES));
  colours = last.players.map((player) => last.colours?.[player] ?? []);
  if ([...board.options].some((option) => option.value === last.board)) board.value = last.board;
  hard.checked = last.options?.hard === true;
  hidden.checked = "hiddenCash" in byId("setup").dataset;
  quadruple.checked = last.options?.two_parks === "quadruple";
  deal();
  drawSpaces();
}

byId("s-deal").addEventListener("click", () => {
  deal();
  drawSpaces();
  check();
});
board.addEventListener("change", check);

setupPage({
  game: "big_shot", key: "bankhalter-setup-big_shot", least: 2, most: 4, fill, missing, namesChanged,
  header: () => ({
    board: board.value,
    options: { ...(hard.checked ? { hard: true } : {}), ...(quadruple.checked ? { two_parks: "quadruple" } : {}) },
    colours: Object.fromEntries(names().map((player, seat) => [player, inOrder(colours[seat])])),
    stones: spaces.map(counts),
    broker: Number(broker.value),
    starter: starter.value,
    ...(hidden.checked ? { x_hidden_cash: true } : {}),
  }),
  begun: () => set({ hidden_cash: hidden.checked }), // what the next game begins with
});
