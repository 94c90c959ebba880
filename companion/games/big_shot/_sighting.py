"""What stones counted by a camera mean beside the books (G-5, G-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games._protocol import Sighting
from companion.games.big_shot._material import COLOURS, Colour
from companion.games.big_shot._state import State
from companion.games.big_shot._words import COLOURS as COLOUR_WORDS
from companion.regions import Counts
from companion.sentence import Sentence


def sight(state: State, counts: Counts) -> Sighting:
    """What these counts mean; what is not known, and districts that they do not name, is left aside.

    Stones that are still to be placed and lie in open districts are events, one for each colour and district: with one
    it can be proposed, with more people say which came first, for a district may be decided in between. Stones that
    should have been taken off a decided district are to do. Everything else contradicts the books.
    """
    events: list[Mapping[str, Any]] = []
    todo: list[Sentence] = []
    problems: list[Sentence] = []
    districts: list[str] = []
    more = dict.fromkeys(COLOURS, 0)
    for name, place in state.places.items():
        seen = counts.get(name, {})
        differ = [(colour, seen[colour], place.stones.get(colour, 0)) for colour in COLOURS if colour in seen]
        for colour, count, books in differ:
            if count is None or count == books:
                continue
            districts.append(name)
            values = {"district": name, "colour": COLOUR_WORDS[colour], "books": str(books), "camera": str(count)}
            if place.closed and count > books:
                text = Sentence("{district}: take off what the decision left over, {colour} {camera}", values, "G-6")
                todo.append(text)
            elif count > books and not place.closed and _to_place(state, colour) >= count - books:
                more[colour] += count - books
                events.append({"do": "place", "player": state.turn, "colour": colour, "district": name})
            else:
                problems.append(_contradiction(values))
    if any(more[colour] > _to_place(state, colour) for colour in COLOURS):
        where = {"districts": tuple(dict.fromkeys(districts))}
        problems.append(
            Sentence("more stones were put down than there were to place: look at {districts}", where, "G-5")
        )
        events = []
    return Sighting(tuple(events), tuple(todo), tuple(problems), tuple(dict.fromkeys(districts)))


def _to_place(state: State, colour: Colour) -> int:
    return state.hand.get(colour, 0) if state.phase == "place" else 0


def _contradiction(values: Mapping[str, Any]) -> Sentence:
    return Sentence("{district}, {colour}: {books} in the books, {camera} in the picture", values)
