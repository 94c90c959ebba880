// The die by hand.

import { Choice } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, setAttr, setText, show } from "../../dom.js";
import { t } from "../../words.js";

export function diePanel() {
  const panel = byId("bs-die");
  const book = byId("bs-die-book");
  let roll = null;
  const faces = new Choice(byId("bs-die-faces"), t("Die"), () => paint());
  onTap(book, async () => {
    const answer = await send({ do: "event", event: { do: "roll", player: roll.player, die: Number(faces.value) } });
    if (answer.ok) faces.set(null);
  });

  function paint() {
    setAttr(book, "aria-disabled", faces.value === null && "true");
    setText(book.querySelector("span"), faces.value === null ? t("Choose what was thrown") : t("Book a {number}", { number: faces.value }));
  }

  return (snapshot) => {
    roll = snapshot.legal.roll ?? null;
    show(panel, roll !== null);
    if (roll === null) return;
    faces.update(roll.die.map((face) => ({ value: String(face), label: String(face) })));
    paint();
  };
}
