// Ways out where board, dice and books disagree: what is true is one tap, beside the squares as the camera sees them.

import { onTap, send } from "../command.js";
import { byId, el, guard, patch, setAttr, show } from "../dom.js";
import { placeTitle } from "../games/master_of_economy/fields.js";
import { capital } from "../texts.js";
import { t } from "../words.js";

const MOST_CROPS = 3;

export function waysPanel() {
  const panel = byId("ways");
  const crops = byId("ways-crops");
  const buttons = byId("ways-buttons");

  return (snapshot) => {
    const { ways, board_seen: seen } = snapshot;
    show(panel, ways.length > 0);
    const squares = [...new Set(ways.flatMap((way) => way.squares))];
    if (crops) {
      patch(crops, seen?.found && squares.length <= MOST_CROPS ? squares : [], (square) => square, (square) => el(
        "figure",
        { class: "ways-crop" },
        el("img", { width: "88", height: "88", alt: t("{square} as the camera sees it", { square: placeTitle(snapshot, square) }), on: { error: hide, load: reveal } }),
        el("figcaption", { class: "small", text: placeTitle(snapshot, square) }),
      ), (node, square) => setAttr(node.firstElementChild, "src", `/crop/${encodeURIComponent(square)}.jpg?at=${encodeURIComponent(seen.frame ?? "")}`));
    }
    patch(buttons, ways, (way) => JSON.stringify(way.command), (way) => {
      const button = onTap(el("button", { type: "button", text: capital(way.text) }), () => send(way.command));
      guard(button);
      return button;
    });
  };
}

const hide = (event) => show(event.target.parentElement, false);
const reveal = (event) => show(event.target.parentElement, true);
