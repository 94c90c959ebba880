// The auction: whose turn it is, the highest bid, a bid, a loan first, or to pass. And the purse that pays.

import { onTap, send } from "../../command.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { whole } from "../../numbers.js";
import { COLOUR_WORDS, money } from "../../texts.js";
import { t } from "../../words.js";
import { heap, namedStone } from "./stones.js";

const PHASES = ["loans", "auction", "purse"];

export function bidPanel() {
  const panel = byId("bs-auction");
  const number = byId("bs-bid-number");
  const book = byId("bs-bid");
  const pass = byId("bs-pass");
  let legal = {};
  let made = null; // the state for which the number was set

  const amount = () => whole(number) ?? 0;
  const step = (by) => {
    number.value = Math.max(legal.bid?.min ?? 1, amount() + by);
    paint();
  };
  byId("bs-bid-minus").addEventListener("click", () => step(-1));
  byId("bs-bid-plus").addEventListener("click", () => step(1));
  number.addEventListener("input", () => paint());
  number.addEventListener("focus", () => number.select());
  onTap(book, () => send({ do: "event", event: { do: "bid", player: legal.bid.player, amount: amount() } }));
  onTap(pass, () => send({ do: "event", event: { do: "pass", player: legal.pass.player } }));

  function paint() {
    const { bid } = legal;
    show(byId("bs-bid-row"), Boolean(bid));
    if (!bid) return;
    const fits = amount() >= bid.min && (bid.max === null || amount() <= bid.max);
    setAttr(book, "aria-disabled", !fits && "true");
    setText(book.querySelector("span"), t("{player} bids {amount}", { player: bid.player, amount: money(amount()) }));
    const range = bid.max === null ? t("At least {least}.", { least: money(bid.min) }) : t("{least} to {most}.", { least: money(bid.min), most: money(bid.max) });
    const loan = bid.loan_above === null ? "" : t(" Above {cash} this round’s loan comes with it when the bid wins.", { cash: money(bid.loan_above) });
    setText(byId("bs-bid-hint"), range + loan);
  }

  return (snapshot) => {
    const { view } = snapshot;
    legal = snapshot.legal;
    const open = PHASES.includes(view?.phase);
    show(panel, open);
    if (!open) return;
    byId("bs-auction-stones").replaceChildren(heap(view.spaces[view.broker - 1] ?? {}));
    setText(byId("bs-auction-title"), view.phase === "loans" ? t("Loans before the auction of space {space}", { space: view.broker }) : t("Auction of space {space}", { space: view.broker }));
    drawOrder(snapshot);
    drawLoans(legal);
    show(byId("bs-bid-acts"), Boolean(legal.bid || legal.pass));
    show(pass, Boolean(legal.pass));
    setText(pass, view.phase === "loans" ? t("No loan") : t("Pass"));
    const state = `${snapshot.game.id} ${snapshot.version}`;
    if (made !== state && legal.bid) number.value = legal.bid.min;
    made = state;
    paint();
  };
}

/** Everybody clockwise from the start player's left: who has bid most, who has passed, whose turn it is. */
function drawOrder({ view, game }) {
  const at = game.players.indexOf(view.starter) + 1;
  const order = [...game.players.slice(at), ...game.players.slice(0, at)];
  patch(byId("bs-order"), order, (player) => player, (player) => el("li", {}, el("b", { text: player }), el("span")), (node, player) => {
    const passed = view.phase !== "loans" && view.passed.includes(player);
    node.classList.toggle("turn", player === view.turn);
    node.classList.toggle("passed", passed);
    setText(node.lastElementChild, view.bid?.player === player ? t("bids {amount}", { amount: money(view.bid.amount) }) : passed ? t("has passed") : "");
  });
}

function drawLoans({ loan }) {
  const offers = Object.entries(loan?.colours ?? {});
  patch(byId("bs-loans"), offers, ([colour, { payout }]) => `${loan.player} ${colour} ${payout}`, ([colour, { payout, debt }]) =>
    onTap(
      el("button", { type: "button" }, namedStone(colour), el("span", { text: t("loan: {paid} now, {debt} owed", { paid: money(payout, true), debt: money(debt) }) })),
      () => send({ do: "event", event: { do: "loan", player: loan.player, colour } }),
    ));
}

export function pursePanel() {
  const panel = byId("bs-purse");
  return (snapshot) => {
    const choice = snapshot.legal.choose_purse;
    show(panel, Boolean(choice));
    if (!choice) return;
    setText(byId("bs-purse-text"), t("{player} pays {amount} with one purse:", { player: choice.player, amount: money(choice.amount) }));
    patch(byId("bs-purses"), choice.colours, (colour) => `${snapshot.version} ${colour}`, (colour) =>
      onTap(el("button", { type: "button", class: "big", "aria-label": COLOUR_WORDS[colour] }, namedStone(colour)), () =>
        send({ do: "event", event: { do: "choose_purse", player: choice.player, colour } })));
  };
}
