// An analysis is asked for, its progress followed, and the page drawn anew when it is there.

import { onTap, post } from "./command.js";
import { byId, show } from "./dom.js";
import { follow } from "./live.js";
import { say } from "./notice.js";
import { t } from "./words.js";

const AGAIN_MS = 700;
const node = byId("r-analysis");

async function watch() {
  try {
    const { state, done, all } = await (await fetch(`/review/${node.dataset.game}/analysis.json`, { cache: "no-store" })).json();
    if (state === "done") { location.reload(); return; }
    const working = state === "waiting" || state === "working";
    show(byId("r-bar"), working);
    show(byId("r-stop"), working);
    show(byId("r-start"), !working);
    if (all) { byId("r-bar").max = all; byId("r-bar").value = done; }
    if (state === "failed") say(t("This game cannot be worked out: the rules of today refuse one of its lines."));
    if (!working) return;
  } catch {
    say(t("The table does not answer: it goes on by itself."));
  }
  setTimeout(watch, AGAIN_MS);
}

async function want(more) {
  const answer = await (await post("/review/analyse", { game: Number(node.dataset.game), ...more }, 5_000)).json();
  if (answer.ok) watch();
  else say(answer.error);
}

if (node) {
  onTap(byId("r-start"), () => want({}));
  onTap(byId("r-stop"), () => want({ stop: true }));
  if (node.dataset.state !== "none") watch();
}

follow(() => {});
