"""A paper hides a side of a grid without markers: its edge must not pass for the board's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from companion.board import Board
from companion.errors import BoardNotFound
from tests.vision.drawn_boards import a_board, drawn
from tests.vision.test_locate import hide, read, worst
from vision.locate import locate
from vision.pose import Pose

SIDES = ("left", "right", "top", "bottom")
LOPSIDED = a_board(12, 10, (40.0, 36.0), (22.0, 20.0))
CLOSE = a_board(12, 10, (40.0, 2.8), (22.0, -33.2))
NARROW = a_board(13, 10, (25.0, 31.0), (-30.0, 17.0))
"""A row further up, its grid's first line lies near the board's edge."""


def strip(board: Board, side: str, outer: float, inner: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """(4, 2) mm: a strip along a side of the grid, between two distances inwards from it, as long as the grid is."""
    grid = board.grid
    left, top = grid.origin_mm
    right, bottom = left + grid.cols * grid.pitch_mm[0], top + grid.rows * grid.pitch_mm[1]
    if side in ("left", "right"):
        one, other = (left + outer, left + inner) if side == "left" else (right - inner, right - outer)
        return np.array([[one, top], [other, top], [other, bottom], [one, bottom]])
    one, other = (top + outer, top + inner) if side == "top" else (bottom - inner, bottom - outer)
    return np.array([[left, one], [right, one], [right, other], [left, other]])


def under_paper(image: Any, pose: Pose, outline_mm: Any, colour: tuple[int, int, int]) -> Any:
    on_picture = np.round(pose.project(outline_mm)).astype(np.int32)
    return cv2.fillConvexPoly(image.copy(), on_picture, colour, cv2.LINE_AA)


def off_mm(pose: Pose, true: Pose) -> float:
    """How far the worst corner of a pose is from the truth, in mm on the board's upper side."""
    corners, others = np.array(pose.corners_px), np.array(true.corners_px)
    return float(np.abs(corners - others).max() / np.linalg.norm(others[1] - others[0]) * true.board.size_mm[0])


def framed(image: Any, true: Pose) -> Any:
    """With a line printed 2 mm from the board's edge, or 6 where its grid lies close to one."""
    (width, height), inset = true.board.size_mm, 6 if true.board is CLOSE else 2
    corners = np.array(
        [[inset, inset], [width - inset, inset], [width - inset, height - inset], [inset, height - inset]]
    )
    return cv2.polylines(image, [np.round(true.project(corners)).astype(np.int32)], True, (50, 50, 50), 2, cv2.LINE_AA)


def ticked(image: Any, true: Pose) -> Any:
    """With lines that go on 15 mm into the margin on the left, as beside coordinates."""
    grid = true.board.grid
    left, top = grid.origin_mm
    for row in range(grid.rows + 1):
        y = top + row * grid.pitch_mm[1]
        ends = np.round(true.project(np.array([[left - 15, y], [left, y]]))).astype(np.int32)
        cv2.polylines(image, [ends], False, (50, 50, 50), 2, cv2.LINE_AA)
    return image


@pytest.mark.parametrize("change", [framed, ticked])
@pytest.mark.parametrize("board", [LOPSIDED, NARROW], ids=["lopsided", "narrow"])
def test_without_a_paper_such_boards_are_found(board: Board, change: Callable[[Any, Pose], Any]) -> None:
    image, true = drawn(board, seed=2)
    assert off_mm(locate(change(image, true), board), true) < 2


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize(
    ("board", "grey", "frame"),
    [(LOPSIDED, 60, False), (NARROW, 200, True), (CLOSE, 200, True)],
    ids=["lopsided, dark, plain", "narrow, light, framed", "close, light, framed"],
)
def test_a_papers_edge_is_not_taken_for_the_boards(board: Board, side: str, grey: int, frame: bool) -> None:
    """It lies just where the board's own would, were the board a square further on.

    A frame printed along the board's edge then passes for the first line of the grid.
    """
    image, true = drawn(board, seed=2)
    grid, (width, height) = board.grid, board.size_mm
    if frame:
        image = framed(image, true)
    left, top = grid.origin_mm
    margins = {
        "left": left,
        "top": top,
        "right": width - left - grid.cols * grid.pitch_mm[0],
        "bottom": height - top - grid.rows * grid.pitch_mm[1],
    }
    outline = strip(board, side, -margins[side] - 40, grid.pitch_mm[0] - margins[side])
    longer = (
        [[-60, 0], [60, 0], [60, 0], [-60, 0]] if side in ("top", "bottom") else [[0, -60], [0, -60], [0, 60], [0, 60]]
    )
    covered = under_paper(image, true, outline + np.array(longer), (grey, grey, grey))
    try:
        pose = locate(covered, board)
    except BoardNotFound:
        return
    assert off_mm(pose, true) < 2


@pytest.mark.parametrize("off", [-3, 3])
@pytest.mark.parametrize(("name", "side"), [("table/0000", "bottom"), ("seq02/0041", "right")])
def test_a_sheet_over_a_margin_makes_no_mirrored_picture(name: str, side: str, off: float) -> None:
    """Its edge lies where the board's would, were the picture mirrored, but for some millimetres."""
    image, truth, board = read(name)
    grid, (width, height) = board.grid, board.size_mm
    left, top = (2 * grid.origin_mm[0] + grid.cols * grid.pitch_mm[0] + off, -60.0)
    if side == "bottom":
        left, top = (-60.0, 2 * grid.origin_mm[1] + grid.rows * grid.pitch_mm[1] + off)
    covered = hide(image, truth, board, left, top, width + 150, height + 150)
    assert worst(locate(covered, board), truth["square_centers_px"]) < 0.1
