"""Grids of few squares, and grids that end where the board does: too few lines to tell their place by."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.errors import BoardNotFound
from tests.vision.drawn_boards import SIZE, a_board, drawn
from vision import locate as looking
from vision._grid_lines import ends_where_it_should, has_other_squares, measure
from vision.locate import laid_on_lines, locate
from vision.pose import pose_from_corners


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
    seen = measure(gray, pose.homography, pose.board)
    assert has_other_squares(gray, pose.homography, pose.board, seen) is None
    ends_where_it_should(gray, pose.homography, pose.board, seen)


def test_a_grid_that_fills_its_board_is_told_at_once_to_need_corners_or_markers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its print is not searched, which takes long and finds nothing: half a turn looks the same."""
    searched: list[object] = []
    monkeypatch.setattr(looking, "lattices", lambda *asked, **_: searched.append(asked) or iter(()))
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
    for beside, said in ((0.0, "the left edge of its grid is the board's own"), (40.0, "show the whole board,")):
        board = a_board(12, 10, (beside, 30.0))
        homography = pose_from_corners(corners, board, SIZE).homography
        told = ends_where_it_should(image, homography, board, measure(image, homography, board))
        assert told is not None
        assert said in str(told)
