// What BIG SHOT adds to the banker's page.

import { bankerPage } from "../../banker.js";
import { choiceField, listField, numberField } from "../../banker/fields.js";
import { COLOUR_WORDS } from "../../texts.js";
import { t } from "../../words.js";
import { bidPanel, pursePanel } from "./bid.js";
import { cityPanel } from "./city.js";
import { diePanel } from "./die.js";
import { playersTable } from "./players.js";
import { ringPanel } from "./ring.js";
import { STONES } from "./stones.js";

const colourOptions = () => STONES.map((value) => ({ value, label: COLOUR_WORDS[value] }));

const corrections = {
  kinds: {
    roll: { text: t("The die"), fields: ["die"] },
    loan: { text: t("A loan"), fields: ["colour"] },
    bid: { text: t("A bid"), fields: ["amount"] },
    pass: { text: t("Passed, or no loan"), fields: [] },
    choose_purse: { text: t("The purse that pays"), fields: ["colour"] },
    place: { text: t("A stone"), fields: ["colour", "district"] },
  },
  fields: {
    die: listField(t("Die"), t("Choose what was thrown"), () => ["1", "2", "3", "4", "5", "6"].map((value) => ({ value, label: value })), Number),
    amount: numberField(t("Bid"), t("Type the bid"), { least: 1, usual: 1 }),
    colour: choiceField(t("Colour"), t("Choose the colour"), colourOptions),
    district: listField(t("District"), t("Choose the district"), (snapshot) => Object.keys(snapshot.extras.districts).map((value) => ({ value, label: value }))),
  },
};

bankerPage({ parts: [diePanel, bidPanel, pursePanel, cityPanel, ringPanel, playersTable], corrections });
