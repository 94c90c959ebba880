// A game moment by moment: each moment is drawn by the server; here one plays, jumps and keeps the address current.

import { askDevice, onTap } from "./command.js";
import { byId, setAttr, setText } from "./dom.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { timeOf } from "./texts.js";
import { t } from "./words.js";
import { work } from "./work.js";

const STEP_MS = 1_100;
const KEEP_MS = 20_000;

const controls = byId("r-controls");
const range = byId("r-range");
const link = byId("r-link");
const { ref } = controls.dataset;
const lines = controls.dataset.lines.split(" ").map(Number);
const jumps = controls.dataset.jumps.trim().split(/\s+/).filter(Boolean).map((jump) => {
  const [line, names] = jump.split(":");
  return { place: lines.indexOf(Number(line)), names: names.split(",") };
});

/** The charts with where their lines begin and how far they go, in the drawing's own measure. */
const charts = [...document.querySelectorAll(".r-chart")].map((chart) => {
  const svg = chart.querySelector("svg");
  const { width } = svg.viewBox.baseVal;
  const [left, right] = chart.dataset.sides.split(" ").map(Number);
  return { chart, svg, left, across: width - left - right, width };
});

let place = Number(byId("r-moment").dataset.place);
let wanted = place;
let loading = false;
let playing = 0; // 1 forward, -1 back, 0 not
let timer = 0;

/** Shows the moment at a place; of many asked for quickly the last one is shown. */
async function go(to) {
  wanted = Math.max(0, Math.min(lines.length - 1, to));
  range.value = wanted;
  if (loading) return;
  loading = true;
  while (wanted !== place) {
    const aim = wanted;
    try {
      const response = await fetch(`/review/${ref}/moment/${lines[aim]}${location.search.includes("lang=") ? `?lang=${document.documentElement.lang}` : ""}`);
      if (!response.ok) throw new Error(String(response.status));
      const drawn = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("r-moment");
      byId("r-moment").replaceWith(document.adoptNode(drawn));
      place = aim;
    } catch {
      say(t("The table does not answer: this moment cannot be shown now."));
      play(0);
      wanted = place;
      range.value = place;
      break;
    }
  }
  loading = false;
  settled();
}

function settled() {
  const address = new URL(location.href);
  address.searchParams.set("at", lines[place]);
  history.replaceState(null, "", address);
  link.href = `/review/${ref}?at=${lines[place]}`;
  for (const node of document.querySelectorAll(".r-turns a[aria-current]")) node.removeAttribute("aria-current");
  const row = document.querySelector(`.r-turns a[data-n="${lines[place]}"]`);
  if (row) row.setAttribute("aria-current", "true");
  setAttr(range, "aria-valuetext", byId("r-moment").querySelector(".r-text").textContent);
  for (const { chart, left, across, width } of charts) {
    chart.style.setProperty("--now", `${((left + (across * place) / Math.max(lines.length - 1, 1)) / width) * 100}%`);
  }
  const time = byId("r-moment").querySelector("time");
  if (time) time.textContent = timeOf(time.dateTime);
  setAttr(byId("r-back"), "aria-disabled", place === 0 && "true");
  setAttr(byId("r-on"), "aria-disabled", place === lines.length - 1 && "true");
  for (const button of document.querySelectorAll("[data-jump]")) setAttr(button, "aria-disabled", next(button.dataset.jump) === undefined && "true");
}

const next = (name) => jumps.find((jump) => jump.place > place && (!name || jump.names.includes(name)))?.place;

function play(direction) {
  clearTimeout(timer);
  playing = playing === direction ? 0 : direction;
  for (const [id, way, on, off] of [["r-play", 1, t("Pause"), t("Play")], ["r-play-back", -1, t("Pause"), t("Play back")]]) {
    setAttr(byId(id), "aria-pressed", String(playing === way));
    setText(byId(id), playing === way ? on : off);
  }
  if (playing) tick();
}

async function tick() {
  await go(place + playing);
  if (place === 0 || place === lines.length - 1) { if (playing) play(playing); return; }
  timer = setTimeout(() => { if (playing) tick(); }, STEP_MS);
}

/** The first moment of the turn before or after the shown one. */
function turn(by) {
  const own = byId("r-moment").dataset.turn;
  const rows = [...document.querySelectorAll(".r-turns tbody tr")];
  const at = rows.findIndex((row) => row.querySelector(`a[data-n="${lines[place]}"]`));
  const to = at < 0 ? (own === "0" ? 0 : rows.length - 1) : at + by;
  const first = rows[Math.max(0, Math.min(rows.length - 1, to))]?.querySelector("a[data-n]");
  if (first) go(lines.indexOf(Number(first.dataset.n)));
}

byId("r-first").addEventListener("click", () => go(0));
byId("r-last").addEventListener("click", () => go(lines.length - 1));
byId("r-back").addEventListener("click", () => go(place - 1));
byId("r-on").addEventListener("click", () => go(place + 1));
byId("r-play").addEventListener("click", () => play(1));
byId("r-play-back").addEventListener("click", () => play(-1));
range.addEventListener("input", () => go(Number(range.value)));
for (const button of document.querySelectorAll("[data-jump]")) {
  button.addEventListener("click", () => { const to = next(button.dataset.jump); if (to !== undefined) go(to); });
}
for (const anchor of document.querySelectorAll(".r-turns a[data-n]")) {
  anchor.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(lines.indexOf(Number(anchor.dataset.n)));
    byId("r-controls").scrollIntoView({ block: "nearest" });
  });
}
for (const { chart, svg, left, across, width } of charts) {
  chart.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * width;
    go(Math.round(((at - left) / across) * (lines.length - 1)));
  });
}

addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const onButton = event.target.closest("button, summary, a");
  const acts = {
    ArrowRight: () => go(place + 1), ArrowLeft: () => go(place - 1), ArrowDown: () => turn(1), ArrowUp: () => turn(-1),
    Home: () => go(0), End: () => go(lines.length - 1), j: () => { const to = next(); if (to !== undefined) go(to); },
    ...(onButton ? {} : { " ": () => play(1) }),
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

const keep = byId("r-keep");
if (keep) {
  onTap(keep, async () => {
    const answer = await askDevice("/review/keep", { key: keep.dataset.key }, KEEP_MS);
    if (answer.ok) location.assign(answer.address);
  });
}

const film = byId("r-film");
if (film) {
  const { game, state } = film.dataset;
  work({
    game: Number(game), state, start: film, bar: byId("r-film-bar"), stop: byId("r-film-stop"),
    ask: "/review/film", progress: `/review/${game}/film.json`, done: () => location.assign(`/review/${game}/time-lapse.avi`),
    failed: t("No film can be made of this game: its pictures are gone or cannot be read."),
  });
}

settled();
follow(() => {});
