// A picture that is exchanged only when the next one is there: no flicker, no jump.

import { show } from "./dom.js";
import { hears } from "./live.js";

const LIVE_MS = 1_000;

/**
 * Keeps an image up to date; gives `refresh(revision, there)`. `kind()` is live, read or flat: live is fetched every
 * second, the others at each new revision. `missing(true)` is told where there is no such picture; where it is known not
 * to be `there`, none is asked for, nor while the page does not hear the table: after a restart it has none at first.
 * `from`: where they are.
 */
export function keepPicture(image, kind, missing = () => {}, from = "/picture") {
  if (!image) return () => {};
  let wanted = "";
  let shown = "";
  let loading = false;

  async function load() {
    const same = wanted === shown && image.getAttribute("src") === shown; // it may have shown a photo meanwhile
    if (!wanted || loading || same || document.hidden) return;
    loading = true;
    const url = wanted;
    const next = new Image();
    next.src = url;
    try {
      await next.decode();
      image.src = url;
      show(image, true);
      missing(false);
    } catch {
      show(image, false);
      missing(true);
    }
    if (!wanted) gone(); // meanwhile
    shown = url;
    loading = false;
    if (wanted !== shown) load();
  }

  function gone() {
    wanted = "";
    image.removeAttribute("src");
    show(image, false);
    missing(true);
  }

  let revision = 0;
  const want = () => {
    const live = kind() === "live";
    wanted = `${from}/${kind()}.jpg?at=${revision}${live ? `.${Date.now()}` : ""}`;
    load();
  };
  setInterval(() => { if (wanted && kind() === "live" && hears()) want(); }, LIVE_MS);
  return (next, there) => {
    revision = next;
    if (there) want();
    else gone();
  };
}
