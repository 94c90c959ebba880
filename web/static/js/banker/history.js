// Undo and redo, always in sight, with what they would do.

import { onTap, send } from "../command.js";
import { byId, setAttr, setText } from "../dom.js";
import { T, capital } from "../texts.js";

export function history() {
  const undo = byId("undo");
  const redo = byId("redo");
  onTap(undo, () => send({ do: "undo" }));
  onTap(redo, () => send({ do: "redo" }));
  const paint = (button, what, nothing) => {
    setAttr(button, "aria-disabled", what === null && "true");
    setText(button.querySelector(".undo-what"), what === null ? nothing : capital(what));
  };
  return (snapshot) => {
    paint(undo, snapshot.undo, T.undoNothing);
    paint(redo, snapshot.redo, T.redoNothing);
  };
}
