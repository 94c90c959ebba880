"""What is said aloud of the newest events: a throw, a price that moved, and who was paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from companion.games import Entry
from companion.money import Amount
from companion.sentence import Sentence
from companion.table._course import Booked
from companion.table._running import Running
from companion.words import entry_kind

NEWEST = 3
"""A placement, the end of its turn and a throw may come at once; what is older was said before."""


def aloud_json(running: Running | None) -> list[dict[str, Any]]:
    """The newest events in force as sentences to be spoken, the oldest first: ``[{"key", "text"}]``.

    ``key`` is the same only for the same event of the same game. Payments are not named where cash is hidden.
    """
    if running is None:
        return []
    first = max(0, len(running.done) - NEWEST)
    told = []
    for place in range(first, len(running.done)):
        booked = running.done[place]
        before = running.done[place - 1].step.state if place else running.course.start.state
        text = _sentence(running, booked, before)
        if text is not None:
            told.append({"key": f"{running.id} {booked.line.n} {booked.line.time}", "text": text})
    return told


def _sentence(running: Running, booked: Booked, before: Any) -> Sentence | None:
    """What is worth saying of an event; None for a count of notes."""
    if booked.line.kind == "count":
        return None
    parts = list(_moves(running, booked, before))
    if not running.hides_cash:
        parts += _payments(booked.step.entries)
    if not parts:
        return booked.sentence
    return Sentence("{event}: {effects}", {"event": booked.sentence, "effects": tuple(parts)})


def _moves(running: Running, booked: Booked, before: Any) -> Iterator[Sentence]:
    """The prices that the event moved."""
    old = running.rules.prices(before)
    names = running.rules.companies(booked.step.state)
    for company, price in running.rules.prices(booked.step.state).items():
        values = {"company": names.get(company, company), "price": Amount(price)}
        if price > old.get(company, price):
            yield Sentence("{company} rises to {price}", values)
        elif price < old.get(company, price):
            yield Sentence("{company} falls to {price}", values)


def _payments(entries: Sequence[Entry]) -> Iterator[Sentence]:
    """Each kind of payment once for each account; what somebody buys or sells is in the event's own sentence."""
    sums: dict[tuple[str, str], int] = {}
    for entry in entries:
        if entry.kind not in ("purchase", "sale"):
            key = (entry.kind, entry.account)
            sums[key] = sums.get(key, 0) + entry.amount
    for (kind, account), amount in sums.items():
        values = {"kind": entry_kind(kind), "sum": Amount(abs(amount)), "player": account}
        if amount > 0:
            yield Sentence("{kind} {sum} for {player}", values)
        elif amount < 0:
            yield Sentence("{kind} {sum} for {player} to pay", values)
