// Disputes: chains counted and compared, houses that might be placed, camera against books. Nothing here is booked.

import { Choice, badge } from "./company.js";
import { askDevice } from "./command.js";
import { byId, el, patch, setAttr, setText, show } from "./dom.js";
import { reason } from "./entries.js";
import { Grid } from "./grid.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { Sending, inTurn } from "./photo.js";
import { keepPicture } from "./picture.js";
import { COLOURS, COLOUR_WORDS, HOUSE_WORDS, OF_LETTER, capital, money, timeOf } from "./texts.js";
import { t, tn } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const ASK_MS = 5_000;
const READ_MS = 30_000;

let snapshot = null;
let photo = null; // {key, board, squares, remark, at, file} of the photo that was read last
let unfound = null; // the same with the reason, without squares, of a newer one in which no board was found
let fixed = {}; // what people have said stands on a square: {C4: "r"}
let placed = []; // houses that might be placed, one after the other
let pair = []; // squares that were tapped to be compared
let corners = []; // taps on a photo in which the board was not found
let answer = null;
let asks = 0; // how often the differences were asked for: an answer to any but the newest is out of date
let asking = false;
let again = false;

const source = new Choice(byId("c-source"), t("What is counted"), () => {
  start();
  byId("c-board").value = shown()?.board ?? byId("c-board").value;
  draw();
  drawPicture();
  drawDifferences();
});
const mode = new Choice(byId("c-mode"), t("What a tap does"), () => { pair = []; draw(); });
const company = new Choice(byId("c-company"), t("Which house"), () => {});
const piece = new Choice(byId("c-piece"), t("What stands there"), () => {});
const kind = new Choice(byId("c-kind"), t("Picture"), () => drawPicture());
const grid = new Grid(byId("c-grid"), { tap, label: t("The board") });
const refresh = keepPicture(byId("c-image"), () => (kind.value === "flat" ? "chains-flat" : "chains"), (missing) => show(byId("c-missing"), missing));

kind.update([{ value: "taken", label: t("As taken") }, { value: "flat", label: t("Flat") }]);
kind.set("taken");
mode.update([{ value: "compare", label: t("Compare") }, { value: "what", label: t("What if") }, { value: "fix", label: t("Say what stands there") }]);
mode.set("compare");
company.update([...COLOURS, "top"].map((value) => ({ value, label: COLOUR_WORDS[value], company: value, bare: true })));
company.set("red");
piece.update([...["r", "b", "g", "y", "t"].map((value) => ({ value, label: COLOUR_WORDS[OF_LETTER[value]], company: OF_LETTER[value], bare: true })), { value: ".", label: t("empty") }]);
piece.set(".");

function start() {
  fixed = {};
  placed = [];
  pair = [];
}

/** The photo that is shown; null where it is none. */
const shown = () => ({ photo, unfound })[source.value] ?? null;

/** Whether a photo is shown in which the board was not found: nothing is known of it then. */
const lost = () => source.value === "unfound";

/** The rows that are asked about; null where the books say it, or nobody knows it. */
function rows() {
  if (lost()) return null;
  const base = source.value === "photo" ? photo.squares : source.value === "camera" ? snapshot?.board_seen?.squares : null;
  if (base?.length) return base.map((row, r) => [...row].map((letter, c) => fixed[nameOf(r, c)] ?? letter).join(""));
  if (!Object.keys(fixed).length) return null;
  return (snapshot?.view?.board ?? []).map((row, r) => [...row].map((letter, c) => fixed[nameOf(r, c)] ?? letter).join(""));
}

const nameOf = (row, col) => {
  for (const [name, cell] of grid.cells) if (cell.row === row && cell.col === col) return name;
  return "";
};

async function draw() {
  if (asking) { again = true; return; }
  asking = true;
  const body = { players: !shown(), pair: pair.length === 2 ? pair : [], placed };
  if (shown()) body.board = shown().board;
  else if (!snapshot?.game) body.board = byId("c-board").value;
  const given = rows();
  if (given) body.rows = given;
  const got = await askDevice("/chains/ask", body, ASK_MS, t("The table does not answer: nothing was counted."));
  asking = false;
  if (again) { again = false; draw(); return; }
  if (got.ok) { answer = got; paint(); }
}

