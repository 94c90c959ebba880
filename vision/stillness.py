"""Whether a camera's frame may be read: what differs from the last settled one, what reaches in, light, sharpness."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from vision.pose import Pose

Mask = NDArray[np.bool_]

SMALL = 320
"""Width in pixels of the pictures that are compared: a hand is tens of pixels wide, noise is averaged away."""
TALLEST = 16 * SMALL
"""Height in pixels of such a picture at most: a strip that is higher for its width shows no board, and fills memory."""
DIFFERENT = 0.22
"""Difference of logarithms (about a fifth of the light) that is neither noise nor the lamps' flicker."""
REACH = 0.004
"""Share of the picture that a thing at its border must have to be a hand or arm."""
UNCHANGED = 0.08
"""Difference of logarithms, over 5 x 5 pixels, below which nothing has changed: half of what makes a square be read
again, and far above what noise and JPEG leave of themselves over so many pixels."""
DARK = 30.0
"""Grey level that the board's brightest twentieth must reach."""

BURNT_OUT = 250
"""Level from which a channel may be burnt out: noise and JPEG leave no more of 255 in a picture made smaller."""
ENOUGH_TOLD = 0.05
"""Share of the pixels, burnt out in neither picture, that tells how the whole picture's light changed."""

_LOGARITHM = np.log(np.arange(256, dtype=np.float32) + 12)


def small(image: Image) -> Image:
    """The picture at `SMALL` pixels' width, 1 to `TALLEST` high, as the functions of this module compare it."""
    height = min(max(1, round(image.shape[0] * SMALL / image.shape[1])), TALLEST)
    return np.asarray(cv2.resize(image, (SMALL, height), interpolation=cv2.INTER_AREA), np.uint8)


def difference(one: Image, other: Image) -> Mask:
    """(h, w): where two small pictures of one view differ by more than noise and the whole picture's light."""
    soft = [np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.uint8) for picture in (one, other)]
    return different(soft[0], soft[1], DIFFERENT)


def different(one: Image, other: Image, limit: float) -> Mask:
    """(h, w): where logarithms of two pictures differ by more than that, but for the whole picture's light.

    What is burnt out in one of them may have been brighter still: as the other tells, it counts as that bright.
    """
    most = np.zeros(one.shape[:2], np.float32)
    for channel in range(one.shape[2]):
        first, second = one[..., channel], other[..., channel]
        change = cv2.subtract(cv2.LUT(first, _LOGARITHM), cv2.LUT(second, _LOGARITHM))
        burnt_first, burnt_second = first >= BURNT_OUT, second >= BURNT_OUT
        told = ~(burnt_first | burnt_second)
        change -= np.median(change[told] if np.count_nonzero(told) > ENOUGH_TOLD * told.size else change)
        change[burnt_first & (change < 0) | burnt_second & (change > 0)] = 0
        most = np.maximum(most, np.abs(change))
    return np.asarray(most > limit)


def unchanged(one: Image, other: Image, where: Mask) -> bool:
    """Whether two small pictures show the very same there, but for noise and the whole picture's light."""
    change = cv2.subtract(cv2.LUT(one, _LOGARITHM), cv2.LUT(other, _LOGARITHM))
    mask = where.view(np.uint8)
    change = np.asarray(cv2.blur(change, (5, 5)), np.float32) - np.array(cv2.mean(change, mask)[:3], np.float32)
    return cv2.norm(change, cv2.NORM_INF, mask) < UNCHANGED


def reaching_in(changed: Mask) -> Mask:
    """The part of ``changed`` that hangs together with the picture's border and is large enough for an arm."""
    closed = cv2.morphologyEx(changed.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(closed)
    height, width = changed.shape
    reach = np.zeros_like(changed)
    for number in range(1, count):
        left, top, across, down, area = (int(value) for value in stats[number])
        at_border = left <= 1 or top <= 1 or left + across >= width - 1 or top + down >= height - 1
        if at_border and area >= REACH * changed.size:
            reach |= labels == number
    return reach


def grid_mask(pose: Pose, image: Image, margin_squares: float = 1.0) -> Mask:
    """(h, w) of the small picture: the grid, ``margin_squares`` around it, and the air above it up to a roof."""
    grid = pose.board.grid
    (left, top), (across, down) = grid.origin_mm, grid.pitch_mm
    x = np.array([left - margin_squares * across, left + (grid.cols + margin_squares) * across])
    y = np.array([top - margin_squares * down, top + (grid.rows + margin_squares) * down])
    corners = np.array([[x[i], y[j], z] for i in (0, 1) for j in (0, 1) for z in (0.0, 25.0)])
    scale = SMALL / image.shape[1]
    outline = cv2.convexHull((pose.project(corners) * scale).astype(np.int32))
    mask = np.zeros(small(image).shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, outline, 1)
    return mask.astype(bool)


def is_dark(picture: Image, board: Mask) -> bool:
    """Whether the small picture is too dark to be read on the board."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return bool(np.percentile(grey[board], 95) < DARK)


def sharpness(rectified: Image) -> float:
    """How sharp a rectified picture is: its fine detail against its coarse detail, which light does not change."""
    grey = cv2.cvtColor(rectified, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = np.abs(grey - cv2.GaussianBlur(grey, (0, 0), 1.0)).mean()
    coarse = np.abs(cv2.GaussianBlur(grey, (0, 0), 1.0) - cv2.GaussianBlur(grey, (0, 0), 4.0)).mean()
    return float(fine / max(coarse, 1e-3))
