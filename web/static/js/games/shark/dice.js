// The dice by hand: a zone, a colour, and a button that says what will be booked.

import { Choice } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, setAttr, setText, show } from "../../dom.js";
import { COLOUR_WORDS, zoneWord } from "../../texts.js";
import { t } from "../../words.js";

export const zoneOption = (zone) => ({ value: zone, label: zone, title: zoneWord(zone) });
export const colourOption = (colour) => (
  colour === "free"
    ? { value: colour, label: t("free colour") }
    : { value: colour, label: COLOUR_WORDS[colour] ?? colour, company: colour, bare: true });

export function dicePanel() {
  const panel = byId("dice");
  const book = byId("dice-book");
  let roll = null;
  const zones = new Choice(byId("dice-zones"), t("Zone die"), () => paint());
  const colours = new Choice(byId("dice-colours"), t("Colour die"), () => paint());
  onTap(book, async () => {
    const event = { do: "roll", player: roll.player, zone: zones.value, colour: colours.value };
    const answer = await send({ do: "event", event });
    if (answer.ok) {
      zones.set(null);
      colours.set(null);
    }
  });

  function paint() {
    const ready = zones.value !== null && colours.value !== null;
    setAttr(book, "aria-disabled", !ready && "true");
    setText(book.querySelector("span"), ready
      ? t("Book {zone}, {colour}", { zone: zoneWord(zones.value), colour: COLOUR_WORDS[colours.value] ?? colours.value })
      : t("Choose zone and colour"));
  }

  return (snapshot) => {
    roll = snapshot.legal.roll ?? null;
    show(panel, roll !== null);
    if (roll === null) return;
    zones.update([...new Set(roll.zones)].map(zoneOption));
    colours.update([...new Set(roll.colours)].map(colourOption));
    if (roll.colours.length === 1) colours.set(roll.colours[0]);
    paint();
  };
}