function paint() {
  grid.shape(answer.grid);
  const none = lost();
  for (const id of ["c-counted-card", "c-overs-card", "c-mode", "c-hint"]) show(byId(id), !none);
  show(byId("c-what"), !none && mode.value === "what");
  show(byId("c-fix"), !none && mode.value === "fix");
  if (none) { paintLost(); return; }
  const marks = {};
  for (const name of pair) marks[name] = { cls: "last", label: t("chosen") };
  for (const step of answer.steps) {
    if (!step.legal) continue;
    for (const name of step.removes) marks[name] = { cls: "goes", label: t("removed") };
    marks[step.square] = { cls: "last", label: t("{house}, supposed", { house: HOUSE_WORDS[step.company] }) };
  }
  grid.paint(answer.rows, { marks });
  drawOverlay();
  const chains = answer.chains.filter((chain) => chain.chain);
  setText(byId("c-title"), answer.take_overs.length
    ? tn(answer.take_overs.length, "{count} take-over is possible", "{count} take-overs are possible")
    : tn(chains.length, "{count} chain on the board", "{count} chains on the board"));
  patch(byId("c-prices"), COLOURS, (name) => name, (name) => el("li", {}, badge(name), el("span")), (node, name) => setText(node.lastElementChild, answer.unknown.length ? t("at least {price}", { price: money(answer.prices[name]) }) : money(answer.prices[name])));
  patch(byId("c-chains"), answer.chains, (chain) => `${chain.number} ${chain.text} ${chain.unsure}`, chainButton, (node, chain) => setAttr(node.firstElementChild, "aria-pressed", String(pair.some((name) => has(chain, name)))));
  const unknown = byId("c-unknown");
  show(unknown, answer.unknown.length > 0);
  setText(unknown, answer.unknown.length ? notKnown(answer.unknown, answer.grid.cols * answer.grid.rows) : "");
  patch(byId("c-overs"), answer.take_overs, (found) => `${found.text} ${found.unsure}`, (found) => el("li", {}, capital(found.text), " ", el("span", { class: "ruling", text: found.ruling }), perhaps(found.unsure)));
  show(byId("c-no-overs"), answer.take_overs.length === 0);
  const mover = byId("c-mover");
  show(byId("c-mover-field"), answer.players.length > 0);
  if (mover.dataset.of !== answer.players.join("\n")) {
    mover.dataset.of = answer.players.join("\n");
    mover.replaceChildren(...answer.players.map((name) => el("option", { text: name, selected: name === answer.turn })));
  }
  setText(byId("c-hint"), {
    compare: t("Tap two squares or two chains: which is larger, and may one take over the other?"),
    what: t("Tap a square: what would this house do there? Nothing is booked."),
    fix: t("Choose what stands there, then tap the square: for “?” and where the picture was misread."),
  }[mode.value]);
  drawResult();
}

/** Which of so many squares are not known; where those are most of them, only how many. */
function notKnown(names, squares) {
  return 2 * names.length > squares ? t("{number} of {all} squares are not known, and counted as empty: take a clearer picture.", { number: names.length, all: squares })
    : t("Not known, and counted as empty: {squares}. Say what stands there.", { squares: names.join(", ") });
}

/** The board that is looked for, of which no square is known. */
function paintLost() {
  const { cols, rows: count } = answer.grid;
  grid.paint(Array(count).fill("?".repeat(cols)), { marks: Object.fromEntries([...grid.cells.keys()].map((name) => [name, { disabled: true }])) });
  drawOverlay();
  setText(byId("c-title"), t("No board is found in the photo"));
  drawResult();
}

const has = (chain, name) => chain.houses.includes(name) || chain.tops.includes(name);

function chainButton(chain) {
  const unsure = chain.unsure.length ? t("perhaps more: what stands on {squares} is not known", { squares: chain.unsure.join(", ") }) : "";
  return el("li", {}, el("button", { type: "button", on: { click: () => choose(chain.houses[0]) } },
    el("b", { text: `#${chain.number}` }), badge(chain.company), el("span", { text: [capital(chain.text), unsure].filter(Boolean).join(", ") })));
}

function choose(name) {
  pair = pair.length === 1 ? [pair[0], name] : [name];
  if (mode.value !== "compare") mode.set("compare");
  draw();
}

