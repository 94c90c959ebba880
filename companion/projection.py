"""How a camera sees a board: from places on and above it, in millimetres, to pixels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.board import Board
from companion.reading import Point

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Projection:
    """A pinhole's view of a board.

    ``matrix`` (3, 4) projects board points (x right, y down, from the board's top-left corner, z up towards the
    camera; mm) to pixels.
    """

    matrix: Array
    board: Board

    def project(self, points_mm: ArrayLike) -> Array:
        """(N, 2) points on the board (z = 0) or (N, 3) points above it, in mm, to (N, 2) pixels.

        >>> from companion.board import Board, Grid
        >>> board = Board("b", (100, 50), Grid((0, 0), (10, 10), 10, 5), ("1" * 10,) * 5)
        >>> straight = np.array([[2, 0, 0, 0], [0, 2, 0, 0], [0, 0, -0.001, 1]])
        >>> Projection(straight, board).project([(10, 5)]).tolist()
        [[20.0, 10.0]]
        """
        points = np.asarray(points_mm, float)
        if points.shape[-1] == 2:
            points = np.column_stack([points, np.zeros(len(points))])
        image = np.column_stack([points, np.ones(len(points))]) @ self.matrix.T
        return np.asarray(image[:, :2] / image[:, 2:], float)

    @property
    def homography(self) -> Array:
        """(3, 3): board plane in mm to pixels."""
        return self.matrix[:, [0, 1, 3]]

    @property
    def corners_px(self) -> tuple[Point, Point, Point, Point]:
        """The board's outer corners in the picture, clockwise from its own top left."""
        a, b, c, d = self.project(board_corners_mm(self.board)).tolist()
        return tuple(a), tuple(b), tuple(c), tuple(d)


def board_corners_mm(board: Board) -> Array:
    """(4, 2): the board's outer corners, clockwise from its top left."""
    width, height = board.size_mm
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
