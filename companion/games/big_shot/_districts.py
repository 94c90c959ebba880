"""Who gets a district, and what it counts for its owner (G-6, G-7, G-8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.games.big_shot._material import COLOURS, DISTRICT_HOLDS, Colour, Stones, added
from companion.games.big_shot._state import Decision, Place, State
from companion.money import Money


def winner(stones: Stones) -> Colour | None:
    """The colour that gets a district with these stones; None when all cancel each other out.

    Colours with equal counts cancel each other out, and the next lower count decides.

    >>> winner({"red": 3, "yellow": 3, "white": 1}), winner({"red": 2, "yellow": 1}), winner({"red": 2, "black": 2})
    ('white', 'red', None)
    """
    for count in sorted(set(stones.values()), reverse=True):
        first, *others = [colour for colour, number in stones.items() if number == count]
        if not others:
            return first
    return None


def laid(state: State, colour: Colour, district: str) -> State:
    """The state with one more stone in that district, decided where it is the seventh (G-6)."""
    place = state.places[district]
    stones = added(place.stones, colour, 1)
    state = _with_place(state, district, replace(place, stones=stones))
    return decided(state, district) if sum(stones.values()) == DISTRICT_HOLDS else state


def decided(state: State, district: str) -> State:
    """The state in which that district is closed: one stone of the winner stays, the others leave the game."""
    stones = state.places[district].stones
    owner = winner(stones)
    left: Stones = {} if owner is None else {owner: 1}
    gone = {colour: state.gone[colour] + stones.get(colour, 0) - left.get(colour, 0) for colour in COLOURS}
    state = _with_place(state, district, Place(left, owner, closed=True))
    return replace(state, gone=gone, decided=(*state.decided, Decision(district, owner)))


def all_decided(state: State) -> State:
    """The state in which every open district with stones is decided too, in board order (G-7)."""
    for district, place in state.places.items():
        if place.stones and not place.closed:
            state = decided(state, district)
    return state


def _with_place(state: State, district: str, place: Place) -> State:
    return replace(state, places={**state.places, district: place})


def factor(state: State, district: str) -> int:
    """How many times its value a district counts for its owner: parks beside it, of the same colour, double it (G-8).

    With two such parks it is doubled once, or twice under the option ``two_parks``.
    """
    owner, printed = state.places[district].owner, state.table.city.districts
    parks = sum(printed[other].park and state.places[other].owner == owner for other in printed[district].neighbours)
    if parks == 0:
        return 1
    return 4 if parks > 1 and state.options.two_parks == "quadruple" else 2


def holdings(state: State, player: str) -> Mapping[str, Money]:
    """The player's districts in board order, with what each counts for him: parks 0."""
    own, printed = state.colours(player), state.table.city.districts
    return {
        name: Money(printed[name].value * factor(state, name))
        for name, place in state.places.items()
        if place.owner in own
    }
