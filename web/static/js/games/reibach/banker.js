// What REIBACH & CO adds to the banker's page.

import { bankerPage } from "../../banker.js";
import { listField } from "../../banker/fields.js";
import { t } from "../../words.js";
import { actPanel } from "./act.js";
import { nameOf } from "./cards.js";
import { reportPanel } from "./report.js";
import { sheetPanel } from "./sheet.js";
import { tablePanel } from "./table.js";

const NOT_SHOWN = "not shown";
const kindsOf = (snapshot) => Object.keys(snapshot.extras.cards);
const named = (snapshot, cards) => cards.map((value) => ({ value, label: nameOf(snapshot, value) }));

/** Drawn cards are hidden; what is laid or turned up has a name, but for the Reibach cards that nobody can lay. */
function cardsFor(snapshot, kind) {
  if (kind === "draw") return [{ value: NOT_SHOWN, label: t("a card, not shown") }, ...named(snapshot, ["reibach"])];
  if (kind === "replace") return [{ value: NOT_SHOWN, label: t("a card, not shown") }, ...named(snapshot, kindsOf(snapshot))];
  return named(snapshot, kindsOf(snapshot).filter((card) => card !== "reibach"));
}

const rowNumbers = (snapshot) => Array.from({ length: snapshot.extras.dealmakers }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }));

const corrections = {
  kinds: {
    take_open: { text: t("An open card taken"), fields: ["card", "replaced_by"] },
    draw: { text: t("A card drawn"), fields: ["card"] },
    replace: { text: t("The next card"), fields: ["card"] },
    dealmaker: { text: t("A dealmaker"), fields: ["card"] },
    lay: { text: t("A card laid"), fields: ["row", "card"] },
    score: { text: t("The scoring"), fields: [], players: false },
  },
  fields: {
    row: listField(t("Row"), t("Choose the row"), rowNumbers, Number),
    card: listField(t("Card"), t("Choose the card"), cardsFor, (value) => (value === NOT_SHOWN ? undefined : value)),
    replaced_by: listField(t("Turned up in its place"), t("Choose the card that was turned up"), (snapshot) => named(snapshot, kindsOf(snapshot))),
  },
};

bankerPage({ parts: [actPanel, reportPanel, tablePanel, sheetPanel], corrections });
