// A camera set up over the board, step by step: the steps and what they find are the table's, here they are shown.

import { askDevice, onTap, upload } from "./command.js";
import { Choice } from "./company.js";
import { Corners } from "./corners.js";
import { byId, el, patch, setAttr, setText, show } from "./dom.js";
import { Grid } from "./grid.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { keepPicture } from "./picture.js";
import { OF_LETTER, capital, dayOf } from "./texts.js";
import { t, tn } from "./words.js";

const LOOK_MS = 2_000;
const SAID_MS = 6_000;
const STAY_MS = 30_000; // so seldom is it told that somebody is at it
const STEP_MS = 60_000; // a large picture on a small computer

/** Takes a step; the new state goes to `after` where the table took it. */
async function tell(step, after = draw) {
  const answer = await askDevice("/calibrate/do", step, STEP_MS);
  if (!answer.ok) return;
  after(answer);
  if (answer.said) say(answer.said, step.do === "corners" || (step.do === "keep" && poor(answer)) ? 0 : SAID_MS);
}

/** Whether something is to be bettered: what is said of it then stays until it is closed. */
const poor = ({ findings, score }) => !score.good || findings.some(({ state }) => state !== "ok");

const anew = () => location.reload();
let draw = () => {};
let refresh = () => {};

function drawKept(kept) {
  patch(byId("k-kept"), kept ? keptLines(kept) : [t("Nothing yet.")], (line) => line, (line) => el("li", { text: line }));
  show(byId("k-download"), Boolean(kept));
}

/** What stands in the kept file, line by line. */
function keptLines({ camera, board, time, score, corners, empty, lens, colours, trouble }) {
  const pieces = Object.entries(colours).map((pair) => pair.join(" ")).join(", ");
  return [
    t("Camera {camera} over the board {board}, score {score} of 100.", { camera, board, score }),
    t("Kept: {time}", { time: dayOf(time) }),
    t("The board's corners, clockwise from its own top left, in pixels: {corners}", { corners: corners.map((place) => place.join(", ")).join(" · ") }),
    empty ? t("With a picture of the empty board, {width} × {height} pixels.", { width: empty[0], height: empty[1] }) : t("Not usable: {reason}", { reason: trouble }),
    lens ? t("The lens is measured: {misfit} px off on average.", { misfit: lens }) : t("The lens is not measured."),
    ...(pieces ? [t("The colours are learned; pieces of each kind: {pieces}", { pieces })] : empty ? [t("No colours are learned.")] : []),
  ];
}

const file = byId("k-file");
file.addEventListener("change", () => setAttr(byId("k-restore"), "aria-disabled", !file.files.length && "true"));
onTap(byId("k-restore"), async () => {
  const answer = await upload("/calibrate/restore", file.files[0]);
  if (answer.ok) anew();
});

const begin = byId("k-begin");
if (begin) {
  const camera = begin.elements.camera;
  const named = () => show(byId("k-address"), camera.value === "");
  camera.addEventListener("change", named);
  named();
  begin.addEventListener("submit", (event) => {
    event.preventDefault();
    tell({ do: "begin", camera: camera.value || begin.elements.address.value, board: begin.elements.board.value }, anew);
  });
  draw = (state) => {
    if (state.active) anew(); // begun on another screen
    else drawKept(state.kept);
  };
} else lead();

