"""A game that begins in the middle ("start" of the record format)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.games.master_of_economy._material import (
    COMPANIES,
    FACTORIES,
    GOODS,
    LOANS,
    PACKETS,
    STORE,
    TOP_POINTS,
    YEARS,
    Company,
    company_named,
)
from companion.games.master_of_economy._state import Firm, Person, State
from companion.games.master_of_economy._trade import empty_market
from companion.money import Money
from companion.quoting import printable, quoted, shortened

PHASES = (1, 2, 4, 5, 6, 7, 9, 10)
"""Phases with which a game may begin: nothing lies at the factories then."""
_LAST = 10
_Packets = dict[str, tuple[int, ...]]


class _Firm(msgspec.Struct, frozen=True):
    manager: str | msgspec.UnsetType = msgspec.UNSET
    cash: int | msgspec.UnsetType = msgspec.UNSET
    store: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    factories: dict[str, int] | msgspec.UnsetType = msgspec.UNSET
    loans: int | msgspec.UnsetType = msgspec.UNSET
    points: int | msgspec.UnsetType = msgspec.UNSET
    packets: _Packets | msgspec.UnsetType = msgspec.UNSET


class _Person(msgspec.Struct, frozen=True):
    cash: int | msgspec.UnsetType = msgspec.UNSET
    relations: int | msgspec.UnsetType = msgspec.UNSET
    packets: _Packets | msgspec.UnsetType = msgspec.UNSET


class _Start(msgspec.Struct, frozen=True):
    year: int = 1
    phase: int = 1
    companies: dict[str, _Firm] = {}
    players: dict[str, _Person] = {}


def with_start(state: State, raw: Mapping[str, Any]) -> tuple[State, int]:
    """The state at the start that a header describes, and the phase that begins.

    Raises FormatError for what the game does not know, and for more than exists.
    """
    try:
        read = msgspec.convert(_ours(raw), _Start)
    except msgspec.ValidationError as error:
        raise FormatError(f"start: {printable(shortened(str(error), 200))}") from None
    if not 1 <= read.year <= YEARS or read.phase not in PHASES:
        raise FormatError(f"start: no game begins in year {quoted(read.year)} with phase {quoted(read.phase)}")
    if (read.year, read.phase) == (YEARS, _LAST):
        raise FormatError(f"start: year {YEARS} ends with its last trade and has no phase {_LAST}")
    firms, people = dict(state.firms), dict(state.people)
    for name, given in read.companies.items():
        company = company_named(name, "start")
        if company not in firms:
            raise FormatError(f"start: {company} is not in this game")
        firms[company] = _firm(state, company, firms[company], given)
    for name, player in read.players.items():
        if name not in people:
            raise FormatError(f"start: {quoted(name)} is not one of the players")
        people[name] = _person(state, name, people[name], player)
    state = replace(state, year=read.year, firms=firms, people=people, offers=empty_market(state.table, read.year))
    _check_material(state)
    _check_packets(state)
    return state, read.phase


def _ours(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Without the keys that are free for anybody, however deep they lie."""
    given = {name: value for name, value in raw.items() if not name.startswith("x_")}
    return {name: _ours(value) if isinstance(value, dict) else value for name, value in given.items()}


def _firm(state: State, company: Company, before: Firm, given: _Firm) -> Firm:
    changes = _given(given)
    if company == state.table.shadow and set(changes) - {"points"}:
        raise FormatError(f"start: {company} is the shadow company, which has points and nothing else")
    if changes.get("manager", before.manager) not in (*state.people, before.manager):
        raise FormatError(f"start: the manager of {company}, {quoted(changes['manager'])}, is not one of the players")
    if "store" in changes:
        counts = _counts(changes["store"], GOODS, f"start: store of {company}")
        changes["store"] = {good: counts.get(good, 0) for good in GOODS}
    if "factories" in changes:
        counts = _counts(changes["factories"], FACTORIES, f"start: factories of {company}")
        changes["factories"] = {plant: counts.get(plant, 0) for plant in FACTORIES}
    if "packets" in changes:
        changes["packets"] = _packets(state, changes["packets"], company)
        if company in changes["packets"]:
            raise FormatError(f"start: {company} cannot have packets of its own")
    firm = replace(before, **changes)
    for what, count, most in (
        ("cash", firm.cash, None),
        ("loans", firm.loans, LOANS),
        ("points", firm.points, TOP_POINTS),
    ):
        _check_count(count, most, f"start: {what} of {company}")
    if sum(firm.store.values()) > STORE:
        raise FormatError(f"start: the store of {company} holds {STORE} goods at most")
    return firm


