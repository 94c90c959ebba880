"""Offer markers that a camera sees, beside the offers that were entered (M-6)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.board import Boards
from companion.fields import name_of, parse_market_board
from companion.games._protocol import Sighting, Way
from companion.games.master_of_economy._describe import describe
from companion.games.master_of_economy._events import parse_event
from companion.games.master_of_economy._material import COMPANIES, GOODS, Company, Good
from companion.games.master_of_economy._state import State
from companion.games.master_of_economy._words import company_name, good_name
from companion.regions import Counts, RegionBoard
from companion.sentence import Sentence

MARKET = "master-of-economy-market"
"""The board file of the market board."""


@dataclass(slots=True)
class _Differences:
    """What the counts have other than the books; fields by their names on the market board."""

    imports: dict[str, int] = field(default_factory=dict)
    exports: dict[str, list[int]] = field(default_factory=dict)
    problems: list[Sentence] = field(default_factory=list)
    unknown: list[Sentence] = field(default_factory=list)
    wrong: dict[str, Sentence] = field(default_factory=dict)
    """Fields of which it must be said what is true, with what they are called."""
    left: dict[str, Sentence] = field(default_factory=dict)
    """Fields on which markers still lie that the trade has settled."""


def market_board(boards: Boards) -> RegionBoard:
    """The market board with its fields' names in words; raises FormatError where ``boards`` gives none."""
    board = parse_market_board(boards(MARKET))
    titles = {
        name_of(good, number): _title(good, number)
        for good in GOODS
        for number in range(len(board.outlines))
        if name_of(good, number) in board.outlines
    }
    return replace(board, titles=titles)


def lying(state: State) -> Counts:
    """The markers on each field of the printed market by the books, every company named."""
    return {name_of(good, number): dict(_entered(state, good, number).items()) for good, number in _fields(state)}


def sight(state: State, counts: Counts) -> Sighting:
    """What is seen beside the books: what contradicts them, and the offers that the awaited company seems to have made.

    The offers are an event only where every field is known and nothing else differs; people enter them, for more
    markers may be on their way. On a '?' there is none. Once the trade is settled, markers that still lie there are to
    be taken off.
    """
    turn = state.turn
    maker = turn.company if turn is not None and state.stage == "offers" else None
    found = _compare(state, counts, maker)
    where = tuple(found.wrong | found.left)
    ways = tuple(
        Way("books", Sentence("{field}: it lies as it was entered", {"field": title}), squares=(name,))
        for name, title in found.wrong.items()
    )
    if found.left:
        text = Sentence("take off the market what the trade has settled: {fields}", {"fields": (*found.left.values(),)})
        return Sighting((), (text,), tuple(found.problems), where, ways, tuple(found.unknown))
    if found.problems or found.unknown or maker is None or not (found.imports or found.exports):
        return Sighting((), (), tuple(found.problems), where, ways, tuple(found.unknown))
    event = {"do": "offers", "company": maker, "import": found.imports, "export": found.exports}
    seen = {"event": describe(state, parse_event(event))}
    return Sighting((event,), (Sentence("to be entered: {event}", seen),), by_hand=True)


def _compare(state: State, counts: Counts, maker: Company | None) -> _Differences:
    found = _Differences()
    for good, number in _fields(state):
        name, entered = name_of(good, number), _entered(state, good, number)
        on_it = counts.get(name, {})
        for company in state.table.companies:
            seen = on_it.get(company)
            more = None if seen is None else seen - entered[company]
            if more == 0:
                continue
            differs = _differs(good, number, company, seen, entered[company])
            if more is None:
                found.unknown.append(differs)
                found.wrong[name] = _title(good, number)
            elif more > 0 and company == maker:
                if number:
                    found.exports.setdefault(good, []).append(number)
                else:
                    found.imports[good] = more
            elif more > 0 and state.stage != "offers":
                found.left[name] = _title(good, number)
            else:
                found.problems.append(differs)
                found.wrong[name] = _title(good, number)
    return found


def _fields(state: State) -> Iterator[tuple[Good, int]]:
    """The fields of the printed market: each good with 0 for its import field, then its export fields from the left."""
    for good in GOODS:
        for number in range(len(state.offers[good].exports) + 1):
            yield good, number


def _entered(state: State, good: Good, number: int) -> Mapping[Company, int]:
    row = state.offers[good]
    if not number:
        return {company: row.imports.count(company) for company in COMPANIES}
    return {company: int(row.exports[number - 1] == company) for company in COMPANIES}


def _title(good: Good, number: int) -> Sentence:
    values: dict[str, Any] = {"good": good_name(good), "field": number}
    return Sentence("{good} (field {field})", values) if number else Sentence("{good} (import)", values)


def _differs(good: Good, number: int, company: Company, seen: int | None, entered: int) -> Sentence:
    values = {
        "good": good_name(good),
        "field": number,
        "company": company_name(company),
        "seen": seen,
        "entered": entered,
    }
    if seen is None and not number:
        return Sentence("{good}, import: how many of {company} cannot be told, {entered} entered", values)
    if seen is None:
        return Sentence("{good}, field {field}: a marker of {company} cannot be told, {entered} entered", values)
    if not number:
        return Sentence("{good}, import: {seen} of {company} seen, {entered} entered", values)
    return Sentence("{good}, field {field}: {seen} of {company} seen, {entered} entered", values)
