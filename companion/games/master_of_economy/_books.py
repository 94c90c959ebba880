"""The books during one event: the state on its way, and the entries that are booked on it.

The only place where cash, goods, factories and packets change hands. Every change makes a new frozen state; the books
themselves live no longer than one call of `apply` or `start`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from companion.games._protocol import Entry, Step
from companion.games.master_of_economy._material import TOP_POINTS, Company, FactoryType, Good
from companion.games.master_of_economy._state import Account, Asked, Firm, Offers, Person, State
from companion.money import Money
from companion.sentence import Sentence

_EVEN_NOTHING = ("export", "unsold", "no_room", "no_supply", "unpaid", "power_lost", "settlement")
"""Kinds of entries that tell something with an amount of 0 too; others are left out then."""


class Books:
    """The state as it is now, and the entries so far."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._entries: list[Entry] = []
        self._told = 0

    def closed(self) -> Step[State]:
        """What came of it all."""
        return Step(self.state, tuple(self._entries))

    def untold(self) -> tuple[Entry, ...]:
        """The entries since this was last asked."""
        entries = tuple(self._entries[self._told :])
        self._told = len(self._entries)
        return entries

    def set(self, **changes: Any) -> None:
        """Changes fields of the state."""
        self.state = replace(self.state, **changes)

    def set_firm(self, company: Company, **changes: Any) -> None:
        """Changes fields of a company."""
        firms = self.state.firms
        self.set(firms={**firms, company: replace(firms[company], **changes)})

    def set_person(self, player: str, **changes: Any) -> None:
        """Changes fields of a player."""
        people = self.state.people
        self.set(people={**people, player: replace(people[player], **changes)})

    def set_offers(self, good: Good, **changes: Any) -> None:
        """Changes the markers in a good's row."""
        offers = self.state.offers
        self.set(offers={**offers, good: replace(offers[good], **changes)})

    def firm(self, company: Company) -> Firm:
        """A company as it is now."""
        return self.state.firms[company]

    def person(self, player: str) -> Person:
        """A player as he is now."""
        return self.state.people[player]

    def offers(self, good: Good) -> Offers:
        """A good's row as it is now."""
        return self.state.offers[good]

    def book_company(self, kind: str, company: Company, amount: int, reason: Sentence, **details: Any) -> None:
        """Pays a company, or has it pay where the amount is negative."""
        if amount:
            self.set_firm(company, cash=Money(self.firm(company).cash + amount))
        self._enter(Entry(kind, company, Money(amount), details, reason, "company"))

    def book_player(self, kind: str, player: str, amount: int, reason: Sentence, **details: Any) -> None:
        """Pays a player, or has him pay where the amount is negative."""
        if amount:
            self.set_person(player, cash=Money(self.person(player).cash + amount))
        self._enter(Entry(kind, player, Money(amount), details, reason))

    def book(self, kind: str, account: Account, amount: int, reason: Sentence, **details: Any) -> None:
        """Pays a player or company, or has them pay where the amount is negative."""
        if account.company is None:
            self.book_player(kind, account.player, amount, reason, **details)
        else:
            self.book_company(kind, account.company, amount, reason, **details)

    def _enter(self, entry: Entry) -> None:
        if entry.amount or entry.kind in _EVEN_NOTHING:
            self._entries.append(entry)

    def move_goods(self, company: Company, good: Good, count: int) -> None:
        """Puts goods into a store, or takes them out where the count is negative; the bank has the others."""
        store = self.firm(company).store
        self.set_firm(company, store={**store, good: store[good] + count})

    def move_factories(self, company: Company, plant: FactoryType, count: int) -> None:
        """Puts factories on a company's board, or takes them off where the count is negative."""
        factories = self.firm(company).factories
        self.set_firm(company, factories={**factories, plant: factories[plant] + count})

    def move_points(self, company: Company, count: int) -> None:
        """Moves a company on the points track, which ends at 30 (M-7)."""
        self.set_firm(company, points=min(TOP_POINTS, self.firm(company).points + count))

    def give_packet(self, account: Account, of: Company, packet: int) -> None:
        """A packet from the bank to a company or player."""
        self._hold(account, of, (*self.state.packets(account).get(of, ()), packet))

    def take_packet(self, account: Account, of: Company, packet: int) -> None:
        """A packet from a company or player to the bank."""
        self._hold(account, of, tuple(held for held in self.state.packets(account)[of] if held != packet))

    def _hold(self, account: Account, of: Company, packets: tuple[int, ...]) -> None:
        every = {**self.state.packets(account), of: tuple(sorted(packets))}
        kept = {company: every[company] for company in self.state.table.companies if every.get(company)}
        if account.company is None:
            self.set_person(account.player, packets=kept)
        else:
            self.set_firm(account.company, packets=kept)

    def answered(self) -> None:
        """The one who was asked has decided; the next is awaited."""
        self.set(asked=self.state.asked[1:])

    def ask_companies(self, companies: tuple[Company, ...]) -> None:
        """Asks companies in position order."""
        self.set(asked=tuple(Asked(company, self.state.manager(company)) for company in companies))

    def ask_players(self, players: tuple[str, ...], company: Company | None = None) -> None:
        """Asks players in that order, about a company where one is named."""
        self.set(asked=tuple(Asked(company, player) for player in players))

    def take_offer(self, good: Good, field: int) -> None:
        """Takes the marker off an export field."""
        exports = self.offers(good).exports
        self.set_offers(good, exports=(*exports[: field - 1], None, *exports[field:]))
