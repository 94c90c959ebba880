// What SHARK adds to the set-up: edition, board, money, house rules.

import { set } from "../../command.js";
import { byId, setText, show } from "../../dom.js";
import { check, setupPage } from "../../setup.js";
import { t } from "../../words.js";

const form = byId("setup");
const rules = [...form.querySelectorAll('[name="rule"]')];
const grace = byId("s-grace");
const hidden = byId("s-hidden");
const board = byId("s-board");
const boards = [...board.options];
const edition = () => form.querySelector('[name="edition"]:checked');

/** Whether a rule or a board is one for the chosen edition. */
const suits = (choice) => choice.dataset.editions.split(" ").includes(edition().value);

/** Offers the boards that have the edition's zones; chosen is `wanted`, else the edition's own, else the first. */
function setBoards(wanted) {
  const fit = boards.filter(suits);
  board.replaceChildren(...fit);
  const names = fit.map((option) => option.value);
  board.value = [wanted, edition().dataset.board, names[0]].find((name) => names.includes(name)) ?? "";
}

/** The edition's own rules, or those of `options` where they differ. */
function setRules(options = {}) {
  const own = edition().dataset.rules.split(" ");
  for (const rule of rules) {
    rule.checked = options[rule.value] ?? own.includes(rule.value);
    show(rule.closest("label"), suits(rule));
    if (rule.closest("label").hidden) rule.checked = false;
  }
  grace.value = String(options.debt_grace_turns ?? 0);
  tellRules();
}

/** What differs from the edition's own rules, as the header holds it. */
function changedRules() {
  const own = edition().dataset.rules.split(" ");
  const changed = rules.filter((rule) => rule.checked !== own.includes(rule.value)).map((rule) => [rule.value, rule.checked]);
  return { ...Object.fromEntries(changed), ...(grace.value === "0" ? {} : { debt_grace_turns: Number(grace.value) }) };
}

function tellRules() {
  const count = Object.keys(changedRules()).length + (hidden.checked ? 1 : 0);
  setText(byId("s-rules-text"), count ? t("{number} changed", { number: count }) : t("as the edition has them"));
}

for (const rule of rules) {
  rule.addEventListener("change", () => {
    const excluded = rule.checked ? rule.dataset.excludes.split(" ") : [];
    for (const other of rules) if (excluded.includes(other.value)) other.checked = false;
    tellRules();
  });
}
grace.addEventListener("change", tellRules);
hidden.addEventListener("change", tellRules);

for (const choice of form.querySelectorAll('[name="edition"]')) {
  choice.addEventListener("change", () => {
    setBoards();
    setRules();
    check();
  });
}

function fill(last) {
  const choice = form.querySelector(`[name="edition"][value="${CSS.escape(last.edition ?? "2001")}"]`);
  if (choice) choice.checked = true;
  setBoards(last.board);
  hidden.checked = "hiddenCash" in form.dataset;
  setRules(last.options);
  for (const money of form.querySelectorAll('[name="money"]')) money.checked = money.value === form.dataset.money;
}

const moneyKind = () => form.querySelector('[name="money"]:checked').value;

function header() {
  const money = moneyKind();
  return {
    edition: edition().value, board: board.value, options: changedRules(),
    ...(money === "accounts" ? {} : { x_money: money }), ...(hidden.checked ? { x_hidden_cash: true } : {}),
  };
}

const least = () => Number(edition().dataset.least);
const most = () => Number(edition().dataset.most);

/** What is still to be done before the game can begin, or nothing. */
function missing(names) {
  if (names.length < least() || names.length > most()) {
    return t("The {edition} edition is for {least} to {most} players.", { edition: edition().value, least: least(), most: most() });
  }
  return board.options.length ? "" : t("No board has the zones of the {edition} edition.", { edition: edition().value });
}

setupPage({
  game: "shark", key: "bankhalter-setup", least: 2, most: 6, fill, header, missing,
  begun: () => set({ money: moneyKind(), hidden_cash: hidden.checked }), // what the next game begins with
});
