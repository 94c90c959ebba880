"""Tracked play: taking, drawing and laying cards, and the Reibach cards that interrupt it (B-1 to B-6, B-17)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from companion.errors import RuleError
from companion.games._protocol import Step
from companion.games.reibach import _events as events
from companion.games.reibach._material import (
    BUSINESSES,
    IN_THE_BOX,
    MOST_DEALMAKERS,
    MULTITALENT,
    POINTS,
    REIBACH,
    RISK,
    SCORED_WITH,
)
from companion.games.reibach._scoring import scored
from companion.games.reibach._state import Hand, Report, Row, State, Tracked
from companion.games.reibach._words import CARDS
from companion.quoting import quoted
from companion.sentence import Sentence

DRAWING = 2
"""Action points that a card from the pile costs; everything else costs one (B-2)."""


def take_open(state: State, play: Tracked, event: events.TakeOpen) -> Step[State]:
    """The leftmost open card of that kind goes to the hand, and the next one comes in its place."""
    card = _card(event.card)
    if card not in play.open:
        raise RuleError("B-2", Sentence("no such card lies open"))
    place = play.open.index(card)
    play = _spent(_with_open(play, place, None), 1)
    hand = play.hands[event.player]
    named = {**hand.named, card: hand.named.get(card, 0) + 1}
    play = play.with_hand(event.player, replace(hand, named=named))
    return _turned_up(state, play, event.replaced_by, place)


def draw(state: State, play: Tracked, event: events.Draw) -> Step[State]:
    """The next card of the pile goes to the hand."""
    if play.points < DRAWING:
        raise RuleError(
            "B-2", Sentence("a card from the pile costs {cost} action points, there is 1 left", {"cost": DRAWING})
        )
    return _turned_up(state, _spent(play, DRAWING), event.card, "hand")


def replace_card(state: State, play: Tracked, event: events.Replace) -> Step[State]:
    """The next card comes in place of a Reibach card (B-6)."""
    assert play.missing is not None
    return _turned_up(state, play, event.card, play.missing)


def dealmaker(state: State, play: Tracked, event: events.Dealmaker) -> Step[State]:
    """A hand card is laid face down: a new row begins (B-4)."""
    card = _card(event.card)
    rows = play.rows[event.player]
    if len(rows) == MOST_DEALMAKERS:
        values = {"player": event.player, "most": MOST_DEALMAKERS}
        raise RuleError("B-4", Sentence("{player} has {most} dealmakers, more cannot be laid", values))
    play = _out_of_hand(play, event.player, card)
    play = replace(
        play,
        dealmakers={**play.dealmakers, card: play.dealmakers.get(card, 0) + 1},
        rows={**play.rows, event.player: (*rows, Row())},
    )
    return Step(_going_on(state, _spent(play, 1)))


def lay(state: State, play: Tracked, event: events.Lay) -> Step[State]:
    """A hand card is laid face up on a row."""
    card, rows = _card(event.card), play.rows[event.player]
    if not 1 <= event.row <= len(rows):
        values = {"player": event.player, "row": quoted(event.row), "rows": len(rows)}
        raise RuleError("B-16", Sentence("{player} has no row {row}: there are {rows}", values))
    row = _longer(rows, event.row - 1, card)
    play = _out_of_hand(play, event.player, card)
    rows = (*rows[: event.row - 1], row, *rows[event.row :])
    return Step(_going_on(state, _spent(replace(play, rows={**play.rows, event.player: rows}), 1)))


def fitting(rows: tuple[Row, ...], at: int) -> tuple[str, ...]:
    """The kinds of cards that may be laid on that row of a player's, counted from 0 (B-3, B-4)."""
    row = rows[at]
    if row.risk:
        return ()
    if row.business is not None:
        return (row.business, MULTITALENT, RISK)
    taken = {other.business for other in rows}
    return tuple(business for business in BUSINESSES if business not in taken)


