"""What is known of a camera over a table, kept in one file: board, corners, the empty board's picture, the lens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from companion.board import Board, parse_board
from companion.errors import FormatError
from companion.files import save_whole
from companion.reading import Point

FORMAT = "bankhalter-calibration/1"


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
    in the final check.
    """

    format: str
    camera: str
    board: dict[str, Any]
    corners_px: tuple[Point, Point, Point, Point]
    empty: bytes
    score: float
    lens: LensFigures | None = None

    def parsed_board(self) -> Board:
        """The board; raises FormatError where it is none."""
        return parse_board(self.board)


def load_calibrated(path: Path) -> Calibrated:
    """Reads a calibration file; raises FormatError naming it."""
    try:
        known = msgspec.json.decode(path.read_bytes(), type=Calibrated)
        known.parsed_board()
    except OSError as error:
        raise FormatError(f"{path}: the calibration cannot be read: {error.strerror}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, FormatError) as error:
        raise FormatError(f"{path}: no calibration (made by `bankhalter calibrate`): {error}") from None
    if known.format != FORMAT:
        raise FormatError(f"{path}: {known.format} is not {FORMAT}: calibrate again with this bankhalter")
    return known


def save_calibrated(path: Path, known: Calibrated) -> None:
    """Writes a calibration file, whole or not at all; raises FormatError naming it."""
    try:
        save_whole(path, msgspec.json.format(msgspec.json.encode(known), indent=1))
    except OSError as error:
        raise FormatError(f"{path}: the calibration cannot be written: {error.strerror}") from None
