"""Board files: the geometry of a printed board with a grid, in millimetres."""

from __future__ import annotations

import difflib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from companion.errors import FormatError
from companion.parsing import decode_object, plainly
from companion.quoting import quoted
from companion.sentence import Sentence
from companion.squares import Square

WIDEST_MM = 3000
"""No table has room for a board that is wider or higher."""
SMALLEST_MM = 1
"""Nothing that could be told in a picture stands on a smaller square."""
MOST_SQUARES = 100
"""Columns, or rows, that a grid may have: so what is drawn or read of a board stays within bounds."""
ALIKE, LIKE = 0.85, 0.6
"""How alike (`difflib`) an unknown key must be to a known one to be a slip: to one that is there, and a missing one."""
BEYOND_MM = 3.0
"""A grid may seem to leave its board by so much, if by no more than half a square: forty squares measured to a tenth of
a millimetre make two, and the board's own size is a whole number."""


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
        if (fault := _misspelt(given)) is not None:  # first: without it the key that is meant is but missing
            raise FormatError(fault)
        raw = msgspec.convert(given, _BoardFile)
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("not a board file: {reason}", {"reason": plainly(error)})) from None
    except FormatError as error:
        raise FormatError(Sentence("not a board file: {reason}", {"reason": error.sentence})) from None
    for fault in (
        _name_fault(raw.name),
        _grid_fault(raw.size_mm, raw.grid),
        _zones_fault(raw),
    ):
        if fault is not None:
            raise FormatError(Sentence("not a board file: {reason}", {"reason": fault}))
    return Board(raw.name, raw.size_mm, raw.grid, raw.zones)


def _name_fault(name: str) -> Sentence | None:
    """Why nobody can call a board so."""
    unfit = any(unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") for letter in name)
    if not unfit and name.strip():
        return None
    return Sentence("name: {name} names no board: some letters are needed, on one line", {"name": quoted(name)})


def rows_fault(what: str, rows: Sequence[str], grid: Grid) -> Sentence | None:
    """Why these are no rows of letters, one for each square; ``what``: the key under which they stand."""
    values = {"what": what, "rows": grid.rows, "cols": grid.cols}
    if len(rows) != grid.rows:
        values["found"] = len(rows)
        return Sentence("{what} must hold {rows} rows of {cols} letters; rows there: {found}", values)
    for number, letters in enumerate(rows, start=1):
        if len(letters) != grid.cols:
            values.update(row=number, found=len(letters))
            return Sentence("{what} must hold {rows} rows of {cols} letters; letters in row {row}: {found}", values)
    return None


def _misspelt(given: Mapping[str, Any]) -> Sentence | None:
    """A key that is nearly one of a board file's: which of the two is meant would be a guess. Others are anybody's own.

    Of the file itself only where the right one is missing: "names" may stand beside "name".
    """
    if values := _slip(given, _BoardFile.__struct_fields__, beside=False):
        return Sentence("nobody knows the key {key}; is {meant} meant?", values)
    grid = given.get("grid")
    if isinstance(grid, Mapping) and (values := _slip(grid, Grid.__struct_fields__, beside=True)):
        return Sentence("grid: nobody knows the key {key}; is {meant} meant?", values)
    return None


def _slip(given: Mapping[str, Any], known: Sequence[str], *, beside: bool) -> dict[str, Any] | None:
    """The first unknown key of an object that is like a ``known`` one that is missing, or ``beside`` a given one."""
    missing = [key for key in known if key not in given]
    for wanted, cutoff in ((missing, LIKE), (known if beside else (), ALIKE)):
        short = {key.removesuffix("_mm"): key for key in wanted}
        for key in given:
            like = difflib.get_close_matches(key.lower().strip().removesuffix("_mm"), short, 1, cutoff=cutoff)
            if like and key not in known:
                return {"key": quoted(key), "meant": quoted(short[like[0]])}
    return None


def _grid_fault(size_mm: tuple[float, float], grid: Grid) -> Sentence | None:
    if not all(0 < side <= WIDEST_MM for side in size_mm):
        return Sentence("size_mm: each side must be above 0 and at most {most} mm", {"most": WIDEST_MM})
    if not all(side >= SMALLEST_MM for side in grid.pitch_mm):
        return Sentence("grid.pitch_mm: a square must have {least} mm or more each way", {"least": SMALLEST_MM})
    sides = zip(("cols", "rows"), (grid.cols, grid.rows), grid.origin_mm, grid.pitch_mm, size_mm, strict=True)
    for key, count, begin, pitch, size in sides:
        if not 1 <= count <= MOST_SQUARES:
            return Sentence("grid.{key} must be from 1 to {most}", {"key": key, "most": MOST_SQUARES})
        end, beyond = begin + count * pitch, min(BEYOND_MM, pitch / 2)
        if not (-beyond <= begin and end <= size + beyond):
            values = {"key": key, "begin": f"{begin:.6g}", "end": f"{end:.6g}", "size": f"{size:.6g}"}
            return Sentence(
                "grid.{key}: the squares reach from {begin} to {end} mm, the board from 0 to {size}", values
            )
    return None


def _zones_fault(raw: _BoardFile) -> Sentence | None:
    if (fault := rows_fault("zones", raw.zones, raw.grid)) is not None:
        return fault
    for number, letters in enumerate(raw.zones, start=1):
        for letter in letters:
            if unicodedata.category(letter)[0] not in "LNPS":
                values = {"row": number, "letter": quoted(letter)}
                return Sentence("zones, row {row}: {letter} names no zone: write a letter or a digit", values)
    if not any(letters.strip(".") for letters in raw.zones):
        return Sentence("zones: there is no square; '.' is none")
    return None


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
