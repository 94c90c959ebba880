"""The state of a game of REIBACH & CO: frozen, and changed by `apply` alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.games._protocol import Entry
from companion.games._seats import from_left
from companion.games.reibach._material import REIBACH_CARDS
from companion.money import Money

Mode = Literal["tracked", "sheet"]
Phase = Literal["act", "replace", "report", "over"]


@dataclass(frozen=True, slots=True)
class Table:
    """What does not change during a game."""

    mode: Mode
    players: tuple[str, ...]
    banker: str

    def next_to(self, player: str) -> str:
        """The player at that one's left."""
        return from_left(self.players, player)[0]


@dataclass(frozen=True, slots=True)
class Row:
    """The face-up cards at a dealmaker; ``business`` None while there are none (B-3). ``cards``: business cards."""

    business: str | None = None
    cards: int = 0
    multitalents: int = 0
    risk: int = 0

    @property
    def length(self) -> int:
        """What counts in a scoring: a Multitalent is a card of the business, a Risk card is none (B-3)."""
        return self.cards + self.multitalents


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand: how many cards of each kind are named, and how many are not (B-5)."""

    named: Mapping[str, int] = field(default_factory=dict)
    unnamed: int = 0

    @property
    def cards(self) -> int:
        return sum(self.named.values()) + self.unnamed


@dataclass(frozen=True, slots=True)
class Tracked:
    """A game of which every action is an event.

    ``open``: the open cards, None where a Reibach card waits for its replacement. ``reibach``: Reibach cards that have
    turned up. ``rows``: of each player, in the order of his dealmakers. ``dealmakers``: which cards lie face down, over
    all players. ``missing``: where the next card goes, a place among the open cards or the hand; None: nowhere.
    """

    turn: str
    points: int
    open: tuple[str | None, ...]
    pile: int
    hands: Mapping[str, Hand]
    rows: Mapping[str, tuple[Row, ...]]
    reibach: int = 0
    dealmakers: Mapping[str, int] = field(default_factory=dict)
    missing: int | Literal["hand"] | None = None

    @property
    def only_reibach(self) -> bool:
        """Whether the pile holds Reibach cards alone, so that the next card is one (B-17)."""
        return self.pile == REIBACH_CARDS - self.reibach

    def known(self, card: str) -> int:
        """How many cards of that kind are known: open, in rows, dealmakers, named in a hand (B-17)."""
        return (
            self.open.count(card)
            + self.dealmakers.get(card, 0)
            + sum(hand.named.get(card, 0) for hand in self.hands.values())
            + sum(_in_row(row, card) for rows in self.rows.values() for row in rows)
        )

    def with_hand(self, player: str, hand: Hand) -> Tracked:
        """The game in which the player holds that."""
        return replace(self, hands={**self.hands, player: hand})


def _in_row(row: Row, card: str) -> int:
    return {row.business: row.cards, "multitalent": row.multitalents, "risk": row.risk}.get(card, 0)


@dataclass(frozen=True, slots=True)
class Report:
    """What a player reported for a scoring: rows in score sheet order; counts None where he left them out."""

    rows: tuple[Row, ...]
    empty: int | None = None
    hand: int | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A game of which the scorings alone are kept; ``reports``: those of this scoring, None = not yet."""

    reports: Mapping[str, Report | None]


@dataclass(frozen=True, slots=True)
class State:
    """A game between two events. ``scores``: each player's sum of each scoring so far; ``scored``: what made it up."""

    table: Table
    phase: Phase
    scores: Mapping[str, tuple[Money, ...]]
    play: Tracked | Sheet
    scored: tuple[tuple[Entry, ...], ...] = ()

    @property
    def scorings(self) -> int:
        """How many scorings are done."""
        return len(self.scores[self.table.players[0]])

    def totals(self) -> dict[str, Money]:
        """The sum of the scorings so far, players in seat order (B-13)."""
        return {player: Money(sum(self.scores[player])) for player in self.table.players}
