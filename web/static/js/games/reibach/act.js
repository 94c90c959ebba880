// Tracked play: what the mover does with an action point, and which card comes. A card that goes to a hand is not named.

import { Choice } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, setAttr, setText, show } from "../../dom.js";
import { t } from "../../words.js";
import { cardOptions, nameOf } from "./cards.js";

const HIDDEN = "hidden"; // a card that nobody else sees
const KINDS = {
  take_open: t("Take an open card"), draw: t("Draw from the pile"), dealmaker: t("Lay a dealmaker"), lay: t("Lay a card"), replace: t("Next card"),
};
const ASKED = {
  take_open: t("Turned up in its place"), draw: t("What was drawn"), dealmaker: t("The card, as it was shown"), lay: t("Card"), replace: t("Next card"),
};

export function actPanel() {
  const panel = byId("rb-act");
  const book = byId("rb-book");
  let snapshot = null;
  let at = null; // the state for which something was chosen
  const kinds = new Choice(byId("rb-kind"), t("What is done"), () => {
    for (const choice of [taken, rows, cards]) choice.set(null);
    paint();
  });
  const taken = new Choice(byId("rb-taken"), t("Open card"), () => paint());
  const rows = new Choice(byId("rb-row"), t("Row"), () => {
    cards.set(null);
    paint();
  });
  const cards = new Choice(byId("rb-card"), t("Card"), () => paint());

  const bounds = () => snapshot.legal[kinds.value] ?? {};
  const rowOf = () => bounds().rows?.find(({ row }) => String(row) === rows.value);

  /** Which cards can be chosen: a drawn one is hidden or a Reibach card. */
  function possible() {
    const kind = kinds.value;
    if (kind === "take_open") return bounds().replaced_by;
    if (kind === "lay") return rowOf()?.cards ?? [];
    if (kind === "dealmaker") return Object.keys(snapshot.extras.cards).filter((card) => card !== "reibach");
    return bounds().cards ?? [];
  }

  const goesToHand = () => ["draw", "replace"].includes(kinds.value) && (kinds.value === "draw" || bounds().cards.includes(null));

  function event() {
    const made = { do: kinds.value, player: bounds().player };
    const card = cards.value === HIDDEN ? null : cards.value;
    if (made.do === "take_open") return { ...made, card: taken.value, replaced_by: card };
    return made.do === "lay" ? { ...made, row: Number(rows.value), card } : { ...made, card };
  }

  function paint() {
    const kind = kinds.value;
    show(byId("rb-taken-field"), kind === "take_open");
    show(byId("rb-row-field"), kind === "lay");
    if (kind === "take_open") taken.update(cardOptions(snapshot, bounds().cards));
    if (kind === "lay") rows.update(bounds().rows.map(({ row }) => ({ value: String(row), label: rowLabel(row) })));
    const hidden = kind !== null && goesToHand();
    cards.update(hidden
      ? [...(bounds().cards.includes(null) ? [{ value: HIDDEN, label: t("a card, not shown") }] : []), ...cardOptions(snapshot, ["reibach"])]
      : kind === null ? [] : cardOptions(snapshot, possible()));
    show(byId("rb-card-field"), kind !== null && (kind !== "lay" || rows.value !== null));
    setText(byId("rb-card-label"), ASKED[kind] ?? "");
    const ready = kind !== null && cards.value !== null && (kind !== "take_open" || taken.value !== null);
    setAttr(book, "aria-disabled", !ready && "true");
    setText(book.querySelector("span"), ready ? KINDS[kind] : t("Choose what is done"));
  }

  function rowLabel(row) {
    const { business, cards: lying } = snapshot.view.rows[bounds().player][row - 1];
    return business === null ? t("row {row}: new", { row }) : `${row}: ${nameOf(snapshot, business)} ${lying}`;
  }

  onTap(book, () => send({ do: "event", event: event() }));

  return (next) => {
    snapshot = next;
    const open = Object.keys(KINDS).filter((kind) => next.legal[kind]);
    show(panel, open.length > 0);
    if (!open.length) return;
    const state = `${next.game.id} ${next.version}`;
    kinds.update(open.map((value) => ({ value, label: KINDS[value] })));
    if (state !== at) {
      at = state;
      for (const choice of [taken, rows, cards]) choice.set(null);
      kinds.set(open.length === 1 ? open[0] : null);
    }
    paint();
  };
}
