// Says aloud what is booked, where the table's settings give the voice to this page.

import { byId, show } from "./dom.js";

// What stands between the thousands of a French number: it would be read as two numbers.
const GROUPED = /(\d)[\u202f\u00a0](?=\d{3})/gu; // no look-behind: older Safari cannot read it
const locale = document.documentElement.lang || "en";

/** A part of a page: takes each snapshot, and speaks what is new in it. */
export function voice() {
  const synthesis = window.speechSynthesis;
  const hint = byId("voice-hint");
  let heard = null; // what was there before this page began to listen is not said

  return ({ aloud, tv_speaks: speaks }) => {
    const wanted = Boolean(speaks && synthesis);
    show(hint, wanted && navigator.userActivation?.hasBeenActive === false); // browsers are silent before the first touch
    const fresh = wanted && heard ? aloud.filter(({ key }) => !heard.has(key)) : [];
    heard = wanted ? new Set(aloud.map(({ key }) => key)) : null;
    for (const { text } of fresh) {
      const said = new SpeechSynthesisUtterance(text.replace(GROUPED, "$1"));
      said.lang = locale;
      synthesis.speak(said);
    }
    if (!wanted) synthesis?.cancel();
  };
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => show(byId("voice-hint"), false), { once: true });
