// A picture that is exchanged only when the next one is there: no flicker, no jump.

import { show } from "./dom.js";

const LIVE_MS = 1_000;

/**
 * Keeps an image up to date; gives `refresh(revision)`. `kind()` is live, read or flat: live is fetched every second,
 * the others at each new revision. `missing(true)` is told where there is no such picture. `from`: where they are.
 */
export function keepPicture(image, kind, missing = () => {}, from = "/picture") {
  if (!image) return () => {};
  let wanted = "";
  let shown = "";
  let loading = false;

  async function load() {
    const there = wanted === shown && image.getAttribute("src") === shown; // it may have shown a photo meanwhile
    if (loading || there || document.hidden) return;
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
    shown = url;
    loading = false;
    if (wanted !== shown) load();
  }

  let revision = 0;
  const want = (tick) => {
    wanted = `${from}/${kind()}.jpg?at=${tick}`;
    load();
  };
  setInterval(() => { if (kind() === "live") want(`${revision}.${Date.now()}`); }, LIVE_MS);
  return (next) => {
    revision = next;
    want(next);
  };
}
