// Investment, supply and production by all companies at once (M-24): who comes later decides now, and the page books it
// when it is that company's turn, so that the record has it in the companies' order.

import { onTap, same, send } from "../../command.js";
import { byId, el, patch, setText, show } from "../../dom.js";
import { capital } from "../../texts.js";
import { t } from "../../words.js";
import { counts, produced, supplied } from "./act.js";
import { company } from "./names.js";

const BUILDS_OF_A_TYPE = 2;
const SALES = 2;

const times = (chosen, event) => Object.entries(chosen).flatMap(([type, count]) => Array.from({ length: count }, () => event(type)));

function investing(name, { build, sell_factory: sell }, extras) {
  const things = (types, most) => Object.keys(types ?? {}).map((type) => ({ name: type, label: extras.factories[type], most, value: 0 }));
  const built = counts(things(build?.types, BUILDS_OF_A_TYPE));
  const sold = counts(things(sell?.types, SALES));
  const part = (title, { nodes }) => (nodes.length ? el("fieldset", { class: "me-offer" }, el("legend", { text: title }), ...nodes) : null);
  return {
    nodes: [part(t("Sell"), sold), part(t("Build"), built)],
    events: () => [
      ...times(sold.value(), (type) => ({ do: "sell_factory", company: name, type })),
      ...times(built.value(), (type) => ({ do: "build", company: name, type })),
      { do: "done", company: name },
    ],
  };
}

/** The form of a company's decision, and the events that it comes to. */
function decision(name, bounds, extras) {
  if (bounds.supply) {
    const asked = counts(supplied(bounds.supply, extras));
    return { nodes: asked.nodes, events: () => [{ do: "supply", company: name, factories: asked.value() }] };
  }
  if (bounds.produce) {
    const asked = counts(produced(bounds.produce, extras));
    return { nodes: asked.nodes, events: () => [{ do: "produce", company: name, goods: asked.value() }] };
  }
  return investing(name, bounds, extras);
}

const decides = (bounds) => Object.values(bounds).find((each) => each.decides)?.decides;

export function aheadPanel() {
  const kept = new Map(); // of a company: the moment it is for, and its events that are still to be sent
  let snapshot = null;
  let sent = null; // the event that went out last, for which company and version

  const moment = () => `${snapshot.game.id} ${snapshot.view.year} ${snapshot.view.phase}`;

  /** A plan ends with an event that was not booked: the banker refused it, or booked something else. */
  function settleSent() {
    if (!sent || sent.version === snapshot.version) return;
    const { log } = snapshot;
    if (!log.some(({ seq, event, undone }) => !undone && seq > sent.version && same(sent.event, event))) kept.delete(sent.name);
    sent = null;
  }

  async function sendNext() {
    settleSent();
    for (const [name, plan] of kept) if (plan.moment !== moment() || !(name in snapshot.extras.ahead || name === snapshot.view.turn?.company)) kept.delete(name);
    const name = snapshot.view.turn?.company;
    const plan = kept.get(name);
    if (!plan || snapshot.view.due || sent?.version === snapshot.version || snapshot.asked.length) return;
    const event = plan.events.shift(); // before the answer: the next snapshot may overtake it
    sent = { name, event, version: snapshot.version };
    if (!plan.events.length) kept.delete(name);
    if (!(await send({ do: "event", event })).ok) kept.delete(name); // what was refused is decided anew, by the form above
  }

  function form(name, bounds) {
    const asked = decision(name, bounds, snapshot.extras);
    const ready = onTap(el("button", { type: "button", class: "big", text: t("Ready") }), () => {
      kept.set(name, { moment: moment(), events: asked.events() });
      draw();
    });
    const change = onTap(el("button", { type: "button", text: t("Decide otherwise") }), () => {
      kept.delete(name);
      draw();
    });
    return el("li", { class: "me-kind", data: { company: name } },
      el("p", {}, company(snapshot.game, name), ` · ${decides(bounds)}`),
      el("div", { class: "me-acts me-asked" }, ...asked.nodes.filter(Boolean), ready),
      el("div", { class: "me-acts me-ready", hidden: true }, el("p"), change));
  }

  function draw() {
    const { extras: { ahead }, viewer, game } = snapshot;
    const mine = Object.entries(ahead).filter(([, bounds]) => viewer.role === "banker" || decides(bounds) === viewer.player);
    show(byId("me-ahead"), mine.length > 0);
    patch(byId("me-ahead-forms"), mine, ([name]) => `${moment()} ${name}`, ([name, bounds]) => form(name, bounds), (node, [name]) => {
      show(node.querySelector(".me-asked"), !kept.has(name));
      show(node.querySelector(".me-ready"), kept.has(name));
      setText(node.querySelector(".me-ready p"), t("Ready: it is booked when it is {company}'s turn.", { company: capital(game.companies[name]) }));
    });
  }

  return (next) => {
    snapshot = next;
    if (!next.game) {
      show(byId("me-ahead"), false);
      return;
    }
    draw();
    sendNext();
  };
}
