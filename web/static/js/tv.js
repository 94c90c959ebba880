// For the television: drawn from each snapshot, followed without a touch, and kept from burning in.

import { stayAwake } from "./awake.js";
import { byId, setText, show } from "./dom.js";
import { summary, tidings } from "./entries.js";
import { follow } from "./live.js";
import { capital } from "./texts.js";
import { voice } from "./voice.js";
import { endReason, wonBy } from "./banker/result.js";
import { t } from "./words.js";

const SHIFT_MS = 60_000;

function drawLast(snapshot, untold) {
  const line = snapshot.log.find((item) => !item.undone && (item.news.length || !untold.includes(item.event?.do)));
  setText(byId("tv-last-text"), line ? capital(line.text) : "");
  const news = byId("tv-last-news");
  news.replaceChildren(...(line ? tidings(line.news) : []));
  show(news, news.childElementCount > 0);
  byId("tv-last-sums").replaceChildren(...(line ? summary(line.entries) : []));
}

function sentenceOf({ game: running, view, waiting }) {
  if (!running) return t("Shall we play?");
  return view.over ? `${wonBy(view)} ${endReason(view)}` : waiting.text;
}

/** The page of a game: `own` are its parts, `untold` the events that they show otherwise than as a sentence. */
export function tvPage(own = [], untold = []) {
  const parts = own.map((mount) => mount());
  const speak = voice();
  follow((snapshot) => {
    speak(snapshot);
    draw(snapshot, parts, untold);
  });
}

function draw(snapshot, parts, untold) {
  byId("main").classList.toggle("tv-idle", !snapshot.game);
  setText(byId("tv-sentence"), sentenceOf(snapshot));
  for (const part of document.querySelectorAll(".tv-of-game")) show(part, snapshot.game !== null);
  if (!snapshot.game) {
    show(byId("tv-rolled"), false);
    return;
  }
  for (const update of parts) update(snapshot);
  drawLast(snapshot, untold);
}

// A television shows the same picture for hours: it wanders a little, by a pixel or four.
let shift = 0;
setInterval(() => {
  shift += 1;
  const at = (steps) => `${[0, 2, 4, 2, 0, -2, -4, -2][(shift * steps) % 8]}px`;
  byId("main").style.setProperty("--shift-x", at(1));
  byId("main").style.setProperty("--shift-y", at(3));
}, SHIFT_MS);

stayAwake();
