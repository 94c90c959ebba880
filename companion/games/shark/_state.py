"""The state of a game of SHARK: frozen, and changed by `apply` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.board import Board
from companion.games._seats import clockwise, from_left
from companion.games.shark._chains import Rows, tops_on
from companion.games.shark._editions import COMPANIES, Company, Edition, Options
from companion.games.shark._position import Position
from companion.money import Money
from companion.squares import Square

Phase = Literal["pick", "trade", "place", "debt", "trade_after", "over"]
Reason = Literal["price", "houses", "shares", "last_player"]


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game: who plays, on which board, by which options."""

    edition: Edition
    options: Options
    board: Board
    players: tuple[str, ...]
    banker: str

    def clockwise(self, first: str) -> tuple[str, ...]:
        """All players in seat order, beginning with that one (R-2)."""
        return clockwise(self.players, first)

    def from_left(self, of: str) -> tuple[str, ...]:
        """All players in seat order, beginning at that one's left and ending with him."""
        return from_left(self.players, of)


class Cards(msgspec.Struct, frozen=True):
    """Share cards of one company in one hand (R-5); the bank's ``ones`` may go below 0 (R-18)."""

    ones: int = 0
    fives: int = 0

    @property
    def shares(self) -> int:
        return self.ones + 5 * self.fives


Portfolio = Mapping[Company, Cards]
NOTHING: Portfolio = {company: Cards() for company in COMPANIES}


@dataclass(frozen=True, slots=True)
class Roll:
    """What the dice show: ``colour`` "free" where no colour die is rolled (R-6)."""

    zone: str
    colour: str


class GraceDebt(msgspec.Struct, frozen=True):
    """A debt under ``debt_grace_turns`` (R-19) and how many ends of the debtor's own turns it may still see."""

    amount: Money
    turns_left: int


class State(msgspec.Struct, frozen=True):
    """A game between two events (a struct, since `replace` makes several of them for each event).

    ``position``: the board. ``lost``: houses of each company that were taken off for good. ``turn``: the next to
    pick, then the mover. ``bought``: shares that the mover bought this turn. ``barred``: no more trading this turn
    (R-7). ``owes``: what is missing of losses, in the order in which the debtors settle (R-20). ``removed``: squares
    that the last event cleared. ``cleared``: the houses that the last placement took off, by their squares, until the
    next one; ``clearer``: who placed.
    """

    table: Table
    position: Position
    cash: Mapping[str, Money]
    hands: Mapping[str, Portfolio]
    bank: Portfolio
    phase: Phase
    turn: str
    lost: Mapping[Company, int] = msgspec.field(default_factory=lambda: dict.fromkeys(COMPANIES, 0))
    picks_left: int = 0
    roll: Roll | None = None
    bought: int = 0
    barred: bool = False
    owes: Mapping[str, Money] = msgspec.field(default_factory=dict)
    debts: Mapping[str, GraceDebt] = msgspec.field(default_factory=dict)
    out: tuple[str, ...] = ()
    removed: tuple[Square, ...] = ()
    cleared: Mapping[Square, Company] = msgspec.field(default_factory=dict)
    clearer: str = ""
    end: Reason | None = None

    @property
    def options(self) -> Options:
        return self.table.options

    @property
    def rows(self) -> Rows:
        """The board as the record writes it."""
        return self.position.rows

    def price(self, company: Company) -> Money:
        """The company's price now (R-9)."""
        return self.position.prices[company]

    def prices(self) -> Mapping[Company, Money]:
        """All prices now."""
        return self.position.prices

    def shares(self, player: str, company: Company) -> int:
        """How many shares of a company a player holds."""
        return self.hands[player][company].shares

    def supply(self, company: Company) -> int:
        """Houses of a company that are still beside the board."""
        return self.options.houses_per_colour - self.position.tallies[company].houses - self.lost[company]

    def top_supply(self) -> int:
        """TOPs still beside the board; none where they are not played."""
        return self.options.top_count - tops_on(self.rows) if self.options.top_houses else 0

    def in_game(self) -> tuple[str, ...]:
        """Players who are not eliminated, in seat order."""
        return tuple(player for player in self.table.players if player not in self.out)

    def with_cards(self, player: str, company: Company, hand: Cards, bank: Cards) -> State:
        """The state in which the player and the bank hold these cards of the company."""
        hands = {**self.hands, player: {**self.hands[player], company: hand}}
        return replace(self, hands=hands, bank={**self.bank, company: bank})
