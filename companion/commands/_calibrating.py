"""The steps by which a camera is calibrated: the command and the page take the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import msgspec

from companion.calibrated import FORMAT, Calibrated, LensFigures
from companion.checks import Finding
from companion.commands._grounds import Ground
from companion.commands._remarks import FIRST_BELIEVED
from companion.devices import Image
from companion.errors import BoardNotFound, DeviceError
from companion.reading import Point
from companion.sentence import Sentence
from vision.drawing import draw_regions
from vision.emptiness import check_empty
from vision.locate import begins_at, draw_grid, grid_error, laid_on_lines, locate, verify
from vision.locate_sheet import locate_sheet
from vision.palette import Palette
from vision.placing import check_found, pose_by_corners
from vision.pose import Pose, pose_from_corners
from vision.reader import look_at
from vision.regions import count_blocks
from vision.view_check import check_view

GOOD_SCORE = 95.0
"""Percent of a known board's squares that a good view lets be read as they are."""
LINES_OFF = 0.3
"""How far off the printed grid given corners may put a square, in squares."""
_QUALITY = 95


def find_board(image: Image, ground: Ground, corners: Sequence[Point] | None = None) -> Pose:
    """The board's pose, found or from given corners; raises BoardNotFound.

    Also where the corners miss the print, or plainly begin at another one than the board's top left. Corners that
    were given are laid on the printed lines; a board of regions has none, people look at its outlines.
    """
    board = ground.board
    if ground.regions is not None:
        if corners is None:
            return locate_sheet(image, board)
        return pose_from_corners(corners, board, (image.shape[1], image.shape[0]))
    if corners is None:
        return locate(image, board)
    pose = pose_by_corners(image, corners, board)
    if grid_error(image, pose) > LINES_OFF:
        values = {"board": board.name}
        raise BoardNotFound(
            Sentence("the grid of {board} is not seen where these corners put it: look at them again", values)
        )
    check_found(image, pose)
    return laid_on_lines(image, pose)


def remark_on(image: Image, pose: Pose, ground: Ground, corners: Sequence[Point] | None) -> Sentence | None:
    """What there is to say of the pose that `find_board` gave: that the first of the corners was believed.

    A board of regions has outlines, which people see to lie wrongly.
    """
    believed = corners is not None and ground.regions is None and begins_at(image, pose) != 0
    return FIRST_BELIEVED if believed else None


def examine(empty: Image, pose: Pose, ground: Ground) -> tuple[Finding, ...]:
    """Findings on a picture that is to be kept as that of the empty board, and on the view in which it was taken."""
    view = check_view(empty, pose, ground.piece_mm)
    return view if ground.regions is not None else (*view, check_empty(empty, pose))


def check_unmoved(image: Image, pose: Pose, before: Image) -> None:
    """Raises DeviceError where ``image`` does not show the board to lie by ``pose``, as it did in ``before``.

    Also where it is not recognised there: moved far it looks as if it were covered, and an empty picture that shows it
    elsewhere is empty all the same, by every score.
    """
    check = verify(image, pose, before) if image.shape == before.shape else None
    if check is None or check.state == "moved":
        raise DeviceError(
            Sentence("the camera or the board moved between two pictures: fix the camera, then calibrate again")
        )
    if not check.is_sure:
        raise DeviceError(
            Sentence(
                "the board is no longer recognised where it was found: clear it and give it light; if it or the camera "
                "was moved, calibrate again"
            )
        )


@dataclass(frozen=True, slots=True)
class Score:
    """What became of a known board when it was read: ``percent`` of its squares or regions were right.

    ``others``: those that were not, of ``places`` in all.
    """

    others: tuple[str, ...]
    places: int

    @property
    def percent(self) -> float:
        return 100.0 * (1 - len(self.others) / self.places)


def final_check(
    image: Image,
    pose: Pose,
    empty: Image,
    ground: Ground,
    rows: Sequence[str] | None = None,
    palette: Palette | None = None,
) -> Score:
    """Reads a picture of a board by its empty picture; raises DeviceError where it moved.

    ``rows``: what stands on a board with a grid; None: nothing does.
    """
    check_unmoved(image, pose, empty)
    if ground.regions is not None:
        counts = count_blocks(image, pose, ground.regions, empty, pose)
        some = tuple(name for name, found in counts.items() if any(count != 0 for count in found.values()))
        return Score(some, len(counts))
    if rows is None:
        rows = ("." * pose.board.grid.cols,) * pose.board.grid.rows
    reading, _ = look_at(image, pose.board, empty=empty, empty_pose=pose, palette=palette)
    squares = pose.board.squares()
    others = tuple(
        square.name
        for square in squares
        if not reading.found or reading.squares[square.row][square.col] != rows[square.row][square.col]
    )
    return Score(others, len(squares))


def drawn(image: Image, pose: Pose, ground: Ground, score: Score | None = None) -> Image:
    """The picture with the board's lines or outlines in it, for people; regions that were not read aright stand out."""
    if ground.regions is None:
        return draw_grid(image, pose)
    return draw_regions(image, pose, ground.regions, () if score is None else score.others)


def put_together(
    camera: str, pose: Pose, empty: Image, score: float, lens: LensFigures | None, palette: Palette | None
) -> Calibrated:
    """What is kept of a camera: ``pose`` is the board's in ``empty`` (H, W, 3), from which ``lens`` is taken out."""
    _, jpeg = cv2.imencode(".jpg", empty, (cv2.IMWRITE_JPEG_QUALITY, _QUALITY))
    colours: dict[str, Any] | None = None if palette is None else msgspec.to_builtins(palette)
    board = msgspec.to_builtins(pose.board)
    return Calibrated(FORMAT, camera, board, pose.corners_px, jpeg.tobytes(), score, lens, colours)
