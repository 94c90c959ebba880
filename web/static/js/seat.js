// A player's own page: what is his, what he may do now, and what he was paid and why. What that is is the game's.

import { askedPanel } from "./banker/asked.js";
import { overPanel } from "./banker/result.js";
import { byId, el, patch, setText, show } from "./dom.js";
import { reason } from "./entries.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { T, capital, timeOf } from "./texts.js";

const PAYMENTS = 8;

let me = null;
let asked = { id: null, version: null };

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

/** The page of a game: `own` are the game's parts. */
export function seatPage(own = []) {
  const parts = [askedPanel, ...own, overPanel].map((mount) => mount());
  follow((snapshot) => draw(snapshot, parts));
}

function draw(snapshot, parts) {
  if (!snapshot.game) {
    location.reload(); // there is no seat without a game: the server says so
    return;
  }
  me = snapshot.viewer.player;
  byId("main").dataset.phase = snapshot.view.phase;
  setText(byId("sentence"), snapshot.waiting.text);
  byId("main").classList.toggle("my-turn", snapshot.waiting.actor === me);
  for (const update of parts) update(snapshot);
  drawPaid(snapshot);
  tellRefusal(snapshot);
}
