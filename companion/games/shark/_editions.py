"""The editions of SHARK as data: pieces, cards, notes, dice, names, and what each edition's options default to.

Every number and name of the game's material stands here and nowhere else (source: the 1991 and 2001 rules; what no
text gives is marked as a stand-in).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec

from companion.money import Money

Company = Literal["red", "blue", "green", "yellow"]
"""A company by the colour of its houses: the colour is the identity, names differ by edition and language."""
COMPANIES: tuple[Company, ...] = ("red", "blue", "green", "yellow")
TOP = "top"
"""Named as a company where a TOP house is placed (R-24)."""
LETTERS: Mapping[str, str] = {"red": "r", "blue": "b", "green": "g", "yellow": "y", TOP: "t"}
"""The letter of a house on the board."""
COMPANY_OF: Mapping[str, Company] = {LETTERS[company]: company for company in COMPANIES}
EMPTY = "."

STEP = Money(1_000)
"""Every amount is a multiple of it."""
SCALE_TOP = Money(15_000)
"""The highest price on the scale (R-9, R-22)."""
BUYS_A_TURN = 5
"""R-3."""
SEVEN = 7
"""What a chain counts at most under ``seven_cap``."""

CHOICE = ("black", "white")
"""Faces of the colour die that let the mover choose (R-6)."""
FREE = "free"
"""The rolled colour when no colour die is rolled (1991 variant III)."""


_Count = Annotated[int, msgspec.Meta(ge=0, le=1_000)]


class CardStock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Share cards of one company in the box."""

    ones: _Count
    fives: _Count


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a table may settle before a game; the names are those of the record's header."""

    start_share: bool
    seven_cap: bool
    end_when_all_shares_sold: bool
    no_trade_after_cannot_place: bool
    houses_per_colour: Annotated[int, msgspec.Meta(ge=1, le=1_000)]
    top_count: _Count
    cards: CardStock
    top_houses: bool = False
    black_fewest: bool = False
    no_colour_die: bool = False
    debt_grace_turns: Annotated[int, msgspec.Meta(ge=0, le=2)] = 0


EXCLUDED: Mapping[str, tuple[str, ...]] = {"top_houses": ("seven_cap", "black_fewest", "no_colour_die")}
"""Options that cannot be set together with another; ``top_houses`` also needs an edition that has TOPs."""


@dataclass(frozen=True, slots=True)
class Edition:
    """One edition's box. ``board``: the board file that comes nearest; ``notes``: how many of each denomination."""

    name: str
    board: str
    zones: tuple[str, ...]
    colours: tuple[str, ...]
    options: Options
    notes: Mapping[int, int]
    company_names: Mapping[str, Mapping[Company, str]]
    has_tops: bool = False


SEATS = (2, 6)
"""Fewest and most players. The 1987 box says 3 to 6; two may play it too."""

_COLOUR_DIE = ("red", "blue", "green", "yellow", "black", "white")
_NOTES = {1_000: 30, 5_000: 25, 10_000: 25, 50_000: 25}
_NAMES_1991: Mapping[str, Mapping[Company, str]] = {
    "de": {"red": "Smith & Smith", "blue": "Empire", "green": "NYSO", "yellow": "Wings"},
    "it": {"red": "Wings", "blue": "Empire", "green": "Smith", "yellow": "NYSO"},
}

EDITIONS: Mapping[str, Edition] = {
    "1987": Edition(
        name="1987",
        board="shark-1991",
        zones=("1", "2", "3", "4", "5", "6"),
        colours=_COLOUR_DIE,
        options=Options(
            start_share=False,
            seven_cap=True,
            end_when_all_shares_sold=False,
            no_trade_after_cannot_place=True,
            houses_per_colour=19,
            top_count=0,
            cards=CardStock(ones=15, fives=5),
        ),
        notes=_NOTES,  # a stand-in: the 1991 box
        company_names=_NAMES_1991,  # a stand-in: the 1991 box
    ),
    "1991": Edition(
        name="1991",
        board="shark-1991",
        zones=("1", "2", "3", "4", "5", "6"),
        colours=_COLOUR_DIE,
        options=Options(
            start_share=True,
            seven_cap=False,
            end_when_all_shares_sold=False,
            no_trade_after_cannot_place=True,
            houses_per_colour=18,
            top_count=0,
            cards=CardStock(ones=15, fives=5),
        ),
        notes=_NOTES,
        company_names=_NAMES_1991,
    ),
    "2001": Edition(
        name="2001",
        board="shark-2001",
        zones=("1", "2", "3", "4", "S", "S"),
        colours=_COLOUR_DIE,
        options=Options(
            start_share=True,
            seven_cap=False,
            end_when_all_shares_sold=True,
            no_trade_after_cannot_place=False,
            houses_per_colour=18,
            top_count=5,
            cards=CardStock(ones=15, fives=7),  # 22 cards a company; the split is a stand-in
        ),
        notes=_NOTES,
        company_names={},  # the text names WINGS (rising in its examples, colour not said) and NYSO only
        has_tops=True,
    ),
}
