"""A picture of a board, read: where it lies and what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter

from companion.board import Board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.reading import Point, Reading
from vision._placing import pose_of_empty
from vision.classify import read_squares
from vision.locate import locate
from vision.pose import Pose, pose_from_corners


def read_picture(
    image: Image, board: Board, *, corners: Sequence[Point] | None = None, empty: Image | None = None
) -> Reading:
    """Reads ``image`` (H, W, 3) uint8 BGR; ``empty`` is a picture of the same view without houses.

    ``corners``: the board's corners in the picture, clockwise from its own top left, where they are known. A board
    that is not found gives a reading with the reason. An empty picture that does not show the same view is not used.
    """
    start = perf_counter()
    try:
        pose = _pose(image, board, corners, empty)
        bare, bare_pose = pose_of_empty(image, pose, empty, corners)
    except BoardNotFound as error:
        spent = _ms(start)
        return Reading(board.name, reason=str(error), ms={"locate": spent, "total": spent})
    located = perf_counter()
    squares = read_squares(image, pose, empty=bare, empty_pose=bare_pose)
    return Reading(
        board.name,
        squares.squares,
        pose.corners_px,
        squares.uncertain,
        ms={"locate": _ms(start, located), "classify": _ms(located), "total": _ms(start)},
    )


def _pose(image: Image, board: Board, corners: Sequence[Point] | None, empty: Image | None) -> Pose:
    if corners is None:
        return locate(image, board, empty=empty)
    return pose_from_corners(corners, board, (image.shape[1], image.shape[0]))


def _ms(start: float, end: float | None = None) -> float:
    return round(((perf_counter() if end is None else end) - start) * 1000, 1)
