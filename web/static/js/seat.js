// A player's own page: what is his, what he may do now, and what he was paid and why.

import { askedPanel } from "./banker/asked.js";
import { forcedSale } from "./banker/debt.js";
import { rolledLine } from "./banker/now.js";
import { pickPanel } from "./banker/pick.js";
import { overPanel } from "./banker/result.js";
import { tradePad } from "./banker/trade.js";
import { onTap, send } from "./command.js";
import { badge } from "./company.js";
import { byId, el, patch, setText, show } from "./dom.js";
import { reason } from "./entries.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { COLOURS, T, capital, companyName, money, timeOf } from "./texts.js";
import { t } from "./words.js";

const PAYMENTS = 8;

const parts = [askedPanel, forcedSale, pickPanel, tradePad, overPanel, rolledLine].map((mount) => mount());
const end = byId("seat-end");
let me = null;
let asked = { id: null, version: null };

onTap(end, () => send({ do: "event", event: { do: "end_turn", player: me } }));

function drawMine(snapshot) {
  const { view, wealth } = snapshot;
  setText(byId("mine-cash"), money(view.cash[me] ?? 0));
  setText(byId("mine-note"), noteOf(view));
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
}

function noteOf(view) {
  if (view.out.includes(me)) return t("out of the game");
  if (view.owes[me]) return t("owes {sum}", { sum: money(view.owes[me]) });
  return view.debts[me] ? t("in debt: {sum}", { sum: money(view.debts[me]) }) : "";
}

/** The newest payments of the events in force, the amount first. */
function drawPaid(snapshot) {
  const lines = snapshot.log
    .filter((line) => !line.undone)
    .map((line) => ({ ...line, mine: line.entries.filter((entry) => entry.player === me) }))
    .filter((line) => line.mine.length)
    .slice(0, PAYMENTS);
  show(byId("paid"), lines.length > 0);
  patch(byId("paid-lines"), lines, (line) => `${snapshot.game.id} ${line.seq}`, (line) => el(
    "li",
    {},
    el("ul", { class: "reasons" }, ...line.mine.map(reason)),
    el("p", { class: "muted small" }, line.time ? `${timeOf(line.time)} ` : "", capital(line.text)),
  ));
}

/** A wish that is gone although nothing was booked since was refused. */
function tellRefusal(snapshot) {
  const id = snapshot.asked[0]?.id ?? null;
  if (asked.id && id === null && asked.version === snapshot.version && !withdrawn) say(T.notBooked, 6_000);
  if (id !== asked.id) withdrawn = false;
  asked = { id, version: snapshot.version };
}

let withdrawn = false;
byId("asked").addEventListener("click", () => { withdrawn = true; }, true);

follow((snapshot) => {
  if (!snapshot.game) {
    location.reload(); // there is no seat without a game: the server says so
    return;
  }
  me = snapshot.viewer.player;
  byId("main").dataset.phase = snapshot.view.phase;
  setText(byId("sentence"), snapshot.waiting.text);
  byId("main").classList.toggle("my-turn", snapshot.waiting.actor === me);
  drawMine(snapshot);
  for (const update of parts) update(snapshot);
  show(end, Boolean(snapshot.legal.end_turn));
  drawPaid(snapshot);
  tellRefusal(snapshot);
});
