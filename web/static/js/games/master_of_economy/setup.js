// What MASTER OF ECONOMY adds to the set-up: whose company, which place, bids, house rules.

import { byId, el, patch, setText, show } from "../../dom.js";
import { whole } from "../../numbers.js";
import { check, names, setupPage } from "../../setup.js";
import { COLOUR_WORDS } from "../../texts.js";
import { t } from "../../words.js";
import { COMPANIES } from "./names.js";

const open = byId("s-open");
const shadow = byId("s-shadow");
const pairs = byId("s-pairs");
const market = byId("s-market");
let owned = []; // of each seat
let places = []; // seats by place, the first first
let bids = []; // of each seat, as typed

/** A whole number from 0, below `n`; real chance, for it decides who acts first. */
function chance(n) {
  const room = Math.floor(2 ** 32 / n) * n;
  for (;;) {
    const [number] = crypto.getRandomValues(new Uint32Array(1));
    if (number < room) return number % n;
  }
}

function drawLots() {
  for (let at = places.length - 1; at > 0; at -= 1) {
    const other = chance(at + 1);
    [places[at], places[other]] = [places[other], places[at]];
  }
}

/** A company that somebody else has is exchanged for the one that is given up. */
function exchange(seat, wanted) {
  const other = owned.indexOf(wanted);
  if (other >= 0) owned[other] = owned[seat];
  owned[seat] = wanted;
  check();
}

function drawOwners(all) {
  patch(byId("s-owners"), all.map((player, seat) => ({ player, seat })), ({ seat }) => seat, ({ seat }) => {
    const select = el("select", {}, ...COMPANIES.map((name) => el("option", { value: name, text: COLOUR_WORDS[name] })));
    select.addEventListener("change", () => exchange(seat, select.value));
    return el("li", {}, el("label", { class: "field" }, el("span"), select));
  }, (node, { player, seat }) => {
    setText(node.querySelector("span"), player);
    node.querySelector("select").value = owned[seat];
  });
}

const bidFields = () => [...byId("s-places").children].map((node) => node.querySelector("input"));

function forward(seat) {
  const at = places.indexOf(seat);
  if (at > 0) [places[at - 1], places[at]] = [places[at], places[at - 1]];
  check();
}

function drawPlaces(all) {
  patch(byId("s-places"), places.map((seat, place) => ({ seat, place })), ({ seat }) => seat, ({ seat }) => el(
    "li",
    {},
    el("b"),
    el("label", { class: "field" }, el("span", { text: t("Bid") }), el("input", { type: "number", inputmode: "numeric", min: "0", max: "999", value: "0", on: { input: ({ target }) => {
      bids[seat] = target.value;
      check();
    } } })),
    el("button", { type: "button", on: { click: () => forward(seat) } }),
  ), (node, { seat, place }) => {
    setText(node.querySelector("b"), all[seat]);
    const button = node.querySelector("button");
    setText(button, t("Forward"));
    button.disabled = place === 0;
    const bid = node.querySelector("input");
    bid.disabled = place === places.length - 1;
    if (bid.disabled) bids[seat] = "0";
    if (bid.value !== bids[seat]) bid.value = bids[seat];
  });
}

function namesChanged(all, was) {
  owned = was.map((seat) => owned[seat]);
  bids = was.map((seat) => bids[seat] ?? "0");
  for (const [seat, name] of owned.entries()) {
    if (owned.indexOf(name) < seat || !name) owned[seat] = COMPANIES.find((free) => !owned.includes(free));
  }
  places = [...places.map((seat) => was.indexOf(seat)).filter((seat) => seat >= 0), ...all.keys()].filter((seat, at, every) => every.indexOf(seat) === at);
  shadow.disabled = all.length === 4;
  pairs.disabled = all.length !== 4;
  if (shadow.disabled) shadow.checked = false;
  if (pairs.disabled) pairs.checked = false;
  drawOwners(all);
  drawPlaces(all);
  show(byId("s-stand-in"), market.selectedOptions[0].dataset.standIns !== "0");
}

function options(players) {
  return {
    ...(open.checked ? { open_cash: true } : {}),
    ...(shadow.checked ? { shadow_company: COMPANIES.find((name) => !owned.includes(name)) } : {}),
    ...(market.value === "{}" ? {} : { market: JSON.parse(market.value) }),
    ...(pairs.checked ? { two_against_two: [[players[0], players[2]], [players[1], players[3]]] } : {}),
  };
}

market.addEventListener("change", check);
byId("s-lots").addEventListener("click", () => {
  drawLots();
  check();
});

setupPage({
  game: "master_of_economy", key: "bankhalter-setup-master_of_economy", least: 2, most: 4, namesChanged,
  fill(last) {
    owned = last.players.map((player) => COMPANIES.find((name) => name === last.companies?.[player]));
    open.checked = last.options?.open_cash === true;
    places = [...last.players.keys()];
    drawLots();
  },
  missing: () => (bidFields().some((input) => whole(input, 0) === null) ? t("A bid is a whole number, in digits only.") : ""),
  header: () => {
    const players = names();
    const given = bidFields().map((input, place) => [players[places[place]], whole(input, 0)]);
    return {
      edition: "2010",
      companies: Object.fromEntries(players.map((player, seat) => [player, owned[seat]])),
      position: places.map((seat) => owned[seat]),
      bids: Object.fromEntries(given.filter(([, bid]) => bid > 0)),
      options: options(players),
    };
  },
});
