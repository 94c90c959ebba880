"""Stones counted in free-form regions: small wooden blocks that may touch, against the empty board's picture.

The board is seen straight from above by its corners. A pixel belongs to a stone where it differs from the empty board
in the same light, and to a colour where it is clearly that colour in Lab. Blocks that touch make one patch: its area,
and how thick it is anywhere (distance transform), must both fit the same number of stones, else the number is not
known. So is every number of a region in which something lies that is no stone: a hand, a card, a shadow with an edge.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.districts import City
from companion.errors import BoardNotFound
from companion.reading import Point
from companion.regions import RegionReading

PX_PER_MM = 3
"""Scale of the flat picture."""
STANDS_OUT = 20.0
"""Distance in Lab (8 bit) from the empty board from which on something lies there."""
SPECK = 0.12
"""Patches smaller than this share of a stone are edges and noise."""
LOOSE = 0.20
"""A patch's area may miss a whole number of stones by this share of one, and by `LOOSE_EACH` more for each stone."""
LOOSE_EACH = 0.025
MOST = 8
"""Patches of more stones than a district can hold are not counted."""
THIN = 0.62
"""A patch is nowhere as thick as this share of a stone: it is none."""
STRANGE = 0.5
"""Share of a stone that may differ from the empty board without being of any stone's colour."""
SIDES = 0.30
"""For each stone so much of one may be seen of sides and shadows, in no clear colour."""

Mask = NDArray[np.bool_]
Lab = NDArray[np.float32]

COLOURS = ("red", "yellow", "white", "black")


def count_stones(image: Image, corners: Sequence[Point], city: City, empty: Image) -> RegionReading:
    """Counts the stones in every region of ``city``; ``image`` and ``empty`` (H, W, 3) uint8 BGR of the same view.

    ``corners``: the board's in both pictures, clockwise from its own top left. A board without measured regions, or
    corners or pictures that do not fit, give a reading with the reason.
    """
    try:
        seen, bare = flat(image, corners, city), flat(empty, corners, city)
        if image.shape != empty.shape:
            raise BoardNotFound("the empty board's picture has another size: take it from the same place")
    except BoardNotFound as error:
        return RegionReading(city.name, reason=str(error))
    patches, strange = stone_masks(seen, bare)
    counts = {}
    for name, district in city.districts.items():
        inside = region_mask(district.outline, seen.shape[:2])
        counts[name] = _counted(patches, strange, inside, (city.stone_mm * PX_PER_MM) ** 2)
    return RegionReading(city.name, counts)


def flat(image: Image, corners: Sequence[Point], city: City) -> Image:
    """The board seen straight from above, `PX_PER_MM` pixels a millimetre; raises BoardNotFound."""
    if city.size_mm is None:
        raise BoardNotFound(f"the regions of {city.name} are not measured: its board file has no outlines")
    given = np.asarray(corners, np.float32)
    if given.shape != (4, 2):
        raise BoardNotFound("four corners are needed: x,y of the board's top left, then clockwise")
    edges = np.roll(given, -1, axis=0) - given
    turns = edges[:, 0] * np.roll(edges[:, 1], -1) - edges[:, 1] * np.roll(edges[:, 0], -1)
    if not (turns > 0).all():
        raise BoardNotFound("the corners do not go clockwise around the board: give its own top left first")
    width, height = (round(side * PX_PER_MM) for side in city.size_mm)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(given, target)
    return np.asarray(cv2.warpPerspective(image, matrix, (width, height), flags=cv2.INTER_AREA), np.uint8)


def region_mask(outline: Sequence[Point], shape: tuple[int, int]) -> Mask:
    """Which pixels of the flat picture lie in a region."""
    mask = np.zeros(shape, np.uint8)
    points = np.round(np.asarray(outline, float) * PX_PER_MM).astype(np.int32)
    cv2.fillPoly(mask, [points], 1)
    return mask.astype(bool)


def stone_masks(seen: Image, bare: Image) -> tuple[dict[str, Mask], Mask]:
    """For each colour where its stones lie, and where something lies that is none; both flat pictures of one size."""
    now, before = _lab(_in_the_same_light(seen, bare)), _lab(bare)
    apart = np.sqrt(((now - before) ** 2).sum(axis=2))
    lies = _opened(apart > STANDS_OUT)
    light, green_red, blue_yellow = now[..., 0], now[..., 1] - 128, now[..., 2] - 128
    chroma = np.hypot(green_red, blue_yellow)
    masks = {
        "red": (green_red > 30) & (blue_yellow < green_red * 1.25),
        "yellow": (blue_yellow > 38) & (green_red < blue_yellow * 0.55),
        "white": (light > 185) & (chroma < 20),
        "black": (light < 75) & (chroma < 22),
    }
    stones = {colour: _opened(lies & masks[colour]) for colour in COLOURS}
    known = np.logical_or.reduce(list(stones.values()))
    # A shadow takes light away and leaves the print's colour.
    tinted = np.hypot(now[..., 1] - before[..., 1], now[..., 2] - before[..., 2])
    shadow = (tinted < 12) & (light < before[..., 0]) & (light > 0.45 * before[..., 0])
    return stones, lies & ~known & ~shadow


def _counted(patches: dict[str, Mask], strange: Mask, inside: Mask, stone: float) -> dict[str, int | None]:
    counts: dict[str, int | None] = {colour: _number(mask, inside, stone) for colour, mask in patches.items()}
    known = sum(count for count in counts.values() if count is not None)
    if float((strange & inside).sum()) > (STRANGE + SIDES * known) * stone:
        return dict.fromkeys(counts, None)
    return counts


def _number(mask: Mask, inside: Mask, stone: float) -> int | None:
    """How many stones of that colour lie in the region, ``stone`` pixels each; None where that is not clear."""
    total = 0
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    thickness = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5)
    for label in range(1, number):
        left, top, width, height, area = stats[label]
        if area < SPECK * stone:
            continue
        window = np.s_[top : top + height, left : left + width]
        patch = labels[window] == label
        share = float((patch & inside[window]).sum()) / area
        if share < 0.15:
            continue  # it lies in another region and leans over the line
        if share < 0.85:
            return None  # on the line between two: people say where it belongs
        stones = area / stone
        whole = round(stones)
        if whole < 1 or whole > MOST or abs(stones - whole) > LOOSE + LOOSE_EACH * whole:
            return None
        if 2 * float(thickness[window][patch].max()) < THIN * np.sqrt(stone):
            return None
        total += whole
    return total


def _in_the_same_light(seen: Image, bare: Image) -> Image:
    """The picture with each channel as bright as in the empty board's: the stones cover the smaller part of it."""
    ratios = (bare.astype(np.float32) + 1) / (seen.astype(np.float32) + 1)
    gains = np.median(ratios.reshape(-1, 3), axis=0)
    return np.asarray(np.clip(seen * gains, 0, 255), np.uint8)


def _lab(image: Image) -> Lab:
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)


def _opened(mask: Mask) -> Mask:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)
