"""Score-sheet use: each player reports his rows at each scoring (B-4, B-12, B-14 to B-16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from companion.errors import RuleError
from companion.games._protocol import Step
from companion.games.reibach import _events as events
from companion.games.reibach._material import (
    BUSINESSES,
    IN_THE_BOX,
    MOST_DEALMAKERS,
    MULTITALENT,
    RISK,
    SCORED_WITH,
)
from companion.games.reibach._scoring import scored
from companion.games.reibach._state import Report, Row, Sheet, State
from companion.games.reibach._words import CARDS
from companion.quoting import quoted
from companion.sentence import Sentence


def rows(state: State, sheet: Sheet, event: events.Rows) -> Step[State]:
    """The player's report; an earlier one of the same scoring no longer counts."""
    report = Report(
        _rows(event.rows), _count(event.empty, Sentence("empty dealmakers")), _count(event.hand, Sentence("hand cards"))
    )
    if state.scorings + 1 == len(SCORED_WITH) and (report.empty is None or report.hand is None):
        raise RuleError("B-12", Sentence("the third scoring needs the empty dealmakers and the hand cards too"))
    dealmakers = len(report.rows) + (report.empty or 0)
    if dealmakers > MOST_DEALMAKERS:
        values = {"number": quoted(dealmakers), "most": MOST_DEALMAKERS}
        raise RuleError("B-4", Sentence("{number} dealmakers: a player has {most} at most", values))
    reports = {**sheet.reports, event.player: report}
    _check_exist(reports)
    return Step(replace(state, play=Sheet(reports)))


def score(state: State, sheet: Sheet) -> Step[State]:
    """The scoring of all reports, which are cleared for the next one."""
    missing = missing_reports(state, sheet)
    if missing:
        raise RuleError("B-15", Sentence("before the scoring every player reports: {players}", {"players": missing}))
    step = scored(state, {player: report for player, report in sheet.reports.items() if report is not None})
    if step.state.phase == "over":
        return step
    return Step(replace(step.state, play=Sheet(dict.fromkeys(state.table.players))), step.entries)


def missing_reports(state: State, sheet: Sheet) -> tuple[str, ...]:
    """Players who have not reported for this scoring, in seat order."""
    return tuple(player for player in state.table.players if sheet.reports[player] is None)


def _count(count: int | msgspec.UnsetType, what: Sentence) -> int | None:
    if isinstance(count, msgspec.UnsetType):
        return None
    if count < 0:
        raise RuleError("B-16", Sentence("{what} cannot be {number}", {"what": what, "number": quoted(count)}))
    return count


def _rows(reported: Sequence[events.ReportedRow]) -> tuple[Row, ...]:
    """The rows in score sheet order, those without a business card left out."""
    found: dict[str, Row] = {}
    for row in reported:
        if row.business not in BUSINESSES:
            known = {"name": quoted(row.business), "businesses": tuple(CARDS[each] for each in BUSINESSES)}
            raise RuleError("B-16", Sentence("no business is called {name}: there are {businesses}", known))
        business = {"business": CARDS[row.business]}
        if min(row.cards, row.multitalents, row.risk) < 0:
            raise RuleError("B-16", Sentence("a row of {business} cannot hold less than no cards", business))
        if not row.cards:
            continue
        if row.business in found:
            raise RuleError("B-4", Sentence("two rows of {business}: one for each business is allowed", business))
        if row.risk > 1:
            values = {**business, "number": quoted(row.risk)}
            raise RuleError(
                "B-14", Sentence("{number} Risk cards in the row of {business}: the first closes it", values)
            )
        found[row.business] = Row(row.business, row.cards, row.multitalents, row.risk)
    return tuple(found[business] for business in BUSINESSES if business in found)


def _check_exist(reports: Mapping[str, Report | None]) -> None:
    """B-14: all reports of this scoring together hold no more cards than there are."""
    rows = [row for report in reports.values() if report is not None for row in report.rows]
    counts = {business: sum(row.cards for row in rows if row.business == business) for business in BUSINESSES}
    counts[MULTITALENT] = sum(row.multitalents for row in rows)
    counts[RISK] = sum(row.risk for row in rows)
    for card, count in counts.items():
        if count > IN_THE_BOX[card]:
            values = {"number": quoted(count), "card": CARDS[card], "most": IN_THE_BOX[card]}
            raise RuleError("B-14", Sentence("{card}: {number} cards are reported, there are {most}", values))
