// "It was another one": an event corrected in one step, what came after it worked out anew; the last one at once.
// Which events there are and what each is asked is the game's: {kinds: {do: {text, fields}}, fields: {name: field}}.

import { onTap, send } from "../command.js";
import { byId, el, patch, setAttr, setText, show } from "../dom.js";
import { capital } from "../texts.js";
import { t } from "../words.js";
import { propose } from "./amend.js";

const NOTHING = "nothing"; // the event never happened
const NONE = { kinds: {}, fields: {} };

let choose = () => {};

/** Opens the form for a line of the log. */
export const correctLine = (line) => choose(line);

export function correction({ kinds, fields: made } = NONE) {
  const panel = byId("correct");
  const kind = byId("correct-kind");
  const player = byId("correct-player");
  const fields = Object.fromEntries(Object.entries(made).map(([name, mount]) => [name, mount(name, () => paint())]));
  byId("correct-fields").append(...Object.values(fields).map(({ node }) => node));
  kind.append(
    ...Object.entries(kinds).map(([value, { text }]) => el("option", { value, text })),
    el("option", { value: NOTHING, text: t("Nothing happened") }),
  );
  kind.addEventListener("change", ask);
  panel.querySelector("summary").addEventListener("click", () => { // "toggle" comes later: a quick tap met the old entries
    if (!panel.open) begin(lastLine());
  });
  panel.addEventListener("toggle", () => { // a search in the page opens it without a tap
    if (panel.open && !line) begin(lastLine());
  });
  let snapshot = null;
  let line = null; // that is corrected
  let game = null; // whose line it is: another one's has the same number

  function begin(chosen) {
    line = chosen;
    game = snapshot.game?.id;
    if (line) fill();
  }

  choose = (chosen) => {
    begin(chosen);
    panel.open = true;
    panel.scrollIntoView({ block: "nearest" });
  };

  const lastLine = () => snapshot.log.find((item) => !item.undone) ?? null;
  const wanted = () => kinds[kind.value]?.fields ?? [];

  function paint() {
    const lacks = wanted().find((name) => fields[name].value === null);
    setAttr(byId("correct-book"), "aria-disabled", lacks !== undefined && "true");
    setText(byId("correct-book"), lacks === undefined ? t("Take back and book this instead") : fields[lacks].missing);
  }

  function ask() {
    const { players } = kinds[kind.value] ?? {};
    show(player.closest(".field"), kind.value !== NOTHING && players !== false);
    for (const [name, field] of Object.entries(fields)) {
      show(field.node, wanted().includes(name));
      if (wanted().includes(name)) field.update(snapshot, kind.value);
    }
    paint();
  }

  function fill() {
    const last = line.event;
    setText(byId("correct-last"), capital(line.text));
    kind.value = last.do in kinds ? last.do : Object.keys(kinds)[0] ?? NOTHING;
    if (last.player) player.value = last.player;
    for (const field of Object.values(fields)) {
      field.update(snapshot, kind.value);
      field.set(last);
    }
    ask();
  }

  onTap(byId("correct-book"), async () => {
    const event = kind.value === NOTHING ? null : { do: kind.value };
    if (event && kinds[kind.value].players !== false) event.player = player.value;
    for (const name of wanted()) {
      const { key = name, value, put } = fields[name];
      if (put) put(event, value);
      else event[key] = value ?? null; // undefined: chosen, but not named
    }
    const shut = () => { panel.open = false; };
    const { seq } = line;
    if (seq !== lastLine().seq) await propose({ do: "correct", seq, event }, shut);
    else if ((await send({ do: "correct", event })).ok) shut();
  });

  return (next) => {
    snapshot = next;
    show(panel, next.undo !== null);
    if (line && (next.game?.id !== game || next.log.every((item) => item.seq !== line.seq || item.undone))) { // gone meanwhile
      line = null;
      panel.open = false;
    }
    if (next.undo === null) return;
    patch(player, next.game.players, (name) => name, (name) => el("option", { value: name, text: name }));
    for (const name of wanted()) fields[name].update(next, kind.value);
    paint();
  };
}
