// The price lights as they shine at the table: the server tells what they do from now on, the page plays it.

let film = null;
let begun = 0;
let asked = null;

/** Asks what the lights do, once for each `signature` of what they tell. */
export async function askLights(signature) {
  if (signature === asked) return;
  asked = signature;
  try {
    const response = await fetch("/virtual/lights.json", { cache: "no-store" });
    if (!response.ok) throw new Error(response.status);
    const next = await response.json();
    if (signature !== asked) return; // something newer is on its way
    film = next;
    begun = performance.now();
  } catch {
    if (signature === asked) asked = null; // the next snapshot asks again
  }
}

/** The lights of each company now, as bits from the bottom: {red: 7, …}; null before anything is known. */
export function lightsNow() {
  if (film === null) return null;
  const { companies, frames, loop, frame_s: frameS } = film;
  let n = Math.floor((performance.now() - begun) / 1000 / frameS);
  if (n >= frames.length) n = frames.length - loop + ((n - frames.length) % loop);
  return Object.fromEntries(companies.map((company, place) => [company, frames[n][place]]));
}
