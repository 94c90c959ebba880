// Numbers and fixed texts as people read them. What a game says comes with the snapshot, in sentences.

import { t } from "./words.js";

const locale = document.documentElement.lang || "en";
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0, useGrouping: "always" });
const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const exact = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** 12000 -> "12,000"; with `sign` "+12,000" and "−12,000". */
export function money(amount, sign = false) {
  const text = whole.format(Math.abs(amount));
  if (amount < 0) return `−${text}`;
  return sign && amount > 0 ? `+${text}` : text;
}

/** An amount, or a word where it is hidden from who looks. */
export const moneyIfShown = (amount, hidden = T.hidden) => (amount === undefined ? hidden : money(amount));

export const timeOf = (value) => clock.format(new Date(value));
export const secondsOf = (value) => exact.format(new Date(value));

/** "28 Nov 2026, 20:15" in this device's own time; the text as it is where it is no time. */
export const dayOf = (value) => (Number.isNaN(Date.parse(value)) ? value : day.format(new Date(value)));

export const COLOURS = ["red", "blue", "green", "yellow"];
export const LETTERS = { red: "R", blue: "B", green: "G", yellow: "Y", top: "T" };
export const OF_LETTER = { r: "red", b: "blue", g: "green", y: "yellow", t: "top" };
export const COLOUR_WORDS = {
  red: t("red"), blue: t("blue"), green: t("green"), yellow: t("yellow"), top: t("TOP"), black: t("black"), white: t("white"),
  free: t("any colour"),
};
export const HOUSE_WORDS = {
  red: t("a red house"), blue: t("a blue house"), green: t("a green house"), yellow: t("a yellow house"), top: t("a TOP"),
};

/** "Smith & Smith (red)" where the company has a name, else "red". */
export function companyName(snapshot, company) {
  if (company === "top") return t("TOP");
  return snapshot.game?.companies?.[company] ?? COLOUR_WORDS[company] ?? company;
}

/** Companies of the pieces that may stand on this game's board, TOP among them where the game has it. */
export const piecesOf = (snapshot) => [...(snapshot?.game?.pieces ?? "rbgyt")].map((letter) => OF_LETTER[letter]);

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** "a", "a and b", "a, b and c" */
export function list(parts) {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(parts);
}

/** "a", "a or b", "a, b or c" */
export function either(parts) {
  return new Intl.ListFormat(locale, { type: "disjunction" }).format(parts);
}

export const zoneWord = (zone) => (zone === "S" ? t("the shark zone") : t("zone {zone}", { zone }));

export const KINDS = {
  purchase: t("shares bought"),
  sale: t("shares sold"),
  commission: t("commission"),
  dividend: t("dividend"),
  loss: t("loss"),
  forced_sale: t("forced sale"),
  write_off: t("debt forgiven"),
  grace_payment: t("debt paid"),
  build: t("factory built"),
  sell_factory: t("factory sold"),
  top_up: t("cash added by the manager"),
  local: t("trade with each other"),
  import: t("import"),
  export: t("export"),
  fine: t("a fine"),
  unsold: t("not sold"),
  no_room: t("store full"),
  no_supply: t("nothing left at the bank"),
  unpaid: t("not paid"),
  power_lost: t("power lost"),
  interest: t("interest"),
  repay: t("loan repaid"),
  bonus: t("bonus"),
  board_bonus: t("board's bonus"),
  embezzlement: t("embezzlement"),
  cover_up: t("cover-up"),
  buy_back: t("packet bought back"),
  conversion: t("shares turned into cash"),
  settlement: t("loans settled"),
  split: t("cash shared out"),
  rest: t("the rest"),
  loan: t("loan"),
  payment: t("bid paid"),
  repeat: t("auction repeated"),
  monopoly: t("monopoly"),
  longest: t("longest row"),
  second: t("second longest row"),
  shared: t("shared"),
  risk: t("Risk"),
  penalty: t("penalty"),
};

export const T = {
  connecting: t("Connecting"),
  live: t("Live"),
  stale: (since) => t("Connection lost. Shown is the table as of {since}", { since }),
  staleShort: (since) => t("Lost {since}", { since }),
  undoNothing: t("Nothing to undo"),
  redoNothing: t("Nothing to redo"),
  undoDone: t("Taken back"),
  unknownOutcome: t("The table does not answer. Whether this was booked is not known: look at the log when the connection is back."),
  noAnswer: t("The table does not answer. Nothing was booked: try again."),
  uploadLost: t("The table did not answer. Look at the list of games before you try again."),
  notConnected: t("Not connected: nothing was sent."),
  alreadyBooked: t("Already booked."),
  notWhole: t("Type a whole number here, in digits only."),
  noGame: t("No game is running."),
  nobody: t("nobody"),
  hidden: t("hidden"),
  notBooked: t("The banker has not booked it."),
};
