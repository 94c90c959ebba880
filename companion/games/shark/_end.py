"""When the game ends, and who has won (R-22, R-23)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from msgspec.structs import replace

from companion.games.shark._editions import COMPANIES, SCALE_TOP
from companion.games.shark._state import Reason, State
from companion.money import Money


def end_reason(state: State) -> Reason | None:
    """Why the game ends now, the first that holds in the order of R-22; None while it goes on."""
    if SCALE_TOP in state.prices().values():
        return "price"
    for company in COMPANIES:
        if state.supply(company) < 1:
            return "houses"
    if state.options.end_when_all_shares_sold and _bank_is_empty(state):
        return "shares"
    if len(state.out) == len(state.table.players) - 1:
        return "last_player"
    return None


def _bank_is_empty(state: State) -> bool:
    """Whether the bank holds no share card at all; a negative count is no card (R-18)."""
    return all(cards.ones <= 0 and cards.fives == 0 for cards in state.bank.values())


def check_end(state: State) -> State:
    """The state, over when R-22 says so. Not to be asked before all debtors have settled."""
    reason = end_reason(state)
    return state if reason is None else replace(state, phase="over", end=reason)


def wealth(state: State) -> dict[str, Money]:
    """Cash and shares at their prices, players in seat order (R-23)."""
    prices = state.prices()
    return {
        player: Money(
            state.cash[player] + sum(state.shares(player, company) * prices[company] for company in COMPANIES)
        )
        for player in state.table.players
    }


def ranking(state: State) -> list[list[str]]:
    """Names by rank (R-23): equals together in header order, open debts after them, the eliminated last."""
    totals = wealth(state)
    # An open grace debt leaves cash 0, and it stands between those who are free of debt and the eliminated only by
    # that: he is ranked by his total like anyone else.
    order = sorted(state.in_game(), key=lambda player: -totals[player])
    ranks = [list(equals) for _, equals in groupby(order, key=lambda player: totals[player])]
    return ranks + [[player] for player in reversed(state.out)]


def result(state: State) -> Mapping[str, Any] | None:
    """Reason, ranking and result of a game that is over, else None."""
    if state.end is None:
        return None
    return {"reason": state.end, "ranking": ranking(state), "result": wealth(state)}
