// Photos that people send to be read: the table reads one at a time, and what was chosen last counts.

import { upload } from "./command.js";
import { setText, show } from "./dom.js";
import { say } from "./notice.js";
import { t } from "./words.js";

const LARGEST = 32 * 1024 * 1024;
const BUSY_MS = 1_000; // how long a photo waits before it is sent again while the table reads another one

/** Asks anew while the table reads another photo, as long as the answer is `wanted()`. */
export async function inTurn(asks, wanted) {
  let given = await asks();
  while (given.busy && wanted()) {
    await new Promise((done) => setTimeout(done, BUSY_MS));
    if (wanted()) given = await asks();
  }
  return given;
}

/** Sends one photo after the other. `progress` is shown meanwhile, its first child says what is done. */
export class Sending {
  #progress;
  #mine = null;

  constructor(progress = null) {
    this.#progress = progress;
  }

  /** The file that is being read. */
  get picked() {
    return this.#mine?.picked ?? null;
  }

  /** What was begun with a photo is over: it was read, stopped, or another one was chosen. */
  stop() {
    this.#mine?.stop.abort();
    this.#mine = null;
    if (this.#progress) show(this.#progress, false);
  }

  /** What the table answers to a photo, its error shown; null where it was stopped, or another one was chosen meanwhile. */
  async send(path, picked, doing = "") {
    this.stop();
    if (picked.size > LARGEST) {
      const error = t("A photo of more than {most} MB is not taken: make it smaller.", { most: LARGEST / 1048576 });
      say(error);
      return { ok: false, error };
    }
    const mine = { picked, stop: new AbortController() };
    this.#mine = mine;
    if (this.#progress) {
      setText(this.#progress.firstElementChild, doing);
      show(this.#progress, true);
    }
    const how = { signal: mine.stop.signal, lost: t("The table does not answer: the photo was not read.") };
    const answer = await inTurn(() => upload(path, picked, how), () => this.#mine === mine);
    if (this.#mine !== mine) return null;
    this.stop();
    return answer;
  }
}