function tap(name) {
  if (lost()) return;
  if (mode.value === "compare") choose(name);
  else if (mode.value === "what") {
    placed = [...placed.filter((_, at) => answer?.steps[at]?.legal !== false), { company: company.value, square: name, mover: answer?.players.length ? byId("c-mover").value : "" }];
    draw();
  } else {
    fixed = { ...fixed, [name]: piece.value };
    draw();
  }
}

function drawResult() {
  const lines = [];
  if (mode.value === "compare") {
    if (pair.length === 1) lines.push(el("p", { text: t("{square} is chosen: tap another square.", { square: pair[0] }) }));
    lines.push(...answer.compare.map(told));
  }
  if (mode.value === "what") {
    const step = answer.steps.at(-1);
    if (step && !step.legal) lines.push(told(step, "no"));
    else if (step) lines.push(...effect(step));
    if (step) lines.push(perhaps(step.unsure));
  }
  byId("c-result").replaceChildren(...lines.filter(Boolean));
}

/** That what was just said hangs on squares that are not known; null where it does not. */
function perhaps(unsure) {
  return unsure.length ? el("p", { class: "c-unknown", text: capital(t("perhaps otherwise: what stands on {squares} is not known", { squares: unsure.join(", ") })) }) : null;
}

function told({ text, ruling }, cls = null) {
  return el("p", { class: cls }, capital(text), ruling ? el("span", { class: "ruling", text: ruling }) : null);
}

/** What a house would do, in lines. */
function effect(step) {
  const values = { house: HOUSE_WORDS[step.company], square: step.square, zone: step.zone, commission: money(step.commission) };
  const lines = [el("p", { text: capital(t("{house} may stand on {square} (zone {zone}): commission {commission}", values)) })];
  if (step.removes.length) lines.push(el("p", { text: t("Removed: {squares}", { squares: step.removes.join(", ") }) }));
  const changed = COLOURS.filter((name) => step.before[name] !== step.after[name]);
  if (changed.length) lines.push(el("ul", { class: "c-prices" }, ...changed.map((name) => el("li", {}, badge(name), `${money(step.before[name])} → ${money(step.after[name])}`))));
  if (step.entries.length) {
    const byPlayer = Map.groupBy ? Map.groupBy(step.entries, (entry) => entry.account) : grouped(step.entries);
    lines.push(el("ul", { class: "amounts" }, ...[...byPlayer].map(([player, entries]) => el("li", {},
      el("p", { class: "amount-head" }, el("span", { text: player }), el("span", { class: "number", text: money(entries.reduce((sum, { amount }) => sum + amount, 0), true) })),
      el("ul", { class: "reasons" }, ...entries.map(reason))))));
  } else if (!step.mover) {
    if (step.per_share) lines.push(el("p", { text: t("Dividend: {amount} a share", { amount: money(step.per_share) }) }));
    for (const [name, [old, now]] of Object.entries(step.falls)) lines.push(el("p", { text: capital(t("{company} falls {old} → {now}: everybody but the mover pays {fall} a share", { company: COLOUR_WORDS[name], old: money(old), now: money(now), fall: money(old - now) })) }));
  }
  for (const [player, missing] of Object.entries(step.owes)) lines.push(el("p", { class: "no", text: t("{player} would lack {amount} and had to sell shares", { player, amount: money(missing) }) }));
  return lines;
}

function grouped(entries) {
  const found = new Map();
  for (const entry of entries) found.set(entry.account, [...(found.get(entry.account) ?? []), entry]);
  return found;
}

function svg(tag, attributes, text = null) {
  const node = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== null) node.textContent = text;
  return node;
}

