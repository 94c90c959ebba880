// An analysis is asked for, its progress followed, and the page drawn anew when it is there.

import { byId } from "./dom.js";
import { follow } from "./live.js";
import { t } from "./words.js";
import { work } from "./work.js";

const node = byId("r-analysis");

if (node) {
  const { game, state } = node.dataset;
  work({
    game: Number(game), state, start: byId("r-start"), bar: byId("r-bar"), stop: byId("r-stop"),
    ask: "/review/analyse", progress: `/review/${game}/analysis.json`, done: () => location.reload(),
    failed: t("This game cannot be worked out: the rules of today refuse one of its lines."),
  });
}

follow(() => {});
