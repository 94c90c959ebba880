"""Stones counted in free-form regions: small wooden blocks that may touch, against the empty board's picture.

The board is looked at in the plane of the stones' tops, where each top is a square of known size just over its base. A
pixel belongs to something where it differs from the empty board in the same light, and to a colour where it is clearly
that colour in Lab. A camera that looks aslant also sees sides: they reach from the tops towards the camera by a length
that the view tells, so what is left when everything is worn away by that length is tops alone. Blocks that touch make
one patch: its area, and how thick it is anywhere (distance transform), must both fit the same number of stones, else
the number is not known. So is every number of a region in which something lies that is no stone: a hand, a card, a
shadow with an edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.districts import City
from companion.errors import BoardNotFound
from companion.projection import Array
from companion.reading import Point
from companion.regions import COLOURS, Counts
from vision.pose import Pose

PX_PER_MM = 3
"""Scale of the flat picture."""
STANDS_OUT = 20.0
"""Distance in Lab (8 bit) from the empty board from which on something lies there."""
SEAM_PX = 5
"""Gaps so narrow in a patch are seams and specks of noise."""
LEVEL = 0.9
"""A top is at least so light against the middle of its patch; the light on sides comes aslant."""
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


def count_stones(image: Image, pose: Pose, city: City, empty: Image, empty_pose: Pose) -> Counts:
    """Counts the stones in every region of ``city``; ``image`` and ``empty`` (H, W, 3) uint8 BGR.

    ``pose`` and ``empty_pose``: where the board lies in either, by the city's `sheet`. Raises BoardNotFound where the
    two pictures are not of one camera.
    """
    if image.shape != empty.shape:
        raise BoardNotFound("the empty board's picture has another size: take it from the same place")
    seen, bare = (flat(picture, place, city.stone_height_mm) for picture, place in ((image, pose), (empty, empty_pose)))
    tops, strange = stone_masks(seen, bare, _lean(pose, city))
    patches = {colour: _patches(mask) for colour, mask in tops.items()}
    stone = (city.stone_mm * PX_PER_MM) ** 2
    counts = {}
    for name, district in city.districts.items():
        inside = region_mask(district.outline, seen.shape[:2])
        counts[name] = _counted(patches, strange, inside, stone)
    return counts


def flat(image: Image, pose: Pose, height_mm: float) -> Image:
    """The plane ``height_mm`` above the board seen straight from above, `PX_PER_MM` pixels a millimetre."""
    width, height = (round(side * PX_PER_MM) for side in pose.board.size_mm)
    step = 1 / PX_PER_MM
    plane = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, height_mm], [0, 0, 1]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, pose.matrix @ plane, (width, height), flags=how), np.uint8)


def _lean(pose: Pose, city: City) -> Array:
    """(H, W, 2) px: how far from each place of the tops' plane the foot below it is seen, towards the camera."""
    width, height = (round(side * PX_PER_MM) for side in pose.board.size_mm)
    columns, rows = np.meshgrid(np.arange(0, width + 15, 16), np.arange(0, height + 15, 16))
    feet = np.stack([columns.ravel(), rows.ravel()], axis=1) / PX_PER_MM
    to_tops = np.linalg.inv(pose.matrix @ np.array([[1, 0, 0], [0, 1, 0], [0, 0, city.stone_height_mm], [0, 0, 1]]))
    seen = cv2.perspectiveTransform(pose.project(feet)[None], to_tops)[0]
    coarse = ((seen - feet) * PX_PER_MM).reshape(*columns.shape, 2).astype(np.float32)
    enlarged = cv2.resize(coarse, None, fx=16, fy=16, interpolation=cv2.INTER_LINEAR)
    return np.asarray(enlarged[:height, :width], float)


def region_mask(outline: Sequence[Point], shape: tuple[int, int]) -> Mask:
    """Which pixels of the flat picture lie in a region."""
    mask = np.zeros(shape, np.uint8)
    points = np.round(np.asarray(outline, float) * PX_PER_MM).astype(np.int32)
    cv2.fillPoly(mask, [points], 1)
    return mask.astype(bool)


def stone_masks(seen: Image, bare: Image, lean: Array) -> tuple[dict[str, Mask], Mask]:
    """For each colour where the tops of its stones are, and where something is seen that is none.

    ``seen`` and ``bare``: flat pictures of one size; ``lean`` as `_lean` has it.
    """
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
    # A shadow takes light away and leaves the print's colour.
    tinted = np.hypot(now[..., 1] - before[..., 1], now[..., 2] - before[..., 2])
    shadow = (tinted < 12) & (light < before[..., 0]) & (light > 0.45 * before[..., 0])
    # Where black meets white there is a seam as grey as a shadow.
    tops = _worn_away(_closed(lies & ~shadow), lean)
    # A white side is grey like a shadow, and no white any more: only a top is as light as the colour asks.
    where = {colour: masks[colour] & (_closed(lies) if colour == "white" else lies & tops) for colour in COLOURS}
    stones = {colour: _opened(_closed(_within(mask, apart, light))) for colour, mask in where.items()}
    known = np.logical_or.reduce(list(stones.values()))
    return stones, tops & ~known


