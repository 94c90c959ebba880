"""What the books have at each place of a board, and a reading with some places as a person says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.games import BANKER, AnyGame
from companion.reading import Places, Seen, places_of
from companion.squares import parse_square


def booked_places(rules: AnyGame, state: Any) -> Places:
    """Place by place what a game's books have: rows of letters (``board``), or blocks in regions."""
    lying = rules.lying(state)
    return (places_of(None, lying) if lying else places_of(rules.view(state, BANKER)["board"], None)) or {}


def as_said(seen: Seen, places: Places) -> Seen:
    """The reading with these places in the place of its own."""
    if seen.regions is not None:
        counts: dict[str, dict[str, int | None]] = {name: {} for name in seen.regions}
        for (name, colour), what in places.items():
            counts[name][colour] = None if what == "?" else int(what)
        return replace(seen, regions=counts)
    rows = [list(row) for row in seen.squares or ()]
    for (name, _), letter in places.items():
        square = parse_square(name)
        rows[square.row][square.col] = letter
    return replace(seen, squares=tuple("".join(row) for row in rows))


def is_gone(event: Mapping[str, Any] | None, seen: Places, booked: Places) -> bool:
    """Whether what an event put down is seen no more: an empty square, or a stone less in a region."""
    if event is None:
        return False
    square, (district, colour) = event.get("square"), (event.get("district"), event.get("colour"))
    if square is not None:
        return seen.get((str(square), "")) == "."
    key = (str(district), str(colour))
    now, then = seen.get(key, "?"), booked.get(key, "?")
    return "?" not in (now, then) and int(now) == int(then) - 1
