// Says aloud what is booked, where the table's settings give the voice to this page.

import { byId, show } from "./dom.js";

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
      const said = new SpeechSynthesisUtterance(text);
      said.lang = locale;
      synthesis.speak(said);
    }
    if (!wanted) synthesis?.cancel();
  };
}

for (const touch of ["pointerdown", "keydown"]) addEventListener(touch, () => show(byId("voice-hint"), false), { once: true });
