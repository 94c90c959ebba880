// The virtual table: houses are put by tapping, dice thrown with a button, and the camera sees it all.

import { Choice, badge } from "./company.js";
import { onTap, send, simulate } from "./command.js";
import { byId, el, guard, patch, setAttr, setText, show } from "./dom.js";
import { byAccount } from "./entries.js";
import { Grid, rowsOf, squareName } from "./grid.js";
import { askLights, lightsNow } from "./lights.js";
import { follow } from "./live.js";
import { keepPicture } from "./picture.js";
import { COLOURS, COLOUR_WORDS, OF_LETTER, capital, companyName, money, piecesOf } from "./texts.js";
import { BUTTON_WORDS } from "./banker/buttons.js";
import { lastEvent } from "./banker/now.js";
import { drawCity, seenMarks } from "./games/big_shot/city.js";
import { STONES, stone } from "./games/big_shot/stones.js";
import { comparison, marksOf, rowsOf as marketOf } from "./games/master_of_economy/fields.js";
import { drawMarket } from "./games/master_of_economy/picture.js";
import { rolledNow } from "./games/shark/rolled.js";
import { t } from "./words.js";

const LIGHTS_MS = 100;
const STILL = matchMedia("(prefers-reduced-motion: reduce)");
const TAKE = "take";
const LETTER_OF = Object.fromEntries(Object.entries(OF_LETTER).map(([letter, company]) => [company, letter]));

let snapshot = null;
let awaited = null; // the roll for which a house was chosen last

const grid = new Grid(byId("v-grid"), { tap, label: t("Virtual table") });
const picker = new Choice(byId("v-picker"), t("House to put"), () => {});

/** The stones, the companies' markers, or the houses that the game has, and none. */
function drawPicker() {
  if (snapshot.view?.market && snapshot.regions) {
    const companies = Object.keys(snapshot.game.companies);
    picker.update([
      ...companies.map((company) => ({ value: company, label: companyName(snapshot, company), title: companyName(snapshot, company), company, bare: true })),
      { value: TAKE, label: t("Take off") },
    ]);
    if (picker.value === null) picker.set(companies[0]);
    return;
  }
  if (snapshot.regions) {
    picker.update([
      ...STONES.map((colour) => ({ value: colour, label: COLOUR_WORDS[colour], company: colour, mark: stone(colour), bare: true })),
      { value: TAKE, label: t("Take off") },
    ]);
    if (picker.value === null) picker.set(STONES[0]);
    return;
  }
  picker.update([
    ...piecesOf(snapshot).map((company) => ({ value: company, label: COLOUR_WORDS[company], company, bare: true })),
    { value: TAKE, label: t("Take off") },
  ]);
  if (picker.value === null) picker.set("red");
}

async function tap(square) {
  const houses = snapshot?.simulated?.houses ?? {};
  const letter = LETTER_OF[picker.value];
  if (picker.value === TAKE || houses[square] === letter) {
    if (houses[square]) await simulate({ do: "take", square });
  } else await simulate({ do: "put", square, letter });
}

/** A stone or marker of the chosen colour into a region, or one off it: each colour that lies there in turn. */
async function tapDistrict(district) {
  const lying = Object.keys(snapshot.simulated?.stones?.[district] ?? {});
  if (picker.value !== TAKE) await simulate({ do: "put_stone", district, colour: picker.value });
  else if (lying.length) await simulate({ do: "take_stone", district, colour: lying.at(-1) });
}

onTap(byId("v-throw"), () => simulate({ do: "throw" }));
onTap(byId("v-tidy"), () => simulate({ do: "tidy" }));
onTap(byId("v-undo"), () => send({ do: "undo" }));
onTap(byId("v-book"), () => likely(snapshot)?.act());
onTap(byId("v-not"), () => send({ do: "dismiss", proposal: snapshot.proposal.id }));

/** The one thing that the large button does now: {id, text, act} or null. */
function likely({ proposal, legal }) {
  if (proposal) return { id: proposal.id, text: t("Book"), act: () => send({ do: "book", proposal: proposal.id }) };
  for (const event of ["end_turn", "cannot_place"]) {
    if (legal[event]) {
      const { player } = legal[event];
      const text = event === "end_turn" ? t("End turn") : t("No house can be placed");
      return { id: `${event} ${player}`, text, act: () => send({ do: "event", event: { do: event, player } }) };
    }
  }
  return null;
}

let drawnLikely = null;

