// The forced sale: the sets that cover what is missing, the one that loses least first.

import { badge } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, el, patch, setText, show } from "../../dom.js";
import { COLOURS, money } from "../../texts.js";
import { t } from "../../words.js";

const FIRST = 5;

export function forcedSale() {
  const panel = byId("debt");
  const more = byId("debt-more");
  let all = false;
  let owed = null;
  let last = null;
  more.addEventListener("click", () => {
    all = !all;
    draw();
  });

  function draw() {
    if (!owed) return;
    setText(byId("debt-missing"), t("{player} must raise {sum} by selling to the bank at half price.", { player: owed.player, sum: money(owed.missing) }));
    const sets = all ? owed.sets : owed.sets.slice(0, FIRST);
    patch(byId("debt-sets"), sets, (set) => `${owed.player} ${JSON.stringify(set)}`, (set) => row(set, owed));
    show(more, owed.sets.length > FIRST);
    setText(more, all ? t("Fewer") : t("All {number} possibilities", { number: owed.sets.length }));
  }

  return (snapshot) => {
    owed = snapshot.legal.forced_sale ?? null;
    show(panel, owed !== null);
    if (owed?.player !== last) all = false;
    last = owed?.player ?? null;
    draw();
  };
}

function row(set, { player, missing, sets }) {
  const parts = COLOURS.filter((company) => set.shares[company]).map((company) =>
    el("span", { class: "named" }, el("b", { text: `${set.shares[company]} ×` }), badge(company)));
  const best = sets[0] === set;
  const left = set.proceeds - missing;
  return el(
    "li",
    { class: "debt-row" },
    el("span", { class: "debt-shares" }, ...parts),
    el("span", { class: "debt-sum" }, el("b", { text: money(set.proceeds) }), el("small", { text: left > 0 ? t(", {sum} left over", { sum: money(left) }) : t(", exactly") }), best ? el("small", { class: "debt-best", text: t(" · loses least") }) : null),
    onTap(el("button", { type: "button", class: best ? "main" : "", text: t("Sell these") }), () =>
      send({ do: "event", event: { do: "forced_sale", player, shares: set.shares } })),
  );
}
