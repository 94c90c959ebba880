"""What luck and skill a game of SHARK shows, by figures that can be worked out by hand.

*Gain* of a placement for a player: the commission that he gets, the dividends, less the losses that he pays, and the
change of what his shares are worth. Everybody is reckoned as if he could pay: forced sales are left out.

*Value* of a placement (the yardstick): the mover's gain less the largest gain of any other player in the game.

*Value* of a throw: the value of the best placement that it allows, 0 where it allows none. *Luck*: the value of the
throw less the mean of all throws of the dice at that moment, each face as likely as any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from companion.games.shark._editions import COMPANIES, FREE, Company
from companion.games.shark._placement import Placement, placements
from companion.games.shark._state import Roll, State
from companion.money import Money


@dataclass(frozen=True, slots=True)
class Throw:
    """A throw that was made. ``value``, ``mean`` and ``luck`` in money; the mean is rounded to a whole amount."""

    value: Money
    mean: Money

    @property
    def luck(self) -> Money:
        return Money(self.value - self.mean)


@dataclass(frozen=True, slots=True)
class Choice:
    """A placement that was made, and the best one that the throw allowed (the first of equals)."""

    value: Money
    best: Money
    best_company: str
    best_square: str

    @property
    def missed(self) -> Money:
        return Money(self.best - self.value)


@dataclass(frozen=True, slots=True)
class Fall:
    """What a company's fall cost a player: what he paid, and what his shares lost in worth."""

    player: str
    company: Company
    shares: int
    paid: Money
    worth: Money

    @property
    def cost(self) -> Money:
        return Money(self.paid + self.worth)


def gains(state: State, placed: Placement) -> Mapping[str, int]:
    """What a placement by the mover would bring each player in the game."""
    changes: dict[str, int] = {company: new - old for company, (old, new) in placed.falls.items()}
    if placed.old_price is not None and placed.new_price is not None:
        changes[placed.company] = placed.new_price - placed.old_price
    mover = state.turn
    found = {}
    for player in state.in_game():
        gain = 0
        for company in COMPANIES:
            shares = state.shares(player, company)
            if not shares:
                continue
            gain += shares * changes.get(company, 0)
            if company == placed.company:
                gain += shares * placed.per_share
            if company in placed.falls and player != mover:
                old, new = placed.falls[company]
                gain -= shares * (old - new)
        found[player] = gain
    found[mover] += placed.commission
    return found


def value(state: State, placed: Placement) -> Money:
    """The yardstick: the mover's gain less the best opponent's."""
    found = dict(gains(state, placed))
    own = found.pop(state.turn)
    return Money(own - max(found.values(), default=0))


def judge_throw(state: State, thrown: Roll) -> Throw:
    """The luck of a throw; ``state`` is the one before it, its mover throws."""
    zones = state.table.edition.zones
    colours = (FREE,) if state.options.no_colour_die else state.table.edition.colours
    known: dict[tuple[str, str], int] = {}
    for zone, colour in dict.fromkeys((*product(zones, colours), (thrown.zone, thrown.colour))):
        values = [value(state, placed) for placed in placements(state, Roll(zone, colour))]
        known[zone, colour] = max(values, default=0)
    total, throws = sum(known[faces] for faces in product(zones, colours)), len(zones) * len(colours)
    return Throw(Money(known[thrown.zone, thrown.colour]), Money(rounded(total, throws)))


def judge_placement(state: State, company: str, square: str) -> Choice:
    """How good a placement was; ``state`` is the one before it, after the throw."""
    assert state.roll is not None
    best: tuple[int, Placement] | None = None
    own = 0
    for placed in placements(state, state.roll):
        worth = value(state, placed)
        if best is None or worth > best[0]:
            best = worth, placed
        if (placed.company, placed.square.name) == (company, square):
            own = worth
    assert best is not None, "a placement that was booked was legal"
    return Choice(Money(own), Money(best[0]), best[1].company, best[1].square.name)


def falls(before: State, after: State) -> Iterator[Fall]:
    """What the falls of a placement cost each player; ``before`` and ``after`` are the states around it."""
    for company in COMPANIES:
        fall = before.price(company) - after.price(company)
        if fall <= 0:
            continue
        for player in before.in_game():
            shares = before.shares(player, company)
            if shares:
                paid = 0 if player == before.turn else shares * fall
                yield Fall(player, company, shares, Money(paid), Money(shares * fall))


def rounded(total: int, count: int) -> int:
    """The mean as a whole number, halves away from zero.

    >>> rounded(7, 2), rounded(-7, 2), rounded(10, 3)
    (4, -4, 3)
    """
    whole = (2 * abs(total) + count) // (2 * count)
    return whole if total >= 0 else -whole
