"""A board of 20 x 20 squares, and pieces of colours that the nets never learned, in front of the virtual camera."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random

import pytest

from companion.board import Board, parse_board
from companion.devices import Image
from companion.squares import Square
from hardware.virtual import HOUSE_COLOURS, VirtualTable, _scene

FILE = {
    "name": "twenty",
    "size_mm": [560, 480],
    "grid": {"origin_mm": [40, 40], "pitch_mm": [20, 20], "cols": 20, "rows": 20},
    "zones": ["11111111112222222222"] * 10 + ["33333333334444444444"] * 10,
}
BOARD: Board = parse_board(FILE)
SMALL_FILE = {
    "name": "twelve",
    "size_mm": [400, 320],
    "grid": {"origin_mm": [40, 40], "pitch_mm": [20, 20], "cols": 12, "rows": 12},
    "zones": ["111111222222"] * 6 + ["333333444444"] * 6,
}
SMALL: Board = parse_board(SMALL_FILE)
"""As the other, with a third of its squares: for what is said of colours, not how they are read."""
OWN = {"o": (20, 110, 235), "p": (130, 40, 120), "w": (225, 228, 230), "c": (190, 170, 40)}
OWN |= {"a": (60, 120, 235), "n": (15, 40, 85)}
"""Orange, purple, white (nearly as the print), cyan, apricot and brown (a darker one) plastic, blue-green-red."""
SHIFTED = {"r": (10, 130, 240), "b": (150, 50, 120), "g": (120, 180, 60), "y": (200, 230, 240), "t": (90, 90, 90)}
"""An owner's pieces under the usual letters: orange, purple, light green, pale yellow and grey; the print is pale."""


def give_colours(patch: pytest.MonkeyPatch, colours: Mapping[str, tuple[int, int, int]]) -> None:
    """The virtual table has pieces of those colours too."""
    for letter, colour in colours.items():
        patch.setitem(HOUSE_COLOURS, letter, colour)


def shift_colours(patch: pytest.MonkeyPatch) -> None:
    """The virtual table has the pieces of `SHIFTED`, small ones: print is seen beside each."""
    give_colours(patch, SHIFTED)
    patch.setattr(_scene, "house_width_mm", lambda board: 11.0)
    patch.setattr(_scene, "HOUSE_HEIGHT_MM", 11.0)


def photo(rows: tuple[str, ...], board: Board = BOARD) -> tuple[Image, Image]:
    """What the virtual camera sees of these pieces, and of the empty board."""
    table = VirtualTable(board, None, seed=1)
    for row, letters in enumerate(rows):
        for col, letter in enumerate(letters):
            if letter != ".":
                table.put(Square(row, col), letter)
    return table.render(0.0), table.empty_picture()


def scattered(kinds: str) -> tuple[str, ...]:
    """Half of the squares are empty, on the others stand pieces of all kinds."""
    chance = Random(3)
    return tuple("".join(chance.choice(kinds + "." * len(kinds)) for _ in range(20)) for _ in range(20))


@cache
def own_pieces() -> tuple[tuple[str, ...], Image, Image]:
    rows = scattered("opc")
    return rows, *photo(rows)
