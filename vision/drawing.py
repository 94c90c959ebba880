"""What was read, drawn on the picture that it was read from, for people to check."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import cv2
import numpy as np

from companion.devices import Image
from companion.projection import Projection
from companion.reading import ChainOutline
from companion.regions import Counts, RegionBoard
from companion.squares import Square
from vision.pose import Pose

_INKS = {
    "r": (60, 60, 230),
    "b": (230, 120, 40),
    "g": (80, 190, 60),
    "y": (40, 210, 250),
    "t": (70, 60, 60),
    "?": (255, 80, 255),
}
"""Blue, green, red. '?' has a colour that no house has."""


def draw_reading(image: Image, pose: Pose, squares: Sequence[str]) -> Image:
    """A copy of the picture with the board's outline, and each square that is not empty outlined and lettered."""
    drawn = image.copy()
    grid = pose.board.grid
    (x0, y0), (dx, dy) = grid.origin_mm, grid.pitch_mm
    outline = np.array(pose.corners_px)
    cv2.polylines(drawn, [outline.round().astype(np.int32)], True, (255, 255, 255), 2, cv2.LINE_AA)
    for row, letters in enumerate(squares):
        for col, letter in enumerate(letters):
            if letter == ".":
                continue
            left, top = x0 + (col + 0.06) * dx, y0 + (row + 0.06) * dy
            right, bottom = left + 0.88 * dx, top + 0.88 * dy
            box = pose.project([[left, top], [right, top], [right, bottom], [left, bottom]])
            ink = _INKS.get(letter, (255, 255, 255))
            for colour, width in (((255, 255, 255), 4), (ink, 2)):
                cv2.polylines(drawn, [box.round().astype(np.int32)], True, colour, width, cv2.LINE_AA)
            size = float(np.linalg.norm(box[1] - box[0])) / 55
            place = (int(box[:, 0].min()) + 2, int(box[:, 1].max()) - 3)
            for colour, width in (((255, 255, 255), 4), ((0, 0, 0), 1)):
                cv2.putText(drawn, letter.upper(), place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, width, cv2.LINE_AA)
    return drawn


def draw_outlines(image: Image, projection: Projection, outlines: Sequence[ChainOutline]) -> Image:
    """A copy of the picture with each outline around its squares, and its label on the first of them."""
    drawn = image.copy()
    grid = projection.board.grid
    (x0, y0), (dx, dy) = grid.origin_mm, grid.pitch_mm
    for outline in outlines:
        ink = _INKS.get(outline.letter, (255, 255, 255))
        sides = [
            projection.project([[x0 + col * dx, y0 + row * dy] for row, col in side]).round().astype(np.int32)
            for side in _sides(outline.squares)
        ]
        for colour, width in (((255, 255, 255), 7), (ink, 4)):
            cv2.polylines(drawn, sides, False, colour, width, cv2.LINE_AA)
        row, col = min(outline.squares)
        corner, next_one = projection.project([[x0 + col * dx, y0 + row * dy], [x0 + (col + 1) * dx, y0 + row * dy]])
        size = max(float(np.linalg.norm(next_one - corner)) / 60, 0.4)
        place = (int(corner[0]) + 3, int(corner[1] + 24 * size))
        for colour, width in (((255, 255, 255), round(7 * size) + 1), ((0, 0, 0), round(2 * size))):
            cv2.putText(drawn, outline.label, place, cv2.FONT_HERSHEY_SIMPLEX, size, colour, max(width, 1), cv2.LINE_AA)
    return drawn


def _sides(squares: frozenset[Square]) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """The sides of squares that no other of them shares, as corners (row, column) of the grid."""
    sides = []
    for row, col in sorted(squares):
        around = (
            ((-1, 0), (0, 0), (0, 1)),
            ((1, 0), (1, 0), (1, 1)),
            ((0, -1), (0, 0), (1, 0)),
            ((0, 1), (0, 1), (1, 1)),
        )
        for (down, right), (a, b), (c, d) in around:
            if Square(row + down, col + right) not in squares:
                sides.append(((row + a, col + b), (row + c, col + d)))
    return sides


_BLOCKS = {
    "red": (60, 60, 230),
    "yellow": (40, 210, 250),
    "white": (240, 240, 240),
    "black": (40, 40, 40),
    "blue": (230, 120, 40),
    "green": (80, 190, 60),
}


def draw_counts(image: Image, pose: Pose, board: RegionBoard, counts: Counts) -> Image:
    """A copy of the picture with each region outlined and, in its colours' order, how many blocks were counted."""
    drawn = image.copy()
    for name, corners in board.outlines.items():
        outline = pose.project(np.asarray(corners, float))
        found = counts.get(name, {})
        ink = _INKS["?"] if None in found.values() else (255, 255, 255)
        cv2.polylines(drawn, [outline.round().astype(np.int32)], True, ink, 2, cv2.LINE_AA)
        size = float(np.sqrt(cv2.contourArea(outline.astype(np.float32)))) / 190
        x, y = outline.mean(axis=0)
        shown = [(colour, "?" if count is None else str(count)) for colour, count in found.items() if count != 0]
        for number, (colour, text) in enumerate(shown):
            place = (int(x + (number - len(shown) / 2) * 34 * size), int(y))
            paint = _BLOCKS[colour]
            rim = (255, 255, 255) if colour == "black" else (0, 0, 0)
            for ink_, width in ((rim, round(8 * size) + 2), (paint, max(2, round(3 * size)))):
                cv2.putText(drawn, text, place, cv2.FONT_HERSHEY_SIMPLEX, 1.3 * size, ink_, width, cv2.LINE_AA)
    return drawn


def draw_regions(image: Image, pose: Pose, board: RegionBoard, odd: Collection[str] = ()) -> Image:
    """A copy of the picture with the board's edge and each region's outline; ``odd`` ones in another ink."""
    drawn = image.copy()
    cv2.polylines(drawn, [np.array(pose.corners_px).round().astype(np.int32)], True, (255, 255, 255), 2, cv2.LINE_AA)
    for name, outline in board.outlines.items():
        line = pose.project(np.asarray(outline, float)).round().astype(np.int32)
        for ink, width in (((0, 0, 0), 4), (_INKS["?"] if name in odd else (80, 230, 80), 2)):
            cv2.polylines(drawn, [line], True, ink, width, cv2.LINE_AA)
    return drawn
