// The throw for which a house is to be placed.

import { badge, rebadge } from "../../company.js";
import { byId, el, setAttr, setText, show } from "../../dom.js";
import { COLOUR_WORDS, zoneWord } from "../../texts.js";
import { lastEvent } from "../../banker/now.js";
import { t } from "../../words.js";

/** The throw that a house is to be placed for: {zone, colour}, else null. */
export function rolledNow(snapshot) {
  if (snapshot.view?.phase !== "place") return null;
  return snapshot.legal.place?.zone ? snapshot.legal.place : lastEvent(snapshot, "roll");
}

/** What was rolled, as long as its house is to be placed. */
export function rolledLine() {
  const rolled = byId("rolled");
  const colour = badge("red");
  const rolledText = el("span");
  rolled.append(colour, rolledText);
  return (snapshot) => {
    const roll = rolledNow(snapshot);
    show(rolled, roll !== null);
    if (!roll) return;
    const known = roll.colour !== "free"; // without a colour die there is no colour to tell
    setAttr(colour, "hidden", !known);
    if (known) rebadge(colour, roll.colour);
    setText(rolledText, known
      ? t("Rolled {zone}, {colour}", { zone: zoneWord(roll.zone), colour: COLOUR_WORDS[roll.colour] ?? roll.colour })
      : t("Rolled {zone}", { zone: zoneWord(roll.zone) }));
  };
}
