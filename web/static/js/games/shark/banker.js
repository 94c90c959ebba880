// What SHARK adds to the banker's page.

import { bankerPage } from "../../banker.js";
import { choiceField, countsField, numberField, textField } from "../../banker/fields.js";
import { badge } from "../../company.js";
import { COLOURS, COLOUR_WORDS, piecesOf } from "../../texts.js";
import { t } from "../../words.js";
import { boardPanel } from "./board.js";
import { forcedSale } from "./debt.js";
import { colourOption, dicePanel, zoneOption } from "./dice.js";
import { likely } from "./likely.js";
import { pickPanel } from "./pick.js";
import { playersTable } from "./players.js";
import { rolledLine } from "./rolled.js";
import { tradePad } from "./trade.js";

/** The faces of the number die, and the colours that can be rolled with it: "free" where there is no second die. */
function facesOf({ game, grid }) {
  if (game.dice) return [game.dice[0], game.dice[1] ?? ["free"]];
  return [[...grid.zones.join("").replaceAll(".", "")].sort(), [...COLOURS, "black", "white"]];
}

/** The events that can be put right by hand, and what is asked of each. */
const corrections = {
  kinds: {
    roll: { text: t("The dice"), fields: ["zone", "colour"] },
    place: { text: t("A house"), fields: ["company", "square"] },
    buy: { text: t("Shares bought"), fields: ["company", "shares"] },
    sell: { text: t("Shares sold"), fields: ["company", "shares"] },
    pick: { text: t("The free share"), fields: ["company"] },
    forced_sale: { text: t("Forced sale"), fields: ["sold"] },
    cannot_place: { text: t("No house could be placed"), fields: [] },
    end_turn: { text: t("End of the turn"), fields: [] },
  },
  fields: {
    zone: choiceField(t("Zone"), t("Choose the zone"), (snapshot) => [...new Set(facesOf(snapshot)[0])].map(zoneOption)),
    colour: choiceField(t("Colour"), t("Choose the colour of the dice"), (snapshot) => [...new Set(facesOf(snapshot)[1])].map(colourOption)),
    company: choiceField(t("Company"), t("Choose the company"), (snapshot) => piecesOf(snapshot).map(colourOption)),
    square: textField(t("Square"), t("Type the square, as C4"), { pattern: /^[A-Z]{1,2}[1-9][0-9]?$/, placeholder: "C4" }),
    sold: countsField(t("Shares sold to the bank at half price"), t("Type how many shares"), "shares", COLOURS.map((value) => ({
      value, label: COLOUR_WORDS[value], mark: () => badge(value),
    }))),
    shares: numberField(t("Shares"), t("Type how many shares"), { least: 1, usual: 1 }),
  },
};

bankerPage({ parts: [likely, rolledLine, pickPanel, tradePad, dicePanel, boardPanel, forcedSale, playersTable], corrections });
