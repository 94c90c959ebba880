"""Offer markers counted on the fields of a market board, against a picture of the empty board from the same place.

As with stones in regions (`vision.regions`): a pixel belongs to a marker where it differs from the empty board in the
same light, and to a company where it is clearly its colour in Lab. Markers that touch make one patch, whose area must
fit a whole number of them; an export field holds one marker at most. What does not fit is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.errors import BoardNotFound
from companion.fields import MarketBoard, Outline
from companion.offers import COMPANIES, OffersReading
from companion.reading import Point

PX_PER_MM = 3
"""Scale of the flat picture."""
STANDS_OUT = 20.0
"""Distance in Lab (8 bit) from the empty board from which on something lies there."""
SPECK = 0.12
"""Patches smaller than this share of a marker are edges and noise."""
LOOSE = 0.25
"""A patch's area may miss a whole number of markers by this share of one, and by `LOOSE_EACH` more for each marker."""
LOOSE_EACH = 0.02
MOST = 7
"""Markers of a company: a patch of more is not counted."""
THIN = 0.55
"""A patch is nowhere as thick as this share of a marker: it is none."""
STRANGE = 0.5
"""Share of a marker that may differ from the empty board without being of any company's colour."""
SIDES = 0.35
"""For each marker so much of one may be seen of sides and shadows, in no clear colour."""

Mask = NDArray[np.bool_]


def count_offers(image: Image, corners: Sequence[Point], board: MarketBoard, empty: Image) -> OffersReading:
    """Counts the markers on every field; ``image`` and ``empty`` (H, W, 3) uint8 BGR of the same view.

    ``corners``: the board's in both pictures, clockwise from its own top left. Corners or pictures that do not fit give
    a reading with the reason.
    """
    try:
        if image.shape != empty.shape:
            raise BoardNotFound("the empty board's picture has another size: take it from the same place")
        seen, bare = _flat(image, corners, board), _flat(empty, corners, board)
    except BoardNotFound as error:
        return OffersReading(board.name, reason=str(error))
    masks, strange = _masks(seen, bare)
    area = (board.marker_mm * PX_PER_MM) ** 2
    patches = {company: _patches(mask, SPECK * area) for company, mask in masks.items()}
    counts = {}
    for field, outline in board.outlines.items():
        found = _counted(patches, strange, outline, area)
        known = [count for count in found.values() if count is not None]
        if field[1] and sum(known) > 1:
            found = dict.fromkeys(found, None)  # an export field holds one marker only
        counts[field] = found
    return OffersReading(board.name, counts)


def _flat(image: Image, corners: Sequence[Point], board: MarketBoard) -> Image:
    given = np.asarray(corners, np.float32)
    if given.shape != (4, 2):
        raise BoardNotFound("four corners are needed: x,y of the board's top left, then clockwise")
    edges = np.roll(given, -1, axis=0) - given
    turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
    if not (turns > 0).all():
        raise BoardNotFound("the corners do not go clockwise around the board: give its own top left first")
    width, height = (round(side * PX_PER_MM) for side in board.size_mm)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(given, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_AREA), np.uint8)


def _region(outline: Outline, shape: tuple[int, ...]) -> Mask:
    mask = np.zeros(shape, np.uint8)
    cv2.fillPoly(mask, [np.round(np.asarray(outline, float) * PX_PER_MM).astype(np.int32)], 1)
    return mask.astype(bool)


def _masks(seen: Image, bare: Image) -> tuple[dict[str, Mask], Mask]:
    """For each company where its markers lie, and where something lies that is none."""
    now, before = _lab(_in_the_same_light(seen, bare)), _lab(bare)
    apart = np.sqrt(((now - before) ** 2).sum(axis=2))
    lies = _opened(apart > STANDS_OUT)
    light, green_red, blue_yellow = now[..., 0], now[..., 1] - 128, now[..., 2] - 128
    colours = {
        "blue": (blue_yellow < -18) & (green_red < 24),
        "yellow": (blue_yellow > 38) & (green_red < blue_yellow * 0.55) & (green_red > -14),
        "green": (green_red < -14) & (blue_yellow > -14),
        "red": (green_red > 30) & (blue_yellow < green_red * 1.25),
    }
    markers = {company: _opened(lies & colours[company]) for company in COMPANIES}
    known = np.logical_or.reduce(list(markers.values()))
    # A shadow takes light away and leaves the print's colour.
    tinted = np.hypot(now[..., 1] - before[..., 1], now[..., 2] - before[..., 2])
    shadow = (tinted < 12) & (light < before[..., 0]) & (light > 0.45 * before[..., 0])
    return markers, lies & ~known & ~shadow


@dataclass(frozen=True, slots=True)
class _Patch:
    """Pixels of one colour that hang together: where they are in the flat picture, and how thick they get."""

    window: tuple[slice, slice]
    mask: Mask
    area: int
    thickness: float


def _patches(mask: Mask, least: float) -> list[_Patch]:
    """All patches of ``least`` pixels or more."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    found = []
    for label in range(1, number):
        left, top, width, height, area = (int(value) for value in stats[label])
        if area < least:
            continue
        window = np.s_[top : top + height, left : left + width]
        patch = labels[window] == label
        around = np.pad(patch.astype(np.uint8), 1)
        found.append(_Patch(window, patch, area, 2 * float(cv2.distanceTransform(around, cv2.DIST_L2, 5).max())))
    return found


def _counted(patches: dict[str, list[_Patch]], strange: Mask, outline: Outline, marker: float) -> dict[str, int | None]:
    """How many markers of ``marker`` pixels each lie on a field."""
    inside = _region(outline, strange.shape)
    counts = {company: _number(lying, inside, marker) for company, lying in patches.items()}
    known = sum(count for count in counts.values() if count is not None)
    if float((strange & inside).sum()) > (STRANGE + SIDES * known) * marker:
        return dict.fromkeys(counts, None)
    return counts


def _number(patches: list[_Patch], inside: Mask, marker: float) -> int | None:
    """How many of them lie in the region; None where that is not clear."""
    total = 0
    for patch in patches:
        share = float((patch.mask & inside[patch.window]).sum()) / patch.area
        if share < 0.15:
            continue  # it lies on another field and leans over the line
        if share < 0.85:
            return None  # on the line between two: people say where it belongs
        markers = patch.area / marker
        whole = round(markers)
        if whole < 1 or whole > MOST or abs(markers - whole) > LOOSE + LOOSE_EACH * whole:
            return None
        if patch.thickness < THIN * np.sqrt(marker):
            return None
        total += whole
    return total


def _in_the_same_light(seen: Image, bare: Image) -> Image:
    """The picture with each channel as bright as in the empty board's: the markers cover the smaller part of it."""
    ratios = (bare.astype(np.float32) + 1) / (seen.astype(np.float32) + 1)
    gains = np.median(ratios.reshape(-1, 3), axis=0)
    return np.asarray(np.clip(seen * gains, 0, 255), np.uint8)


def _lab(image: Image) -> NDArray[np.float32]:
    return cv2.cvtColor(cv2.GaussianBlur(image, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)


def _opened(mask: Mask) -> Mask:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)
