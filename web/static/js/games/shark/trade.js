// Buying and selling: a company, a number, and two buttons that say what they cost.

import { badge } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, el, patch, setAttr, setText, show } from "../../dom.js";
import { whole } from "../../numbers.js";
import { COLOURS, companyName, either, money } from "../../texts.js";
import { t } from "../../words.js";

export function tradePad() {
  const panel = byId("trade");
  const number = byId("trade-number");
  const buy = byId("trade-buy");
  const sell = byId("trade-sell");
  let company = "red";
  let snapshot = null;

  const count = () => whole(number) ?? 0;
  const step = (by) => {
    number.value = Math.max(1, count() + by);
    paint();
  };
  byId("trade-minus").addEventListener("click", () => step(-1));
  byId("trade-plus").addEventListener("click", () => step(1));
  number.addEventListener("input", () => paint());
  number.addEventListener("focus", () => number.select());

  const trade = async (verb) => {
    const { player } = snapshot.legal[verb];
    const answer = await send({ do: "event", event: { do: verb, player, company, shares: count() } });
    if (answer.ok) number.value = 1;
    paint();
  };
  onTap(buy, () => trade("buy"));
  onTap(sell, () => trade("sell"));

  function paint() {
    if (!snapshot?.game) return;
    const bounds = (verb) => snapshot.legal[verb]?.companies?.[company] ?? null;
    side(buy, t("Buy {number}", { number: count() }), bounds("buy"), "buy");
    side(sell, t("Sell {number}", { number: count() }), bounds("sell"), "sell");
    const player = snapshot.legal.buy?.player ?? snapshot.legal.sell?.player ?? snapshot.view.turn;
    setText(byId("trade-of"), player ?? "");
    setText(byId("trade-hint"), t("{company}: may buy {buy}, sell {sell}.", { company: companyName(snapshot, company), buy: range(bounds("buy")), sell: range(bounds("sell")) }));
    for (const tile of byId("trade-companies").children) setAttr(tile, "aria-checked", tile.dataset.key === company ? "true" : "false");
  }

  function side(button, word, bound, verb) {
    const wanted = count();
    const fits = bound !== null && possible(bound).includes(wanted);
    setAttr(button, "aria-disabled", !fits && "true");
    setText(button.querySelector(".trade-verb"), word);
    setText(button.querySelector(".trade-sum"), fits ? money((verb === "buy" ? -1 : 1) * wanted * bound.price, true) : "");
  }

  return (next) => {
    snapshot = next;
    const open = Boolean(next.legal.buy || next.legal.sell);
    const trading = ["trade", "trade_after"].includes(next.view?.phase) && isUpTo(next);
    show(panel, trading);
    panel.classList.toggle("closed", !open);
    if (!trading) return;
    const player = next.legal.buy?.player ?? next.legal.sell?.player ?? next.view.turn;
    patch(byId("trade-companies"), COLOURS, (colour) => colour, (colour) => tile(next, colour, (chosen) => {
      company = chosen;
      paint();
    }), (node, colour) => {
      setText(node.querySelector(".tile-price"), money(next.view.prices[colour]));
      setText(node.querySelector(".tile-held"), t("holds {number}", { number: next.view.shares[player]?.[colour] ?? 0 }));
    });
    paint();
  };
}

/** Whether it is for who looks to trade: for a player on his own turn, for the banker always. */
const isUpTo = ({ viewer, waiting }) => viewer?.role !== "player" || viewer.player === waiting.actor;

/** The numbers of shares that can change hands: the cards of the bank may leave gaps. */
const possible = (bound) => bound.counts ?? Array.from({ length: bound.max }, (_, n) => n + 1);

/** "up to 5", "1, 2 or 5", "none" */
function range(bound) {
  if (bound === null) return t("none");
  const counts = possible(bound);
  return counts.length === bound.max ? t("up to {number}", { number: bound.max }) : either(counts.map(String));
}

function tile(snapshot, colour, choose) {
  return el(
    "button",
    { type: "button", class: "tile", role: "radio", "aria-label": null, on: { click: () => choose(colour) } },
    badge(colour, "tile-co"),
    el("span", { class: "tile-name", text: companyName(snapshot, colour) }),
    el("span", { class: "tile-price" }),
    el("span", { class: "tile-held" }),
  );
}
