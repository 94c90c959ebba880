"""What an event leads to that no entry can say: why a placement pays nobody, and debts that stay (R-19)."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games._protocol import Step
from companion.games.shark import _explain as explain
from companion.games.shark._events import Event, Place
from companion.games.shark._placement import placement
from companion.games.shark._state import State
from companion.money import Amount
from companion.sentence import Sentence
from companion.squares import parse_square


def news(before: State, event: Event, after: Step[State]) -> tuple[Sentence, ...]:
    """What people should hear of an event that was applied, besides its entries."""
    return (*_unpaid(before, event), *_debts(before, after))


def _unpaid(before: State, event: Event) -> Iterator[Sentence]:
    """Why the mover gets no commission for a placement."""
    if not isinstance(event, Place) or before.roll is None:
        return
    placed = placement(before, before.roll, event.company, parse_square(event.square))
    if not placed.commission:
        yield explain.no_commission_reason(before.table, placed)


def _debts(before: State, after: Step[State]) -> Iterator[Sentence]:
    """R-19 under ``debt_grace_turns``: a debt that is new or has grown, or has a turn less to be paid in."""
    paid = dict.fromkeys(after.state.debts, 0)
    for entry in after.entries:
        if entry.kind == "grace_payment" and entry.account in paid:
            paid[entry.account] -= entry.amount
    for player, debt in after.state.debts.items():
        old = before.debts.get(player)
        if old is not None and debt.amount + paid[player] == old.amount and debt.turns_left == old.turns_left:
            continue
        values = {"player": player, "debt": Amount(debt.amount)}
        if after.state.phase == "over":
            yield Sentence("{player} still owes the bank {debt}", values, "R-19")
        elif debt.turns_left == 1:
            yield Sentence(
                "{player} still owes the bank {debt}: who has not paid by the end of his next own turn is out",
                values,
                "R-19",
            )
        else:
            yield Sentence(
                "{player} still owes the bank {debt}: who has not paid by the end of his second own turn is out",
                values,
                "R-19",
            )
