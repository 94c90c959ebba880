// What the table works out in the background: asked for, its progress followed, stopped.

import { askDevice, onTap } from "./command.js";
import { show } from "./dom.js";
import { say } from "./notice.js";
import { t } from "./words.js";

const AGAIN_MS = 700;

/**
 * Follows a task from its buttons. `ask`: where it is asked for and stopped, `progress`: where it says how far it is;
 * `done` is called when it is there, `failed` is what is said when it cannot be done.
 */
export function work({ game, state, start, bar, stop, ask, progress, done, failed }) {
  async function watch() {
    try {
      const now = await (await fetch(progress, { cache: "no-store" })).json();
      const working = now.state === "waiting" || now.state === "working";
      show(bar, working);
      show(stop, working);
      show(start, !working);
      if (now.all) { bar.max = now.all; bar.value = now.done; }
      if (now.state === "done") done();
      if (now.state === "failed") say(failed);
      if (!working) return;
    } catch {
      say(t("The table does not answer: it goes on by itself."));
    }
    setTimeout(watch, AGAIN_MS);
  }

  async function want(more) {
    const answer = await askDevice(ask, { game, ...more });
    if (answer.ok) watch();
  }

  onTap(start, () => want({}));
  onTap(stop, () => want({ stop: true }));
  if (state === "waiting" || state === "working") watch();
}