def _longer(rows: tuple[Row, ...], at: int, card: str) -> Row:
    """That row with one more card; raises RuleError where the card does not fit (B-3, B-4)."""
    row = rows[at]
    if card not in fitting(rows, at):
        if row.risk:
            raise RuleError("B-3", Sentence("the row is closed by a Risk card"))
        if row.business is not None:
            values = {"business": CARDS[row.business], "card": CARDS[card]}
            raise RuleError("B-3", Sentence("the row is one of {business}: {card} does not fit", values))
        if card in BUSINESSES:
            values = {"business": CARDS[card]}
            raise RuleError(
                "B-4", Sentence("there is a row of {business} already, and one for each business is allowed", values)
            )
        raise RuleError("B-3", Sentence("the first card of a row must be a business card"))
    if card == MULTITALENT:
        return replace(row, multitalents=row.multitalents + 1)
    if card == RISK:
        return replace(row, risk=1)
    return replace(row, business=card, cards=row.cards + 1)


def _card(name: str) -> str:
    """That kind of card; raises RuleError B-16."""
    if name not in IN_THE_BOX and name != REIBACH:
        values = {"name": quoted(name), "cards": tuple(CARDS.values())}
        raise RuleError("B-16", Sentence("no card is called {name}: there are {cards}", values))
    return name


def _check_exists(play: Tracked, card: str) -> None:
    """B-17: one more card of that kind can become known. The refusal does not name it: it may lie hidden (B-5)."""
    if play.known(card) >= IN_THE_BOX[card]:
        text = Sentence(
            "all {number} cards of this kind are known: this cannot be another one", {"number": IN_THE_BOX[card]}
        )
        raise RuleError("B-17", text)


def _out_of_hand(play: Tracked, player: str, card: str) -> Tracked:
    """The game without that card in the player's hand: a named one, else an unnamed one that becomes known (B-17)."""
    hand = play.hands[player]
    if hand.named.get(card):
        return play.with_hand(player, replace(hand, named={**hand.named, card: hand.named[card] - 1}))
    if not hand.unnamed or card == REIBACH:
        raise RuleError("B-17", Sentence("{player} cannot have such a card in the hand", {"player": player}))
    _check_exists(play, card)
    return play.with_hand(player, replace(hand, unnamed=hand.unnamed - 1))


def _with_open(play: Tracked, place: int, card: str | None) -> Tracked:
    return replace(play, open=(*play.open[:place], card, *play.open[place + 1 :]))


def _spent(play: Tracked, points: int) -> Tracked:
    return replace(play, points=play.points - points)


def _turned_up(state: State, play: Tracked, name: str | None, place: int | Literal["hand"]) -> Step[State]:
    """The next card of the pile comes to that place; a Reibach card is put aside and waits for the next (B-6)."""
    if name is None and place != "hand":
        raise RuleError("B-16", Sentence("a card that lies open must be named"))
    card = None if name is None else _card(name)
    if play.only_reibach and card != REIBACH:
        raise RuleError("B-17", Sentence("the pile holds Reibach cards alone: the next card is one"))
    if card == REIBACH:
        play = replace(play, pile=play.pile - 1, reibach=play.reibach + 1, missing=place)
        state = replace(state, phase="replace", play=play)
        return scored(state, _reports(play)) if play.reibach in SCORED_WITH else Step(state)
    if card is not None:
        _check_exists(play, card)
    if place == "hand":
        hand = play.hands[play.turn]
        play = play.with_hand(play.turn, _with_drawn(hand, card))
    else:
        play = _with_open(play, place, card)
    return Step(_going_on(state, replace(play, pile=play.pile - 1, missing=None)))


def _with_drawn(hand: Hand, card: str | None) -> Hand:
    if card is None:
        return replace(hand, unnamed=hand.unnamed + 1)
    return replace(hand, named={**hand.named, card: hand.named.get(card, 0) + 1})


def _reports(play: Tracked) -> dict[str, Report]:
    """What lies before the players, as a scoring takes it."""
    return {
        player: Report(rows, sum(not row.length for row in rows), play.hands[player].cards)
        for player, rows in play.rows.items()
    }


def _going_on(state: State, play: Tracked) -> State:
    """The state after an action is done; with the last point the turn passes (B-2, B-15)."""
    if not play.points:
        play = replace(play, turn=state.table.next_to(play.turn), points=POINTS)
    return replace(state, phase="act", play=play)
