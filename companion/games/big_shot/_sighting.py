"""What stones counted by a camera mean beside the books (G-5, G-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.games._protocol import Sighting, Way
from companion.games.big_shot._material import COLOURS, Colour, in_order
from companion.games.big_shot._state import State
from companion.games.big_shot._words import COLOURS as COLOUR_WORDS
from companion.games.big_shot._words import a_stone, some_stones
from companion.regions import Counts
from companion.sentence import Sentence


@dataclass(slots=True)
class _Differences:
    """What the counts have other than the books; districts by their names."""

    events: list[Mapping[str, Any]] = field(default_factory=list)
    todo: list[Sentence] = field(default_factory=list)
    problems: list[Sentence] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    """Districts of which it must be said what is true."""
    left: list[str] = field(default_factory=list)
    """Decided districts with stones that should have been taken off."""
    unknown: list[str] = field(default_factory=list)
    """Districts in which some number is not known."""
    more: dict[Colour, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    """Stones of each colour that may have been placed."""


def sight(state: State, counts: Counts) -> Sighting:
    """What these counts mean; what is not known, and districts that they do not name, is left aside.

    Stones that are still to be placed and lie in open districts are events, one for each colour and district: with one
    it can be proposed, with more people say which came first, for a district may be decided in between. A district in
    which any number is not known gives no event: which stone is the new one is then for people to say. Stones that
    should have been taken off a decided district are to do. Everything else contradicts the books.
    """
    found = _compare(state, counts)
    events = found.events
    if any(found.more[colour] > _to_place(state, colour) for colour in COLOURS):
        where = {"districts": tuple(dict.fromkeys(event["district"] for event in events))}
        found.problems.append(
            Sentence("more stones were put down than there were to place: look at {districts}", where, "G-5")
        )
    ways = tuple(_ways(state, found))
    if found.problems:
        events = []
    districts = [*(event["district"] for event in found.events), *found.wrong, *found.left]
    in_board_order = tuple(name for name in state.places if name in districts)
    return Sighting(tuple(events), tuple(found.todo), tuple(found.problems), in_board_order, ways)


def _compare(state: State, counts: Counts) -> _Differences:
    found = _Differences()
    for name, place in state.places.items():
        seen = counts.get(name, {})
        doubtful = any(seen.get(colour, 0) is None for colour in COLOURS)
        if doubtful:
            found.unknown.append(name)
        for colour in COLOURS:
            count, books = seen.get(colour), place.stones.get(colour, 0)
            if count is None or count == books:
                continue
            values = {"district": name, "colour": COLOUR_WORDS[colour], "books": str(books), "camera": str(count)}
            if place.closed and count > books:
                text = Sentence("{district}: take off what the decision left over, {colour} {camera}", values, "G-6")
                found.todo.append(text)
                found.left.append(name)
            elif count > books and not place.closed and _to_place(state, colour) >= count - books:
                if not doubtful:
                    found.more[colour] += count - books
                    found.events.append({"do": "place", "player": state.turn, "colour": colour, "district": name})
            else:
                found.problems.append(_contradiction(values))
                found.wrong.append(name)
    return found


def _ways(state: State, found: _Differences) -> Iterator[Way]:
    """What may be true instead of what is seen, the likeliest first."""
    if len(found.events) > 1 or found.problems:
        for event in found.events:
            yield _placed(event)
    for name in _once(found.wrong):
        yield _as_in_the_books(state, name)
    for event in found.events if len(found.events) > 1 or found.problems else ():
        if event["district"] not in found.wrong:
            yield _as_in_the_books(state, event["district"])
    for name in _once(found.left):
        yield _as_in_the_books(state, name)
    for name in _once(found.unknown):
        if name not in (*found.wrong, *found.left):
            yield _as_in_the_books(state, name)


def _once(names: Sequence[str]) -> Iterator[str]:
    yield from dict.fromkeys(names)


def _placed(event: Mapping[str, Any]) -> Way:
    values = {"stone": a_stone(event["colour"]), "district": event["district"]}
    return Way("book", Sentence("book {stone} in {district}", values), event, (event["district"],))


def _as_in_the_books(state: State, name: str) -> Way:
    stones = in_order(state.places[name].stones)
    if not stones:
        return Way("books", Sentence("{district} is empty", {"district": name}), squares=(name,))
    values = {"district": name, "stones": some_stones(stones)}
    return Way("books", Sentence("in {district} lies: {stones}", values), squares=(name,))


def _to_place(state: State, colour: Colour) -> int:
    return state.hand.get(colour, 0) if state.phase == "place" else 0


def _contradiction(values: Mapping[str, Any]) -> Sentence:
    return Sentence("{district}, {colour}: {books} in the books, {camera} in the picture", values)
