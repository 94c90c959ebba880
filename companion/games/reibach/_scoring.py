"""A scoring, by what lies before the players alone (B-7 to B-13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import Any

from companion.games._protocol import Entry, Step
from companion.games.reibach import _explain as explain
from companion.games.reibach._material import (
    BUSINESSES,
    EMPTY_DEALMAKER,
    HAND_CARD,
    LONGEST,
    MONOPOLY,
    SCORED_WITH,
    SECOND,
)
from companion.games.reibach._state import Report, Row, State
from companion.money import Money
from companion.sentence import Sentence


def scored(state: State, reports: Mapping[str, Report]) -> Step[State]:
    """The state after the next scoring of those reports; after the third the game is over (B-6).

    ``reports``: of every player; at the third scoring with both counts.
    """
    players = state.table.players
    rows = {player: {row.business: row for row in reports[player].rows if row.length} for player in players}
    entries = [
        entry
        for business in BUSINESSES
        for entry in _incomes({player: rows[player][business] for player in players if business in rows[player]})
    ]
    is_last = state.scorings + 1 == len(SCORED_WITH)
    if is_last:
        entries += [entry for player in players for entry in _penalties(player, reports[player])]
    sums = dict.fromkeys(players, 0)
    for entry in entries:
        sums[entry.account] += entry.amount
    scores = {player: (*state.scores[player], Money(sums[player])) for player in players}
    phase = "over" if is_last else state.phase
    state = replace(state, scores=scores, phase=phase, scored=(*state.scored, tuple(entries)))
    return Step(state, tuple(entries))


def _incomes(rows: Mapping[str, Row]) -> Iterator[Entry]:
    """What one business brings: ``rows`` of those who have one in it, in header order (B-7 to B-11)."""
    lengths = sorted((row.length for row in rows.values()), reverse=True)
    for player, row in rows.items():
        income = _income(row, lengths)
        if income is None:
            continue
        kind, amount, reason, details = income
        details = {"business": row.business, "length": row.length, **details}
        yield Entry(kind, player, amount, details, reason)
        if row.risk:
            yield Entry("risk", player, amount, details, explain.risk_reason(row))


def _income(row: Row, lengths: list[int]) -> tuple[str, Money, Sentence, dict[str, Any]] | None:
    """What a row brings among rows of those lengths, longest first: kind, amount, reason, details; None for nothing."""
    if len(lengths) == 1:
        return "monopoly", MONOPOLY, explain.monopoly_reason(row), {}
    longest = lengths.count(lengths[0])
    if longest > 1:
        share = Money((LONGEST + SECOND) // longest)
        if row.length < lengths[0] or not share:
            return None
        return "shared", share, explain.shared_reason(row, longest), {"among": longest}
    if row.length == lengths[0]:
        return "longest", LONGEST, explain.longest_reason(row), {}
    if row.length == lengths[1] and lengths.count(lengths[1]) == 1:
        return "second", SECOND, explain.second_reason(row), {}
    return None


def _penalties(player: str, report: Report) -> Iterator[Entry]:
    """What empty dealmakers and hand cards cost at the third scoring (B-12)."""
    if report.empty:
        details = {"for": "dealmaker", "count": report.empty}
        amount = Money(EMPTY_DEALMAKER * report.empty)
        yield Entry("penalty", player, amount, details, explain.dealmaker_reason(report.empty))
    if report.hand:
        details = {"for": "hand", "count": report.hand}
        yield Entry("penalty", player, Money(HAND_CARD * report.hand), details, explain.hand_reason(report.hand))


def result(state: State) -> Mapping[str, Any] | None:
    """Reason, ranking and result of a game that is over, else None: the highest total wins, equals share (B-13)."""
    if state.phase != "over":
        return None
    totals = state.totals()
    order = sorted(state.table.players, key=lambda player: -totals[player])
    ranking = [list(equals) for _, equals in groupby(order, key=lambda player: totals[player])]
    return {"reason": "third_scoring", "ranking": ranking, "result": totals}
