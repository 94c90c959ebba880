// Sends commands: each with an id of its own, so that however often it arrives it is booked once.

import { as, follow, shown } from "./live.js";
import { hush, say } from "./notice.js";
import { Unclear } from "./numbers.js";
import { T } from "./texts.js";

const TRIES = 6;
const GIVE_UP_MS = 3_000; // a command that arrives later is no longer the one that was meant
const SETTLE_MS = 700; // by then the snapshot that overtook a command is here
const BRIEF_MS = 2_500;
const DEVICE_MS = 15_000; // a dice reader that does not answer is given up after some seconds

let refused = null; // the command that came too late last, until it is known what became of it

/** Sends a command of docs/table.md; gives the answer, and shows its error where there is one. */
export function send(command) {
  const request = newId();
  // Which game it is for: an answer that was lost may be asked for again when another game has begun.
  const game = shown?.game?.id ?? null;
  const version = shown?.version ?? 0;
  return deliver("/command", { request, game, version, last: shown?.last ?? null, ...command });
}

/** What would come of an undo or a correction (docs/table.md); books nothing, and shows its error where there is one. */
export async function ask(command) {
  if (!linked()) return told({ ok: false, error: T.notConnected });
  const body = { ...command, game: shown?.game?.id ?? null, version: shown?.version ?? 0 };
  try {
    let response = await post("/ahead", body, GIVE_UP_MS);
    if (response.headers.get("X-Bankhalter-Token") === "stale") {
      await renewToken();
      response = await post("/ahead", body, GIVE_UP_MS);
    }
    return told(await response.json());
  } catch {
    return told({ ok: false, error: T.noAnswer });
  }
}

/** Sends a file as it is; gives the answer (a picture as `blob`), and shows its error where there is one, unless it was stopped by the signal. */
export async function upload(path, file, { signal = null, lost = T.uploadLost } = {}) {
  if (!linked()) return told({ ok: false, error: T.notConnected });
  try {
    await renewToken();
    const headers = { "Content-Type": "application/octet-stream", "X-CSRFToken": token().content };
    const response = await fetch(spoken(path), { method: "POST", headers, body: file, signal });
    const picture = response.headers.get("Content-Type")?.startsWith("image/");
    return told(picture ? { ok: true, blob: await response.blob() } : await response.json());
  } catch {
    if (signal?.aborted) return { ok: false, error: "" };
    return told({ ok: false, error: lost });
  }
}

/** Changes a setting of the table: `{name: value}`. */
export const set = (change) => deliver("/settings", change, 1);

/** Tells the virtual table what to do. */
export const simulate = (command) => deliver("/simulator", command, 1);

/** Asks something that is no part of the game, of the devices or in looking back; gives the answer, and shows its error where there is one. */
export async function askDevice(path, body, ms = DEVICE_MS, lost = T.noAnswer) {
  try {
    let response = await post(path, body, ms);
    if (response.headers.get("X-Bankhalter-Token") === "stale") {
      await renewToken();
      response = await post(path, body, ms);
    }
    return told(await response.json());
  } catch {
    return told({ ok: false, error: lost });
  }
}

/** Sends an object to a path of ours, at most so often; gives the answer, and shows its error where there is one. */
export async function deliver(path, body, tries = TRIES) {
  if (!linked()) return told({ ok: false, error: T.notConnected });
  clearTimeout(refused?.timer);
  refused = null;
  const event = body.do === "book" ? shown?.proposal?.event : body.event; // of the snapshot that was tapped on
  const deadline = performance.now() + GIVE_UP_MS;
  let answer = { ok: false, error: T.unknownOutcome };
  for (let attempt = 0; attempt < tries; attempt += 1) {
    if (attempt) await pause(300 * 2 ** (attempt - 1));
    const left = deadline - performance.now();
    if (left <= 0 || !linked()) break; // what is tapped now is booked now or not at all
    try {
      const response = await post(path, body, left);
      if (response.headers.get("X-Bankhalter-Token") === "stale" && attempt < 2) {
        await renewToken();
        continue;
      }
      answer = await response.json();
      if (response.status === 409) return overtaken({ answer, event, game: shown?.game?.id, version: body.version });
      break;
    } catch {
      // No answer came, or one that was cut off: the same request again, which is booked once.
    }
  }
  return told(answer);
}

/** Whether the page hears the table: only then does it show what a tap is meant for. */
const linked = () => document.documentElement.dataset.link === "live";

/** A command for an older state: no error where another screen, or a tap before, has booked the same. */
function overtaken(refusal) {
  refused = { ...refusal, timer: setTimeout(() => told(refusal.answer), SETTLE_MS) };
  settle(shown);
  return refusal.answer;
}

/** Looks in a newer state what became of the command that was refused for it; in the next one its note goes. */
function settle(snapshot) {
  if (!refused || (snapshot?.version === refused.version && snapshot.game?.id === refused.game)) return;
  const booked = snapshot.log.some(({ seq, event, undone }) => !undone && seq > refused.version && same(refused.event, event));
  if (!booked && snapshot.version === refused.answer.version) return;
  clearTimeout(refused.timer);
  refused = null;
  if (booked) say(T.alreadyBooked, BRIEF_MS);
  else hush();
}

/** Whether what was booked is what was sent. */
export const same = (sent, booked) => Boolean(sent && booked)
  && Object.entries(sent).every(([key, value]) => JSON.stringify(value) === JSON.stringify(booked[key]));

function told(answer) {
  if (answer.ok) hush();
  else if (!answer.busy) say(answer.ruling ? `${answer.error} (${answer.ruling})` : answer.error);
  return answer;
}

export function post(path, body, ms) {
  return fetch(spoken(path), {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token().content, "X-Bankhalter-As": as || "banker" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ms),
  });
}

/** Answers come in the page's language, which may be none of those that the browser prefers. */
const spoken = (path) => `${path}${path.includes("?") ? "&" : "?"}lang=${document.documentElement.lang}`;

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

/** A button that works on `act()` once at a time; what cannot be meant in a field is told, and nothing is sent. */
export function onTap(button, act) {
  button.addEventListener("click", async () => {
    if (button.getAttribute("aria-busy") === "true" || button.getAttribute("aria-disabled") === "true") return;
    button.setAttribute("aria-busy", "true");
    try {
      await act();
    } catch (fault) {
      if (!(fault instanceof Unclear)) throw fault;
      say(fault.message);
      fault.input.focus();
    } finally {
      button.removeAttribute("aria-busy");
    }
  });
  return button;
}

follow(settle);
