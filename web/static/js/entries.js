// Movements of money as sentences, the amount first.

import { badge } from "./company.js";
import { el } from "./dom.js";
import { shown } from "./live.js";
import { KINDS, capital, companyName, money } from "./texts.js";
import { t } from "./words.js";

/** Whose money moves: a player by his name, a company by the one that is printed. */
const accountOf = ({ player, company }) => player ?? (company === undefined ? "" : companyName(shown, company));

/** [{account, amount, entries}] in the order of the entries. */
export function byAccount(entries) {
  const sums = new Map();
  for (const entry of entries) {
    const key = entry.player === undefined ? `company ${entry.company}` : `player ${entry.player}`; // a player may be called "red"
    const sum = sums.get(key) ?? { account: accountOf(entry), amount: 0, entries: [] };
    sum.amount += entry.amount;
    sum.entries.push(entry);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/** What each player gets and pays, with the reasons below. */
export function amounts(entries) {
  return byAccount(entries).map((sum) =>
    el(
      "li",
      {},
      el("p", { class: "amount-head" }, el("span", { text: sum.account }), el("span", { class: "number", text: money(sum.amount, true) })),
      el("ul", { class: "reasons" }, ...sum.entries.map(reason)),
    ));
}

/** One movement of money: the amount, why, and the ruling. */
export function reason(entry) {
  const text = entry.text ? t("{kind}: {reason}", { kind: KINDS[entry.kind] ?? entry.kind, reason: entry.text }) : KINDS[entry.kind] ?? entry.kind;
  return el(
    "li",
    { class: "reason" },
    el("span", { class: "reason-amount", text: money(entry.amount, true) }),
    el("span", {}, entry.company ? badge(entry.company, "co-inline") : null, entry.company ? " " : null, text),
    entry.ruling ? el("span", { class: "ruling", text: entry.ruling }) : null,
  );
}

/** What else there is to hear of an event, a paragraph each: a debt that stays, why nobody is paid. */
export function tidings(news) {
  return news.map((text) => el("p", { class: "news", text: capital(text) }));
}

/** "Andrea +6,000" for each player, in short. */
export function summary(entries) {
  return byAccount(entries)
    .filter((sum) => sum.amount !== 0)
    .map((sum) => el("span", { class: "sum" }, sum.account, " ", el("b", { text: money(sum.amount, true) })));
}
