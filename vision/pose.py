"""Where the board lies: from places on and above the board, in millimetres, to pixels of the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from companion.board import Board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.projection import Array, Projection, board_corners_mm
from companion.reading import Point
from companion.sentence import Sentence
from companion.squares import Square

DEFAULT_FOCAL = 1.15
"""Focal length in picture widths where the view is too straight to tell it: a lens of 47 degrees, as most webcams."""
LEAST_SEEN = 0.5
"""Share of the board that must be in the picture: its light and colours are measured by medians, which are those of
nothing where less is."""

LEAST_PX = 2
"""Pixels across the board for each of its columns or rows, whichever are fewer, below which nothing is told: of 920
squares in eight pictures made smaller, 19 read '?' at 4 pixels a square, 159 at 3 and 787 at 2. It is the same
whichever corner comes first, as `vision.locate.begins_at` needs it; far squares may be smaller."""

APART_PX = 1
"""Closer together than this two corners are the same one: a place is pointed at no more exactly."""


@dataclass(frozen=True)
class Pose(Projection):
    """The camera's view of a board as found."""

    def beyond(self, image: Image) -> frozenset[Square]:
        """The squares that are not whole in a picture (H, W, ...) seen by this pose: what stands there is not known.

        In 180 pictures of which an edge was cut off, 1 in 12 of the squares beyond it was given a wrong letter; none of
        404 whose roofs alone were cut.
        """
        squares = self.board.squares()
        (x, y), (across, down) = self.board.grid.origin_mm, self.board.grid.pitch_mm
        places = np.array([(each.col, each.row) for each in squares], float).reshape(-1, 1, 2)
        outlines = (places + np.array([[0, 0], [1, 0], [1, 1], [0, 1]])) * [across, down] + [x, y]
        seen = within(self.project(outlines.reshape(-1, 2)), image.shape[1::-1]).reshape(-1, 4)
        return frozenset(square for square, corners in zip(squares, seen, strict=True) if not corners.all())


def resized(pose: Pose, shape: Sequence[int], other: Sequence[int]) -> Pose | None:
    """``pose`` in a picture of ``shape`` (H, W, ...), in the same one made larger or smaller to ``other``.

    None where the sides have another ratio, so that it cannot be the same picture.
    """
    height, width = shape[:2]
    down, across = other[0] / height, other[1] / width
    if abs(height * across - other[0]) > 1 and abs(width * down - other[1]) > 1:
        return None
    # The middle of the first pixel is at (0, 0), its corner, which stays where it is, at (-0.5, -0.5).
    larger = np.array([[across, 0, (across - 1) / 2], [0, down, (down - 1) / 2], [0, 0, 1]])
    return Pose(larger @ pose.matrix, pose.board)


def within(points: Array, size: Sequence[int]) -> NDArray[np.bool_]:
    """(N,): which of the places (N, 2), in pixels, lie in a picture of ``size`` (width, height), or a pixel beside."""
    return np.asarray(((points >= -1) & (points <= np.array(size))).all(axis=1))


def pose_from_homography(homography: ArrayLike, board: Board, image_size: tuple[int, int]) -> Pose:
    """The pose whose board plane is ``homography`` (mm to px); ``image_size`` is (width, height).

    Square pixels and a centre in the middle of the picture are taken for granted; the focal length follows from the
    plane's perspective where there is enough of it, else `DEFAULT_FOCAL` stands in.
    """
    plane = np.asarray(homography, float)
    width, height = image_size
    centre = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1]])
    h = centre @ plane
    h /= np.linalg.norm(h[:, 0])
    # r1 and r2 are orthogonal and equally long: two linear equations for 1 / f^2, scaled by a prior.
    prior = 1 / (DEFAULT_FOCAL * max(width, height)) ** 2
    rows = np.array([h[0, 0] * h[0, 1] + h[1, 0] * h[1, 1], h[0, 0] ** 2 + h[1, 0] ** 2 - h[0, 1] ** 2 - h[1, 1] ** 2])
    right = np.array([-h[2, 0] * h[2, 1], h[2, 1] ** 2 - h[2, 0] ** 2])
    perspective = float(np.abs(h[2, :2]).max()) / np.sqrt(prior)
    weight = 0.02  # a plane seen at less than about 10 degrees says less about the lens than the prior does
    inverse = float((rows @ right + weight**2 * prior) / (rows @ rows + weight**2)) if perspective > 0.05 else prior
    inverse = float(np.clip(inverse, prior / 4, prior * 4))
    lens = np.diag([1 / np.sqrt(inverse), 1 / np.sqrt(inverse), 1.0])
    basis = np.linalg.inv(lens) @ h
    scale = 2 / (np.linalg.norm(basis[:, 0]) + np.linalg.norm(basis[:, 1]))
    up = -np.cross(basis[:, 0], basis[:, 1]) * scale  # board x right, y down: x cross y points away from the camera
    matrix = np.linalg.inv(centre) @ lens @ np.column_stack([basis[:, 0], basis[:, 1], up, basis[:, 2]])
    return Pose(matrix, board)


def pose_from_corners(corners_px: Sequence[Point], board: Board, image_size: tuple[int, int]) -> Pose:
    """The pose from the board's four outer corners, clockwise from its own top left.

    Raises BoardNotFound, also where less than `LEAST_SEEN` of the board would be in the picture, or the board would be
    less than `LEAST_PX` across for each square.
    """
    corners = np.asarray(corners_px, np.float32)
    if corners.shape != (4, 2):
        raise BoardNotFound(Sentence("four corners are needed: x,y of the board's top left, then clockwise"))
    edges = np.roll(corners, -1, axis=0) - corners
    apart = np.linalg.norm(np.concatenate([edges, corners[2:] - corners[:2]]), axis=1)
    if apart.min() < APART_PX:
        raise BoardNotFound(Sentence("two of the four corners are one place: give each corner of the board once"))
    turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
    if (turns < 0).all():
        raise BoardNotFound(Sentence("the corners do not go clockwise around the board: give its own top left first"))
    if (turns < 0).any():
        raise BoardNotFound(
            Sentence(
                "the lines from each corner to the next cross, or bend inwards: give the board's own top left first, "
                "then the others as they go clockwise around it"
            )
        )
    across = turns / np.linalg.norm(edges, axis=1)  # from the line of each edge to the corner after it
    if across.min() < LEAST_PX * min(board.grid.cols, board.grid.rows):
        raise BoardNotFound(
            Sentence(
                "the corners lie so close together, or so nearly in a line, that the squares have on average less than "
                "{pixels} pixels: give the four corners of the board",
                {"pixels": LEAST_PX},
            )
        )
    homography = cv2.getPerspectiveTransform(board_corners_mm(board).astype(np.float32), corners)
    if _share_seen(np.asarray(homography, float), board, image_size) < LEAST_SEEN:
        values = {"width": image_size[0], "height": image_size[1]}
        raise BoardNotFound(
            Sentence(
                "by these corners most of the board lies outside the picture, which is {width} x {height} pixels: "
                "give its corners in this picture, or take one that shows the whole board",
                values,
            )
        )
    return pose_from_homography(homography, board, image_size)


def _share_seen(homography: Array, board: Board, image_size: tuple[int, int]) -> float:
    """The share of the board's area that is in the picture, whichever of its corners comes first."""
    parts = (np.arange(40) + 0.5) / 40
    places = np.stack(np.meshgrid(parts, parts), axis=-1).reshape(1, -1, 2) * board.size_mm
    return float(within(cv2.perspectiveTransform(places, homography)[0], image_size).mean())