def _person(state: State, name: str, before: Person, given: _Person) -> Person:
    changes = _given(given)
    if "packets" in changes:
        changes["packets"] = _packets(state, changes["packets"], name)
    person = replace(before, **changes)
    _check_count(person.cash, None, f"start: cash of {quoted(name)}")
    _check_count(person.relations, None, f"start: relations of {quoted(name)}")
    return person


def _given(given: _Firm | _Person) -> dict[str, Any]:
    """The keys that stand in the header; what is left out keeps the set-up's value."""
    changes = {name: getattr(given, name) for name in given.__struct_fields__}
    changes = {name: value for name, value in changes.items() if value is not msgspec.UNSET}
    return {**changes, "cash": Money(changes["cash"])} if "cash" in changes else changes


def _counts(raw: Mapping[str, int], known: tuple[str, ...], where: str) -> dict[str, int]:
    for name, count in raw.items():
        if name not in known:
            raise FormatError(f"{where}: there is no {quoted(name)}, only {', '.join(known)}")
        _check_count(count, None, f"{where}: {name}")
    return dict(raw)


def _check_count(count: int, most: int | None, where: str) -> None:
    if count < 0 or (most is not None and count > most):
        limit = "" if most is None else f" to {most}"
        raise FormatError(f"{where} is {quoted(count)}, which must be from 0{limit}")


def _packets(state: State, raw: _Packets, holder: str) -> dict[Company, tuple[int, ...]]:
    found: dict[Company, tuple[int, ...]] = {}
    for name, packets in raw.items():
        company = company_named(name, f"start: packets of {quoted(holder)}")
        if company not in state.firms:
            raise FormatError(f"start: {quoted(holder)} has packets of {company}, which is not in this game")
        for packet in packets:
            if packet not in PACKETS:
                raise FormatError(f"start: {company} has no packet {quoted(packet)}: there are 1 to {PACKETS[-1]}")
        found[company] = tuple(sorted(packets))
    return {company: found[company] for company in COMPANIES if found.get(company)}


def _check_material(state: State) -> None:
    """Goods and factories within the box, factories within the boards."""
    for good in GOODS:
        if state.bank_goods(good) < 0:
            raise FormatError(f"start: there is more {good} than {state.market.pieces[good]} pieces")
    for plant in FACTORIES:
        if state.bank_factories(plant) < 0:
            raise FormatError(f"start: there are more factories {plant} than {state.market.plants[plant].pieces}")
        fields = state.market.factory_fields.get(plant)
        if fields is not None and any(firm.factories[plant] > fields for firm in state.firms.values()):
            raise FormatError(f"start: a board has {fields} fields for {plant}")


def _check_packets(state: State) -> None:
    """Each packet in one place, and every company with a player's packet."""
    for company in state.table.companies:
        held = [packet for holder in _holders(state, company) for packet in holder]
        if len(set(held)) < len(held):
            raise FormatError(f"start: a packet of {company} is given twice")
        owned = any(company in person.packets for person in state.people.values())
        if company != state.table.shadow and not owned:
            raise FormatError(f"start: no player has a packet of {company}")


def _holders(state: State, company: Company) -> list[tuple[int, ...]]:
    accounts: list[Person | Firm] = [*state.people.values(), *state.firms.values()]
    return [account.packets[company] for account in accounts if company in account.packets]
