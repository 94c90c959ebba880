"""From a record's header to the state at the start (R-1, R-2, R-32; "Header" and "start" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.board import Board, Boards, parse_board, rows_fault
from companion.errors import FormatError
from companion.games._header import COMMON, check_players, read_header, read_options, slip_in_header, slip_in_start
from companion.games.shark._chains import Rows, empty_rows, groups, houses_on, neighbours, piece, pieces, tops_on
from companion.games.shark._editions import (
    COMPANIES,
    COMPANY_OF,
    EMPTY,
    EXCLUDED,
    LETTERS,
    SCALE_TOP,
    SEATS,
    STEP,
    TOP,
    Company,
    Edition,
    Options,
    frozen_edition,
)
from companion.games.shark._end import end_reason
from companion.games.shark._position import position
from companion.games.shark._shares import split
from companion.games.shark._state import NOTHING, Cards, Portfolio, State, Table
from companion.money import Money, spell
from companion.quoting import quoted
from companion.sentence import Sentence
from companion.squares import Square

_MOST_CASH = 10**12
_MOST_PIECES = 10**6
"""Far above what any game can hold: a start with more is a slip of the pen."""


class _Start(msgspec.Struct, frozen=True):
    board: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    removed: dict[str, int] = {}
    cash: dict[str, int] = {}
    shares: dict[str, dict[str, int]] = {}
    turn: str | msgspec.UnsetType = msgspec.UNSET


class _Header(msgspec.Struct, frozen=True):
    edition: str
    board: str
    players: tuple[str, ...]
    banker: str
    options: dict[str, Any]
    start: _Start | msgspec.UnsetType = msgspec.UNSET
    x_bankhalter_edition: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def header_slip(header: Mapping[str, Any]) -> Sentence | None:
    """A key of the header or of its start that is likely a slip of the pen, else None."""
    slip = slip_in_header(header, (*COMMON, *_Header.__struct_fields__))
    return slip or slip_in_start(header.get("start"), _Start.__struct_fields__)


def start_state(header: Mapping[str, Any], boards: Boards, editions: Mapping[str, Edition]) -> State:
    """The game at its start; raises FormatError for anything wrong in the header."""
    read = read_header(header, _Header)
    if read.edition not in editions:
        raise FormatError(f"no edition {quoted(read.edition)}: there are {', '.join(editions)}")
    edition = editions[read.edition]
    if isinstance(read.x_bankhalter_edition, dict):
        edition = frozen_edition(edition, read.x_bankhalter_edition)
    players = check_players(read.players, read.banker)
    if not SEATS[0] <= len(players) <= SEATS[1]:
        raise FormatError(f"{len(players)} players: SHARK is for {SEATS[0]} to {SEATS[1]}")
    options = parse_options(edition, read.options)
    table = Table(edition, options, parse_board(boards(read.board)), players, read.banker)
    if isinstance(read.start, _Start):
        return _start_in_the_middle(table, read.start)
    return _start_at_the_beginning(table)


def parse_options(edition: Edition, raw: Mapping[str, Any]) -> Options:
    """The edition's options with what a header changes; raises FormatError for unknown ones and excluded combinations.

    >>> from companion.games.shark import editions
    >>> parse_options(editions()["2001"], {"top_houses": True}).top_houses
    True
    """
    options = read_options(raw, edition.options)
    if options.top_houses and not edition.has_tops:
        raise FormatError(f"option top_houses: the {edition.name} edition has no TOP houses")
    for option, others in EXCLUDED.items():
        for other in others:
            if getattr(options, option) and getattr(options, other):
                raise FormatError(f"options {option} and {other} exclude each other")
    return options


def _full_bank(options: Options) -> Portfolio:
    return {company: Cards(options.cards.ones, options.cards.fives) for company in COMPANIES}


def _start_at_the_beginning(table: Table) -> State:
    options, grid = table.options, table.board.grid
    picking = options.start_share
    if picking and options.cards.ones * len(COMPANIES) < len(table.players):
        raise FormatError("options: there are fewer 1-share cards than players who pick one (start_share)")
    state = State(
        table=table,
        position=position(empty_rows(grid.rows, grid.cols), seven_cap=options.seven_cap),
        cash=dict.fromkeys(table.players, Money(0)),
        hands=dict.fromkeys(table.players, NOTHING),
        bank=_full_bank(options),
        phase="pick" if picking else "trade",
        turn=table.banker if picking else first_mover(table),
        picks_left=len(table.players) if picking else 0,
    )
    _check_running(state)
    return state


def first_mover(table: Table) -> str:
    """The player at the banker's left (R-2)."""
    return table.from_left(table.banker)[0]


