"""What is known of a camera over a table, kept in one file: board, corners, empty picture, lens, colours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.board import Board, parse_board
from companion.errors import FormatError
from companion.files import open_file, save_whole
from companion.parsing import check_encoding, line_of, line_of_key, plainly
from companion.pictures import MAX_PIXELS
from companion.quoting import quoted
from companion.reading import Point
from companion.sentence import Sentence, as_it_is

FORMAT = "bankhalter-calibration/1"
MAX_BYTES = 32 * 2**20
"""Bytes of a calibration file: a picture of twelve megapixels in base64, and then some."""
_TERMS = (4, 5, 8, 12, 14)
"""How many distortion terms OpenCV knows."""


class LensFigures(msgspec.Struct, frozen=True):
    """A lens as OpenCV measures it, for pictures of ``size`` (width, height): camera matrix, distortion k1 k2 p1 p2 k3.

    ``misfit_px``: root mean square distance of the sheet's corners from where these figures put them.
    """

    size: tuple[int, int]
    matrix: tuple[tuple[float, ...], ...]
    distortion: tuple[float, ...]
    misfit_px: float


class Calibrated(msgspec.Struct, frozen=True):
    """A camera that was set up over a board.

    ``camera``: its source, as for ``bankhalter run --camera``; ``board``: the board file; ``corners_px``: the board's
    corners in ``empty``, clockwise from its own top left; ``empty``: a JPEG file of the board without houses, the
    lens's bends already taken out where ``lens`` is known; ``score``: percent of the squares that were read as empty
    in the final check; ``palette``: the owner's colours as `bankhalter learn` writes them, where they were learned.
    """

    format: str
    camera: str
    board: dict[str, Any]
    corners_px: tuple[Point, Point, Point, Point]
    empty: bytes
    score: float
    lens: LensFigures | None = None
    palette: dict[str, Any] | None = None

    def parsed_board(self) -> Board:
        """The board; raises FormatError where it is none."""
        return parse_board(self.board)


def parse_calibrated(content: bytes) -> Calibrated:
    """The calibration in a file's bytes; raises FormatError where they hold none, with the line."""
    line = 1
    try:
        if len(content) > MAX_BYTES:
            raise FormatError(Sentence("it has more than {most} MB", {"most": MAX_BYTES // 2**20}))
        check_encoding(content)
        known = msgspec.json.decode(content, type=Calibrated)
        line = line_of_key("board", content)
        known.parsed_board()
        line = line_of_key("lens", content)
        if known.lens is not None:
            _check_lens(known.lens)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, FormatError) as error:
        if isinstance(error, FormatError):
            why = error.sentence
        elif isinstance(error, msgspec.DecodeError):
            line, why = line_of(error, content), plainly(error, content)
        else:
            why = as_it_is(str(error))
        values = {"line": line, "reason": why}
        raise FormatError(
            Sentence("line {line}: no calibration (made by `bankhalter calibrate`): {reason}", values)
        ) from None
    if known.format != FORMAT:
        values = {"line": line_of_key("format", content), "found": quoted(known.format), "wanted": FORMAT}
        raise FormatError(
            Sentence("line {line}: {found} is not {wanted}: calibrate again with this bankhalter", values)
        )
    return known


def _check_lens(lens: LensFigures) -> None:
    """Raises FormatError for what is no lens, or one of pictures that are too large to be straightened."""
    width, height = lens.size
    fits = min(width, height) > 0 and width * height <= MAX_PIXELS
    if not fits or [len(row) for row in lens.matrix] != [3, 3, 3] or len(lens.distortion) not in _TERMS:
        raise FormatError(Sentence("its lens is none"))


def load_calibrated(path: Path) -> Calibrated:
    """Reads a calibration file; raises FormatError naming it."""
    try:
        with open_file(path) as file:
            return parse_calibrated(file.read(MAX_BYTES + 1))
    except OSError as error:
        raise FormatError(f"{path}: the calibration cannot be read: {error.strerror}") from None
    except FormatError as error:
        raise FormatError(Sentence("{file}: {reason}", {"file": str(path), "reason": error.sentence})) from None


def render_calibrated(known: Calibrated) -> bytes:
    """The calibration as the bytes of its file."""
    return msgspec.json.format(msgspec.json.encode(known), indent=1)


def save_calibrated(path: Path, known: Calibrated) -> None:
    """Writes a calibration file, whole or not at all; raises FormatError naming it."""
    try:
        save_whole(path, render_calibrated(known))
    except OSError as error:
        values = {"file": str(path), "reason": error.strerror or str(error)}
        raise FormatError(Sentence("{file}: the calibration cannot be written: {reason}", values)) from None