/** The steps themselves. */
function lead() {
  let pictures = 0;
  const regions = "regions" in byId("k-frame").dataset; // printed instead of squares
  let there = {}; // which of the pictures there are
  let placed = null; // the corners that the table knows
  const kind = new Choice(byId("k-kind"), t("Picture"), shownKind);
  kind.update([{ value: "live", label: t("Live") }, { value: "grid", label: regions ? t("Outlines") : t("Lines") }, { value: "empty", label: t("Empty board") }]);
  kind.set("live");
  const image = byId("k-image");
  const missing = byId("k-missing");
  const lacking = { // what would be waited for in vain; a picture of the camera's comes by itself
    live: missing.textContent,
    grid: t("The board was not found yet: step 1 says how."),
    empty: t("No picture of the empty board was taken yet. Once the board is found, clear it and tap “{button}” in step 2.", { button: byId("k-take").textContent }),
  };
  refresh = keepPicture(image, () => kind.value, (none) => show(missing, none), "/calibrate/picture");
  const corners = new Corners(byId("k-layer"), image, byId("k-glass"));
  const weak = regions ? null : new Grid(byId("k-weak"), { label: t("Where light or focus fall short") });
  const layout = regions ? null : new Grid(byId("k-layout"), { label: t("Where the pieces are to stand") });
  const kinds = byId("k-kinds");

  function shownKind() {
    corners.show(kind.value === "live");
    setText(missing, lacking[there[kind.value] ? "live" : kind.value]);
    refresh(`${pictures}.${kind.value}`, there[kind.value]);
  }

  function look(which) {
    pictures += 1;
    kind.set(which);
    shownKind();
  }

  draw = (state) => {
    if (!state.active) { anew(); return; }
    drawKept(state.kept);
    const had = there[kind.value];
    there = { live: Boolean(state.size), grid: Boolean(state.corners), empty: state.empty };
    if (there[kind.value] !== had) shownKind();
    setText(byId("k-trouble"), capital(state.trouble ?? ""));
    show(byId("k-trouble"), Boolean(state.trouble));
    if (state.size) corners.fit(state.size);
    const known = JSON.stringify(state.corners);
    if (state.corners && known !== placed) corners.set(state.corners);
    placed = known;
    show(byId("k-found"), Boolean(state.corners));
    drawFindings(state);
    if (!regions) drawColours(state);
    drawScore(state);
    drawLens(state.lens);
    for (const [id, ready] of Object.entries({
      "k-find": state.size, "k-corners": state.size, "k-take": state.corners, ...(regions ? {} : { "k-colours": state.empty && state.layout, "k-plain": state.empty }),
      "k-try": state.empty, "k-keep": state.score, "k-sheet": state.size, "k-measure": state.lens.pictures >= state.lens.enough,
      "k-bare": state.lens.pictures || state.lens.misfit,
    })) setAttr(byId(id), "aria-disabled", !ready && "true");
  };

  function drawFindings(state) {
    patch(byId("k-findings"), state.findings, (found) => `${found.name} ${found.state} ${found.text}`, (found) => el("li", { data: { state: found.state } },
      el("b", { text: found.name }), ` – ${found.text}`, found.todo ? el("span", { text: `. ${found.todo}` }) : null));
    show(byId("k-weak-part"), state.weak.length > 0);
    if (!state.weak.length) return;
    if (regions) { setText(byId("k-weak-part"), t("Light or focus fall short on {squares}", { squares: state.weak.join(", ") })); return; }
    weak.shape(state.grid);
    weak.paint([], { marks: Object.fromEntries(state.weak.map((name) => [name, { cls: "differs" }])) });
    setAttr(byId("k-weak"), "aria-label", t("Light or focus fall short on {squares}", { squares: state.weak.join(", ") }));
  }

  function drawColours(state) {
    show(byId("k-few"), !state.layout);
    show(byId("k-layout"), Boolean(state.layout));
    if (document.activeElement !== kinds) kinds.value = state.kinds;
    if (state.layout) {
      layout.shape(state.grid);
      const marks = {};
      for (const [name, { row, col }] of layout.cells) {
        const letter = state.layout[row][col];
        if (letter !== "." && !OF_LETTER[letter]) marks[name] = { cls: "last", note: letter };
      }
      layout.paint(state.layout, { marks });
      const places = [...layout.cells].map(([name, { row, col }]) => [state.layout[row][col], name]).filter(([letter]) => letter !== ".");
      setAttr(byId("k-layout"), "aria-label", t("Where the pieces are to stand: {places}", { places: places.map((pair) => pair.join(" ")).join(", ") }));
    }
    const learned = Object.entries(state.colours);
    show(byId("k-learned"), learned.length > 0);
    const pieces = learned.map(([letter, count]) => `${letter} ${count}`).join(", ");
    setText(byId("k-learned"), state.samples ? tn(state.samples, "Learned from {count} picture; pieces of each kind: {pieces}", "Learned from {count} pictures; pieces of each kind: {pieces}", { pieces })
      : t("Learned before; pieces of each kind: {pieces}", { pieces }));
    show(byId("k-learned-flat"), state.flat);
    setText(byId("k-learned-but"), capital(state.colours_remark ?? ""));
    show(byId("k-learned-but"), Boolean(state.colours_remark));
  }

  function drawScore({ score }) {
    const line = byId("k-score");
    show(line, Boolean(score));
    if (!score) return;
    setAttr(line, "data-good", String(score.good));
    const parts = [t("Score {percent} of 100.", score)];
    if (score.others.length) parts.push(t("Not read as they are: {squares}.", { squares: score.others.join(", ") }));
    if (!score.good) parts.push(t("Better light, a nearer camera or a sharper picture would help."));
    setText(line, parts.join(" "));
  }

  function drawLens(lens) {
    setAttr(byId("k-sheets"), "max", lens.enough);
    setAttr(byId("k-sheets"), "value", String(Math.min(lens.pictures, lens.enough)));
    setText(byId("k-sheets-text"), t("{pictures} of at least {enough} pictures; ten are better.", lens));
    show(byId("k-measured"), Boolean(lens.misfit));
    setText(byId("k-measured"), lens.misfit ? t("Measured: {misfit} px off on average.", lens) : "");
  }

  onTap(byId("k-find"), () => tell({ do: "find" }, (state) => { draw(state); look("grid"); }));
  onTap(byId("k-corners"), () => tell({ do: "corners", corners: corners.places }, (state) => { draw(state); look("grid"); }));
  onTap(byId("k-take"), () => tell({ do: "empty" }, (state) => { draw(state); look("empty"); }));
  if (regions) onTap(byId("k-try"), () => tell({ do: "check" }, (state) => { draw(state); look("grid"); }));
  else {
    onTap(byId("k-colours"), () => tell({ do: "learn" }));
    onTap(byId("k-plain"), () => tell({ do: "no_colours" }));
    kinds.addEventListener("change", () => tell({ do: "kinds", kinds: kinds.value }));
    onTap(byId("k-try"), () => tell({ do: "check", on: document.querySelector("input[name=on]:checked").value }));
  }
  onTap(byId("k-keep"), () => tell({ do: "keep" }));
  onTap(byId("k-sheet"), () => tell({ do: "sheet" }));
  onTap(byId("k-measure"), () => tell({ do: "measure" }));
  onTap(byId("k-bare"), () => tell({ do: "no_lens" }));
  onTap(byId("k-end"), () => tell({ do: "end" }, anew));
  let told = performance.now();
  for (const touch of ["pointerdown", "keydown"]) {
    addEventListener(touch, () => {
      if (performance.now() - told < STAY_MS) return;
      told = performance.now();
      askDevice("/calibrate/do", { do: "stay" });
    });
  }
  shownKind();
}

/** Looks again and again: a picture that stays out, a step on another screen. */
async function keepLooking() {
  try {
    const response = await fetch(`/calibrate/state.json?lang=${document.documentElement.lang}`, { cache: "no-store" });
    if (response.ok && !document.hidden) draw(await response.json());
  } catch {
    // The bar says that the table does not answer.
  }
  setTimeout(keepLooking, LOOK_MS);
}

follow(() => {});
keepLooking();
