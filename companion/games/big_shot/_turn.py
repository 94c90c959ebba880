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
from companion.games.big_shot._explain import stones_in_words
from companion.games.big_shot._material import COLOURS, DIE, SPACES, Colour, added
from companion.games.big_shot._setup import known_colour
from companion.games.big_shot._state import Phase, State
from companion.money import spell
from companion.quoting import quoted

TRANSITIONS: Mapping[Phase, Mapping[str, tuple[Phase, ...]]] = {
    "roll": {"roll": ("loans", "auction")},
    "loans": {"loan": ("loans", "auction"), "pass": ("loans", "auction")},
    "auction": {"loan": ("auction",), "bid": ("auction",), "pass": ("auction", "purse", "place")},
    "purse": {"choose_purse": ("place",)},
    "place": {"place": ("place", "roll", "over")},
    "over": {},
}
"""For each phase the events that may come, and the phases that each can lead to. ``amend`` may always come."""

_AWAITED: Mapping[Phase, str] = {
    "roll": "the start player throws the die first",
    "loans": "each decides about a loan first",
    "auction": "the auction is going on",
    "purse": "the buyer names the purse that pays",
    "place": "the stones are placed first",
    "over": "the game is over",
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
        raise RuleError("G-7", f"{do} may not come now: the game is over")
    if player not in state.table.players:
        raise RuleError("G-14", f"no player is called {quoted(player)}")
    if do not in TRANSITIONS[state.phase]:
        raise RuleError("G-13", f"{do} may not come now: {_AWAITED[state.phase]}")
    if do == "loan" and state.phase == "auction" and state.table.loans_first:
        raise RuleError("G-12" if state.table.two_purses else "G-10", "loans are taken before the auction")
    if player != state.turn:
        ruling = "G-3" if state.phase == "auction" and player in state.passed else "G-13"
        why = f"{player} has passed" if ruling == "G-3" else f"it is not {player}'s turn"
        raise RuleError(ruling, f"{why}: {state.turn} is awaited")


def _colour(name: str) -> Colour:
    colour = known_colour(name)
    if colour is None:
        raise RuleError("G-14", f"no colour is called {quoted(name)}: there are {', '.join(COLOURS)}")
    return colour


def _own_colour(state: State, player: str, name: str) -> Colour:
    """That colour, one of the player's (G-14)."""
    colour, own = _colour(name), state.colours(player)
    if colour not in own:
        raise RuleError("G-14", f"{colour} is not {player}'s colour: {' and '.join(own)}")
    return colour


def _roll(state: State, event: events.RollDie) -> Step[State]:
    if event.die not in DIE:
        raise RuleError("G-14", f"the die has no {quoted(event.die)}: it shows {DIE[0]} to {DIE[-1]}")
    broker = auction.moved_broker(state.spaces, state.broker, event.die)
    return Step(auction.opened(replace(state, broker=broker)))


def _loan(state: State, event: events.Loan) -> Step[State]:
    player = event.player
    if isinstance(event.colour, msgspec.UnsetType):
        if state.table.two_purses:
            raise RuleError("G-12", f"{player} has two purses: say which colour takes the loan")
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
        raise RuleError("G-12", f"the {colour} purse holds {spell(cash)} and cannot pay {spell(state.bid.amount)}")
    return auction.paid(Step(state), state.bid, colour)


def _place(state: State, event: events.Place) -> Step[State]:
    colour = _colour(event.colour)
    if event.district not in state.places:
        raise RuleError("G-14", f"no district is called {quoted(event.district)}")
    if colour not in state.hand:
        raise RuleError("G-5", f"no {colour} stone is left to place, there are {stones_in_words(state.hand)}")
    if state.places[event.district].closed:
        raise RuleError("G-5", f"{event.district} is closed: choose an open district")
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
