// Follows the table: server-sent events, a whole snapshot each time, and a clear word when the line is cut.

import { byId, setText, show } from "./dom.js";
import { T, secondsOf } from "./texts.js";

const SILENCE_MS = 12_000; // the server lets itself be heard every 5 seconds
const RECONNECT_MS = 4_000;
const FINGER_MS = 350; // a tap is over this long after the finger has left
const HIDDEN_MS = 10_000;

/** As whom this page looks: "banker", "seat-2", or "" for what everybody may see. */
export const as = document.documentElement.dataset.as ?? "";

/** The game whose parts this page has; null for a page that is the same for all games. */
const playing = document.documentElement.dataset.game ?? null;

/** A page whose address asks for a language keeps it; another one speaks as its reader or the table is set. */
const askedFor = new URLSearchParams(location.search).has("lang");

/** Whether somebody has written something into the page that would be lost. */
const written = () => [...document.querySelectorAll("input, textarea")].some((field) => field.value !== field.defaultValue);

const renderers = [];
let source = null;
let watchdog = 0;
let retry = 0;
let failures = 0;
let reconnecting = false;
let lastHeard = null;
let waiting = null; // a snapshot that has come while a finger was down
let fingerUntil = 0;
let status = "loading";

/** The snapshot that the page shows now, null before the first. */
export let shown = null;

/** Whether what the page shows is what the table told last: no stream has ended since. */
export const hears = () => status === "live" && !reconnecting;

/** Calls `render(snapshot)` for each snapshot from now on. */
export function follow(render) {
  renderers.push(render);
  if (shown) render(shown);
  if (!source) connect();
}

function connect() {
  clearTimeout(retry);
  source?.close();
  reconnecting = false;
  source = new EventSource(`/events?as=${encodeURIComponent(as)}&lang=${document.documentElement.lang}`);
  source.addEventListener("snapshot", (event) => {
    heard();
    take(JSON.parse(event.data, bare));
  });
  source.addEventListener("beat", heard);
  source.addEventListener("language", () => {
    if (!askedFor && !written()) location.reload();
  });
  source.addEventListener("error", () => {
    if (source.readyState === EventSource.CLOSED) again();
    else if (!reconnecting) listenFor(RECONNECT_MS); // by itself: a stream ends every minute, that is no fault
    reconnecting = true;
  });
  listenFor(SILENCE_MS);
}

function listenFor(ms) {
  clearTimeout(watchdog);
  watchdog = setTimeout(again, ms);
}

function heard() {
  failures = 0;
  reconnecting = false;
  lastHeard = Date.now();
  listenFor(SILENCE_MS);
  setStatus("live");
}

function again() {
  source?.close();
  clearTimeout(watchdog);
  failures += 1;
  setStatus("stale");
  retry = setTimeout(connect, Math.min(5_000, 500 * 2 ** Math.min(failures, 4)));
}

function take(snapshot) {
  if (performance.now() < fingerUntil) {
    waiting = snapshot; // nothing moves under a finger
    return;
  }
  waiting = null;
  if (as && snapshot.viewer?.role === "public") {
    location.reload(); // the evening is over, or another game has begun: the server knows what to show instead
    return;
  }
  if (playing !== null && snapshot.game && snapshot.game.name !== playing) {
    location.reload(); // another game is on the table: its own parts belong on this page
    return;
  }
  shown = snapshot;
  for (const render of renderers) render(snapshot);
  document.documentElement.dataset.revision = snapshot.revision;
}

function flush() {
  if (waiting) take(waiting);
}

addEventListener("pointerdown", () => { fingerUntil = performance.now() + 8_000; }, true);
for (const end of ["pointerup", "pointercancel"]) {
  addEventListener(end, () => {
    fingerUntil = performance.now() + FINGER_MS;
    setTimeout(flush, FINGER_MS + 20);
  }, true);
}
setInterval(flush, 1_000);

let hiddenTimer = 0;
document.addEventListener("visibilitychange", () => {
  clearTimeout(hiddenTimer);
  if (document.hidden) {
    // A browser allows few connections to one address: a tab that nobody looks at gives its own back.
    hiddenTimer = setTimeout(() => {
      clearTimeout(watchdog);
      source?.close();
    }, HIDDEN_MS);
  } else if (source && source.readyState !== EventSource.OPEN) connect();
});
addEventListener("online", connect);
addEventListener("offline", again);
addEventListener("pagehide", () => source?.close());
addEventListener("pageshow", (event) => { if (event.persisted) connect(); });

function setStatus(next) {
  if (next === status && next !== "stale") return;
  status = next;
  document.documentElement.dataset.link = next;
  const line = byId("link");
  if (!line) return;
  line.dataset.state = next;
  const since = lastHeard ? secondsOf(lastHeard) : "–";
  setText(line.querySelector(".link-text"), next === "live" ? T.live : next === "stale" && lastHeard ? T.stale(since) : T.connecting);
  const hint = byId("stale-since");
  if (hint) {
    setText(hint, T.stale(since));
    show(hint, next === "stale" && lastHeard !== null);
  }
}

/** An object of a snapshot without a prototype: a player may be called `__proto__` or `constructor`. */
function bare(_key, value) {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.assign(Object.create(null), value);
}
