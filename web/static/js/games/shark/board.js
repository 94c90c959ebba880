// The board by the books; while a house is to be placed, every square says what it would earn.

import { Choice } from "../../company.js";
import { onTap, send } from "../../command.js";
import { byId, setAttr, setText, show } from "../../dom.js";
import { Grid, squareName } from "../../grid.js";
import { COLOUR_WORDS, HOUSE_WORDS, companyName, list, money } from "../../texts.js";
import { lastEvent } from "../../banker/now.js";
import { t } from "../../words.js";

export function boardPanel() {
  const panel = byId("board");
  const book = byId("place-book");
  let snapshot = null;
  let company = null;
  let chosen = null;
  const grid = new Grid(byId("board-grid"), { tap, label: t("Board by the books"), beside: byId("board-head") });
  const companies = new Choice(byId("place-companies"), t("Colour of the house"), (value) => {
    company = value;
    chosen = null;
    paint();
  });
  onTap(book, async () => {
    const { player } = snapshot.legal.place;
    const answer = await send({ do: "event", event: { do: "place", player, company, square: chosen } });
    if (answer.ok) chosen = null;
  });

  const options = () => snapshot?.legal.place?.options ?? [];
  const optionOf = (name) => options().find((option) => option.company === company && option.square === name);

  function tap(name) {
    if (!optionOf(name)) return;
    chosen = chosen === name ? null : name;
    paint();
  }

  function paint() {
    if (!snapshot?.grid) return;
    const placing = options().length > 0;
    const pick = chosen === null ? null : optionOf(chosen);
    const marks = doubtful(snapshot);
    const ghosts = {};
    for (const option of options().filter((each) => each.company === company)) marks[option.square] = joined(markOf(option), marks[option.square]);
    if (pick) {
      for (const name of pick.removes) marks[name] = joined({ cls: "goes", label: t("would be removed") }, marks[name]);
      marks[chosen] = { ...marks[chosen], cls: "chosen", note: "" };
      ghosts[chosen] = company;
    } else if (!placing) {
      for (const name of snapshot.proposal?.squares ?? []) marks[name] = LOOK;
      const last = lastEvent(snapshot, "place");
      if (last) marks[last.square] ??= { cls: "last", label: t("{house}, the newest one", { house: HOUSE_WORDS[last.company] }) };
    }
    const proposed = snapshot.proposal?.event;
    if (proposed?.do === "place" && !pick) {
      ghosts[proposed.square] = proposed.company;
      if (marks[proposed.square]) marks[proposed.square].note = "";
    }
    grid.paint(snapshot.view.board, { marks, ghosts });
    grid.near(options().map((option) => option.square));
    panel.classList.toggle("placing", placing);
    show(byId("place-tools"), placing);
    setText(byId("board-title"), placing ? t("Tap the square") : t("The board by the books"));
    if (placing) describe(pick);
  }

  function describe(pick) {
    setAttr(book, "aria-disabled", !pick && "true");
    setText(book.querySelector("span"), pick ? t("Place {house} on {square}", { house: HOUSE_WORDS[company], square: chosen }) : t("Choose a square"));
    setText(byId("place-text"), pick ? effect(pick) : t("The number is the commission in thousands; a dot means that houses are removed."));
  }

  function effect(pick) {
    const parts = [t("commission {sum}", { sum: money(pick.commission) })];
    if (pick.company !== "top") parts.push(t("{company} at {price}", { company: companyName(snapshot, pick.company), price: money(pick.price) }));
    if (pick.removes.length) parts.push(t("removes {squares}", { squares: list(pick.removes) }));
    return parts.join(" · ");
  }

  return (next) => {
    snapshot = next;
    show(panel, next.grid !== null);
    if (next.grid === null) return;
    grid.shape(next.grid);
    const possible = [...new Set(options().map((option) => option.company))];
    companies.update(possible.map((value) => ({ value, label: COLOUR_WORDS[value], company: value, bare: true })));
    if (!possible.includes(company)) company = possible[0] ?? null;
    companies.set(company);
    show(byId("place-companies"), possible.length > 1);
    if (chosen !== null && !optionOf(chosen)) chosen = null;
    paint();
  };
}

const LOOK = { cls: "differs", label: t("look at this square") };

/** Marks for the squares where board and books disagree, and for those that the camera cannot tell. */
function doubtful({ problems, board_seen: seen }) {
  const marks = {};
  for (const [row, letters] of seen?.found ? seen.squares.entries() : []) {
    for (const [col, letter] of [...letters].entries()) {
      if (letter === "?") marks[squareName(row, col)] = { cls: "unknown", label: t("the camera cannot tell") };
    }
  }
  for (const name of problems.flatMap(({ squares }) => squares)) marks[name] = LOOK;
  return marks;
}

/** A square can be an option and in doubt at once. */
function joined(mark, doubt) {
  return doubt ? { ...mark, cls: `${mark.cls} ${doubt.cls}`, label: `${mark.label}; ${doubt.label}` } : mark;
}

function markOf(option) {
  return {
    cls: option.removes.length ? "option takes" : "option",
    note: option.commission ? `${option.commission / 1000}` : "0",
    label: option.removes.length
      ? t("empty; {sum} commission, removes {squares}", { sum: money(option.commission), squares: list(option.removes) })
      : t("empty; {sum} commission", { sum: money(option.commission) }),
  };
}
