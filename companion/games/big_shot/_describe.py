"""Events in words."""

from __future__ import annotations

from functools import reduce
from typing import Any

from companion.games._events import Amend
from companion.games.big_shot import _events as events
from companion.games.big_shot._auction import moved_broker
from companion.games.big_shot._explain import decision_reason
from companion.games.big_shot._material import DIE, DISTRICT_HOLDS, SPACES, added
from companion.games.big_shot._setup import known_colour
from companion.games.big_shot._state import State
from companion.games.big_shot._words import a_stone, the_purse
from companion.money import Amount
from companion.sentence import Sentence, counted


def describe(state: State, event: events.Event) -> Sentence:
    """What the event says in words, ``state`` being the one before it; it need not be legal."""
    match event:
        case events.RollDie(player, die):
            return _roll(state, player, die)
        case events.Loan(player, colour):
            if state.table.two_purses and isinstance(colour, str):
                values = {"player": player, "purse": the_purse(colour)}
                return Sentence("{player} takes a loan for {purse}", values, "G-12")
            return Sentence("{player} takes a loan", {"player": player}, "G-10" if state.options.hard else "G-4")
        case events.Bid(player, amount):
            values = {"player": player}
            return counted(
                Amount(amount), "{player} bids {count} million", "{player} bids {count} million", values, "G-3"
            )
        case events.Pass(player):
            if state.phase == "loans":
                ruling = "G-12" if state.table.two_purses else "G-10"
                return Sentence("{player} takes no loan", {"player": player}, ruling)
            return Sentence("{player} passes", {"player": player}, "G-3")
        case events.ChoosePurse(player, colour):
            return Sentence("{player} pays with {purse}", {"player": player, "purse": the_purse(colour)}, "G-12")
        case events.Place(player, colour, district):
            return _place(state, player, colour, district)
        case Amend(note):
            return Sentence("Remark: {note}", {"note": note})


def _roll(state: State, player: str, die: int) -> Sentence:
    values = {"player": player, "die": die}
    if die not in DIE or not any(state.spaces):
        return Sentence("{player} throws {die}", values, "G-2")
    values["space"] = moved_broker(state.spaces, state.broker, die)
    return Sentence("{player} throws {die}: the broker goes to space {space}", values, "G-2")


def _place(state: State, player: str, colour: str, district: str) -> Sentence:
    """The stone, and why it decides its district, or with the last stone of the game all that are still open."""
    values: dict[str, Any] = {"player": player, "stone": a_stone(colour), "district": district}
    known, place = known_colour(colour), state.places.get(district)
    if known is None or place is None or place.closed:
        return Sentence("{player} puts {stone} into {district}", values, "G-5")
    lying = {name: other.stones for name, other in state.places.items() if other.stones and not other.closed}
    lying[district] = added(place.stones, known, 1)
    is_last = state.round == SPACES and state.phase == "place" and sum(state.hand.values()) == 1
    decided = [
        Sentence("{district}: {reason}", {"district": name, "reason": decision_reason(stones)})
        for name, stones in lying.items()
        if is_last or (name == district and sum(stones.values()) == DISTRICT_HOLDS)
    ]
    if not decided:
        return Sentence("{player} puts {stone} into {district}", values, "G-5")
    values["decided"] = reduce(lambda one, next_: Sentence("{one}; {next}", {"one": one, "next": next_}), decided)
    return Sentence("{player} puts {stone} into {district} – {decided}", values, "G-7" if is_last else "G-6")
