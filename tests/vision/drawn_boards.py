"""Boards of any size, drawn and photographed askew, for tests of where they lie."""

from __future__ import annotations

import cv2
import numpy as np

from companion.board import Board, Grid
from companion.devices import Image
from vision.pose import Pose, pose_from_corners

PX_PER_MM = 3
SIZE = (1280, 960)


def a_board(
    cols: int, rows: int, beside_mm: tuple[float, float] = (40.0, 30.0), lopsided_mm: tuple[float, float] = (0.0, 0.0)
) -> Board:
    """Of squares 60 mm wide, or 30 where there are many; with a word above the grid where there is room.

    ``beside_mm``: its margins left and at the top; ``lopsided_mm``: by how much those right and at the bottom are less.
    """
    pitch = 60.0 if max(cols, rows) < 6 else 30.0
    size = (2 * beside_mm[0] - lopsided_mm[0] + cols * pitch, 2 * beside_mm[1] - lopsided_mm[1] + rows * pitch)
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
