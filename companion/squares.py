"""Squares of a grid and their names: column letters and a row number, A1 at the top left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

_NAME = re.compile(r"([A-Z]{1,4})([1-9][0-9]{0,5})")


class Square(NamedTuple):
    """A square by its row and column, both counted from 0 (rows go down, columns go right)."""

    row: int
    col: int

    @property
    def name(self) -> str:
        """The printed name.

        >>> Square(3, 2).name, Square(0, 26).name
        ('C4', 'AA1')
        """
        return _name_of(*self)


@lru_cache(maxsize=4096)
def _name_of(row: int, col: int) -> str:
    letters, rest = "", col + 1
    while rest:
        rest, digit = divmod(rest - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return f"{letters}{row + 1}"


@lru_cache(maxsize=4096)
def parse_square(name: str) -> Square:
    """The square that a name means; ValueError when it is no name of a square.

    >>> parse_square("C4")
    Square(row=3, col=2)
    """
    match = _NAME.fullmatch(name)
    if match is None:
        raise ValueError(f"{name!r} is no square: write a column letter and a row number, as C4")
    col = 0
    for letter in match[1]:
        col = col * 26 + ord(letter) - ord("A") + 1
    return Square(int(match[2]) - 1, col - 1)


def with_letter(rows: Sequence[str], square: Square, letter: str) -> tuple[str, ...]:
    """A board's squares, one string a row, with another letter on one of them.

    >>> with_letter(["...", "?r."], parse_square("A2"), "b")
    ('...', 'br.')
    """
    line = rows[square.row]
    changed = line[: square.col] + letter + line[square.col + 1 :]
    return (*rows[: square.row], changed, *rows[square.row + 1 :])
