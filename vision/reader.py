"""A picture of a board, read: where it lies and what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from companion.board import Board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.reading import Point, Reading
from vision.classify import read_squares
from vision.pose import Pose, pose_from_corners


def read_picture(
    image: Image, board: Board, *, corners: Sequence[Point] | None = None, empty: Image | None = None
) -> Reading:
    """Reads ``image`` (H, W, 3) uint8 BGR; ``empty`` is a picture of the same view without houses.

    ``corners``: the board's corners in the picture, clockwise from its own top left, where they are known. A board
    that is not found gives a reading with the reason.
    """
    start = perf_counter()
    try:
        pose, empty_pose = _poses(image, board, corners, empty)
    except BoardNotFound as error:
        spent = _ms(start)
        return Reading(board.name, reason=str(error), ms={"locate": spent, "total": spent})
    located = perf_counter()
    squares = read_squares(image, pose, empty=empty, empty_pose=empty_pose)
    return Reading(
        board.name,
        squares.squares,
        pose.corners_px,
        squares.uncertain,
        ms={"locate": _ms(start, located), "classify": _ms(located), "total": _ms(start)},
    )


def _poses(
    image: Image, board: Board, corners: Sequence[Point] | None, empty: Image | None
) -> tuple[Pose, Pose | None]:
    """The board's pose in the picture and in the picture of the empty board."""
    if corners is None:
        raise BoardNotFound("give the board's corners")
    height, width = image.shape[:2]
    return pose_from_corners(corners, board, (width, height)), None


def _ms(start: float, end: float | None = None) -> float:
    return round(((perf_counter() if end is None else end) - start) * 1000, 1)
