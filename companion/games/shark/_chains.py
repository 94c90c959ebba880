"""Groups of houses and the price of a company, both functions of the board alone (R-8, R-9, R-26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

import msgspec

from companion.games.shark._editions import COMPANY_OF, EMPTY, LETTERS, SCALE_TOP, SEVEN, STEP, TOP, Company
from companion.money import Money
from companion.squares import Square

Rows = tuple[str, ...]
"""The board as the record writes it: one string a row, '.' empty, r b g y a house, t a TOP."""


class Group(msgspec.Struct, frozen=True):
    """Houses of one company that hang together (R-8): a chain, or a lone house. ``tops``: the TOPs it owns (R-26)."""

    company: Company
    houses: frozenset[Square]
    tops: frozenset[Square] = frozenset()

    @property
    def size(self) -> int:
        """The real number of houses, owned TOPs included (R-11, R-29)."""
        return len(self.houses) + len(self.tops)

    @property
    def is_chain(self) -> bool:
        return len(self.houses) > 1

    def __str__(self) -> str:
        """Its first and last square, by row, then column; what a sentence says of it.

        >>> str(Group("red", frozenset({Square(3, 2), Square(4, 2)})))
        'C4-C5'
        """
        squares = self.houses | self.tops
        first, last = min(squares).name, max(squares).name
        return first if len(squares) == 1 else f"{first}-{last}"


def neighbours(rows: Rows, square: Square) -> tuple[Square, ...]:
    """The squares of the grid that share an edge with this one.

    >>> [near.name for near in neighbours(("...", "..."), Square(1, 0))]
    ['A1', 'B2']
    """
    return _neighbours(len(rows), len(rows[0]))[square]


@lru_cache(maxsize=16)
def _neighbours(height: int, width: int) -> Mapping[Square, tuple[Square, ...]]:
    """Of every square of a grid, by row, then column; looked up since nothing else is asked so often."""
    table = {}
    for row in range(height):
        for col in range(width):
            around = (Square(row - 1, col), Square(row, col - 1), Square(row, col + 1), Square(row + 1, col))
            table[Square(row, col)] = tuple(s for s in around if 0 <= s.row < height and 0 <= s.col < width)
    return table


def piece(rows: Rows, square: Square) -> str:
    """The letter that stands on a square."""
    row, col = square
    return rows[row][col]


def put(rows: Rows, square: Square, letter: str) -> Rows:
    """The board with that letter on the square.

    >>> put(("...", "..."), Square(1, 2), "r")
    ('...', '..r')
    """
    row = rows[square.row]
    changed = row[: square.col] + letter + row[square.col + 1 :]
    return (*rows[: square.row], changed, *rows[square.row + 1 :])


def clear(rows: Rows, squares: Iterable[Square]) -> Rows:
    """The board without the pieces on those squares."""
    for square in squares:
        rows = put(rows, square, EMPTY)
    return rows


def pieces(rows: Rows, letter: str) -> tuple[Square, ...]:
    """The squares on which that letter stands, by row, then column."""
    return tuple(Square(r, c) for r, row in enumerate(rows) for c, found in enumerate(row) if found == letter)


def groups(rows: Rows) -> tuple[Group, ...]:
    """All groups of the board, by their first square (R-8).

    A TOP belongs to the chain that touches it, and houses that touch the TOP are then in the chain (R-26). A house
    that touches a TOP without being in a chain leaves it free.

    >>> [(g.company, str(g), g.size) for g in groups(("rr.b", "t..."))]
    [('red', 'A1-A2', 3), ('blue', 'D1', 1)]
    """
    found: list[Group] = []
    seen: set[Square] = set()
    for row_number, row in enumerate(rows):
        for col_number, letter in enumerate(row):
            square = Square(row_number, col_number)
            if letter in COMPANY_OF and square not in seen:
                houses, tops, paired = _connected(rows, square, letter)
                seen |= houses
                if paired:
                    found.append(Group(COMPANY_OF[letter], frozenset(houses), frozenset(tops)))
                else:
                    found += [Group(COMPANY_OF[letter], frozenset({house})) for house in sorted(houses)]
    return tuple(found)


def _connected(rows: Rows, start: Square, letter: str) -> tuple[set[Square], set[Square], bool]:
    """Houses and TOPs that hang together with the house on ``start``, and whether two of the houses are neighbours."""
    houses, tops, paired = {start}, set[Square](), False
    waiting = [start]
    while waiting:
        here = waiting.pop()
        is_house = here in houses
        for other in neighbours(rows, here):
            found = rows[other.row][other.col]
            if found == letter:
                paired = paired or is_house
                if other not in houses:
                    houses.add(other)
                    waiting.append(other)
            elif found == LETTERS[TOP] and is_house and other not in tops:
                tops.add(other)
                waiting.append(other)
    return houses, tops, paired


def price(rows: Rows, company: Company, *, seven_cap: bool = False) -> Money:
    """A company's price, a function of the board (R-9). ``seven_cap``: each chain counts at most 7 (1991 variant I).

    >>> price(("rrr.r", "....."), "red"), price(("rrr.r", "....r"), "red"), price(("r...b",), "red")
    (3000, 5000, 1000)
    """
    own = [group for group in groups(rows) if group.company == company]
    return scale_price(sum(counted_size(group, seven_cap=seven_cap) for group in own), any_house=bool(own))


def counted_size(group: Group, *, seven_cap: bool) -> int:
    """What a group counts towards the price: a lone house nothing, a chain its size."""
    if not group.is_chain:
        return 0
    return min(group.size, SEVEN) if seven_cap else group.size


def scale_price(counted: int, *, any_house: bool) -> Money:
    """R-9: the chains' houses in thousands, at least 1,000 with a house on the board, at most 15,000.

    >>> scale_price(0, any_house=False), scale_price(0, any_house=True), scale_price(17, any_house=True)
    (0, 1000, 15000)
    """
    return Money(min((counted or any_house) * STEP, SCALE_TOP))


def houses_on(rows: Rows, company: Company) -> int:
    """How many houses of the company stand on the board, TOPs not counted."""
    return sum(row.count(LETTERS[company]) for row in rows)


def tops_on(rows: Rows) -> int:
    """How many TOPs stand on the board."""
    return sum(row.count(LETTERS[TOP]) for row in rows)


def empty_rows(height: int, width: int) -> Rows:
    """A board without houses."""
    return (EMPTY * width,) * height
