"""Board files: the geometry of a printed board with a grid, in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.parsing import decode_object, plainly
from companion.sentence import Sentence
from companion.squares import Square


class Grid(msgspec.Struct, frozen=True):
    """``origin_mm``: the grid's top-left corner from the board's; ``pitch_mm``: width and height of a square."""

    origin_mm: tuple[float, float]
    pitch_mm: tuple[float, float]
    cols: int
    rows: int


class _BoardFile(msgspec.Struct, frozen=True):
    name: str
    size_mm: tuple[float, float]
    grid: Grid
    zones: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """A board with a grid. ``zones``: one string a row, one letter a square, '.' = no square."""

    name: str
    size_mm: tuple[float, float]
    grid: Grid
    zones: tuple[str, ...]

    def zone(self, square: Square) -> str | None:
        """The zone letter of a square, None where the board has no square."""
        if not (0 <= square.row < self.grid.rows and 0 <= square.col < self.grid.cols):
            return None
        letter = self.zones[square.row][square.col]
        return None if letter == "." else letter

    def squares(self) -> tuple[Square, ...]:
        """All squares of the board, by row, then column."""
        return tuple(
            Square(row, col)
            for row, letters in enumerate(self.zones)
            for col, letter in enumerate(letters)
            if letter != "."
        )


Boards = Callable[[str], Mapping[str, Any]]
"""Looks a board up by its name: its file's decoded JSON object. Raises FormatError when there is none of that name."""


def parse_board(content: bytes | str | Mapping[str, Any]) -> Board:
    """The board that a board file (its text, or the decoded JSON object) describes; raises FormatError."""
    try:
        if isinstance(content, str):
            content = content.encode()
        given = content if isinstance(content, Mapping) else decode_object(content)
        raw = msgspec.convert(given, _BoardFile)
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("not a board file: {reason}", {"reason": plainly(error)})) from None
    except FormatError as error:
        raise FormatError(Sentence("not a board file: {reason}", {"reason": error.sentence})) from None
    grid = raw.grid
    if grid.cols < 1 or grid.rows < 1 or min(grid.pitch_mm) <= 0 or min(raw.size_mm) <= 0:
        raise FormatError("not a board file: size_mm, pitch_mm, cols and rows must be above 0")
    if len(raw.zones) != grid.rows or any(len(letters) != grid.cols for letters in raw.zones):
        raise FormatError(f"not a board file: zones must hold {grid.rows} rows of {grid.cols} letters")
    return Board(raw.name, raw.size_mm, grid, raw.zones)


BLANK_MM = 30.0
"""About the side of a square of the plain grid in which cameras reckon how far a board without squares has moved."""


def blank_board(name: str, size_mm: tuple[float, float]) -> Board:
    """A board that has no squares, for what finds boards by their size: under a plain grid that is printed nowhere."""
    cols, rows = (max(2, round(side / BLANK_MM)) for side in size_mm)
    return Board(
        name, size_mm, Grid((0.0, 0.0), (size_mm[0] / cols, size_mm[1] / rows), cols, rows), ("1" * cols,) * rows
    )


def is_blank(board: Board) -> bool:
    """Whether it is such a board: nothing is read by its grid."""
    return board == blank_board(board.name, board.size_mm)
