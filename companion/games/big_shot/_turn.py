"""The course of a round: which event may come in which phase, and what it does (G-2 to G-7, G-10, G-12 to G-14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from companion.errors import RuleError
from companion.games._events import Amend, name_of
from companion.games._protocol import Step
from companion.games.big_shot import _auction as auction
from companion.games.big_shot import _events as events
from companion.games.big_shot._districts import all_decided, laid
from companion.games.big_shot._material import DIE, SPACES, Colour, added
from companion.games.big_shot._setup import known_colour
from companion.games.big_shot._state import Phase, State
from companion.games.big_shot._words import COLOURS as COLOUR_WORDS
from companion.games.big_shot._words import some_stones, the_purse
from companion.money import Amount
from companion.quoting import quoted
from companion.sentence import Sentence

TRANSITIONS: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    "roll": {"roll": ("loans", "auction")},
    "loans": {"loan": ("loans", "auction"), "pass": ("loans", "auction")},
    "auction": {"loan": ("auction",), "bid": ("auction",), "pass": ("auction", "purse", "place")},
    "purse": {"choose_purse": ("place",)},
    "place": {"place": ("place", "roll", "over")},
    "over": {},
}
"""For each phase the events that may come, and the phases that each can lead to. ``amend`` may always come."""

_AWAITED: Mapping[Phase, Sentence] = {
    "roll": Sentence("the start player throws the die first"),
    "loans": Sentence("each decides about a loan first"),
    "auction": Sentence("the auction is going on"),
    "purse": Sentence("the buyer names the purse that pays"),
    "place": Sentence("the stones are placed first"),
    "over": Sentence("the game is over"),
}


def apply(state: State, event: events.Event) -> Step[State]:
    """The state after an event, and the entries that it caused; raises RuleError."""
    state = replace(state, decided=())
    if isinstance(event, Amend):
        return Step(state)
    check_place_in_turn(state, name_of(event), event.player)
    return _HANDLERS[type(event)](state, event)


def check_place_in_turn(state: State, do: str, player: str) -> None:
    """Raises RuleError when that event may not come now, or not from that player.

    Ruling G-13, or the more special one that forbids it: G-7 after the end, G-14 for a stranger, G-10 or G-12 for a
    loan that comes too late, in the auction, G-3 for one who has passed.
    """
    if state.phase == "over":
        raise RuleError(
            "G-7", Sentence("{event} may not come now: {awaited}", {"event": do, "awaited": _AWAITED["over"]})
        )
    if player not in state.table.players:
        raise RuleError("G-14", Sentence("no player is called {name}", {"name": quoted(player)}))
    if do not in TRANSITIONS[state.phase]:
        values = {"event": do, "awaited": _AWAITED[state.phase]}
        raise RuleError("G-13", Sentence("{event} may not come now: {awaited}", values))
    if do == "loan" and state.phase == "auction" and state.table.loans_first:
        ruling = "G-12" if state.table.two_purses else "G-10"
        raise RuleError(ruling, Sentence("loans are taken before the auction"))
    if player != state.turn:
        awaited = {"player": player, "awaited": state.turn}
        if state.phase == "auction" and player in state.passed:
            raise RuleError("G-3", Sentence("{player} has passed: {awaited} is awaited", awaited))
        raise RuleError("G-13", Sentence("{player} is not on turn: {awaited} is awaited", awaited))


def _colour(name: str) -> Colour:
    colour = known_colour(name)
    if colour is None:
        values = {"name": quoted(name), "colours": tuple(COLOUR_WORDS.values())}
        raise RuleError("G-14", Sentence("no colour is called {name}: there are {colours}", values))
    return colour


def _own_colour(state: State, player: str, name: str) -> Colour:
    """That colour, one of the player's (G-14)."""
    colour, own = _colour(name), state.colours(player)
    if colour not in own:
        values = {"colour": COLOUR_WORDS[colour], "player": player, "own": tuple(COLOUR_WORDS[each] for each in own)}
        raise RuleError("G-14", Sentence("{colour} is no colour of {player}, who has {own}", values))
    return colour


def no_face(face: object) -> Sentence:
    """What is wrong with a throw that the die cannot show."""
    return Sentence(
        "the die has no {face}: it shows {low} to {high}", {"face": quoted(face), "low": DIE[0], "high": DIE[-1]}
    )


def _roll(state: State, event: events.RollDie) -> Step[State]:
    if event.die not in DIE:
        raise RuleError("G-14", no_face(event.die))
    broker = auction.moved_broker(state.spaces, state.broker, event.die)
    return Step(auction.opened(replace(state, broker=broker)))


def _loan(state: State, event: events.Loan) -> Step[State]:
    player = event.player
    if isinstance(event.colour, msgspec.UnsetType):
        if state.table.two_purses:
            raise RuleError(
                "G-12", Sentence("{player} has two purses: say which one takes the loan", {"player": player})
            )
        [colour] = state.colours(player)
    else:
        colour = _own_colour(state, player, event.colour)
    auction.check_loan(state, player, colour)
    step = auction.lent(Step(state), player, colour)
    if state.phase == "auction":
        return step
    # Who may take another loan decides about that too (G-12); with one purse nobody may.
    following = (player, *auction.deciders_after(state, player))
    return Step(auction.deciding(step.state, following), step.entries)


def _bid(state: State, event: events.Bid) -> Step[State]:
    return Step(auction.with_bid(state, event.player, event.amount))


def _pass(state: State, event: events.Pass) -> Step[State]:
    if state.phase == "loans":
        return Step(auction.deciding(state, auction.deciders_after(state, event.player)))
    return auction.with_pass(state, event.player)


def _choose_purse(state: State, event: events.ChoosePurse) -> Step[State]:
    assert state.bid is not None
    colour = _own_colour(state, event.player, event.colour)
    cash = state.purses[colour].cash
    if cash < state.bid.amount:
        values = {"purse": the_purse(colour), "cash": Amount(cash), "bid": Amount(state.bid.amount)}
        raise RuleError("G-12", Sentence("{purse} holds {cash} and cannot pay {bid}", values))
    return auction.paid(Step(state), state.bid, colour)


def _place(state: State, event: events.Place) -> Step[State]:
    colour = _colour(event.colour)
    if event.district not in state.places:
        raise RuleError("G-14", Sentence("no district is called {name}", {"name": quoted(event.district)}))
    if colour not in state.hand:
        values = {"colour": COLOUR_WORDS[colour], "stones": some_stones(state.hand)}
        raise RuleError("G-5", Sentence("there is none in {colour} left to place, only {stones}", values))
    if state.places[event.district].closed:
        raise RuleError("G-5", Sentence("{district} is closed: choose an open district", {"district": event.district}))
    state = laid(replace(state, hand=added(state.hand, colour, -1)), colour, event.district)
    return Step(state if state.hand else _next_round(state))


def _next_round(state: State) -> State:
    """The next start player's round (G-2), or the end after the last one (G-7)."""
    if state.round == SPACES:
        return replace(all_decided(state), phase="over")
    starter = state.table.from_left(state.starter)[0]
    return replace(
        state,
        phase="roll",
        round=state.round + 1,
        starter=starter,
        turn=starter,
        bid=None,
        passed=(),
        loaned=frozenset(),
    )


_HANDLERS: Mapping[type, Callable[[State, Any], Step[State]]] = {
    events.RollDie: _roll,
    events.Loan: _loan,
    events.Bid: _bid,
    events.Pass: _pass,
    events.ChoosePurse: _choose_purse,
    events.Place: _place,
}