/** Each chain's outline with its number and size on its first square. */
function drawOverlay() {
  const { cols, rows: count } = answer.grid;
  const root = svg("svg", { viewBox: `0 0 ${cols} ${count}`, preserveAspectRatio: "none" });
  for (const chain of answer.chains) {
    const cells = [...chain.houses, ...chain.tops].map((name) => grid.cells.get(name)).filter(Boolean);
    const taken = new Set(cells.map(({ row, col }) => `${row} ${col}`));
    let d = "";
    for (const { row, col } of cells) {
      if (!taken.has(`${row - 1} ${col}`)) d += `M${col} ${row}h1`;
      if (!taken.has(`${row + 1} ${col}`)) d += `M${col} ${row + 1}h1`;
      if (!taken.has(`${row} ${col - 1}`)) d += `M${col} ${row}v1`;
      if (!taken.has(`${row} ${col + 1}`)) d += `M${col + 1} ${row}v1`;
    }
    const chosen = pair.some((name) => has(chain, name)) ? " chosen" : "";
    root.append(svg("path", { d, class: "c-line-halo" }), svg("path", { d, class: `c-line${chosen}` }));
    if (!chain.chain) continue;
    const { row, col } = cells[0];
    const text = `${chain.size}${chain.unsure.length ? "+?" : ""}`;
    const [x, y] = [Math.max(0, col - .12), Math.max(0, row - .22)]; // within the board: beside it are the rulers
    root.append(svg("rect", { x, y, width: .3 + .24 * text.length, height: .44, rx: .1, class: "c-number-back" }),
      svg("text", { x: x + .15 + .12 * text.length, y: y + .35, class: "c-number" }, text));
  }
  grid.lay(root);
}

byId("c-back").addEventListener("click", () => { placed = placed.slice(0, -1); draw(); });
byId("c-clear").addEventListener("click", () => { placed = []; fixed = {}; draw(); });
byId("c-board").addEventListener("change", () => {
  const again = photos.picked ?? shown()?.file;
  if (again) take(again);
  if (!shown()) { start(); draw(); }
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && (pair.length || placed.length)) { pair = []; placed = []; draw(); }
});

// A photo.

const file = byId("c-file");
const drop = byId("c-drop");
const photos = new Sending(byId("c-progress"));

async function take(picked) {
  if (!picked) return;
  const path = `/chains/photo?board=${encodeURIComponent(byId("c-board").value)}`;
  const read = await photos.send(path, picked, t("The photo is being read. Where no board is to be found that takes up to half a minute."));
  if (!read) return;
  file.value = "";
  if (read.ok) takeIn(read, picked);
  else byId("c-board").value = shown()?.board ?? byId("c-board").value;
}

/** Shows what was read of a photo; one that is shown stays where no board was found in the new one. */
function takeIn(read, picked) {
  corners = [];
  const taken = { key: read.key, board: read.board, squares: read.squares, reason: read.reason, remark: read.remark, at: Date.now(), file: picked };
  const stays = source.value === "photo" && !read.found;
  [photo, unfound] = read.found ? [taken, null] : [photo, taken];
  sources();
  if (!stays) source.set(read.found ? "photo" : "unfound");
  byId("c-board").value = shown().board;
  if (stays) {
    say(t("{reason}. The photo that was read before stays; to tap the board's corners in the new one, choose “New photo”.", { reason: capital(read.reason) }));
    return;
  }
  start();
  drawPicture();
  drawDifferences();
  draw();
  if (lost()) byId("c-lost").scrollIntoView({ block: "nearest" });
}

if (file) {
  file.addEventListener("change", () => take(file.files[0]));
  byId("c-stop").addEventListener("click", () => { photos.stop(); file.value = ""; });
  addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  addEventListener("dragleave", () => drop.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    take(event.dataTransfer.files[0]);
  });
}

byId("c-image").addEventListener("click", async (event) => {
  if (!lost()) return;
  const image = event.currentTarget;
  const scale = image.naturalWidth / image.clientWidth;
  corners = [...corners, [event.offsetX * scale, event.offsetY * scale]];
  if (corners.length < 4) { say(tn(4 - corners.length, "{count} more corner", "{count} more corners")); return; }
  const { key, file: picked } = unfound;
  const body = { key, corners };
  corners = [];
  const read = await inTurn(() => askDevice("/chains/corners", body, READ_MS, t("The table does not answer: the photo was not read.")), () => unfound?.key === key);
  if (read.ok && unfound?.key === key) takeIn(read, picked);
});

