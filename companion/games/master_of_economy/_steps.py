"""The newest trade step by step, for people to look at (M-6): what happened, why, and how the market lay then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.master_of_economy._material import GOODS
from companion.games.master_of_economy._state import Deal, Offers, State
from companion.games.master_of_economy._trade import markers_on
from companion.games.master_of_economy._words import company_name, good_name
from companion.sentence import Sentence


def steps_of_trade(state: State) -> dict[str, Any] | None:
    """The market before the first deal, and each deal with its reasons; None before the first trade.

    ``market``: each good's row as it lay; a step's ``row``: its good's afterwards, ``from`` the demand before it.
    ``told``: what was booked, each with its company or player and the field it is about (0: none). ``companies``: how
    they stand after it.
    """
    if not state.laid:
        return None
    rows = dict(state.laid)
    steps = []
    for deal in state.traded:
        steps.append(_step(state, deal, rows[deal.good]))
        rows[deal.good] = deal.row
    return {"market": {good: _row(state.laid[good]) for good in GOODS}, "steps": steps, "done": state.stage != "trade"}


def _row(row: Offers) -> dict[str, Any]:
    return {**markers_on(row), "demand": row.demand}


def _step(state: State, deal: Deal, before: Offers) -> dict[str, Any]:
    told = [
        {
            "kind": entry.kind,
            entry.holder: entry.account,
            "amount": entry.amount,
            "field": entry.details.get("field", 0),
            "text": entry.reason,
            "ruling": entry.reason.ruling,
        }
        for entry in deal.entries
    ]
    if not told:
        told = [_passed_over(state, deal)]
    companies: Mapping[str, Any] = {
        company: {"cash": firm.cash, "points": firm.points, "store": firm.store[deal.good]}
        for company, firm in deal.firms.items()
    }
    return {"good": deal.good, "told": told, "row": _row(deal.row), "from": before.demand, "companies": companies}


def _passed_over(state: State, deal: Deal) -> dict[str, Any]:
    """The shadow company's marker, which sells nothing and yet moves the demand (M-19)."""
    field = state.market.grey_field
    values = {
        "company": company_name(state.table.shadow or ""),
        "good": good_name(deal.good),
        "field": field,
        "demand": deal.row.demand,
    }
    text = Sentence(
        "{good}: the marker of {company} on field {field} sells nothing, but the demand moves to field {demand}",
        values,
        "M-19",
    )
    return {
        "kind": "shadow",
        "company": state.table.shadow,
        "amount": 0,
        "field": field,
        "text": text,
        "ruling": "M-19",
    }
