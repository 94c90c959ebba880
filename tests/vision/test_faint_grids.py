"""Boards of faint grids with wide margins: found in their place, or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.board import Board, parse_board
from companion.errors import BoardNotFound
from companion.projection import Array
from vision.locate import locate
from vision.pose import pose_from_corners, pose_from_homography
from vision.view_check import square_px

PICTURES = Path(__file__).parents[1] / "pictures" / "beside"


def faint(name: str) -> tuple[Any, Board, Array]:
    """A picture of `PICTURES`, its board, and the true homography (3, 3), mm to pixels."""
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    own = PICTURES / f"{name}-board.json"
    board = parse_board(own.read_bytes()) if own.exists() else calibration.board(truth["board"])
    image = cv2.imread(str(PICTURES / f"{name}.jpg"))
    return image, board, pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0])).homography


def squares_off(image: Any, board: Board, true: Array) -> float:
    """How far off the worst corner of the grid is found, in squares; 0 where the board is not found."""
    try:
        found = locate(image, board)
    except BoardNotFound:  # a person can tell its place, the grid's lines may not
        return 0.0
    there = pose_from_homography(true, board, (image.shape[1], image.shape[0]))
    (x, y), (width, height), grid = board.grid.origin_mm, board.grid.pitch_mm, board.grid
    ends = [(x + col * width, y + row * height) for col in (0, grid.cols) for row in (0, grid.rows)]
    return float(np.linalg.norm(found.project(ends) - there.project(ends), axis=1).max() / square_px(there))


@pytest.mark.parametrize("name", ["8001", "8002", "8003"])
def test_a_faint_grid_is_not_found_rows_beside_its_place_where_the_edges_are_seen(name: str) -> None:
    assert squares_off(*faint(name)) < 0.5


@pytest.mark.parametrize("cut", [0, 60, 110])
@pytest.mark.parametrize("turns", [0, 1])
def test_a_board_is_not_found_rows_off_where_its_edge_would_lie_outside_of_the_picture(turns: int, cut: int) -> None:
    """An ocean whose coasts pass for lines; above the board the table is cut off, the board itself is whole."""
    image, board, true = faint("8010")
    there = np.array([[1, 0, 0], [0, 1, -cut], [0, 0, 1]]) @ true
    image = image[cut:]
    for _ in range(turns):
        there = np.array([[0, 1, 0], [-1, 0, image.shape[1] - 1], [0, 0, 1]]) @ there
        image = np.rot90(image).copy()
    assert squares_off(image, board, there) < 0.5


def test_a_whole_board_is_found_close_to_the_pictures_edge() -> None:
    """20 pixels from it, its last row full of houses: the edge is in the picture, the table beside it is not."""
    image, board, true = faint("8011")
    there = pose_from_homography(true, board, (image.shape[1], image.shape[0]))
    assert np.abs(np.subtract(locate(image, board).corners_px, there.corners_px)).max() < 0.25 * square_px(there)


@pytest.mark.parametrize(("degrees", "seed"), [(-9, 2), (-6, 5), (1, 12), (11, 22)])
def test_nor_is_it_in_another_picture_of_it(degrees: float, seed: int) -> None:
    """Turned and noisy, other samples of its faint lines are taken, by the pose and by its half turn too."""
    image, board, true = faint("8001")
    height, width = image.shape[:2]
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0), [0, 0, 1]])
    turn[:2, 2] += 60
    chance = np.random.default_rng(seed)
    other = cv2.warpPerspective(image, turn, (width + 120, height + 120), borderMode=cv2.BORDER_REFLECT)
    noisy = np.clip(other * chance.uniform(0.8, 1.1) + chance.normal(0, 3, other.shape), 0, 255).astype(np.uint8)
    assert squares_off(noisy, board, turn @ true) < 0.5
