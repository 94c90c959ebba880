"""Prices and placements of SHARK by labelling whole boards: by a plain flood fill, and by `scipy.ndimage.label`.

What the rules do without looking at the whole board is compared with this. Boards without TOPs only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from scipy import ndimage

Rows = tuple[str, ...]
Labels = Callable[[Rows, str], tuple[Any, list[int]]]
"""For the houses of one letter the number of each square's group, from 1 (0: none), and the groups' sizes."""


def flood_fill(rows: Rows, letter: str) -> tuple[list[list[int]], list[int]]:
    """The groups, filled square by square."""
    labels = [[0] * len(row) for row in rows]
    sizes: list[int] = []
    for first_row, line in enumerate(rows):
        for first_col, found in enumerate(line):
            if found != letter or labels[first_row][first_col]:
                continue
            sizes.append(0)
            labels[first_row][first_col] = len(sizes)
            waiting = [(first_row, first_col)]
            while waiting:
                row, col = waiting.pop()
                sizes[-1] += 1
                for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                    inside = 0 <= r < len(rows) and 0 <= c < len(line)
                    if inside and rows[r][c] == letter and not labels[r][c]:
                        labels[r][c] = len(sizes)
                        waiting.append((r, c))
    return labels, sizes


def scipy_label(rows: Rows, letter: str) -> tuple[Any, list[int]]:
    """The groups, labelled by scipy."""
    grid = np.frombuffer("".join(rows).encode(), dtype=np.uint8).reshape(len(rows), -1)
    labels, _ = ndimage.label(grid == ord(letter))
    return labels, np.bincount(labels.ravel())[1:].tolist()


def prices(rows: Rows, labels: Labels) -> list[int]:
    """All four prices (R-9), in the order r b g y."""
    found = []
    for letter in "rbgy":
        sizes = labels(rows, letter)[1]
        steps = sum(size for size in sizes if size > 1) or min(len(sizes), 1)
        found.append(min(steps, 15) * 1000)
    return found


def place(rows: Rows, letter: str, row: int, col: int, labels: Labels) -> tuple[list[int], list[int], int] | None:
    """Prices before and after a house and the number of houses removed; None where it may not stand."""
    after = [list(line) for line in rows]
    after[row][col] = letter
    with_house = tuple("".join(line) for line in after)
    own, sizes = labels(with_house, letter)
    size = sizes[own[row][col] - 1]
    removed = 0
    for r, c in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
        if not (0 <= r < len(rows) and 0 <= c < len(rows[0])) or with_house[r][c] in (".", letter):
            continue
        other, other_sizes = labels(with_house, with_house[r][c])
        rival = other[r][c]
        if size < 2 or size <= other_sizes[rival - 1]:
            return None
        for y, line in enumerate(other):
            for x, label in enumerate(line):
                if label == rival and after[y][x] != ".":
                    after[y][x] = "."
                    removed += 1
    return prices(rows, labels), prices(tuple("".join(line) for line in after), labels), removed


def legal(rows: Rows, letters: str, squares: Sequence[tuple[int, int]], labels: Labels) -> Iterator[Any]:
    """What each house that may stand on one of the squares would do."""
    for letter in letters:
        for row, col in squares:
            if rows[row][col] == ".":
                effect = place(rows, letter, row, col, labels)
                if effect is not None:
                    yield effect
