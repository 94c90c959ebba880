// "The last event was another one": taken back and booked anew in one step, both or none.

import { Choice } from "../company.js";
import { onTap, send } from "../command.js";
import { byId, el, patch, setText, show } from "../dom.js";
import { COLOURS, capital, piecesOf } from "../texts.js";
import { colourOption, zoneOption } from "./dice.js";
import { lastEvent } from "./now.js";

const FIELDS = {
  roll: ["zone", "colour"],
  place: ["company", "square"],
  buy: ["company", "shares"],
  sell: ["company", "shares"],
  pick: ["company"],
  cannot_place: [],
  end_turn: [],
};
const WORDS = {
  roll: "The dice", place: "A house", buy: "Shares bought", sell: "Shares sold", pick: "The free share",
  cannot_place: "No house could be placed", end_turn: "End of the turn",
};

export function correction() {
  const panel = byId("correct");
  const kind = byId("correct-kind");
  const player = byId("correct-player");
  const square = byId("correct-square");
  const shares = byId("correct-shares");
  const zone = new Choice(byId("correct-zone"), "Zone", () => {});
  const colour = new Choice(byId("correct-colour"), "Colour of the dice", () => {});
  const company = new Choice(byId("correct-company"), "Company", () => {});
  kind.append(...Object.entries(WORDS).map(([value, text]) => el("option", { value, text })));
  kind.addEventListener("change", fields);
  panel.addEventListener("toggle", () => { if (panel.open) fill(); });
  let snapshot = null;

  function fields() {
    const wanted = FIELDS[kind.value] ?? [];
    for (const name of ["zone", "colour", "company", "square", "shares"]) show(byId(`correct-${name}`).closest(".field"), wanted.includes(name));
  }

  function fill() {
    const last = lastEvent(snapshot);
    if (!last) return;
    kind.value = last.do in FIELDS ? last.do : "roll";
    player.value = last.player;
    zone.set(last.zone ?? null);
    colour.set(last.colour ?? null);
    company.set(last.company ?? null);
    setOnlyColour();
    square.value = last.square ?? "";
    shares.value = last.shares > 0 ? last.shares : 1;
    fields();
  }

  /** Where no colour die is rolled there is nothing to choose. */
  function setOnlyColour() {
    if (colour.nodes.size === 1) colour.set([...colour.nodes.keys()][0]);
  }

  onTap(byId("correct-book"), async () => {
    const values = {
      zone: zone.value, colour: colour.value, company: company.value,
      square: square.value.trim().toUpperCase(), shares: Math.trunc(Number(shares.value)) || 0,
    };
    const event = { do: kind.value, player: player.value };
    for (const name of FIELDS[kind.value]) event[name] = values[name];
    const answer = await send({ do: "correct", event });
    if (answer.ok) panel.open = false;
  });

  return (next) => {
    snapshot = next;
    show(panel, next.undo !== null);
    if (next.undo === null) return;
    setText(byId("correct-last"), capital(next.undo));
    patch(player, next.game.players, (name) => name, (name) => el("option", { value: name, text: name }));
    const [zones, colours] = facesOf(next);
    zone.update([...new Set(zones)].map(zoneOption));
    colour.update([...new Set(colours)].map(colourOption));
    setOnlyColour();
    company.update(piecesOf(next).map(colourOption));
  };
}

/** The faces of the number die, and the colours that can be rolled with it: "free" where there is no second die. */
function facesOf({ game, grid }) {
  if (game.dice) return [game.dice[0], game.dice[1] ?? ["free"]];
  return [[...grid.zones.join("").replaceAll(".", "")].sort(), [...COLOURS, "black", "white"]];
}
