"""Printed fiducials (ArUco 4x4_50, ids 0 to 3 clockwise from the board's top left): from markers to candidate poses.

How large the markers are and how far from the board's edge they are printed stands in no board file. Both are worked
out: for each margin the marker size that fits the picture best is sought, and the grid's own lines tell which of the
(margin, size) pairs is right, because the margin scales the grid inside the frame of markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.projection import board_corners_mm

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

MARGINS_MM = (4, 8, 0, 12, 16, 20, 24, 28, 32, 36, 40)
"""Margins that are tried, the usual ones first: `vision._grid_lines.refine` makes up for the steps between them."""
SIZES_MM = (6.0, 60.0)
"""Smallest and largest side of a marker that is thought of."""
GLANCE_PX = 1280
"""Longer side of the picture at the first look: the smallest markers on a board that fills it are 15 pixels there."""
MIRROR_PX = 800
"""The same where the picture may be a mirror's: a camera that looks at a board from its mount shows them larger."""
MISFIT = 0.08
"""Root mean square distance, in sides of a marker, beyond which a set of markers is none of one flat board."""

CLOSER_PX = (2, 4)
"""Pixels a millimetre at a closer look: at the first and sharpened all four markers of 20 mm are read that are 18 px
wide in the picture of a board of 14 x 14 squares out of focus in a dim room, where one is without."""
CLOSER_MM = (-20.0, 105.0)
"""What is looked at of either side from a corner on: a misplaced pose's corner, and the largest margin and marker."""
NEAR_CORNER = 0.4
"""A marker lies at a corner of the board when its middle is nearer than this part of the board's shorter side: less
than half way to the next corner, and as far as the largest margin and size bring it on a board of 250 mm (99 mm)."""
SPREAD_MM = 5.0
"""How unequal the markers' sizes and margins may come out: above what bent cardboard does, far below a square."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker in the picture: its ``corner`` of the board (0 to 3 from the top left) and its outline (4, 2) in px."""

    corner: int
    outline: Array

    @property
    def side_px(self) -> float:
        return float(np.sqrt(max(cv2.contourArea(self.outline.astype(np.float32)), 1e-6)))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pose (homography mm to px) from some markers, with the layout on the board that it takes for granted."""

    homography: Array
    markers: tuple[Marker, ...]
    margin_mm: float
    size_mm: float


def glance(gray: Image) -> tuple[Marker, ...]:
    """The markers with an id from 0 to 3 in a grey picture that are seen without effort."""
    return tuple(_detect(gray, GLANCE_PX))


def is_mirrored(gray: Image) -> bool:
    """Whether two or more of the markers are seen in the picture's mirror image; where none is in itself, it is one."""
    turned = np.asarray(cv2.flip(gray, 1), np.uint8)
    return len({marker.corner for marker in _detect(turned, MIRROR_PX)}) > 1


def with_missing(gray: Image, found: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """``found``, and where they are fewer than four, those that only a stronger look finds: evened, and larger."""
    if len({marker.corner for marker in found}) == 4:
        return found
    even = np.asarray(cv2.createCLAHE(clipLimit=4.0, tileGridSize=(8, 8)).apply(gray), np.uint8)
    return _each_once((*found, *_detect(even, max(2 * GLANCE_PX, *gray.shape))))


def _each_once(markers: Iterable[Marker]) -> tuple[Marker, ...]:
    """The first of those that are seen in one place."""
    kept: list[Marker] = []
    for marker in markers:
        middle = marker.outline.mean(axis=0)
        if all(np.abs(middle - old.outline.mean(axis=0)).max() > old.side_px / 2 for old in kept):
            kept.append(marker)
    return tuple(kept)


def new_corners(known: Sequence[Marker], found: Sequence[Marker]) -> tuple[Marker, ...]:
    """Those of the markers ``found`` that are of corners of which none is known yet."""
    corners = {marker.corner for marker in known}
    return tuple(marker for marker in found if marker.corner not in corners)


def closer(gray: Image, homography: Array, board: Board) -> tuple[Marker, ...]:
    """The markers at the four corners of a pose (``homography`` mm to px), whichever is the board's own top left.

    Each corner is laid flat, enlarged and sharpened, so that blurred and small ones are read too.
    """
    found: tuple[Marker, ...] = ()
    for px in CLOSER_PX:
        corners = enumerate(board_corners_mm(board))
        more = [each for number, place in corners for each in _at_corner(gray, homography, place, number, px)]
        found = _each_once((*found, *more))
        if len({marker.corner for marker in found}) > 1:
            break
    return found


def _at_corner(gray: Image, homography: Array, place: Array, number: int, px: int) -> Iterator[Marker]:
    """The markers around one corner of a pose, at ``place`` (mm), looked at with ``px`` pixels a millimetre."""
    start, end = CLOSER_MM
    side = round((end - start) * px)
    left = place[0] + (start if number in (0, 3) else -end)
    top = place[1] + (start if number in (0, 1) else -end)
    to_image = homography @ np.array([[1 / px, 0, left], [0, 1 / px, top], [0, 0, 1]])
    flat = cv2.warpPerspective(gray, to_image, (side, side), flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP)
    sharp = cv2.addWeighted(flat, 5.0, cv2.GaussianBlur(flat, (0, 0), 2.5 * px), -4.0, 0.0)
    for look in (flat, sharp):
        for corner, outline in _outlines(np.asarray(look, np.uint8)):
            yield Marker(corner, cv2.perspectiveTransform(outline[None], to_image)[0])


def _detect(gray: Image, px: int) -> list[Marker]:
    """The markers in a picture whose longer side is brought to ``px`` pixels, but never to more than twice its size."""
    scale = max(min(2.0, px / max(gray.shape)), 1 / min(gray.shape))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    sized = cv2.resize(gray, None, fx=scale, fy=scale, interpolation=how) if scale != 1 else gray
    found = _outlines(np.asarray(sized, np.uint8))
    return [Marker(number, (outline + 0.5) / scale - 0.5) for number, outline in found]


def _outlines(gray: Image) -> list[tuple[int, Array]]:
    """Ids from 0 to 3 and outlines (4, 2) of the markers in a grey picture."""
    outlines, ids, _ = _detector().detectMarkers(gray)
    if ids is None:
        return []
    return [
        (int(number), np.asarray(outline, float).reshape(4, 2))
        for outline, number in zip(outlines, np.ravel(ids), strict=True)
        if 0 <= int(number) < 4
    ]


@cache
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.minMarkerPerimeterRate = 0.015
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)


