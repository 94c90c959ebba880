"""Small coloured blocks counted on an empty board that is known: stones in districts, offer markers on fields.

A pixel belongs to a block where it differs from the empty board in the same light, and to a colour where it is clearly
that colour in Lab. Blocks that touch make one patch: its area, and how thick it is anywhere (distance transform), must
both fit the same whole number of blocks, else the number is not known. So is every number of a region in which
something lies that is no block: a hand, a card, a shadow with an edge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.errors import BoardNotFound
from companion.reading import Point
from companion.sentence import Sentence
from vision.pose import Pose

PX_PER_MM = 3
"""Scale of the flat picture."""
STANDS_OUT = 20.0
"""Distance in Lab (8 bit) from the empty board from which on something lies there."""
SPECK = 0.12
"""Patches smaller than this share of a block are edges and noise."""
STRANGE = 0.5
"""Share of a block that may differ from the empty board without being of any block's colour."""

Mask = NDArray[np.bool_]
Lab = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of block and how far a patch of it may be off.

    ``side_mm``: a block's width. ``loose``: a patch's area may miss a whole number of blocks by this share of one, and
    by ``loose_each`` more for each block. ``most``: a patch of more is not counted. ``thin``: a patch that is nowhere
    as thick as this share of a block is none. ``sides``: for each block so much of one may be seen of sides and
    shadows, in no clear colour.
    """

    side_mm: float
    loose: float
    loose_each: float
    most: int
    thin: float
    sides: float

    @property
    def area_px(self) -> float:
        """Pixels of one block in the flat picture."""
        return (self.side_mm * PX_PER_MM) ** 2


@dataclass(frozen=True, slots=True)
class Patch:
    """Pixels of one colour that hang together: where in the picture, ``shape`` in that window, ``thickness`` in px."""

    window: tuple[slice, slice]
    shape: Mask
    area: int
    thickness: float


def check_same_size(image: Image, empty: Image) -> None:
    """Raises BoardNotFound where the two (H, W, 3) cannot be of one view."""
    if image.shape != empty.shape:
        raise BoardNotFound(Sentence("the empty board's picture has another size: take it from the same place"))


def flat(image: Image, pose: Pose, height_mm: float) -> Image:
    """The plane ``height_mm`` above the board seen straight from above, `PX_PER_MM` pixels a millimetre."""
    width, height = (round(side * PX_PER_MM) for side in pose.board.size_mm)
    step = 1 / PX_PER_MM
    plane = np.array([[step, 0, step / 2], [0, step, step / 2], [0, 0, height_mm], [0, 0, 1]])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpPerspective(image, pose.matrix @ plane, (width, height), flags=how), np.uint8)


def region_mask(outline: Sequence[Point], shape: tuple[int, int]) -> Mask:
    """Which pixels of the flat picture lie in a region; ``outline`` in mm."""
    mask = np.zeros(shape, np.uint8)
    points = np.round(np.asarray(outline, float) * PX_PER_MM).astype(np.int32)
    cv2.fillPoly(mask, [points], 1)
    return mask.astype(bool)


def in_the_same_light(seen: Image, bare: Image) -> Image:
    """The picture with each channel as bright as in the empty board's: the blocks cover the smaller part of it."""
    some = np.s_[::4, ::4]
    ratios = (bare[some].astype(np.float32) + 1) / (seen[some].astype(np.float32) + 1)
    gains = np.median(ratios.reshape(-1, 3), axis=0).astype(np.float32)
    return np.asarray(np.clip(seen * gains, 0, 255), np.uint8)


def lab(image: Image) -> Lab:
    """(H, W, 3): the picture a little softened, in Lab of 0..255."""
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    return cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)


def is_shadow(now: Lab, before: Lab) -> Mask:
    """Where light was taken away and the print's colour stayed."""
    tinted = np.hypot(now[..., 1] - before[..., 1], now[..., 2] - before[..., 2])
    return np.asarray((tinted < 12) & (now[..., 0] < before[..., 0]) & (now[..., 0] > 0.45 * before[..., 0]))


def opened(mask: Mask) -> Mask:
    """The mask without what is narrower than three pixels."""
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)).astype(bool)


def patches(mask: Mask, kind: Kind) -> list[Patch]:
    """All patches of one colour that are more than specks."""
    number, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)
    found = []
    for label in range(1, number):
        left, top, width, height, area = (int(value) for value in stats[label])
        if area < SPECK * kind.area_px:
            continue
        window = np.s_[top : top + height, left : left + width]
        shape = np.asarray(labels[window] == label)
        # A rim of nothing: what touches the window's edge is not thicker for it.
        rimmed = np.pad(shape.astype(np.uint8), 1)
        thickness = 2 * float(cv2.distanceTransform(rimmed, cv2.DIST_L2, 5).max())
        found.append(Patch(window, shape, area, thickness))
    return found


def counted(
    lying: Mapping[str, Sequence[Patch]], strange: Mask, outline: Sequence[Point], kind: Kind
) -> dict[str, int | None]:
    """How many blocks of each colour lie in a region; None where that is not clear.

    ``lying``: all patches by colour; ``strange``: where something is seen that is no block.
    """
    height, width = strange.shape
    inside = region_mask(outline, (height, width))
    counts: dict[str, int | None] = {colour: _number(found, inside, kind) for colour, found in lying.items()}
    known = sum(count for count in counts.values() if count is not None)
    if float((strange & inside).sum()) > (STRANGE + kind.sides * known) * kind.area_px:
        return dict.fromkeys(counts, None)
    return counts


def _number(lying: Sequence[Patch], inside: Mask, kind: Kind) -> int | None:
    total = 0
    for patch in lying:
        share = float((patch.shape & inside[patch.window]).sum()) / patch.area
        if share < 0.15:
            continue  # it lies in another region and leans over the line
        if share < 0.85:
            return None  # on the line between two: people say where it belongs
        blocks = patch.area / kind.area_px
        whole = round(blocks)
        if whole < 1 or whole > kind.most or abs(blocks - whole) > kind.loose + kind.loose_each * whole:
            return None
        if patch.thickness < kind.thin * np.sqrt(kind.area_px):
            return None
        total += whole
    return total
