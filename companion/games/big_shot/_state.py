"""The state of a game of BIG SHOT: frozen, and changed by `apply` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.districts import City
from companion.games._seats import from_left
from companion.games.big_shot._material import COLOURS, LOAN_CARDS, Colour, Options, Stones
from companion.money import Money

Phase = Literal["roll", "loans", "auction", "purse", "place", "over"]


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game. ``colours``: each player's, one or (with two players) two.

    ``hidden_cash``: the table keeps everybody's money to himself, as the game ``hard`` does by its rules.
    """

    options: Options
    city: City
    players: tuple[str, ...]
    banker: str
    colours: Mapping[str, tuple[Colour, ...]]
    hidden_cash: bool = False

    @property
    def hides_money(self) -> bool:
        """Whether a player's money is for himself and the banker alone until the end (G-10)."""
        return self.options.hard or self.hidden_cash

    @property
    def two_purses(self) -> bool:
        """Whether each player has two colours with a purse each (G-12)."""
        return len(self.players) == 2

    @property
    def loans_first(self) -> bool:
        """Whether loans are decided before the auction (G-10, G-12), not in it (G-4)."""
        return self.options.hard or self.two_purses

    def from_left(self, of: str) -> tuple[str, ...]:
        """All players clockwise, beginning at that one's left and ending with him (G-3)."""
        return from_left(self.players, of)

    def owner(self, colour: Colour) -> str | None:
        """The player with that colour; None for the fictive player's (G-11)."""
        return next((player for player in self.players if colour in self.colours[player]), None)


@dataclass(frozen=True, slots=True)
class Purse:
    """One colour's cash and how many loans it has had."""

    cash: Money
    loans: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """What lies in a district. ``owner``: None while it is open, and where nobody got it (G-7). ``closed``: decided."""

    stones: Stones = field(default_factory=dict)
    owner: Colour | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class HighestBid:
    """The highest bid of an auction."""

    player: str
    amount: Money


@dataclass(frozen=True, slots=True)
class Decision:
    """A district that the last event decided; ``colour`` None when nobody gets it (G-7)."""

    district: str
    colour: Colour | None


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events.

    ``turn``: whose event is awaited; at the end the one who placed last. ``broker``: his space, from 1. ``spaces``: the
    auction spaces from 1 on. ``purses``: of the players' colours. ``bank``: what it has taken in less what it has paid
    out, start capital included. ``bid``, ``passed``, ``loaned`` (colours with a loan in this round) stay until the next
    round begins. ``hand``: stones still to place. ``gone``: stones out of the game. ``decided``: by the last event.
    """

    table: Table
    phase: Phase
    starter: str
    turn: str
    broker: int
    spaces: tuple[Stones, ...]
    purses: Mapping[Colour, Purse]
    bank: Money
    places: Mapping[str, Place]
    round: int = 1
    bid: HighestBid | None = None
    passed: tuple[str, ...] = ()
    loaned: frozenset[Colour] = frozenset()
    hand: Stones = field(default_factory=dict)
    gone: Mapping[Colour, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    decided: tuple[Decision, ...] = ()

    @property
    def options(self) -> Options:
        return self.table.options

    @property
    def loan_cards(self) -> int:
        """Loan cards that the bank still has."""
        return LOAN_CARDS - sum(purse.loans for purse in self.purses.values())

    def colours(self, player: str) -> tuple[Colour, ...]:
        """The player's colours."""
        return self.table.colours[player]

    def cash(self, player: str) -> Money:
        """What the player's fuller purse holds: a bid is paid by one purse alone (G-12)."""
        return max(self.purses[colour].cash for colour in self.colours(player))

    def moved(self, colour: Colour, amount: int, *, loans: int = 0) -> State:
        """The state after the bank has paid that to a purse, or taken it where it is negative."""
        purse = self.purses[colour]
        purse = replace(purse, cash=Money(purse.cash + amount), loans=purse.loans + loans)
        return replace(self, purses={**self.purses, colour: purse}, bank=Money(self.bank - amount))
