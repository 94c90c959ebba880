"""Pictures of the board as seen straight from above, at any height over it, and cut into squares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.devices import Image
from companion.projection import Projection
from companion.squares import Square
from vision.pose import Pose, within

Pixels = NDArray[np.float32]

AROUND = 1
"""Squares around the grid that a rectified picture shows to people as well."""
MARGIN = 2
"""The same for the net, which sees what throws a shadow."""


def rectify(image: Image, pose: Pose, height_mm: float, px: int, margin: int = AROUND) -> Image:
    """The plane ``height_mm`` above the grid from straight above: ``px`` pixels a square, ``margin`` squares around it.

    Returns ((rows + 2 * margin) * px, (cols + 2 * margin) * px, 3). A house's base is in its square at height 0 and
    its roof at the house's own height, whatever the camera's angle.
    """
    return halved(sampled(image, pose, height_mm, 2 * px, margin))  # so thin lines do not flicker


def averaged(image: Image, pose: Pose, px: int) -> tuple[Image, Pose]:
    """The picture, made smaller by averaging where each square shows 2 * ``px`` pixels across or more, and the pose.

    `sampled` takes single pixels: of a large photograph it would take one of many, noise and all. In a view with much
    perspective it does so of the near squares: averaged, the far ones would lose their detail.
    """
    times = int(_least_square_px(pose, image) / px)
    if times < 2:
        return image, pose
    width, height = (side // times for side in image.shape[1::-1])
    small = cv2.resize(image[: height * times, : width * times], (width, height), interpolation=cv2.INTER_AREA)
    shift = (1 / times - 1) / 2  # pixels are counted from the centre of the first one
    to_small = np.array([[1 / times, 0, shift], [0, 1 / times, shift], [0, 0, 1]])
    return np.asarray(small, np.uint8), replace(pose, matrix=to_small @ pose.matrix)


def _least_square_px(pose: Pose, image: Image) -> float:
    """Pixels across the smallest square whose middle is in the picture, by its area; 0 where there is none."""
    (x, y), (across, down) = pose.board.grid.origin_mm, pose.board.grid.pitch_mm
    places = np.array([(square.col + 0.5, square.row + 0.5) for square in pose.board.squares()])
    middles = places * [across, down] + [x, y]
    depths = np.column_stack([middles, np.ones(len(middles))]) @ pose.homography[2]
    depths = depths[within(pose.project(middles), image.shape[1::-1])]
    if not len(depths):
        return 0.0
    # By how much a homography enlarges areas at a place: its determinant by the third power of the place's depth.
    enlarged = abs(np.linalg.det(pose.homography)) / np.abs(depths).max() ** 3
    return float(np.sqrt(enlarged * across * down))


def halved(picture: Image) -> Image:
    """The mean of each two by two pixels."""
    height, width = picture.shape[:2]
    return np.asarray(cv2.resize(picture, (width // 2, height // 2), interpolation=cv2.INTER_AREA), np.uint8)


def sampled(image: Image, pose: Pose, height_mm: float, px: int, margin: int) -> Image:
    """The same as `rectify`, each pixel taken at one place between the picture's."""
    grid = pose.board.grid
    width, height = (grid.cols + 2 * margin) * px, (grid.rows + 2 * margin) * px
    step_x, step_y = grid.pitch_mm[0] / px, grid.pitch_mm[1] / px
    start_x = grid.origin_mm[0] - margin * grid.pitch_mm[0] + step_x / 2
    start_y = grid.origin_mm[1] - margin * grid.pitch_mm[1] + step_y / 2
    return _warped(image, pose, (step_x, step_y), (start_x, start_y), height_mm, (width, height))


def _warped(
    image: Image,
    pose: Pose,
    step_mm: tuple[float, float],
    start_mm: tuple[float, float],
    height_mm: float,
    size: tuple[int, int],
) -> Image:
    """``size`` pixels, right and down by ``step_mm`` each from ``start_mm``, at a height over the board."""
    (step_x, step_y), (start_x, start_y) = step_mm, start_mm
    to_board = np.array([[step_x, 0, start_x], [0, step_y, start_y], [0, 0, height_mm], [0, 0, 1]])
    return np.asarray(
        cv2.warpPerspective(
            image,
            pose.matrix @ to_board,
            size,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def flat_projection(board: Board, px: int) -> Projection:
    """From places on the board, in mm, to pixels of `rectify`'s picture of the grid's plane."""
    grid = board.grid
    (x0, y0), (dx, dy) = grid.origin_mm, grid.pitch_mm
    across, down = px / dx, px / dy
    matrix = np.array(
        [[across, 0, 0, AROUND * px - x0 * across], [0, down, 0, AROUND * px - y0 * down], [0, 0, 0, 1]], float
    )
    return Projection(matrix, board)


def cut(rectified: Image | Pixels, squares: Sequence[Square], px: int, span: int) -> NDArray[np.float32]:
    """(N, span, span, C): windows of ``span`` pixels around the centres of ``squares``.

    The picture was rectified with `MARGIN` and ``px``; ``span`` is at most (1 + 2 * MARGIN) * px, and even.
    """
    windows = np.empty((len(squares), span, span, rectified.shape[2]), np.float32)
    for number, square in enumerate(squares):
        top = (square.row + MARGIN) * px + (px - span) // 2
        left = (square.col + MARGIN) * px + (px - span) // 2
        windows[number] = rectified[top : top + span, left : left + span]
    return windows


def window(image: Image, pose: Pose, square: Square, height_mm: float, px: int, span: int) -> Image:
    """(span, span, 3): ``span`` pixels around the centre of a square, ``px`` a square, at a height over the board."""
    grid = pose.board.grid
    step_x, step_y = grid.pitch_mm[0] / px, grid.pitch_mm[1] / px
    start_x = grid.origin_mm[0] + (square.col + 0.5) * grid.pitch_mm[0] + (1 - span) / 2 * step_x
    start_y = grid.origin_mm[1] + (square.row + 0.5) * grid.pitch_mm[1] + (1 - span) / 2 * step_y
    return _warped(image, pose, (step_x, step_y), (start_x, start_y), height_mm, (span, span))


def crop(image: Image, pose: Pose, square: Square, px: int = 160) -> Image:
    """An upright picture of one square and half a square around it, for people: (2 * px, 2 * px, 3)."""
    grid = pose.board.grid
    step_x, step_y = grid.pitch_mm[0] / px, grid.pitch_mm[1] / px
    start_x = grid.origin_mm[0] + (square.col - 0.5) * grid.pitch_mm[0]
    start_y = grid.origin_mm[1] + (square.row - 0.5) * grid.pitch_mm[1]
    to_board = np.array([[step_x, 0, start_x], [0, step_y, start_y], [0, 0, 1]])
    window = cv2.warpPerspective(
        image, pose.homography @ to_board, (2 * px, 2 * px), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    )
    return np.asarray(window, np.uint8)
