"""Grids of few squares, and grids that end where the board does: too few lines to tell their place by."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.board import Board, Grid
from companion.devices import Image
from companion.errors import BoardNotFound
from vision import locate as looking
from vision._grid_lines import ends_where_it_should, has_other_squares
from vision.locate import laid_on_lines, locate
from vision.pose import Pose, pose_from_corners

PX_PER_MM = 3
SIZE = (1280, 960)


def a_board(cols: int, rows: int, beside_mm: tuple[float, float] = (40.0, 30.0)) -> Board:
    """Of squares 60 mm wide, or 30 where there are many; with a word above the grid where there is room."""
    pitch = 60.0 if max(cols, rows) < 6 else 30.0
    size = (2 * beside_mm[0] + cols * pitch, 2 * beside_mm[1] + rows * pitch)
    return Board("few", size, Grid(beside_mm, (pitch, pitch), cols, rows), ("x" * cols,) * rows)


def drawn(board: Board, seed: int) -> tuple[Image, Pose]:
    """A picture of the board on a table, somewhat askew, with its true pose."""
    rng, grid = np.random.default_rng(seed), board.grid
    width, height = (round(PX_PER_MM * side) for side in board.size_mm)
    print_ = np.full((height, width, 3), (190, 205, 215), np.uint8)
    (left, top), (across, down) = grid.origin_mm, grid.pitch_mm
    colours = rng.integers(150, 230, (grid.rows, grid.cols, 3)).tolist()
    for colour in (True, False):
        for square in board.squares():
            x, y = left + square.col * across, top + square.row * down
            one, other = (round(PX_PER_MM * x), round(PX_PER_MM * y)), (x + across, y + down)
            end = (round(PX_PER_MM * other[0]), round(PX_PER_MM * other[1]))
            fill = colours[square.row][square.col] if colour else (50, 50, 50)
            cv2.rectangle(print_, one, end, fill, -1 if colour else 4)
    above = (width // 3, round(PX_PER_MM * top * 0.8))
    cv2.putText(print_, "BOARD", above, cv2.FONT_HERSHEY_SIMPLEX, 1.5, (90, 40, 40), 5)
    scale = 0.8 * min(SIZE[0] / width, SIZE[1] / height)
    half = np.array([width, height]) * scale / 2
    corners = np.array(SIZE) / 2 + half * [[-0.94, -0.97], [0.94, -0.97], [1, 1], [-1, 1]] + rng.uniform(-8, 8, (4, 2))
    from_px = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    view = cv2.getPerspectiveTransform(from_px, corners.astype(np.float32))
    image = cv2.warpPerspective(print_, view, SIZE, flags=cv2.INTER_AREA, borderValue=(60, 90, 120)).astype(float)
    image = cv2.GaussianBlur(image, (0, 0), 0.8) + rng.normal(0, 3, image.shape)
    pose = pose_from_corners([(float(x), float(y)) for x, y in corners], board, SIZE)
    return np.clip(image, 0, 255).astype(np.uint8), pose


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize(
    ("cols", "rows"), [(1, 1), (1, 10), (10, 1), (2, 2), (2, 10), (10, 2), (3, 3), (3, 10), (4, 4), (10, 12)]
)
def test_right_corners_stay_where_they_are_however_few_squares_there_are(cols: int, rows: int, seed: int) -> None:
    """No grid's corner goes astray by a twentieth of a square, and no warning comes of lines that are not there."""
    image, pose = drawn(a_board(cols, rows), seed)
    grid = pose.board.grid
    (x, y), (across, down) = grid.origin_mm, grid.pitch_mm
    places = np.array([[x + col * across, y + row * down] for col in (0, cols) for row in (0, rows)])
    laid = laid_on_lines(image, pose)
    one, other = pose.project(np.array([[x, y], [x + across, y]]))
    off = np.linalg.norm(laid.project(places) - pose.project(places), axis=1) / np.linalg.norm(other - one)
    assert off.max() < 0.05
    if min(cols, rows) < 3:
        assert laid is pose


@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (1, 10), (10, 1), (2, 2)])
def test_where_no_line_crosses_between_two_others_nothing_is_made_of_it(cols: int, rows: int) -> None:
    """A warning would fail the test, as all do."""
    image, pose = drawn(a_board(cols, rows), 1)
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    assert has_other_squares(gray, pose.homography, pose.board) is None
    ends_where_it_should(gray, pose.homography, pose.board)


def test_a_grid_that_fills_its_board_is_told_at_once_to_need_corners_or_markers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its print is not searched, which takes long and finds nothing: half a turn looks the same."""
    searched: list[object] = []
    monkeypatch.setattr(looking, "lattices", lambda *asked: searched.append(asked) or iter(()))
    image, pose = drawn(a_board(12, 10, (0.0, 0.0)), 1)
    with pytest.raises(BoardNotFound, match=r"reaches to the board's edges.* markers .*, or give its four corners"):
        locate(image, pose.board)
    assert searched == []
    with pytest.raises(BoardNotFound):
        locate(image, a_board(12, 10))
    assert searched != []


def test_an_edge_of_the_grid_that_is_the_boards_own_is_not_asked_to_be_shown() -> None:
    """The whole board is in the picture already; where the board goes on beside the grid, it may not be."""
    image = np.full((960, 1280), 128, np.uint8)
    corners = [(200.0, 150.0), (1000.0, 150.0), (1000.0, 800.0), (200.0, 800.0)]
    for beside, said in ((0.0, "the left edge of its grid is the board's own"), (40.0, "show the whole board in the")):
        board = a_board(12, 10, (beside, 30.0))
        told = ends_where_it_should(image, pose_from_corners(corners, board, SIZE).homography, board)
        assert told is not None
        assert said in str(told)
