"""Events in words, without the names of cards that people do not see (B-5)."""

from __future__ import annotations

from companion.games._events import Amend
from companion.games.reibach import _events as events
from companion.games.reibach._material import REIBACH, SCORED_WITH
from companion.games.reibach._state import State, Tracked
from companion.sentence import Sentence


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal."""
    match event:
        case events.TakeOpen(player, _, card) if card == REIBACH:
            return _reibach(state, "{player} takes an open card, a Reibach card is turned up", player)
        case events.TakeOpen(player, _, card):
            text = "{player} takes an open card, {card} is turned up in its place"
            return Sentence(text, {"player": player, "card": card}, "B-2")
        case events.Draw(player, card) if card == REIBACH:
            return _reibach(state, "{player} draws a Reibach card", player)
        case events.Draw(player):
            return Sentence("{player} draws a card", {"player": player}, "B-2")
        case events.Replace(player, card) if card == REIBACH:
            return _reibach(state, "another Reibach card", player)
        case events.Replace(player, card):
            if card is None or (isinstance(state.play, Tracked) and state.play.missing == "hand"):
                return Sentence("{player} draws the next card", {"player": player}, "B-6")
            return Sentence("{card} is turned up in place of the Reibach card", {"card": card}, "B-6")
        case events.Dealmaker(player):
            return Sentence("{player} lays a dealmaker", {"player": player}, "B-2")
        case events.Lay(player, row, card):
            values = {"player": player, "row": row, "card": card}
            return Sentence("{player} lays {card} on row {row}", values, "B-3")
        case events.Rows(player, rows):
            listed = ", ".join(f"{row.business} {row.cards + row.multitalents}" for row in rows if row.cards)
            return Sentence("{player} reports: {rows}", {"player": player, "rows": listed or "no rows"}, "B-14")
        case events.Score():
            return Sentence("Scoring {number}", {"number": state.scorings + 1}, "B-6")
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})


def _reibach(state: State, text: str, player: str) -> Sentence:
    """A Reibach card that turns up, with the scoring that it brings."""
    turned_up = state.play.reibach + 1 if isinstance(state.play, Tracked) else 0
    values = {"player": player, "cards": turned_up, "number": state.scorings + 1}
    scoring = ", the {cards}th: scoring {number}" if turned_up in SCORED_WITH else ""
    return Sentence(text + scoring, values, "B-6")
