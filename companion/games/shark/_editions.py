"""The editions of SHARK: pieces, cards, notes, dice, names, and what each edition's options default to.

The figures stand in `editions.toml` beside this module, and an owner's file may change any of them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Any, Literal

import msgspec

from companion.errors import FormatError
from companion.money import Money
from companion.parsing import TOO_DEEP, plainly
from companion.quoting import printable, quoted, shortened
from companion.sentence import Sentence

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


_Colour = Literal["red", "blue", "green", "yellow", "black", "white"]
_Face = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


SEATS = (2, 6)
"""Fewest and most players of any game. The 1987 box says 3 to 6; two may play it too."""
_Seats = Annotated[int, msgspec.Meta(ge=SEATS[0], le=SEATS[1])]


class Edition(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One edition's box. ``board``: the board file that comes nearest; ``notes``: how many of each denomination.

    ``players``: the fewest and the most that its rules are for. A record may have others, as long as they are `SEATS`.

    ``base``: the program's own edition that it is, or is like. ``language``: in which the names stand on this copy's
    cards, one of those of ``company_names``.
    """

    name: str
    base: str
    board: str
    zones: Annotated[tuple[_Face, ...], msgspec.Meta(min_length=1)]
    colours: Annotated[tuple[_Colour, ...], msgspec.Meta(min_length=1)]
    options: Options
    notes: dict[int, _Count]
    company_names: dict[str, dict[Company, _Name]]
    language: str
    has_tops: bool
    players: tuple[_Seats, _Seats]


@cache
def editions() -> Mapping[str, Edition]:
    """The editions that come with the program, by name; their file is read when they are first asked for."""
    text = (resources.files(__package__) / "editions.toml").read_text(encoding="utf-8")
    return {name: _edition(name, name, raw) for name, raw in tomllib.loads(text).items()}


def parse_editions(text: str) -> Mapping[str, Edition]:
    """The program's editions with what an owner's file changes or adds, a table of it for each edition.

    An edition of a new name says by ``like`` what it is but for its own keys. Raises FormatError.

    >>> mine = parse_editions('[mine]\\nlike = "1991"\\noptions = { houses_per_colour = 20 }')
    >>> mine["mine"].options.houses_per_colour, mine["mine"].zones == mine["1991"].zones
    (20, True)
    """
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise FormatError(f"not TOML: {printable(shortened(str(error), 200))}") from None
    except RecursionError:
        raise FormatError(TOO_DEEP) from None
    known = dict(editions())
    for name, changes in given.items():
        if not isinstance(changes, dict):
            raise FormatError(f"{quoted(name)} must be a table of an edition: [{printable(shortened(name, 40))}]")
        base = changes.pop("like", name)
        if not isinstance(base, str) or base not in known:
            hint = f'say like = "..." with one of {", ".join(known)}'
            raise FormatError(f"edition {quoted(name)}: no edition {quoted(base)} to begin with: {hint}")
        known[name] = _changed(known[base], changes, name)
    return known


HEADER_KEY = "x_bankhalter_edition"
"""Where a header holds what is no option and differs in this copy of the game: keys as in an owner's file."""


def freeze(header: Mapping[str, Any], known: Mapping[str, Edition]) -> Mapping[str, Any]:
    """The header with an owner's figures in it, so that the game keeps them whatever his file says later.

    It then names one of the program's own editions; what differs stands in ``options``, else in `HEADER_KEY`. A header
    of another game, or one that cannot be read, stays as it is: `Shark.start` says what is wrong with it.

    >>> mine = parse_editions('[attic]\\nlike = "1991"\\nlanguage = "it"\\noptions = { houses_per_colour = 20 }')
    >>> freeze({"game": "shark", "edition": "attic", "options": {}}, mine)["options"]
    {'houses_per_colour': 20}
    >>> freeze({"game": "shark", "edition": "attic", "options": {}}, mine)[HEADER_KEY]
    {'language': 'it'}
    """
    name, options = header.get("edition"), header.get("options")
    if header.get("game") != "shark" or HEADER_KEY in header:
        return header
    if not isinstance(name, str) or name not in known or not isinstance(options, dict):
        return header
    own, shipped = _table(known[name]), _table(editions()[known[name].base])
    own_options, shipped_options = own.pop("options"), shipped.pop("options")
    frozen = {**header, "edition": known[name].base, "options": {**_differing(own_options, shipped_options), **options}}
    differing = {key: value for key, value in _differing(own, shipped).items() if key not in _OF_THE_TABLE}
    return {**frozen, HEADER_KEY: differing} if differing else frozen


_OF_THE_TABLE = ("name", "base", "board")
"""What an edition's table cannot say again in a header: whose it is, and the board, which has a key of its own."""


def frozen_edition(edition: Edition, changes: Mapping[str, Any]) -> Edition:
    """The edition with what a header's `HEADER_KEY` changes in it; raises FormatError."""
    return _changed(edition, changes, edition.name)


def _differing(own: Mapping[str, Any], shipped: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in own.items() if value != shipped[key]}


def _changed(edition: Edition, changes: Mapping[str, Any], name: str) -> Edition:
    """The edition of that name that is like another but for some keys of its table; raises FormatError."""
    before = _table(edition)
    del before["name"], before["base"]
    return _edition(name, edition.base, _overlaid(before, changes))


def _table(edition: Edition) -> dict[str, Any]:
    """The edition as a file or a header writes it, name and base too."""
    table: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(edition))
    return table


def _overlaid(before: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of ``before`` with those of ``changes`` laid over them, key by key."""
    after = dict(before)
    for key, value in changes.items():
        under = after.get(key)
        after[key] = _overlaid(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return after


def _edition(name: str, base: str, raw: Mapping[str, Any]) -> Edition:
    """An edition from its table; raises FormatError naming the key."""
    for key in ("name", "base"):
        if key in raw:
            raise FormatError(f'edition {quoted(name)}: its name is that of its table, the key "{key}" is not needed')
    try:
        edition = msgspec.convert({**raw, "name": name, "base": base}, Edition, str_keys=True)
    except msgspec.ValidationError as error:
        values = {"name": quoted(name), "reason": plainly(error)}
        raise FormatError(Sentence("edition {name}: {reason}", values)) from None
    for value in edition.notes:
        if value < STEP or value % STEP:
            raise FormatError(f"edition {quoted(name)}: no note is worth {value}: amounts go in steps of 1,000")
    for language, names in edition.company_names.items():
        if len(set(names.values())) < len(names):
            raise FormatError(f"edition {quoted(name)}: two companies have the same name in {quoted(language)}")
    if edition.players[0] > edition.players[1]:
        raise FormatError(f"edition {quoted(name)}: players are the fewest and the most, as [2, 6]")
    if edition.company_names and edition.language not in edition.company_names:
        languages = ", ".join(edition.company_names)
        raise FormatError(f"edition {quoted(name)}: no names in the language {quoted(edition.language)}: {languages}")
    return edition
