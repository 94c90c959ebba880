"""A board with what follows from it, worked out once and carried on from placement to placement.

Nothing here is a rule of its own: `_chains.groups` and `_chains.price` define what groups and prices are, and a
position that was carried on must equal the one that they give for its rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from companion.games.shark._chains import Group, Rows, clear, counted_size, groups, put, scale_price
from companion.games.shark._editions import COMPANIES, LETTERS, TOP, Company
from companion.money import Money
from companion.squares import Square


class Tally(msgspec.Struct, frozen=True):
    """One company's houses on the board: ``counted`` in chains, as the price counts them, and ``houses`` in all."""

    counted: int = 0
    houses: int = 0

    @property
    def price(self) -> Money:
        """R-9."""
        return scale_price(self.counted, any_house=self.houses > 0)

    def plus(self, group: Group, *, seven_cap: bool) -> Tally:
        """The tally with a group more."""
        return Tally(self.counted + counted_size(group, seven_cap=seven_cap), self.houses + len(group.houses))

    def minus(self, group: Group, *, seven_cap: bool) -> Tally:
        """The tally with a group less."""
        return Tally(self.counted - counted_size(group, seven_cap=seven_cap), self.houses - len(group.houses))


class Position(msgspec.Struct, frozen=True):
    """``owner``: the group of every house and of every TOP that a chain owns (free TOPs are not in it)."""

    rows: Rows
    seven_cap: bool
    owner: Mapping[Square, Group]
    tallies: Mapping[Company, Tally]
    prices: Mapping[Company, Money]

    def with_house(
        self, group: Group, square: Square, removed: Iterable[Group], tallies: Mapping[Company, Tally]
    ) -> Position:
        """The position with a house more, on ``square``, in that group.

        ``removed``: the groups that go, their TOPs stay; ``tallies``: of the companies that this changes.
        """
        owner = dict(self.owner)
        rows = self.rows
        for gone in removed:
            rows = clear(rows, gone.houses)
            for other in (*gone.houses, *gone.tops):
                del owner[other]
        for other in (*group.houses, *group.tops):
            owner[other] = group
        prices = {**self.prices, **{company: tally.price for company, tally in tallies.items()}}
        rows = put(rows, square, LETTERS[group.company])
        return Position(rows, self.seven_cap, owner, {**self.tallies, **tallies}, prices)

    def with_top(self, square: Square) -> Position:
        """The position with a TOP more, on a square without neighbours (R-24): it belongs to nobody."""
        return msgspec.structs.replace(self, rows=put(self.rows, square, LETTERS[TOP]))


def position(rows: Rows, *, seven_cap: bool = False) -> Position:
    """The position of a board, from its rows alone."""
    found = groups(rows)
    tallies = dict.fromkeys(COMPANIES, Tally())
    for group in found:
        tallies[group.company] = tallies[group.company].plus(group, seven_cap=seven_cap)
    owner = {square: group for group in found for square in group.houses | group.tops}
    return Position(rows, seven_cap, owner, tallies, {company: tally.price for company, tally in tallies.items()})
