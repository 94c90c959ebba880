// "It was another one": an event corrected in one step, what came after it worked out anew; the last one at once.

import { Choice, badge } from "../company.js";
import { onTap, send } from "../command.js";
import { byId, el, patch, setAttr, setText, show } from "../dom.js";
import { COLOURS, COLOUR_WORDS, capital, piecesOf } from "../texts.js";
import { propose } from "./amend.js";
import { colourOption, zoneOption } from "./dice.js";
import { t } from "../words.js";

const FIELDS = {
  roll: ["zone", "colour"],
  place: ["company", "square"],
  buy: ["company", "shares"],
  sell: ["company", "shares"],
  pick: ["company"],
  forced_sale: ["sold"],
  cannot_place: [],
  end_turn: [],
};
const WORDS = {
  roll: t("The dice"), place: t("A house"), buy: t("Shares bought"), sell: t("Shares sold"), pick: t("The free share"),
  forced_sale: t("Forced sale"), cannot_place: t("No house could be placed"), end_turn: t("End of the turn"),
};

const MISSING = {
  zone: t("Choose the zone"), colour: t("Choose the colour of the dice"), company: t("Choose the company"),
  square: t("Type the square, as C4"), shares: t("Type how many shares"),
  sold: t("Type how many shares"),
};
const NOTHING = "nothing"; // the event never happened

let choose = () => {};

/** Opens the form for a line of the log. */
export const correctLine = (line) => choose(line);

export function correction() {
  const panel = byId("correct");
  const kind = byId("correct-kind");
  const player = byId("correct-player");
  const square = byId("correct-square");
  const shares = byId("correct-shares");
  const zone = new Choice(byId("correct-zone"), t("Zone"), paint);
  const colour = new Choice(byId("correct-colour"), t("Colour of the dice"), paint);
  const company = new Choice(byId("correct-company"), t("Company"), paint);
  const sold = COLOURS.map((name) => el("input", { type: "number", inputmode: "numeric", min: 0, value: 0, name, "aria-label": COLOUR_WORDS[name], on: { input: () => paint() } }));
  byId("correct-sold").append(...sold.map((input) => el("label", { class: "named" }, badge(input.name), input)));
  kind.append(...Object.entries({ ...WORDS, [NOTHING]: t("Nothing happened") }).map(([value, text]) => el("option", { value, text })));
  kind.addEventListener("change", fields);
  square.addEventListener("input", () => paint());
  shares.addEventListener("input", () => paint());
  panel.addEventListener("toggle", () => {
    if (panel.open) fill();
    else line = null;
  });
  let snapshot = null;
  let line = null; // that is corrected; null: the last one

  choose = (chosen) => {
    line = chosen;
    if (panel.open) fill();
    else panel.open = true;
    panel.scrollIntoView({ block: "nearest" });
  };

  const lastLine = () => snapshot.log.find((item) => !item.undone) ?? null;

  const values = () => ({
    zone: zone.value, colour: colour.value, company: company.value,
    square: square.value.trim().toUpperCase(), shares: countIn(shares),
    sold: sold.some(countIn) ? Object.fromEntries(sold.filter(countIn).map((input) => [input.name, countIn(input)])) : null,
  });

  /** The first thing that is still missing, or null. */
  const missing = () => (FIELDS[kind.value] ?? []).find((name) => !values()[name]
    || (name === "square" && !/^[A-Z]{1,2}[1-9][0-9]?$/.test(values().square))) ?? null;

  function paint() {
    const lacks = missing();
    setAttr(byId("correct-book"), "aria-disabled", lacks !== null && "true");
    setText(byId("correct-book"), lacks === null ? t("Take back and book this instead") : MISSING[lacks]);
  }

  function fields() {
    show(player.closest(".field"), kind.value !== NOTHING);
    const wanted = FIELDS[kind.value] ?? [];
    for (const name of ["zone", "colour", "company", "square", "shares", "sold"]) show(byId(`correct-${name}`).closest(".field"), wanted.includes(name));
    paint();
  }

  function fill() {
    const last = (line ?? lastLine())?.event;
    if (!last) return;
    setText(byId("correct-last"), capital((line ?? lastLine()).text));
    kind.value = last.do in FIELDS ? last.do : "roll";
    player.value = last.player;
    zone.set(last.zone ?? null);
    colour.set(last.colour ?? null);
    company.set(last.company ?? null);
    setOnlyColour();
    square.value = last.square ?? "";
    shares.value = Number.isInteger(last.shares) ? last.shares : 1; // of a forced sale they are counted by company
    for (const input of sold) input.value = last.do === "forced_sale" ? last.shares[input.name] ?? 0 : 0;
    fields();
  }

  /** Where no colour die is rolled there is nothing to choose. */
  function setOnlyColour() {
    if (colour.nodes.size === 1) colour.set([...colour.nodes.keys()][0]);
  }

  onTap(byId("correct-book"), async () => {
    const event = kind.value === NOTHING ? null : { do: kind.value, player: player.value };
    for (const name of FIELDS[kind.value] ?? []) event[name === "sold" ? "shares" : name] = values()[name];
    const shut = () => { panel.open = false; };
    const { seq } = line ?? lastLine();
    if (seq !== lastLine().seq) await propose({ do: "correct", seq, event }, shut);
    else if ((await send({ do: "correct", event })).ok) shut();
  });

  return (next) => {
    snapshot = next;
    show(panel, next.undo !== null);
    if (next.undo === null) return;
    if (line && next.log.every((item) => item.seq !== line.seq || item.undone)) line = null; // gone meanwhile
    if (!panel.open) setText(byId("correct-last"), capital(next.undo));
    patch(player, next.game.players, (name) => name, (name) => el("option", { value: name, text: name }));
    const [zones, colours] = facesOf(next);
    zone.update([...new Set(zones)].map(zoneOption));
    colour.update([...new Set(colours)].map(colourOption));
    setOnlyColour();
    company.update(piecesOf(next).map(colourOption));
    paint();
  };
}

const countIn = (input) => Math.max(0, Math.trunc(Number(input.value)) || 0);

/** The faces of the number die, and the colours that can be rolled with it: "free" where there is no second die. */
function facesOf({ game, grid }) {
  if (game.dice) return [game.dice[0], game.dice[1] ?? ["free"]];
  return [[...grid.zones.join("").replaceAll(".", "")].sort(), [...COLOURS, "black", "white"]];
}
