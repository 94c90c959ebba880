// The one button that is likely next: the end of the turn, or that a house was passed over.

import { onTap, send } from "../../command.js";
import { byId, setText, show } from "../../dom.js";
import { t } from "../../words.js";

export function likely() {
  const end = byId("end-turn");
  const cannot = byId("cannot-place");
  let legal = {};
  onTap(end, () => send({ do: "event", event: { do: "end_turn", player: legal.end_turn.player } }));
  onTap(cannot, () => send({ do: "event", event: { do: "cannot_place", player: legal.cannot_place.player } }));
  return (snapshot) => {
    legal = snapshot.legal;
    show(end, Boolean(legal.end_turn));
    show(cannot, Boolean(legal.cannot_place));
    setText(end.querySelector("span"), legal.end_turn ? t("End {player}’s turn", { player: legal.end_turn.player }) : "");
  };
}