function drawStrip() {
  const { proposal, waiting, undo } = snapshot;
  setText(byId("v-sentence"), proposal ? `${capital(proposal.text)}?` : waiting.text);
  setText(byId("v-sub"), proposal ? consequences(proposal) : capital(snapshot.todo[0] ?? snapshot.problems[0]?.text ?? ""));
  const next = likely(snapshot);
  const book = byId("v-book");
  setText(book.querySelector("span"), next?.text ?? t("Book"));
  setAttr(book, "aria-disabled", next === null && "true");
  byId("v-throw").classList.toggle("main", Boolean(snapshot.legal.roll));
  setAttr(byId("v-throw"), "aria-disabled", !snapshot.legal.roll && "true");
  setAttr(byId("v-not"), "aria-disabled", proposal === null && "true");
  setAttr(byId("v-undo"), "aria-disabled", undo === null && "true");
  setAttr(byId("v-undo"), "title", undo === null ? null : t("Undo: {event}", { event: undo }));
  if (next && next.id !== drawnLikely) guard(book);
  drawnLikely = next?.id ?? null;
}

function consequences(proposal) {
  const sums = byAccount(proposal.entries).map((sum) => `${sum.account} ${money(sum.amount, true)}`);
  return sums.length ? sums.join(" · ") : t("Nobody gets or pays anything.");
}

function drawTable() {
  show(byId("v-table"), Boolean(snapshot.grid ?? snapshot.simulated?.stones));
  show(byId("v-grid"), snapshot.grid !== null);
  const stones = Boolean(snapshot.simulated?.stones);
  show(byId("v-city"), stones && Boolean(snapshot.view?.districts));
  show(byId("v-market"), stones && Boolean(snapshot.view?.market));
  if (stones && snapshot.view?.districts) drawStones();
  if (stones && snapshot.view?.market) drawMarkers();
  if (!snapshot.grid) return;
  grid.shape(snapshot.grid);
  const marks = {};
  for (const option of snapshot.proposal ? [] : snapshot.legal.place?.options ?? []) marks[option.square] = { cls: "option" };
  for (const { squares } of snapshot.problems) for (const name of squares) marks[name] = { cls: "differs" };
  const seen = snapshot.board_seen;
  if (seen?.found) {
    seen.squares.forEach((letters, row) => [...letters].forEach((letter, col) => {
      if (letter === "?") marks[squareName(row, col)] = { cls: "unknown" };
    }));
  }
  grid.paint(rowsOf(snapshot.grid, snapshot.simulated?.houses ?? {}), { marks });
  chooseHouse();
}

function drawMarkers() {
  const { stones } = snapshot.simulated;
  const marks = marksOf(comparison(snapshot));
  for (const [name, lying] of Object.entries(stones)) {
    const crowd = Object.values(lying).reduce((sum, count) => sum + count, 0);
    if (crowd > 1 && !name.endsWith(" import")) marks[name] = { cls: "me-unknown", text: `×${crowd}` };
  }
  drawMarket(byId("v-fields"), snapshot, marketOf(stones, snapshot), { marks, tap: tapDistrict });
  setText(byId("v-what"), t("Markers on the table"));
  setText(byId("v-hint"), t("Choose a company, then tap a field: the camera will see the marker. Tidy up lays the markers as they were entered."));
}

function drawStones() {
  const districts = Object.fromEntries(Object.entries(snapshot.simulated.stones).map(([name, stones]) => [name, { stones, owner: null, closed: false }]));
  const marks = seenMarks(snapshot);
  for (const name of Object.keys(districts)) marks[name] = { cls: `tap ${marks[name]?.cls ?? ""}`, label: marks[name]?.label ?? "" };
  drawCity(byId("v-city"), { view: { districts }, extras: snapshot.extras }, { tap: tapDistrict, marks });
  setText(byId("v-what"), t("Stones on the table"));
  setText(byId("v-hint"), t("Choose a colour, then tap a district: the camera will see the stone. Tidy up sets the table as the books say."));
}

/** With a new roll of a colour that colour's house is at hand. */
function chooseHouse() {
  const roll = rolledNow(snapshot); // SHARK's: no other game has houses
  const signature = roll && `${snapshot.game.id} ${snapshot.version}`;
  if (signature && signature !== awaited && COLOURS.includes(roll.colour)) picker.set(roll.colour);
  awaited = signature;
}

let drawnDice = null;

