"""From a record's header to the state at the start (B-1; "Header" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from companion.errors import FormatError
from companion.games._header import COMMON, check_players, read_header, read_options, slip_in_header
from companion.games.reibach._material import HAND, IN_THE_BOX, OPEN, POINTS, SEATS, Options, pile_at_the_start
from companion.games.reibach._state import Hand, Sheet, State, Table, Tracked
from companion.quoting import quoted
from companion.sentence import Sentence


class _Header(msgspec.Struct, frozen=True):
    mode: Literal["tracked", "sheet"]
    players: tuple[str, ...]
    banker: str
    options: dict[str, Any]


class _TrackedHeader(msgspec.Struct, frozen=True):
    starter: str
    open: tuple[str, ...]


def header_slip(header: Mapping[str, Any]) -> Sentence | None:
    """A key of the header that is likely a slip of the pen, else None."""
    return slip_in_header(header, (*COMMON, *_Header.__struct_fields__, *_TrackedHeader.__struct_fields__))


def start_state(header: Mapping[str, Any]) -> State:
    """The game at its start; raises FormatError for anything wrong in the header."""
    read = read_header(header, _Header)
    players = check_players(read.players, read.banker)
    if not SEATS[0] <= len(players) <= SEATS[1]:
        raise FormatError(f"{len(players)} players: REIBACH & CO is for {SEATS[0]} to {SEATS[1]}")
    read_options(read.options, Options())
    table = Table(read.mode, players, read.banker)
    if read.mode == "sheet":
        return State(table, "report", dict.fromkeys(players, ()), Sheet(dict.fromkeys(players)))
    play = _dealt(players, read_header(header, _TrackedHeader))
    return State(table, "act", dict.fromkeys(players, ()), play)


def _dealt(players: tuple[str, ...], read: _TrackedHeader) -> Tracked:
    if read.starter not in players:
        raise FormatError(f"starter: {quoted(read.starter)} is not one of the players")
    if len(read.open) != OPEN:
        raise FormatError(f"open: {OPEN} cards lie open, {len(read.open)} are given")
    for card in read.open:
        if card not in IN_THE_BOX:
            raise FormatError(f"open: {quoted(card)} cannot lie open at the start: there are {', '.join(IN_THE_BOX)}")
    return Tracked(
        turn=read.starter,
        points=POINTS,
        open=read.open,
        pile=pile_at_the_start(len(players)),
        hands=dict.fromkeys(players, Hand(unnamed=HAND)),
        rows=dict.fromkeys(players, ()),
    )
