// The start page: the running game in a sentence, and how the devices fare.

import { badge } from "./company.js";
import { byId, drawing, el, patch, setText, show } from "./dom.js";
import { follow } from "./live.js";
import { COLOURS, T, capital, list, money } from "./texts.js";
import { wonBy } from "./banker/result.js";
import { t } from "./words.js";

const STATES = { fine: "i-check", trouble: "i-warn", off: "i-minus" };
const STATE_WORDS = { fine: t("fine"), trouble: t("trouble"), off: t("off") };

follow((snapshot) => {
  const { game, view, waiting } = snapshot;
  setText(byId("h-kicker"), game ? `${game.title} ${game.edition ?? ""} · ${list(game.players)}` : T.noGame);
  setText(byId("h-sentence"), !game ? t("Shall we play?") : view.over ? wonBy(view) : waiting.text);
  show(byId("h-banker"), game !== null);
  byId("h-new").classList.toggle("main", game === null);
  setText(byId("h-new").querySelector("span"), game ? t("Another game") : t("New game"));
  patch(byId("h-prices"), game && view.prices ? COLOURS : [], (company) => company, (company) => el("li", {}, badge(company), el("span")), (node, company) => {
    setText(node.lastElementChild, money(view.prices[company]));
  });
  show(byId("h-devices-card"), snapshot.devices.length > 0);
  patch(byId("h-devices"), snapshot.devices, (device) => `${device.name} ${device.state} ${device.text}`, (device) =>
    el("li", { class: `h-${device.state}` }, drawing(STATES[device.state] ?? "i-minus"),
      el("span", { text: t("{name}: {text}", { name: capital(device.name), text: device.text || STATE_WORDS[device.state] || device.state }) })));
});
