"""The option --calibration, and what it stands for: board, empty picture and its pose, lens."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from companion.board import Board, is_blank
from companion.calibrated import Calibrated, load_calibrated, render_calibrated, save_calibrated
from companion.devices import Image
from companion.errors import BoardNotFound, FormatError
from companion.files import copy_aside, is_file, is_there, read_file, set_aside
from companion.parsing import line_of_key
from companion.pictures import decode_picture
from companion.sentence import Sentence
from vision.lens import Lens
from vision.palette import Palette, parse_palette
from vision.placing import pose_of_empty
from vision.pose import Pose, pose_from_corners

KEPT = "calibration.json"
"""What the page keeps in the data folder, and `bankhalter run` takes from there."""

option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--calibration", "calibrated", type=click.Path(path_type=Path), help="What `bankhalter calibrate` has kept."
)

CORNERS_MEAN = (
    "The board's corners, clockwise from its own top left. Beside --calibration they are those in the straightened "
    "picture, as overlay.jpg of `read --debug` shows it; the calibration's lens and colours are used then, its picture "
    "of the empty board is not: --empty names another."
)
"""What --corners are to a command that takes them beside --calibration."""


@dataclass(frozen=True, slots=True)
class View:
    """A calibrated camera's view: the board, its empty picture, its pose there; lens and colours if known."""

    camera: str
    board: Board
    empty: Image
    empty_pose: Pose
    lens: Lens | None = None
    palette: Palette | None = None

    def straighten(self, image: Image) -> Image:
        """A picture of this camera without the bends of its lens."""
        return image if self.lens is None else self.lens.straighten(image)

    def with_empty(self, picture: Image) -> tuple[Image, Pose | None]:
        """Another picture of the empty board by this camera, straightened, and the board's pose in it.

        None where the camera has moved so far that the board must be found anew. Raises FormatError as `straighten`.
        """
        empty = self.straighten(picture)
        return empty, pose_of_empty(self.empty, self.empty_pose, empty, self.empty_pose.corners_px)[1]


def load_view(path: Path) -> View:
    """The view that a calibration file describes; raises FormatError naming the file and the line."""
    known = load_calibrated(path)
    try:
        return view_of(known)
    except FormatError as error:
        # Of what parses, only the picture with its corners, or else the colours, can be broken.
        part = "palette" if _picture(known) is not None else "empty"
        values = {"file": str(path), "line": line_of_key(part, path.read_bytes()), "reason": error.sentence}
        raise FormatError(Sentence("{file}: line {line}: {reason}", values)) from None


def load_or_set_aside(path: Path) -> tuple[View | None, Sentence | None]:
    """The view that a kept file describes, None where there is none.

    A file that cannot be used is set aside, and the second of the two says so. Raises FormatError where that fails.
    """
    if not is_there(path):
        return None, None
    try:
        return load_view(path), None
    except FormatError as error:
        reason = error.sentence
    try:
        spare = set_aside(path)
    except OSError as error:
        values = {"reason": reason, "why": error.strerror or str(error)}
        raise FormatError(Sentence("{reason}; it cannot be set aside either: {why}", values)) from None
    values = {"reason": reason, "file": spare.name, "page": "/calibrate"}
    return None, Sentence(
        "{reason}. The camera starts without its set-up, the file is kept as {file}: set it up again on {page}.", values
    )


def keep_calibrated(path: Path, known: Calibrated, *, good: bool) -> Path | None:
    """Writes a calibration file; of one that is not ``good`` an earlier other one is kept aside first: its new name.

    Raises FormatError naming what cannot be written or read; the earlier one is in its place then, as it is until the
    new one takes it.
    """
    earlier = Path(os.path.realpath(path))  # a link stays
    spare = None if good else _copied_aside(path, earlier, known)
    try:
        save_calibrated(path, known)
    except BaseException:
        if spare is not None:
            with suppress(OSError):
                spare.replace(earlier)  # the new one may have its place already
        raise
    return spare


def _copied_aside(path: Path, earlier: Path, known: Calibrated) -> Path | None:
    """The copy of another calibration that ``path`` leads to; None where there is none. Raises FormatError."""
    try:
        if not is_file(earlier) or read_file(earlier) in (b"", render_calibrated(known)):
            return None
        return copy_aside(earlier)
    except OSError as error:
        values = {"file": str(path), "why": error.strerror or str(error)}
        text = Sentence("{file}: the earlier calibration cannot be set aside: {why}; it is left as it is", values)
        raise FormatError(text) from None


def view_of(known: Calibrated) -> View:
    """The view that a calibration describes; raises FormatError where its picture, corners or colours are broken."""
    seen = _picture(known)
    if seen is None:
        text = Sentence("its picture of the empty board, or the board's corners there, are broken: calibrate again")
        raise FormatError(text)
    empty, pose = seen
    lens = None if known.lens is None else Lens(known.lens)
    palette = None if known.palette is None else parse_palette(known.palette)
    return View(known.camera, known.parsed_board(), empty, pose, lens, palette)


def _picture(known: Calibrated) -> tuple[Image, Pose] | None:
    """The empty board's picture and the board's place in it; None where either is broken."""
    try:
        empty = decode_picture(known.empty)
        return empty, pose_from_corners(known.corners_px, known.parsed_board(), (empty.shape[1], empty.shape[0]))
    except (FormatError, BoardNotFound):
        return None


def board_of(board: Board | None, view: View | None) -> Board:
    """The board that was named, or the calibrated one; raises UsageError where there is neither, or both differ."""
    if view is None:
        if board is None:
            raise click.UsageError("which board? Name it with --board, or give --calibration")
        return board
    if is_blank(view.board):
        raise click.UsageError(f"the camera was calibrated for {view.board.name}, a board of regions without squares")
    if board is not None and board != view.board:
        raise click.UsageError(f"the camera was calibrated for the board {view.board.name}, not for {board.name}")
    return view.board


def fits(view: View, source: str | None, board: Board) -> bool:
    """Whether a view is that of the camera ``source`` over ``board``."""
    return (view.camera, view.board) == (source, board)
