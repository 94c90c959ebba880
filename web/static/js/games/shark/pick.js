// The free share at the start.

import { named } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, el, patch, show } from "../../dom.js";

export function pickPanel() {
  const panel = byId("pick");
  let player = null;
  return (snapshot) => {
    const pick = snapshot.legal.pick;
    show(panel, Boolean(pick));
    if (!pick) return;
    player = pick.player;
    patch(byId("pick-companies"), pick.companies, (company) => `${snapshot.game.id} ${company}`, (company) =>
      onTap(el("button", { type: "button", class: "big" }, named(snapshot, company)), () =>
        send({ do: "event", event: { do: "pick", player, company } })));
  };
}
