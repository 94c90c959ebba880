// Sends commands: each with an id of its own, so that however often it arrives it is booked once.

import { byId, setText, show } from "./dom.js";
import { shown } from "./live.js";
import { T } from "./texts.js";

const TRIES = 6;
const TIMEOUT_MS = 8_000;

/** Sends a command of docs/table.md; gives the answer, and shows its error where there is one. */
export function send(command) {
  const request = newId();
  // Which game it is for: an answer that was lost may be asked for again when another game has begun.
  const game = shown?.game?.id ?? null;
  const version = shown?.version ?? 0;
  return deliver("/command", { request, game, version, ...command });
}

/** Tells the virtual table what to do. */
export const simulate = (command) => deliver("/simulator", command, 1);

async function deliver(path, body, tries = TRIES) {
  let answer = { ok: false, error: T.unknownOutcome };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt) await pause(300 * 2 ** (attempt - 1));
    let response;
    try {
      response = await post(path, body);
    } catch {
      continue; // no answer came: the same request again
    }
    if (response.headers.get("X-Bankhalter-Token") === "stale" && attempt < 2) {
      await renewToken();
      continue;
    }
    answer = await response.json().catch(() => ({ ok: false, error: `The table answered ${response.status}.` }));
    break;
  }
  if (answer.ok) hush();
  else say(answer.ruling ? `${answer.error} (${answer.ruling})` : answer.error);
  return answer;
}

function post(path, body) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token().content },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
}

const token = () => document.querySelector('meta[name="csrf-token"]');

async function renewToken() {
  const response = await fetch("/token", { cache: "no-store" });
  token().content = (await response.json()).token;
}

/** 128 random bits; randomUUID would ask for https. */
function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** A button that works on `act()` once at a time. */
export function onTap(button, act) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy") === "true" || button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      await act();
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
  return button;
}

/** Shows a message until it is closed or the next command goes well. */
export function say(text) {
  const notice = byId("notice");
  if (!notice) return;
  setText(notice.querySelector(".notice-text"), text.charAt(0).toUpperCase() + text.slice(1));
  show(notice, true);
}

function hush() {
  const notice = byId("notice");
  if (notice) show(notice, false);
}

byId("notice")?.querySelector("button").addEventListener("click", hush);
