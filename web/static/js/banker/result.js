// The end: who has won, and with how much.

import { byId, el, show } from "../dom.js";
import { list, money } from "../texts.js";
import { t } from "../words.js";

const REASONS = {
  price: t("A price has reached {top}.", { top: money(15_000) }),
  houses: t("The houses of a company are used up."),
  shares: t("All shares are sold."),
  last_player: t("One player is left."),
  rounds: t("All rounds are played."),
  points: t("A company has 25 points."),
  years: t("The last trade is over."),
  third_scoring: t("The third scoring is done."),
};

/** [{rank, player, total, out}] of an ended game. */
export function ranking(view) {
  let rank = 1;
  return view.over.ranking.flatMap((names) => {
    const place = names.map((player) => ({ rank, player, total: view.over.result[player] ?? 0, out: (view.out ?? []).includes(player) }));
    rank += names.length;
    return place;
  });
}

/** "Andrea wins", "Andrea and Bernd win" */
export function wonBy(view) {
  const names = view.over.winners ?? view.over.ranking[0] ?? [];
  if (!names.length) return t("Nobody wins.");
  return names.length === 1 ? t("{winners} wins.", { winners: names[0] }) : t("{winners} win.", { winners: list(names) });
}
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
        el("span", { class: "number", text: row.out ? t("out") : money(row.total) }))));
  };
}
