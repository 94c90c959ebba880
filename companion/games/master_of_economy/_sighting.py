"""Offer markers that a camera sees, beside the offers that were entered (M-6)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games._protocol import Sighting
from companion.games.master_of_economy._material import COMPANIES, GOODS, Company, Good
from companion.games.master_of_economy._state import State
from companion.games.master_of_economy._words import company_name, good_name
from companion.sentence import Sentence

Counts = Mapping[tuple[str, int], Mapping[str, int | None]]
"""Markers by good and field (0: import) and company; None: not known."""


def sight_offers(state: State, counts: Counts) -> Sighting:
    """What is seen beside the books: what contradicts them, and the offers that the awaited company seems to have made.

    The offers are an event only where every field is known and nothing else differs; on a '?' nothing is proposed.
    """
    turn = state.turn
    maker = turn.company if turn is not None and state.stage == "offers" else None
    problems: list[Sentence] = []
    imports: dict[str, int] = {}
    exports: dict[str, list[int]] = {}
    for good in GOODS:
        for field in range(len(state.offers[good].exports) + 1):
            seen = counts.get((good, field), dict.fromkeys(COMPANIES))
            entered = _entered(state, good, field)
            for company in state.table.companies:
                found = seen.get(company)
                more = None if found is None else found - entered[company]
                if more is not None and more > 0 and company == maker:
                    if field:
                        exports.setdefault(good, []).append(field)
                    else:
                        imports[good] = more
                elif more != 0:
                    problems.append(_differs(good, field, company, found, entered[company]))
    if problems or maker is None or not (imports or exports):
        return Sighting(problems=tuple(problems))
    event = {"do": "offers", "company": maker, "import": imports, "export": exports}
    return Sighting(events=(event,))


def _entered(state: State, good: Good, field: int) -> Mapping[Company, int]:
    row = state.offers[good]
    if not field:
        return {company: row.imports.count(company) for company in COMPANIES}
    return {company: int(row.exports[field - 1] == company) for company in COMPANIES}


def _differs(good: Good, field: int, company: Company, seen: int | None, entered: int) -> Sentence:
    values = {
        "good": good_name(good),
        "field": field,
        "company": company_name(company),
        "seen": seen,
        "entered": entered,
    }
    if seen is None and not field:
        return Sentence("{good}, import: how many of {company} cannot be told, {entered} entered", values)
    if seen is None:
        return Sentence("{good}, field {field}: a marker of {company} cannot be told, {entered} entered", values)
    if not field:
        return Sentence("{good}, import: {seen} of {company} seen, {entered} entered", values)
    return Sentence("{good}, field {field}: {seen} of {company} seen, {entered} entered", values)
