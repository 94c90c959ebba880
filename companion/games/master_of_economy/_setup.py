"""From a record's header to the state at the start (M-1; "Header" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.games._header import COMMON, check_players, read_header, read_options, slip_in_header
from companion.games._protocol import Step
from companion.games.master_of_economy._books import Books
from companion.games.master_of_economy._course import advance, begin_phase
from companion.games.master_of_economy._material import (
    COMPANIES,
    GOODS,
    OWN_PACKET,
    SEATS,
    START_BUILDING,
    START_CASH,
    Company,
    Options,
    changed_market,
    company_named,
    printed_market,
)
from companion.games.master_of_economy._start import with_start
from companion.games.master_of_economy._state import Firm, Person, State, Success, Table
from companion.games.master_of_economy._trade import empty_market
from companion.money import Money
from companion.quoting import quoted
from companion.sentence import Sentence

EDITION = "2010"


class _Header(msgspec.Struct, frozen=True):
    edition: str
    players: tuple[str, ...]
    companies: dict[str, str]
    position: tuple[str, ...]
    banker: str | msgspec.UnsetType = msgspec.UNSET
    bids: dict[str, int] = {}
    options: dict[str, Any] = {}
    start: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


def header_slip(header: Mapping[str, Any]) -> Sentence | None:
    """A key of the header that is likely a slip of the pen, else None."""
    return slip_in_header(header, (*COMMON, *_Header.__struct_fields__))


def start_step(header: Mapping[str, Any]) -> Step[State]:
    """The game at its start, or where its header lets it begin; raises FormatError for anything wrong in the header."""
    read = read_header(header, _Header)
    if read.edition != EDITION:
        raise FormatError(f"no edition is called {quoted(read.edition)}: there is {EDITION}")
    players = check_players(read.players, None if read.banker is msgspec.UNSET else read.banker)
    if not SEATS[0] <= len(players) <= SEATS[1]:
        raise FormatError(f"{len(players)} players: MASTER OF ECONOMY is for {SEATS[0]} to {SEATS[1]}")
    options = read_options(read.options, Options())
    owned = _companies(players, read.companies)
    position = _position(read.position, owned)
    shadow = _shadow(options, owned)
    table = Table(
        options=options,
        market=changed_market(options.market) if options.market else printed_market(),
        players=players,
        companies=tuple(company for company in COMPANIES if company in owned.values() or company == shadow),
        shadow=shadow,
        bids=_bids(read.bids, owned, position),
        teams=_teams(options, players),
    )
    state = _first_state(table, owned, position)
    phase = 1
    if not isinstance(read.start, msgspec.UnsetType):
        state, phase = with_start(state, read.start)
    books = Books(state)
    begin_phase(books, phase)
    advance(books)
    return books.closed()


def _first_state(table: Table, owned: Mapping[str, Company], position: tuple[Company, ...]) -> State:
    store = {**dict.fromkeys(GOODS, 0), "building": START_BUILDING}
    manager = {company: player for player, company in owned.items()}
    firms = {
        company: Firm(manager[company], START_CASH, store=store) if company in manager else Firm(None)
        for company in table.companies
    }
    return State(
        table=table,
        year=1,
        phase=1,
        stage="invest",
        position=position,
        firms=firms,
        people={player: Person(Money(0), 1, {owned[player]: (OWN_PACKET,)}) for player in table.players},
        offers=empty_market(table, 1),
        support={company: 0 for company in table.companies if company in position},
        success={} if table.shadow is None else dict.fromkeys(table.players, Success()),
    )


def _companies(players: tuple[str, ...], raw: Mapping[str, str]) -> dict[str, Company]:
    """Each player's company, none given twice."""
    for name in raw:
        if name not in players:
            raise FormatError(f"companies: {quoted(name)} is not one of the players")
    owned: dict[str, Company] = {}
    for player in players:
        if player not in raw:
            raise FormatError(f"companies: {quoted(player)} has none")
        owned[player] = company_named(raw[player], "companies")
    if len(set(owned.values())) < len(owned):
        raise FormatError("companies: a company is given twice")
    return owned


def _position(raw: tuple[str, ...], owned: Mapping[str, Company]) -> tuple[Company, ...]:
    position = tuple(company_named(name, "position") for name in raw)
    if sorted(position) != sorted(owned.values()):
        raise FormatError(f"position: the companies {', '.join(owned.values())} must stand there, each once")
    return position


def _shadow(options: Options, owned: Mapping[str, Company]) -> Company | None:
    if isinstance(options.shadow_company, msgspec.UnsetType):
        return None
    if len(owned) == SEATS[1]:
        raise FormatError("option shadow_company: for 2 or 3 players")
    if options.shadow_company in owned.values():
        raise FormatError(f"option shadow_company: {options.shadow_company} is a player's company")
    return options.shadow_company


def _bids(raw: Mapping[str, int], owned: Mapping[str, Company], position: tuple[Company, ...]) -> dict[str, Money]:
    for name, bid in raw.items():
        if name not in owned:
            raise FormatError(f"bids: {quoted(name)} is not one of the players")
        if bid < 0:
            raise FormatError(f"bids: {quoted(name)} cannot bid {bid}")
        if bid and owned[name] == position[-1]:
            raise FormatError(f"bids: {quoted(name)} has the last place, which is free")
    return {player: Money(raw.get(player, 0)) for player in owned}


def _teams(options: Options, players: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    teams = options.two_against_two
    if not teams:
        return ()
    named = sorted(player for team in teams for player in team)
    if len(players) != SEATS[1] or sorted(map(len, teams)) != [2, 2] or named != sorted(players):
        raise FormatError("option two_against_two: two pairs of the four players, each player once")
    return teams