def candidates(markers: tuple[Marker, ...], board: Board) -> Iterator[Candidate]:
    """Poses that the largest sets of markers allow which fit a flat board of this shape, one for each margin.

    A set holds two to four markers, each corner once. A marker that is none, or lies on another thing, fits no set;
    where many fit, fewer would only allow poses that the others refute.
    """
    by_corner = [[marker for marker in markers if marker.corner == corner] for corner in range(4)]
    seen = [group for group in by_corner if group]
    for count in range(len(seen), 1, -1):
        sets = [chosen for groups in combinations(seen, count) for chosen in product(*groups)]
        fitting = False
        for chosen in sets:
            for margin in MARGINS_MM:
                candidate = fit(chosen, board, float(margin))
                if candidate is not None:
                    fitting = True
                    yield candidate
        if fitting:
            return


def fit(markers: tuple[Marker, ...], board: Board, margin: float) -> Candidate | None:
    """The pose for one margin, at the marker size that fits best (golden section); None where none fits."""
    outlines = np.vstack([marker.outline for marker in markers])
    side = float(np.mean([marker.side_px for marker in markers]))
    low, high = SIZES_MM
    ratio = (5**0.5 - 1) / 2
    for _ in range(12):
        a, b = high - ratio * (high - low), low + ratio * (high - low)
        if _misfit(markers, outlines, board, margin, a)[0] < _misfit(markers, outlines, board, margin, b)[0]:
            high = b
        else:
            low = a
    size = (low + high) / 2
    misfit, homography = _misfit(markers, outlines, board, margin, size)
    if homography is None or misfit > MISFIT * side + 0.7:
        return None
    return Candidate(homography, markers, margin, size)


def _misfit(
    markers: tuple[Marker, ...], outlines: Array, board: Board, margin: float, size: float
) -> tuple[float, Array | None]:
    """Root mean square distance of the markers' corners, in px, to the best pose for this layout, and that pose."""
    places = np.vstack([_place(marker.corner, board, margin, size) for marker in markers])
    homography, _ = cv2.findHomography(places, outlines, 0)
    if homography is None:
        return np.inf, None
    seen = cv2.perspectiveTransform(places[None], homography)[0]
    return float(np.sqrt(((seen - outlines) ** 2).sum(axis=1).mean())), np.asarray(homography, float)


def _place(corner: int, board: Board, margin: float, size: float) -> Array:
    """(4, 2): where a marker's corners lie on the board, in mm, clockwise from its own top left."""
    width, height = board.size_mm
    left = margin if corner in (0, 3) else width - margin - size
    top = margin if corner in (0, 1) else height - margin - size
    return np.array([[left, top], [left + size, top], [left + size, top + size], [left, top + size]])


def fits_markers(homography: Array, markers: Sequence[Marker], board: Board) -> bool:
    """Whether a pose has all markers upright squares of one size, at one margin from the edges of their corners."""
    back = np.linalg.inv(homography)
    width, height = board.size_mm
    sizes, margins, askew = [], [], []
    for marker in markers:
        x, y = cv2.perspectiveTransform(marker.outline[None], back)[0].T
        sizes += [x[1] - x[0], x[2] - x[3], y[3] - y[0], y[2] - y[1]]
        askew += [y[1] - y[0], y[2] - y[3], x[3] - x[0], x[2] - x[1]]
        margins.append(x[[0, 3]].mean() if marker.corner in (0, 3) else width - x[[1, 2]].mean())
        margins.append(y[[0, 1]].mean() if marker.corner in (0, 1) else height - y[[2, 3]].mean())
    alike = max(np.ptp(sizes), np.ptp(margins), np.abs(askew).max()) < SPREAD_MM
    usual = min(sizes) > SIZES_MM[0] - SPREAD_MM and max(sizes) < SIZES_MM[1] + SPREAD_MM
    return bool(alike and usual and min(margins) > -SPREAD_MM and max(margins) < MARGINS_MM[-1] + SPREAD_MM)


def first_corner(markers: tuple[Marker, ...], homography: Array, board: Board) -> int | None:
    """Which corner of a pose (``homography`` mm to px), 0 to 3, is the board's own top left by two markers or more.

    None where fewer lie at its corners, or where they do not agree.
    """
    back = np.linalg.inv(homography)
    corners = board_corners_mm(board)
    told = {}
    for marker in markers:
        middle = cv2.perspectiveTransform(marker.outline.mean(axis=0).reshape(1, 1, 2), back)[0, 0]
        away = np.linalg.norm(corners - middle, axis=1)
        if away.min() < NEAR_CORNER * min(board.size_mm):
            told[marker.corner] = (int(away.argmin()) - marker.corner) % 4
    return told.popitem()[1] if len(told) > 1 and len(set(told.values())) == 1 else None
