// What the camera saw and booking it would do; while there is nothing to confirm, what the camera sees.

import { badge } from "../company.js";
import { onTap, send } from "../command.js";
import { byId, el, guard, setAttr, setText, show } from "../dom.js";
import { amounts, tidings } from "../entries.js";
import { keepPicture } from "../picture.js";
import { capital, money } from "../texts.js";
import { notesList } from "./paper.js";
import { t, tn } from "../words.js";

export function proposalCard() {
  const card = byId("proposal");
  const book = byId("book");
  const no = byId("not-so");
  const crop = byId("proposal-crop");
  const strip = byId("strip");
  let shownId = null;
  onTap(book, () => send({ do: "book", proposal: shownId }));
  onTap(no, () => send({ do: "dismiss", proposal: shownId }));
  crop?.addEventListener("load", () => show(crop, true));
  const frame = strip.querySelector(".strip-frame");
  const refresh = keepPicture(byId("strip-picture"), () => "read");

  return (snapshot) => {
    const proposal = snapshot.proposal;
    show(card, proposal !== null);
    show(strip, proposal === null && (snapshot.grid ?? snapshot.regions ?? null) !== null && !snapshot.game.over);
    if (proposal === null) {
      shownId = null;
      refresh(snapshot.revision, snapshot.pictures);
      setText(byId("strip-text"), sight(snapshot));
      if (frame) show(frame, snapshot.board_seen !== null);
      return;
    }
    setText(byId("proposal-wait"), proposal.by_itself ? tn(proposal.by_itself, "Booked by itself after {count} still second.", "Booked by itself after {count} still seconds.") : "");
    if (proposal.id === shownId) return;
    shownId = proposal.id;
    setText(byId("proposal-text"), capital(proposal.text));
    const square = proposal.squares[0] ?? proposal.event.square;
    if (crop) show(crop, false); // not the square of the proposal before
    if (crop && square && snapshot.board_seen?.found) setAttr(crop, "src", `/crop/${encodeURIComponent(square)}.jpg?of=${encodeURIComponent(proposal.id)}`);
    byId("proposal-prices").replaceChildren(...priceMoves(snapshot, proposal));
    byId("proposal-amounts").replaceChildren(...amounts(proposal.entries));
    byId("proposal-notes").replaceChildren(...tidings(proposal.news), ...[notesList(proposal.notes)].filter(Boolean));
    show(byId("proposal-none"), proposal.entries.length === 0);
    byId("proposal-todo").replaceChildren(...proposal.todo.map((text) => el("li", { class: "todo", text: capital(text) })));
    guard(book);
    guard(no);
  };
}

function priceMoves(snapshot, proposal) {
  const before = snapshot.view.prices ?? {};
  return Object.keys(proposal.prices).filter((company) => proposal.prices[company] !== before[company]).map((company) =>
    el("li", {}, badge(company), `${money(before[company])} → `, el("b", { text: money(proposal.prices[company]) })));
}

/** How the camera fares, in a sentence; empty where the page's worries tell it already. */
function sight({ board_seen: seen, problems, devices, view }) {
  if (!seen) return byId("strip-picture") ? t("No picture yet, or the camera is switched off: tap what happens.") : t("No camera: tap what happens.");
  if ([...problems, ...devices.filter(({ state }) => state === "trouble")].some(({ text }) => text === seen.text)) return "";
  if (seen.text) return capital(seen.text);
  if (!seen.found) return t("The camera is looking for the board.");
  if (view?.market) return t("The camera sees the market. Offers that it sees clearly can be taken over into the form.");
  return view?.districts ? t("The camera sees the board. A new stone shows here to be confirmed.") : t("The camera sees the board. A new house shows here to be confirmed.");
}