def _start_in_the_middle(table: Table, start: _Start) -> State:
    grid = table.board.grid
    rows = start.board if isinstance(start.board, tuple) else empty_rows(grid.rows, grid.cols)
    _check_rows(table.board, rows)
    lost = _counts(start.removed, "start.removed")
    for name, amount in start.cash.items():
        _check_player(table, name, "start.cash")
        if not 0 <= amount <= _MOST_CASH or amount % STEP:
            raise FormatError(f"start.cash: {quoted(name)} cannot have {quoted(amount)}: cash goes in steps of 1,000")
    if isinstance(start.turn, str):
        _check_player(table, start.turn, "start.turn")
    state = State(
        table=table,
        position=position(rows, seven_cap=table.options.seven_cap),
        cash={player: Money(start.cash.get(player, 0)) for player in table.players},
        hands=dict.fromkeys(table.players, NOTHING),
        bank=_full_bank(table.options),
        phase="trade",
        turn=start.turn if isinstance(start.turn, str) else first_mover(table),
        lost={company: lost.get(company, 0) for company in COMPANIES},
    )
    state = _deal(state, start.shares)
    _check_pieces(state)
    _check_touching(rows)
    _check_running(state)
    return state


def _check_player(table: Table, name: str, where: str) -> None:
    if name not in table.players:
        raise FormatError(f"{where}: {quoted(name)} is not one of the players")


def _counts(raw: Mapping[str, int], where: str) -> dict[Company, int]:
    """Counts by company; raises FormatError for a company that is none and for a count below 0."""
    for name, count in raw.items():
        if name not in COMPANIES:
            raise FormatError(f"{where}: no company is called {quoted(name)}: there are {', '.join(COMPANIES)}")
        if not 0 <= count <= _MOST_PIECES:
            raise FormatError(f"{where}: {name} cannot be {quoted(count)}")
    return {company: raw[company] for company in COMPANIES if company in raw}


def _deal(state: State, raw: Mapping[str, Mapping[str, int]]) -> State:
    """The shares of a start, split into cards by R-5 in seat order."""
    for name in raw:
        _check_player(state.table, name, "start.shares")
    for player in state.table.players:
        for company, shares in _counts(raw.get(player, {}), f"start.shares of {quoted(player)}").items():
            hand, bank = split(Cards(), state.bank[company], shares)
            if bank.ones < 0:
                raise FormatError(f"start.shares: there are not enough {company} share cards for {quoted(player)}")
            state = state.with_cards(player, company, hand, bank)
    return state


def _check_rows(board: Board, rows: Rows) -> None:
    if (fault := rows_fault("start.board", rows, board.grid)) is not None:
        raise FormatError(fault)
    for row, letters in enumerate(rows):
        for col, letter in enumerate(letters):
            square = Square(row, col)
            if letter not in COMPANY_OF and letter not in (EMPTY, LETTERS[TOP]):
                raise FormatError(f"start.board: {quoted(letter)} on {square.name} is none of . r b g y t")
            if letter != EMPTY and board.zone(square) is None:
                raise FormatError(f"start.board: {square.name} is no square of the board")


def _check_pieces(state: State) -> None:
    for company in COMPANIES:
        if state.supply(company) < 0:
            raise FormatError(
                f"start: there are {houses_on(state.rows, company)} {company} houses on the board and "
                f"{state.lost[company]} removed, but only {state.options.houses_per_colour} in the game"
            )
    if tops_on(state.rows) and not state.options.top_houses:
        raise FormatError("start.board: there is a TOP, but the option top_houses is not set")
    if state.top_supply() < 0:
        raise FormatError(f"start.board: there are only {state.options.top_count} TOP houses in the game")


def _check_touching(rows: Rows) -> None:
    """R-10, R-24, R-26: which neighbours no game can have brought about."""
    for company in COMPANIES:
        for house in pieces(rows, LETTERS[company]):
            for near in neighbours(rows, house):
                if piece(rows, near) in COMPANY_OF and piece(rows, near) != LETTERS[company]:
                    raise FormatError(f"start.board: two colours touch on {house.name} and {near.name}")
    owned = {top for group in groups(rows) for top in group.tops}
    for top in pieces(rows, LETTERS[TOP]):
        letters = {piece(rows, near) for near in neighbours(rows, top)} - {EMPTY}
        if LETTERS[TOP] in letters:
            raise FormatError(f"start.board: the TOP on {top.name} stands next to another")
        if len(letters) > 1:
            raise FormatError(f"start.board: two colours touch the TOP on {top.name}")
        if letters and top not in owned:
            raise FormatError(f"start.board: a lone house stands next to the TOP on {top.name}")


def _check_running(state: State) -> None:
    """R-22: a game that would be over before its first event is no game."""
    reason = end_reason(state)
    if reason == "price":
        raise FormatError(f"start: a price of {spell(SCALE_TOP)} is the end of the game")
    if reason is not None:
        what = "houses of a colour" if reason == "houses" else "share cards"
        raise FormatError(f"start: no {what} are left, that is the end of the game")
