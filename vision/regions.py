"""Blocks counted in free-form regions (`vision.blocks`): small wooden stones that may touch, flat offer markers.

The board is looked at in the plane of the blocks' tops, where each top is a square of known size just over its base. A
camera that looks aslant also sees the sides of high ones: they reach from the tops towards the camera by a length that
the view tells, so what is left when everything is worn away by that length is tops alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.errors import BankhalterError
from companion.projection import Array
from companion.reading import Point
from companion.regions import Counts, RegionBoard, RegionReading
from vision.blocks import (
    PX_PER_MM,
    STANDS_OUT,
    Kind,
    Lab,
    Mask,
    check_same_size,
    counted,
    flat,
    in_the_same_light,
    is_shadow,
    lab,
    opened,
    patches,
)
from vision.pose import Pose, pose_from_corners, within

SEAM_PX = 5
"""Gaps so narrow in a patch are seams and specks of noise."""
LEVEL = 0.9
"""A top is at least so light against the middle of its patch; the light on sides comes aslant."""


def _kind(board: RegionBoard) -> Kind:
    """Its blocks. No district holds more than eight stones, and a company has seven markers."""
    if board.blocks == "stones":
        return Kind(board.side_mm, loose=0.20, loose_each=0.025, most=8, thin=0.62, sides=0.30)
    return Kind(board.side_mm, loose=0.25, loose_each=0.02, most=7, thin=0.55, sides=0.35)


def count_blocks(image: Image, pose: Pose, board: RegionBoard, empty: Image, empty_pose: Pose) -> Counts:
    """Counts the blocks in every region of ``board``; ``image`` and ``empty`` (H, W, 3) uint8 BGR.

    ``pose`` and ``empty_pose``: where the board lies in either, by its `sheet`. Raises BoardNotFound where the two
    pictures are not of one camera.
    """
    check_same_size(image, empty)
    seen, bare = (flat(picture, place, board.height_mm) for picture, place in ((image, pose), (empty, empty_pose)))
    tops, strange = block_masks(seen, bare, _lean(pose, board), board.colours)
    kind = _kind(board)
    lying = {colour: patches(mask, kind) for colour, mask in tops.items()}
    counts = {name: counted(lying, strange, outline, kind) for name, outline in board.outlines.items()}
    for name, outline in board.outlines.items():
        views = ((image, pose), (empty, empty_pose))
        if not all(within(place.project(outline), picture.shape[1::-1]).all() for picture, place in views):
            counts[name] = dict.fromkeys(board.colours)  # not whole in the pictures
    for name in board.single:
        if sum(count or 0 for count in counts[name].values()) > 1:
            counts[name] = dict.fromkeys(board.colours)
    return counts


def read_regions(image: Image, corners: Sequence[Point], board: RegionBoard, empty: Image) -> RegionReading:
    """What lies on the board in a picture of the same view as ``empty``.

    ``corners``: the board's in both pictures, clockwise from its own top left. Corners or pictures that do not fit give
    a reading with the reason.
    """
    try:
        check_same_size(image, empty)  # before the corners: where it is another size they would be blamed for it
        pose = pose_from_corners(corners, board.sheet(), (image.shape[1], image.shape[0]))
        return RegionReading(board.name, count_blocks(image, pose, board, empty, pose))
    except BankhalterError as error:
        return RegionReading(board.name, reason=error.sentence)


def _lean(pose: Pose, board: RegionBoard) -> Array:
    """(H, W, 2) px: how far from each place of the tops' plane the foot below it is seen, towards the camera."""
    width, height = (round(side * PX_PER_MM) for side in pose.board.size_mm)
    columns, rows = np.meshgrid(np.arange(0, width + 15, 16), np.arange(0, height + 15, 16))
    feet = np.stack([columns.ravel(), rows.ravel()], axis=1) / PX_PER_MM
    to_tops = np.linalg.inv(pose.matrix @ np.array([[1, 0, 0], [0, 1, 0], [0, 0, board.height_mm], [0, 0, 1]]))
    seen = cv2.perspectiveTransform(pose.project(feet)[None], to_tops)[0]
    coarse = ((seen - feet) * PX_PER_MM).reshape(*columns.shape, 2).astype(np.float32)
    enlarged = cv2.resize(coarse, None, fx=16, fy=16, interpolation=cv2.INTER_LINEAR)
    return np.asarray(enlarged[:height, :width], float)


def block_masks(seen: Image, bare: Image, lean: Array, colours: Sequence[str]) -> tuple[dict[str, Mask], Mask]:
    """For each colour where the tops of its blocks are, and where something is seen that is none.

    ``seen`` and ``bare``: flat pictures of one size; ``lean`` as `_lean` has it.
    """
    now, before = lab(in_the_same_light(seen, bare)), lab(bare)
    apart = np.sqrt(((now - before) ** 2).sum(axis=2))
    lies = opened(apart > STANDS_OUT)
    # Where black meets white there is a seam as grey as a shadow.
    tops = _worn_away(_closed(lies & ~is_shadow(now, before)), lean)
    # A white side is grey like a shadow, and no white any more: only a top is as light as the colour asks.
    masks = _of_colours(now)
    where = {colour: masks[colour] & (_closed(lies) if colour == "white" else lies & tops) for colour in colours}
    blocks = {colour: opened(_closed(_within(mask, apart, now[..., 0]))) for colour, mask in where.items()}
    known = np.logical_or.reduce(list(blocks.values()))
    return blocks, tops & ~known


def _of_colours(picture: Lab) -> dict[str, Mask]:
    """Where a picture is clearly of each colour that blocks have."""
    light, green_red, blue_yellow = picture[..., 0], picture[..., 1] - 128, picture[..., 2] - 128
    chroma = np.hypot(green_red, blue_yellow)
    return {
        "red": (green_red > 30) & (blue_yellow < green_red * 1.25),
        "yellow": (blue_yellow > 38) & (green_red < blue_yellow * 0.55) & (green_red > -14),
        "blue": (blue_yellow < -18) & (green_red < 24),
        "green": (green_red < -14) & (blue_yellow > -14),
        "white": (light > 185) & (chroma < 20),
        "black": (light < 75) & (chroma < 22),
    }


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


def _closed(mask: Mask) -> Mask:
    return cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((SEAM_PX, SEAM_PX), np.uint8)).astype(bool)
