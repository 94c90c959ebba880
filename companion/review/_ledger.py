"""The ledger of a game: each movement of money with its moment; sums by kind that add up to what each player has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games import Entry
from companion.review._story import Account, Moment, Story

FLOWS: Mapping[str, str] = {"purchase": "trade", "sale": "trade"}
"""Kinds of entries that are one flow; every other kind is a flow of its own."""
NO_FLOW = "grace_payment"
"""Pays a loss that stands among the flows in full since it happened."""


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the ledger. ``balance``: what the account has after the whole event."""

    moment: Moment
    entry: Entry
    balance: int | None


@dataclass(frozen=True, slots=True)
class Filter:
    """What of the ledger is wanted; an empty word wants all.

    ``company``: what is about its shares, or moves its own money.
    """

    player: str = ""
    company: str = ""
    kind: str = ""

    def takes(self, entry: Entry) -> bool:
        of_company = entry.holder == "company"
        return (
            self.player in ("", None if of_company else entry.account)
            and self.company in ("", entry.details.get("company"), entry.account if of_company else None)
            and self.kind in ("", entry.kind)
        )


def ledger(story: Story, wanted: Filter = Filter()) -> list[Row]:
    """The entries of a game in their order, those that the filter takes."""
    rows = []
    for place, moment in enumerate(story.moments):
        chosen = [entry for entry in moment.entries if wanted.takes(entry)]
        if chosen:
            purses = story.purses(place)
            rows += [Row(moment, entry, purses.get(account_of(entry))) for entry in chosen]
    return rows


def account_of(entry: Entry) -> Account:
    """Whose money an entry moves."""
    return entry.holder, entry.account


def kinds(story: Story) -> list[str]:
    """The kinds of entries that the game has, in the order in which they first came."""
    return list(dict.fromkeys(entry.kind for moment in story.moments for entry in moment.entries))


def flows(story: Story, until: int | None = None) -> dict[Account, dict[str, int]]:
    """For each account, what came in and went out by kind of flow, up to a moment's place.

    ``start`` is what the account began with, and ``forgiven`` what it did not have to pay: so each row adds up to its
    cash, less what it still owes.
    """
    last = len(story.moments) - 1 if until is None else until
    sums: dict[Account, dict[str, int]] = {}
    for account, cash in story.purses(0).items():
        sums[account] = {"start": cash} if cash else {}
    for moment in story.moments[1 : last + 1]:
        for entry in moment.entries:
            if entry.kind == NO_FLOW:
                continue
            row = sums.setdefault(account_of(entry), {})
            flow = FLOWS.get(entry.kind, entry.kind)
            amount = int(entry.amount)
            if entry.kind == "write_off":
                flow, amount = "forgiven", int(entry.details.get("forgiven", 0))
            if amount:
                row[flow] = row.get(flow, 0) + amount
    return sums
