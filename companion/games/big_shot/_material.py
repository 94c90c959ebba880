"""What is in the box of BIG SHOT, and what a table may settle before a game (source: the rules of the German box)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from companion.money import Money

Colour = Literal["red", "yellow", "white", "black"]
COLOURS: tuple[Colour, ...] = ("red", "yellow", "white", "black")
"""The order in which colours are always listed."""
Stones = Mapping[Colour, int]
"""Stones by colour: only colours that are there, in the order of `COLOURS`."""

STONES_A_COLOUR = 18
SPACES = 18
"""Auction spaces in the ring, and rounds: each empties one (G-2)."""
STONES_A_SPACE = 4
COLOURS_A_SPACE = 2
"""At least so many on each space at the start (G-1)."""
DIE = (1, 2, 3, 4, 5, 6)
DISTRICT_HOLDS = 7
"""A district with so many stones is decided (G-6)."""
START_CASH = Money(10)
"""For each purse (G-1, G-12)."""
LOAN_CARDS = 30
DEBT = Money(10)
"""What a loan card says that is owed (G-4)."""
DISTRICTS_TO_WIN = 2
"""For each colour of a player (G-9, G-12)."""
SEATS = (2, 4)
"""Fewest and most players."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table may settle before a game; the names are those of the record's header."""

    hard: bool = False
    two_parks: Literal["double", "quadruple"] = "double"


def payout(loans: int) -> Money:
    """What the bank pays out for the next loan of a purse that has had so many (G-4).

    >>> [payout(loans) for loans in (0, 1, 2, 8, 9, 10)]
    [9, 8, 7, 1, 0, 0]
    """
    return Money(max(0, DEBT - 1 - loans))


def in_order(stones: Mapping[Colour, int]) -> dict[Colour, int]:
    """The stones by colour, in the order of `COLOURS`, without colours that are not there.

    >>> in_order({"black": 1, "white": 0, "red": 2})
    {'red': 2, 'black': 1}
    """
    return {colour: stones[colour] for colour in COLOURS if stones.get(colour)}


def added(stones: Mapping[Colour, int], colour: Colour, count: int) -> dict[Colour, int]:
    """The stones with so many more (or fewer) of a colour.

    >>> added({"white": 2}, "white", -2), added({"white": 2}, "red", 1)
    ({}, {'red': 1, 'white': 2})
    """
    return in_order({**stones, colour: stones.get(colour, 0) + count})
