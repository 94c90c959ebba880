"""Markers that tell which way round a grid lies, where nothing else does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.board import Board, Grid, parse_board
from companion.errors import BoardNotFound
from companion.projection import Array
from vision.locate import locate

PICTURES = Path(__file__).parents[1] / "pictures"


@pytest.mark.parametrize(
    ("ending", "hidden", "turns"),
    [
        ("", (), (0,)),
        ("-empty", (), (1,)),
        ("-empty", (0,), (2,)),
        ("-empty", (0, 3), (3,)),
        ("-empty", (0, 1, 2), (0, 1, 2, 3)),
        ("-empty", (0, 1, 2, 3), ()),
    ],
    ids=["pieces", "all four", "three left", "two left", "one left", "none left"],
)
def test_blurred_markers_tell_how_a_grid_lies_that_looks_the_same_turned(
    ending: str, hidden: tuple[int, ...], turns: tuple[int, ...]
) -> None:
    """14 x 14 squares in the middle of a square board, out of focus in a dim room; turned by so many quarters."""
    file = PICTURES / "flat" / "7101.json"
    truth, board = json.loads(file.read_text()), parse_board(file.with_name("7101-board.json").read_bytes())
    image = cv2.imread(str(file.with_name(f"7101{ending}.jpg")))
    assert image is not None
    corners = np.array(truth["corners_px"])
    for corner in hidden:
        x, y = corners[corner] + 0.06 * (corners.mean(axis=0) - corners[corner])
        cv2.circle(image, (round(x), round(y)), 26, (90, 90, 90), -1)
    if not turns:
        with pytest.raises(BoardNotFound, match="which way round"):
            locate(image, board)
        return
    for turned_by in range(max(turns) + 1):
        if turned_by in turns:
            off = np.linalg.norm(np.array(locate(image, board).corners_px) - corners, axis=1)
            assert off.max() < 0.3 * np.linalg.norm(corners[1] - corners[0]) / board.grid.cols
        corners = np.stack([corners[:, 1], image.shape[1] - 1 - corners[:, 0]], axis=-1)
        image = np.ascontiguousarray(np.rot90(image))  # (x, y) comes to (y, width - 1 - x)


def drawn(board: Board, marker: int, at_mm: tuple[float, float], turned: float = 0.0) -> tuple[Any, Array]:
    """A grid on a table as pale as the board, so that no edge is seen, with one marker of 20 mm; and its corners in px.

    ``at_mm``: where the marker's top left lies; ``turned``: by how many degrees with the clock.
    """
    px = 4
    (x, y), (wide, high) = board.grid.origin_mm, board.grid.pitch_mm
    width, height = (round(side * px) for side in board.size_mm)
    flat = np.full((height, width), 215, np.uint8)
    right, bottom = x + board.grid.cols * wide, y + board.grid.rows * high
    for col in range(board.grid.cols + 1):
        at = round((x + col * wide) * px)
        cv2.line(flat, (at, round(y * px)), (at, round(bottom * px)), (60,), 4)
    for row in range(board.grid.rows + 1):
        at = round((y + row * high) * px)
        cv2.line(flat, (round(x * px), at), (round(right * px), at), (60,), 4)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    card = cv2.copyMakeBorder(
        cv2.aruco.generateImageMarker(dictionary, marker, 20 * px), 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(255,)
    )
    middle = (card.shape[1] - 1) / 2
    place = cv2.getRotationMatrix2D((middle, middle), -turned, 1)
    place[:, 2] += np.array(at_mm) * px - 8
    on_it = cv2.warpAffine(np.full_like(card, 255), place, (width, height)) > 127
    flat = np.where(on_it, cv2.warpAffine(card, place, (width, height)), flat)
    to_picture = np.array([[0.25, 0.01, 110], [-0.0075, 0.24, 30], [0.00002, 0.00005, 1]])
    seen = cv2.warpPerspective(flat, to_picture, (640, 480), borderValue=(215,), flags=cv2.INTER_AREA)
    noisy = np.clip(seen + np.random.default_rng(1).normal(0, 3, seen.shape), 0, 255).astype(np.uint8)
    corners = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], float)
    return cv2.cvtColor(noisy, cv2.COLOR_GRAY2BGR), cv2.perspectiveTransform(corners, to_picture)[0]


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize(("size", "rows"), [((360.0, 360.0), 12), ((385.0, 385.0), 12), ((400.0, 310.0), 10)])
def test_one_marker_tells_which_way_round_a_grid_lies(size: tuple[float, float], rows: int, turns: int) -> None:
    """In the middle of the board, 12 mm beside it, and of 12 x 10 squares."""
    board = Board("drawn", size, Grid((30.0, 30.0), (25.0, 25.0), 12, rows), ("1" * 12,) * rows)
    image, corners = drawn(board, 0, (5.0, 5.0))
    for _ in range(turns):
        corners = np.stack([corners[:, 1], image.shape[1] - 1 - corners[:, 0]], axis=-1)
        image = np.ascontiguousarray(np.rot90(image))
    assert np.abs(np.array(locate(image, board).corners_px) - corners).max() < 1.5


@pytest.mark.parametrize(
    ("at_mm", "turned"), [((170.0, 170.0), 0.0), ((170.0, 170.0), 180.0), ((5.0, 5.0), 40.0), ((335.0, 5.0), 0.0)]
)
def test_a_marker_that_lies_otherwise_than_on_its_corner_tells_nothing(
    at_mm: tuple[float, float], turned: float
) -> None:
    """A spare one in the middle, one askew, and one that was glued to a neighbour's corner."""
    board = Board("drawn", (360.0, 360.0), Grid((30.0, 30.0), (25.0, 25.0), 12, 12), ("1" * 12,) * 12)
    with pytest.raises(BoardNotFound, match="which way round"):
        locate(drawn(board, 0, at_mm, turned)[0], board)
