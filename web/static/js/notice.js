// The line above the page's foot in which a command's fate is told.

import { byId, setText, show } from "./dom.js";

let expiry = 0;

/** Shows a message until it is closed, the next command goes well, or `ms` have passed. */
export function say(text, ms = 0) {
  const notice = byId("notice");
  if (!notice) return;
  clearTimeout(expiry);
  setText(notice.querySelector(".notice-text"), text.charAt(0).toUpperCase() + text.slice(1));
  show(notice, true);
  if (ms) expiry = setTimeout(hush, ms);
}

export function hush() {
  clearTimeout(expiry);
  const notice = byId("notice");
  if (notice) show(notice, false);
}

byId("notice")?.querySelector("button").addEventListener("click", hush);