function drawPicture() {
  show(byId("c-lost"), lost());
  if (lost()) setText(byId("c-lost"), t("{reason}. Tap the board's corners in the picture: its own top left first, then clockwise.", { reason: capital(unfound.reason) }));
  const { key, at, file: of, remark } = shown() ?? {};
  show(byId("c-remark"), Boolean(remark));
  setText(byId("c-remark"), remark ? t("{remark}. If it is another one, choose the photo again and tap that corner first.", { remark: capital(remark) }) : "");
  show(byId("c-name"), Boolean(key));
  setText(byId("c-name"), key ? t("Photo: {name}", { name: of.name }) : "");
  if (!key) { if (snapshot) refresh(snapshot.revision, snapshot.pictures); return; }
  const image = byId("c-image");
  image.src = `/chains/photo/${key}/${kind.value ?? "taken"}.jpg?at=${at}`;
  show(image, true);
  show(byId("c-missing"), false);
}

function sources() {
  const options = [];
  if (snapshot?.view?.board) options.push({ value: "books", label: t("Books") });
  if (snapshot?.board_seen?.found) options.push({ value: "camera", label: t("Camera") });
  if (photo) options.push({ value: "photo", label: t("Photo") });
  if (unfound) options.push({ value: "unfound", label: photo ? t("New photo") : t("Photo") });
  if (!options.length) options.push({ value: "books", label: t("Empty board") });
  source.update(options);
  if (source.value === null) source.set(options[0].value);
}

/** Where the books differ from the photo that is shown, else from what the camera sees. */
async function drawDifferences() {
  const ask = ++asks;
  const key = shown()?.key ?? "";
  const told = Boolean(snapshot?.view && (key ? !lost() && photo.board === snapshot.game?.board : snapshot.board_seen?.found));
  show(byId("c-differences-card"), told);
  if (!told) return;
  const response = await fetch(`/chains/differences?photo=${key}&as=${encodeURIComponent(document.documentElement.dataset.as ?? "")}&lang=${document.documentElement.lang}`, { cache: "no-store" });
  if (!response.ok) return;
  const { differences, agree, unknown } = await response.json();
  if (ask !== asks) return;
  setText(byId("c-differences-title"), key ? t("Books and photo") : t("Books and camera"));
  const unsure = key ? tn(unknown, "They agree but for {count} square that the photo does not tell.", "They agree but for {count} squares that the photo does not tell.")
    : tn(unknown, "They agree but for {count} square that the camera cannot tell.", "They agree but for {count} squares that the camera cannot tell.");
  setText(byId("c-agree"), agree ? (unknown ? unsure : t("They agree on every square."))
    : tn(differences.length, "{count} square differs.", "{count} squares differ."));
  const word = (letter) => (letter === "." ? t("empty") : COLOUR_WORDS[OF_LETTER[letter]] ?? letter);
  patch(byId("c-differences"), differences, (found) => `${found.square} ${found.books} ${found.seen} ${key || snapshot.board_seen.frame}`, (found) => el("li", {},
    picture(found.then, t("Then"), found.square),
    picture(found.now ?? `/crop/${found.square}.jpg?at=${encodeURIComponent(snapshot.board_seen.frame ?? "")}`, key ? t("Photo") : t("Now"), found.square),
    el("p", {}, el("b", { text: found.square }), " ", key ? t("books {books}, photo {photo}", { books: word(found.books), photo: word(found.seen) }) : t("books {books}, camera {camera}", { books: word(found.books), camera: word(found.seen) }),
      found.event ? el("span", { class: "muted small" }, el("br"), found.time ? `${timeOf(found.time)} · ${found.event}` : found.event) : null)));
}

function picture(address, caption, square) {
  return el("figure", {}, address ? el("img", { src: address, alt: t("{square}: {when}", { square, when: caption }) }) : el("span", { class: "none", text: t("no picture was kept") }), el("figcaption", { class: "small", text: caption }));
}

follow((next) => {
  const before = snapshot;
  snapshot = next;
  sources();
  show(byId("c-board").parentElement, !next.game || shown() || Boolean(file));
  if (before?.game?.id !== next.game?.id && next.game?.board && !shown()) byId("c-board").value = next.game.board;
  const moved = before?.version !== next.version || before?.game?.id !== next.game?.id || before?.board_seen?.frame !== next.board_seen?.frame;
  if (moved && !shown()) {
    if (before && before.version !== next.version) placed = [];
    draw();
    drawPicture();
  } else if (!answer) draw();
  if (moved) drawDifferences();
});
