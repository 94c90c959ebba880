// What the camera saw and booking it would do; while there is nothing to confirm, what the camera sees.

import { badge } from "../company.js";
import { onTap, send } from "../command.js";
import { byId, el, guard, setAttr, setText, show } from "../dom.js";
import { amounts } from "../entries.js";
import { capital, money, COLOURS } from "../texts.js";

export function proposalCard() {
  const card = byId("proposal");
  const book = byId("book");
  const no = byId("not-so");
  const crop = byId("proposal-crop");
  const strip = byId("strip");
  const picture = byId("strip-picture");
  let shownId = null;
  onTap(book, () => send({ do: "book", proposal: shownId }));
  onTap(no, () => send({ do: "dismiss", proposal: shownId }));
  for (const image of [crop, picture]) {
    image?.addEventListener("load", () => show(image, true));
    image?.addEventListener("error", () => show(image, false));
  }

  return (snapshot) => {
    const proposal = snapshot.proposal;
    show(card, proposal !== null);
    show(strip, proposal === null && snapshot.game !== null && !snapshot.game.over);
    if (proposal === null) {
      shownId = null;
      camera(snapshot, picture);
      return;
    }
    if (proposal.id === shownId) return;
    shownId = proposal.id;
    setText(byId("proposal-text"), capital(proposal.text));
    const square = proposal.squares[0] ?? proposal.event.square;
    if (crop && square) setAttr(crop, "src", `/crop/${encodeURIComponent(square)}.jpg?of=${encodeURIComponent(proposal.id)}`);
    byId("proposal-prices").replaceChildren(...priceMoves(snapshot, proposal));
    byId("proposal-amounts").replaceChildren(...amounts(proposal.entries));
    show(byId("proposal-none"), proposal.entries.length === 0);
    byId("proposal-todo").replaceChildren(...proposal.todo.map((text) => el("li", { class: "todo", text: capital(text) })));
    guard(book);
    guard(no);
  };
}

function priceMoves(snapshot, proposal) {
  const before = snapshot.view.prices;
  return COLOURS.filter((company) => proposal.prices[company] !== before[company]).map((company) =>
    el("li", {}, badge(company), `${money(before[company])} → `, el("b", { text: money(proposal.prices[company]) })));
}

function camera(snapshot, picture) {
  const seen = snapshot.board_seen;
  if (picture) setAttr(picture, "src", `/picture/read.jpg?at=${snapshot.revision}`);
  setText(
    byId("strip-text"),
    capital(seen?.text ?? "") || (seen?.found ? "The camera sees the board. A new house shows here to be confirmed." :
      seen ? "The camera does not find the board." : "No camera: tap what happens."),
  );
}
