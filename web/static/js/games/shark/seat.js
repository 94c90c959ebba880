// What SHARK adds to a player's page: shares and what they are worth, trades, the end of the turn.

import { onTap, send } from "../../command.js";
import { badge } from "../../company.js";
import { byId, el, patch, setText, show } from "../../dom.js";
import { seatPage } from "../../seat.js";
import { COLOURS, companyName, money } from "../../texts.js";
import { t } from "../../words.js";
import { forcedSale } from "./debt.js";
import { pickPanel } from "./pick.js";
import { rolledLine } from "./rolled.js";
import { tradePad } from "./trade.js";

function mine() {
  return (snapshot) => {
    const { view, wealth, viewer: { player: me } } = snapshot;
    setText(byId("mine-cash"), money(view.cash[me] ?? 0));
    setText(byId("mine-note"), noteOf(view, me));
    setText(byId("mine-worth"), t("Worth {sum} with the shares", { sum: money(wealth[me] ?? 0) }));
    patch(byId("mine-shares"), COLOURS, (company) => company, (company) => el(
      "li",
      { class: "mine-share" },
      badge(company),
      el("b", {}),
      el("span", { class: "visually-hidden", text: companyName(snapshot, company) }),
      el("span", { class: "muted small mine-price" }),
    ), (node, company) => {
      setText(node.querySelector("b"), String(view.shares[me]?.[company] ?? 0));
      setText(node.querySelector(".mine-price"), t("at {price}", { price: money(view.prices[company]) }));
    });
  };
}

function noteOf(view, me) {
  if (view.out.includes(me)) return t("out of the game");
  if (view.owes[me]) return t("owes {sum}", { sum: money(view.owes[me]) });
  return view.debts[me] ? t("in debt: {sum}", { sum: money(view.debts[me]) }) : "";
}

function endOfTurn() {
  const end = byId("seat-end");
  let me = null;
  onTap(end, () => send({ do: "event", event: { do: "end_turn", player: me } }));
  return (snapshot) => {
    me = snapshot.viewer.player;
    show(end, Boolean(snapshot.legal.end_turn));
  };
}

seatPage([mine, forcedSale, pickPanel, tradePad, rolledLine, endOfTurn]);
