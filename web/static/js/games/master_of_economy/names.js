// What companies, packets, goods and factories are called on the pages, and their drawings.

import { drawing, el } from "../../dom.js";
import { list } from "../../texts.js";

export const COMPANIES = ["blue", "yellow", "green", "red"];

/** A company's colour and name. */
export const company = (game, name) => el("span", { class: "me-company" }, drawing(`co-${name}`, `co co-${name} co-inline`), ` ${game.companies[name]}`);

/** What lies on a company's board, a dash for nothing. */
export const lying = (parts) => (parts.length ? list(parts) : "–");

/** "Red Socks 3, 10" of each company whose packets are held. */
export const packets = (held, game) => {
  const parts = Object.entries(held).map(([of, numbers]) => `${game.companies[of]} ${numbers.join(", ")}`);
  return parts.length ? parts.join(" · ") : "–";
};