def _worn_away(solid: Mask, lean: Array) -> Mask:
    """Where the whole way from a place to its foot is covered: each patch without what leans towards the camera."""
    left = np.zeros(solid.shape, bool)
    number, labels, stats, middles = cv2.connectedComponentsWithStats(solid.astype(np.uint8), connectivity=8)
    for label in range(1, number):
        x, y, width, height, _ = (int(value) for value in stats[label])
        column, row = np.round(middles[label]).astype(int)
        window = np.s_[y : y + height, x : x + width]
        patch = np.asarray(labels[window] == label, np.uint8)
        worn = cv2.erode(patch, _way(lean[row, column]), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        left[window] |= worn.astype(bool)
    return left


def _within(mask: Mask, apart: NDArray[np.float32], light: NDArray[np.float32]) -> Mask:
    """The mask without what is more ground than stone at the edges of a patch, and without what is darker than it.

    The darker is sides that are seen in the gaps between stones of one colour.
    """
    left = np.zeros_like(mask)
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    for label in range(1, number):
        x, y, width, height, _ = (int(value) for value in stats[label])
        window = np.s_[y : y + height, x : x + width]
        patch = labels[window] == label
        usual_apart, usual_light = (np.median(each[window][patch]) for each in (apart, light))
        left[window] |= patch & (apart[window] >= usual_apart / 2) & (light[window] >= LEVEL * usual_light)
    return left


def _way(foot: Array) -> NDArray[np.uint8]:
    """A kernel with the straight way from its middle to ``foot`` (2,), in px."""
    reach = int(np.ceil(np.abs(foot).max()))
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.uint8)
    end = np.round(foot).astype(int) + reach
    cv2.line(kernel, (reach, reach), (int(end[0]), int(end[1])), (1,))
    return kernel


@dataclass(frozen=True, slots=True)
class _Patch:
    """Tops of one colour that hang together: where in the picture, ``shape`` in that window, ``thickness`` in px."""

    window: tuple[slice, slice]
    shape: Mask
    area: int
    thickness: float


def _patches(mask: Mask) -> list[_Patch]:
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    found = []
    for label in range(1, number):
        left, top, width, height, area = (int(value) for value in stats[label])
        window = np.s_[top : top + height, left : left + width]
        shape = np.asarray(labels[window] == label)
        # A rim of nothing: what touches the window's edge is not thicker for it.
        rimmed = np.pad(shape.astype(np.uint8), 1)
        thickness = 2 * float(cv2.distanceTransform(rimmed, cv2.DIST_L2, 5).max())
        found.append(_Patch(window, shape, area, thickness))
    return found


def _counted(
    patches: Mapping[str, Sequence[_Patch]], strange: Mask, inside: Mask, stone: float
) -> dict[str, int | None]:
    counts: dict[str, int | None] = {colour: _number(found, inside, stone) for colour, found in patches.items()}
    known = sum(count for count in counts.values() if count is not None)
    if float((strange & inside).sum()) > (STRANGE + SIDES * known) * stone:
        return dict.fromkeys(counts, None)
    return counts


def _number(patches: Sequence[_Patch], inside: Mask, stone: float) -> int | None:
    """How many stones of that colour lie in the region, ``stone`` pixels each; None where that is not clear."""
    total = 0
    for patch in patches:
        if patch.area < SPECK * stone:
            continue
        share = float((patch.shape & inside[patch.window]).sum()) / patch.area
        if share < 0.15:
            continue  # it lies in another region and leans over the line
        if share < 0.85:
            return None  # on the line between two: people say where it belongs
        stones = patch.area / stone
        whole = round(stones)
        if whole < 1 or whole > MOST or abs(stones - whole) > LOOSE + LOOSE_EACH * whole:
            return None
        if patch.thickness < THIN * np.sqrt(stone):
            return None
        total += whole
    return total


def _in_the_same_light(seen: Image, bare: Image) -> Image:
    """The picture with each channel as bright as in the empty board's: the stones cover the smaller part of it."""
    some = np.s_[::4, ::4]
    ratios = (bare[some].astype(np.float32) + 1) / (seen[some].astype(np.float32) + 1)
    gains = np.median(ratios.reshape(-1, 3), axis=0).astype(np.float32)
    return np.asarray(np.clip(seen * gains, 0, 255), np.uint8)


def _lab(image: Image) -> Lab:
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)


def _opened(mask: Mask) -> Mask:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)


def _closed(mask: Mask) -> Mask:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((SEAM_PX, SEAM_PX), np.uint8)).astype(bool)
