"""Booking entries: the only place where players' cash changes (R-17, R-19, R-21)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.games._protocol import Entry, Step
from companion.games.shark._explain import grace_reason
from companion.games.shark._state import State
from companion.money import Money
from companion.sentence import Sentence


def entry(kind: str, player: str, amount: int, reason: Sentence, **details: Any) -> Entry:
    """An entry of a player's account."""
    return Entry(kind=kind, account=player, amount=Money(amount), details=details, reason=reason)


def book(step: Step[State], booked: Entry) -> Step[State]:
    """The step with an entry and its money moved; what a player in debt receives goes to the debt at once (R-19)."""
    state, player = step.state, booked.account
    cash = {**state.cash, player: Money(state.cash[player] + booked.amount)}
    step = Step(replace(state, cash=cash), (*step.entries, booked))
    debt = state.debts.get(player)
    return step if debt is None else _pay_debt(step, player)


def _pay_debt(step: Step[State], player: str) -> Step[State]:
    state = step.state
    debt = state.debts[player]
    paid = Money(min(debt.amount, state.cash[player]))
    if paid <= 0:
        return step
    rest = Money(debt.amount - paid)
    debts = {name: open_debt for name, open_debt in state.debts.items() if name != player}
    if rest:
        debts[player] = replace(debt, amount=rest)
    cash = {**state.cash, player: Money(state.cash[player] - paid)}
    payment = entry("grace_payment", player, -paid, grace_reason(debt.amount, rest))
    return Step(replace(state, cash=cash, debts=debts), (*step.entries, payment))
