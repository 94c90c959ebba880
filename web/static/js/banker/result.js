// The end: who has won, and with how much.

import { byId, el, show } from "../dom.js";
import { list, money } from "../texts.js";

const REASONS = {
  price: "A price has reached 15,000.",
  houses: "The houses of a company are used up.",
  shares: "All shares are sold.",
  last_player: "One player is left.",
};

/** [{rank, player, total, out}] of an ended game. */
export function ranking(view) {
  let rank = 1;
  return view.over.ranking.flatMap((names) => {
    const place = names.map((player) => ({ rank, player, total: view.over.result[player] ?? 0, out: view.out.includes(player) }));
    rank += names.length;
    return place;
  });
}

export const winners = (view) => list(view.over.ranking[0] ?? []);
export const endReason = (view) => REASONS[view.over.reason] ?? "";

export function overPanel() {
  const panel = byId("over");
  let drawn = null;
  return (snapshot) => {
    const over = snapshot.view?.over ?? null;
    show(panel, over !== null);
    const signature = JSON.stringify(over);
    if (over === null || signature === drawn) return;
    drawn = signature;
    byId("over-reason").textContent = endReason(snapshot.view);
    byId("over-ranking").replaceChildren(...ranking(snapshot.view).map((row) =>
      el("li", { class: row.rank === 1 ? "first" : "" },
        el("span", { class: "rank", text: `${row.rank}.` }),
        el("span", { text: row.player }),
        el("span", { class: "number", text: row.out ? "out" : money(row.total) }))));
  };
}
