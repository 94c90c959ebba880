// What the camera sees of the market, field by field beside what was entered; what it sees clearly can fill the form.

import { onTap } from "../../command.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { t } from "../../words.js";
import { comparison, lyingThere } from "./fields.js";

const STATES = { same: t("agrees"), new: t("not entered yet"), differs: t("differs"), unknown: t("not known") };

/** Puts the offers into the form in which they are entered. Nothing is booked by that. */
function fillIn({ import: wanted, export: fields }) {
  for (const row of byId("me-acts").querySelectorAll("[data-kind=offers] [data-good]")) {
    const { good } = row.dataset;
    row.querySelector("input[type=number]").value = String(wanted[good] ?? 0);
    for (const box of row.querySelectorAll("input[type=checkbox]")) box.checked = (fields[good] ?? []).includes(Number(box.value));
  }
}

export function seenPanel() {
  const take = byId("me-draft-take");
  let draft = null;
  let taken = null; // the draft that is in the form
  onTap(take, () => {
    fillIn(draft.event);
    taken = draft.id;
    draw();
  });

  function draw() {
    show(byId("me-draft"), draft !== null);
    if (draft === null) return;
    setText(byId("me-draft-text"), t("On the market it looks as though: {text}", { text: draft.text }));
    setText(byId("me-draft-done"), draft.id === taken ? t("It is in the form: look it through, and book it there.") : "");
    setAttr(take, "aria-disabled", draft.id === taken && "true");
  }

  return (snapshot) => {
    draft = snapshot.draft;
    draw();
    const { board_seen: seen, game } = snapshot;
    const fields = game ? comparison(snapshot) : [];
    show(byId("me-seen"), Boolean(seen?.regions));
    patch(byId("me-seen-body"), fields, ({ name }) => name, ({ name }) => el("tr", { data: { field: name } }, el("th", { scope: "row" }), el("td"), el("td"), el("td")), (row, { title, books, seen: there, state }) => {
      setAttr(row, "data-state", state);
      const texts = [title, lyingThere(books, game), there ? lyingThere(there, game) : "?", STATES[state]];
      texts.forEach((text, at) => setText(row.children[at], text));
    });
    show(byId("me-seen-none"), !fields.length);
    show(byId("me-seen-table"), fields.length > 0);
  };
}
