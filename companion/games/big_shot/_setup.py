"""From a record's header to the state at the start (G-1; "Header" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from companion.board import Boards
from companion.districts import parse_city
from companion.errors import FormatError
from companion.games._header import COMMON, check_players, read_header, read_options, slip_in_header
from companion.games.big_shot._material import (
    COLOURS,
    COLOURS_A_SPACE,
    SEATS,
    SPACES,
    START_CASH,
    STONES_A_COLOUR,
    STONES_A_SPACE,
    Colour,
    Options,
    Stones,
    in_order,
)
from companion.games.big_shot._state import Place, Purse, State, Table
from companion.money import Money
from companion.quoting import quoted
from companion.sentence import Sentence


class _Header(msgspec.Struct, frozen=True):
    board: str | dict[str, Any]
    players: tuple[str, ...]
    banker: str
    options: dict[str, Any]
    colours: dict[str, tuple[str, ...]]
    stones: tuple[dict[str, int], ...]
    broker: int
    starter: str
    x_hidden_cash: Any = False  # the table has checked what it is; elsewhere it may be anything


def header_slip(header: Mapping[str, Any]) -> Sentence | None:
    """A key of the header that is likely a slip of the pen, else None."""
    return slip_in_header(header, (*COMMON, *_Header.__struct_fields__))


def start_state(header: Mapping[str, Any], boards: Boards) -> State:
    """The game at its start; raises FormatError for anything wrong in the header."""
    read = read_header(header, _Header)
    players = check_players(read.players, read.banker)
    if not SEATS[0] <= len(players) <= SEATS[1]:
        raise FormatError(f"{len(players)} players: BIG SHOT is for {SEATS[0]} to {SEATS[1]}")
    options = read_options(read.options, Options())
    if options.hard and len(players) == 2:
        raise FormatError("option hard: not with two players, who have rules of their own for money and loans")
    city = parse_city(boards(read.board) if isinstance(read.board, str) else read.board)
    table = Table(options, city, players, read.banker, _colours(players, read.colours), read.x_hidden_cash is True)
    if not 1 <= read.broker <= SPACES:
        raise FormatError(f"broker: there is no space {quoted(read.broker)}, they are counted 1 to {SPACES}")
    if read.starter not in players:
        raise FormatError(f"starter: {quoted(read.starter)} is not one of the players")
    purses = {colour: Purse(START_CASH) for colour in COLOURS if table.owner(colour) is not None}
    return State(
        table=table,
        phase="roll",
        starter=read.starter,
        turn=read.starter,
        broker=read.broker,
        spaces=_stones(read.stones),
        purses=purses,
        bank=Money(-START_CASH * len(purses)),
        places={name: Place() for name in city.districts},
    )


def known_colour(name: str) -> Colour | None:
    """The colour of that name, None where there is none."""
    return next((colour for colour in COLOURS if colour == name), None)


def _colour(name: str, where: str) -> Colour:
    colour = known_colour(name)
    if colour is None:
        raise FormatError(f"{where}: no colour is called {quoted(name)}: there are {', '.join(COLOURS)}")
    return colour


def _colours(players: tuple[str, ...], raw: Mapping[str, Sequence[str]]) -> dict[str, tuple[Colour, ...]]:
    """Each player's colours: one, or two with two players, none given twice."""
    for name in raw:
        if name not in players:
            raise FormatError(f"colours: {quoted(name)} is not one of the players")
    wanted = 2 if len(players) == 2 else 1
    given: dict[str, tuple[Colour, ...]] = {}
    for player in players:
        named = [_colour(name, "colours") for name in raw.get(player, ())]
        if len(named) != wanted:
            noun = "one colour" if wanted == 1 else "two colours"
            raise FormatError(f"colours: {quoted(player)} needs {noun}, there are {len(named)}")
        given[player] = tuple(colour for colour in COLOURS if colour in named)
    every = [colour for colours in given.values() for colour in colours]
    if len(set(every)) != len(players) * wanted:
        raise FormatError("colours: a colour is given twice")
    return given


def _stones(raw: Sequence[Mapping[str, int]]) -> tuple[Stones, ...]:
    """The stones on the auction spaces: four of at least two colours on each, eighteen of each colour in all (G-1)."""
    if len(raw) != SPACES:
        raise FormatError(f"stones: there are {SPACES} auction spaces, {len(raw)} are given")
    spaces = []
    for number, stones in enumerate(raw, start=1):
        where = f"stones of space {number}"
        counts = {_colour(name, where): count for name, count in stones.items()}
        if any(count < 0 for count in counts.values()):
            raise FormatError(f"{where}: a count cannot be below 0")
        space = in_order(counts)
        if sum(space.values()) != STONES_A_SPACE or len(space) < COLOURS_A_SPACE:
            raise FormatError(f"{where}: {STONES_A_SPACE} stones of at least {COLOURS_A_SPACE} colours are needed")
        spaces.append(space)
    for colour in COLOURS:
        found = sum(space.get(colour, 0) for space in spaces)
        if found != STONES_A_COLOUR:
            raise FormatError(f"stones: there are {found} {colour} ones, not {STONES_A_COLOUR}")
    return tuple(spaces)