function drawDice() {
  show(byId("v-dice"), snapshot.game?.dice?.length !== 0);
  const dice = snapshot.simulated?.dice ?? null;
  const roll = lastEvent(snapshot, "roll");
  const rolled = Object.values(roll ?? {}).map(String);
  const booked = dice !== null && roll !== null && dice.every((face) => rolled.includes(face));
  const count = snapshot.game?.dice?.length ?? 2; // some games throw a number die alone
  const signature = JSON.stringify([dice, count, booked, roll && snapshot.log.find((line) => line.event?.do === "roll")?.seq]);
  if (signature === drawnDice) return;
  const thrown = drawnDice !== null && dice !== null;
  drawnDice = signature;
  const faces = dice ?? Array(count).fill("");
  const state = dice === null ? " empty" : booked ? "" : " unbooked";
  const word = booked || dice === null ? "" : t(", not booked");
  byId("v-tray").replaceChildren(...faces.map((face) => el(
    "span",
    { class: `v-die${state}${thrown ? " thrown" : ""}`, role: "img", "aria-label": face ? (COLOUR_WORDS[face] ?? face) + word : t("not thrown yet") },
    COLOURS.includes(face) || face === "black" || face === "white" ? badge(face) : face || "–",
  )));
}

function drawTracks() {
  show(byId("v-lights"), Object.keys(snapshot.tracks).length > 0);
  patch(byId("v-tracks"), Object.keys(snapshot.tracks), (company) => company, (company) => el(
    "div",
    { class: `v-track co-${company}`, role: "img", "data-company": company },
    badge(company),
    el("div", { class: "v-lights" }, ...Array.from({ length: snapshot.tracks[company].length }, () => el("span", { class: "v-light" }))),
    el("b", { class: "number" }),
  ), (node, company) => {
    const { lit } = snapshot.tracks[company];
    const price = snapshot.view?.prices?.[company] ?? snapshot.view?.companies?.[company]?.value ?? 0;
    setText(node.lastElementChild, money(price));
    setAttr(node, "aria-label", t("{company}: {lit} lights, price {price}", { company: COLOUR_WORDS[company] ?? company, lit, price: money(price) }));
  });
}

/** As the lights shine at this moment; for who wants no motion as they stand, with a ring around those that blink. */
function paintLights() {
  const now = STILL.matches ? null : lightsNow();
  for (const node of byId("v-tracks").children) {
    const { company } = node.dataset;
    if (!snapshot.tracks[company]) continue;
    const { lit, blink, length } = snapshot.tracks[company];
    const over = Boolean(snapshot.game?.over); // the topmost light: the end, or a debt
    const debt = snapshot.waiting.kind === "debt";
    [...node.querySelectorAll(".v-light")].forEach((light, n) => {
      const top = n === length - 1 && (over || debt);
      const stands = n < lit || top;
      light.classList.toggle("lit", now?.[company] === undefined ? stands : Boolean((now[company] >> n) & 1));
      light.classList.toggle("blink", (n < lit && n >= lit - blink) || (top && !over));
    });
  }
}

/** Simulated buttons: each pressed, or held. */
function drawButtons() {
  show(byId("v-buttons"), Boolean(snapshot.buttons));
  patch(byId("v-buttons-list"), Object.keys(snapshot.buttons ?? {}), (button) => button, (button) => el(
    "li",
    {},
    onTap(el("button", { type: "button", text: BUTTON_WORDS[button] }), () => simulate({ do: "press", button, kind: "short" })),
    onTap(el("button", { type: "button", text: t("hold"), "aria-label": t("hold {button}", { button: BUTTON_WORDS[button] }) }), () => simulate({ do: "press", button, kind: "long" })),
    el("span", { class: "small" }),
  ), (node, button) => {
    const { short, long } = snapshot.buttons[button];
    setText(node.lastElementChild, [short && capital(short), long && t("held: {what}", { what: long })].filter(Boolean).join(" · ") || t("nothing now"));
  });
}

setInterval(() => {
  if (snapshot && !document.hidden) paintLights();
}, LIGHTS_MS);

const refresh = keepPicture(byId("v-picture"), () => "live");

follow((next) => {
  snapshot = next;
  drawPicker();
  drawStrip();
  drawTable();
  drawDice();
  drawTracks();
  askLights(`${snapshot.game?.id} ${snapshot.version}`).then(paintLights);
  drawButtons();
  refresh(next.revision, next.pictures);
  const seen = byId("v-seen");
  if (seen) setText(seen, capital(next.board_seen?.text ?? ""));
});
