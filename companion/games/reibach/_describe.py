"""Events in words, without the names of cards that people do not see (B-5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games._events import Amend
from companion.games.reibach import _events as events
from companion.games.reibach._material import REIBACH, SCORED_WITH
from companion.games.reibach._state import State, Tracked
from companion.games.reibach._words import card_name
from companion.sentence import Sentence

_HIDDEN_CARD = frozenset({"take_open", "draw", "dealmaker"})
"""Events whose ``card`` goes into a hand or lies face down (B-5)."""


def public_event(raw: Mapping[str, Any]) -> Mapping[str, Any]:
    """A raw event without the name of a card that people do not see. A Reibach card is always shown (B-6).

    What replaces a Reibach card may go to a hand: it is shown only where another Reibach card turns up, for the event
    alone does not tell.

    >>> public_event({"do": "draw", "player": "Andrea", "card": "gold"})
    {'do': 'draw', 'player': 'Andrea'}
    >>> public_event({"do": "take_open", "player": "Andrea", "card": "gold", "replaced_by": "oil"})
    {'do': 'take_open', 'player': 'Andrea', 'replaced_by': 'oil'}
    """
    if raw.get("do") not in {*_HIDDEN_CARD, "replace"} or raw.get("card") == REIBACH:
        return raw
    return {key: value for key, value in raw.items() if key != "card"}


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal."""
    match event:
        case events.TakeOpen(player, _, card) if card == REIBACH:
            text = Sentence("{player} takes an open card, a Reibach card is turned up", {"player": player}, "B-6")
            return _reibach(state, text)
        case events.TakeOpen(player, _, card):
            values = {"player": player, "card": card_name(card)}
            return Sentence("{player} takes an open card; turned up in its place: {card}", values, "B-2")
        case events.Draw(player, card) if card == REIBACH:
            return _reibach(state, Sentence("{player} draws a Reibach card", {"player": player}, "B-6"))
        case events.Draw(player):
            return Sentence("{player} draws a card", {"player": player}, "B-2")
        case events.Replace(player, card) if card == REIBACH:
            return _reibach(state, Sentence("another Reibach card", {}, "B-6"))
        case events.Replace(player, card):
            if card is None or (isinstance(state.play, Tracked) and state.play.missing == "hand"):
                return Sentence("{player} draws the next card", {"player": player}, "B-6")
            return Sentence("turned up in place of the Reibach card: {card}", {"card": card_name(card)}, "B-6")
        case events.Dealmaker(player):
            return Sentence("{player} lays a dealmaker", {"player": player}, "B-2")
        case events.Lay(player, row, card):
            laid = {"player": player, "row": str(row), "card": card_name(card)}
            return Sentence("{player} lays on row {row}: {card}", laid, "B-3")
        case events.Rows(player, rows):
            return _report(player, rows)
        case events.Score():
            return Sentence("Scoring {number}", {"number": state.scorings + 1}, "B-6")
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})


def _report(player: str, rows: tuple[events.ReportedRow, ...]) -> Sentence:
    listed = tuple(
        Sentence("{business} {cards}", {"business": card_name(business), "cards": str(cards)})
        for business, cards in ((row.business, row.cards + row.multitalents) for row in rows if row.cards)
    )
    if not listed:
        return Sentence("{player} reports no rows", {"player": player}, "B-14")
    return Sentence("{player} reports: {rows}", {"player": player, "rows": listed}, "B-14")


def _reibach(state: State, turned_up: Sentence) -> Sentence:
    """A Reibach card that turns up, with the scoring that it brings."""
    cards = state.play.reibach + 1 if isinstance(state.play, Tracked) else 0
    if cards not in SCORED_WITH:
        return turned_up
    values = {"event": turned_up, "cards": cards, "number": state.scorings + 1}
    return Sentence("{event}, no. {cards}: scoring {number}", values, "B-6")
