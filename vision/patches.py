"""What a square looks like, as the classifier takes it: at the board's height, at a roof's height, and when empty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.devices import Image
from companion.squares import Square
from vision.pose import Pose
from vision.rectify import MARGIN, averaged, cut, halved, sampled, window

PX = 16
"""Pixels a square in a patch: a house is about eight across."""

FINE = 2 * PX
"""Pixels a square in what the net looks at: edges of a TOP in the shade and print under a shadow need it."""

SPAN = 36
"""Pixels of a patch: the square and five eighths of a square around it, where its roof or its shadow may lie."""

CLOSE, CLOSE_SPAN = 56, 112
"""Pixels a square, and of how many across, in what is looked at a second time (`vision.second_look`)."""

ROOF_MM = 22.0
"""Height of the second plane: in the middle of roofs from 12 to 30 mm."""

WARM, COLD = (-0.4, -0.25), (0.12, 0.2)
"""Logarithms of blue and of red against green, of the print's bright part, between which nine of ten learned boards
are. A camera whose white balance stands still in lamp light is brought there: with blue at 0.35 and red at 1.2 of what
they were, 26 % of 1,024 squares read `?` without an empty board, and two were wrong; so 6 %
and none, by the nets of then."""

ALIKE, RIM_AGREES = 0.1, 1.2
"""Pixels agree with a light in whose logarithms of all channels they are so near; and how many times as many must for
the rim's light to count. On the labelled boards it changes four of 40, where hands, shadows and 40 houses darken the
median by up to 0.13; pieces on three squares of four of a board made it yellow by 0.34."""

LEVELS = np.arange(256)[:, None]
"""All levels that a pixel can have, for tables of what becomes of each."""

Patches = NDArray[np.float32]
"""(N, SPAN, SPAN, 6 or 9), 0..1, blue-green-red: the board's plane, the roofs' plane, the empty board where known."""


@dataclass(frozen=True, slots=True)
class Source:
    """What close-ups are taken of: a picture, averaged for `CLOSE` pixels a square, and the board's pose in it.

    ``gain`` (3,): what its channels are multiplied with.
    """

    image: Image
    pose: Pose
    gain: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Views:
    """A picture seen straight from above: at the board's height, at a roof's, and the empty board in the same light.

    `PX` pixels a square; ``fine``: the two or three again, `FINE` pixels a square. ``board``: the one that is seen.
    ``sources``: what it is seen closer by, the picture and that of the empty board; without them no square can be
    looked at again.
    """

    board: Board
    ground: Image
    roof: Image
    bare: Image | None
    fine: tuple[Image, ...]
    sources: tuple[Source, ...]

    def without_bare(self) -> Views:
        """The same where the empty board is not known."""
        return replace(self, bare=None, fine=self.fine[:2], sources=self.sources[:1])


def views(image: Image, pose: Pose, empty: Image | None = None, empty_pose: Pose | None = None) -> Views:
    """The picture and, if given, the picture of the empty board, each rectified by its own pose, in a usual light."""
    taken = averaged(image, pose, 2 * FINE)
    ground = sampled(*taken, 0.0, FINE, MARGIN)
    gain = _to_usual_light(halved(ground))
    fine = [_lit(ground, gain), _lit(sampled(*taken, ROOF_MM, FINE, MARGIN), gain)]
    sources = [Source(*averaged(image, pose, 2 * CLOSE), gain)]
    if empty is not None:
        bare_pose = empty_pose or pose
        bare = sampled(*averaged(empty, bare_pose, 2 * FINE), 0.0, FINE, MARGIN)
        gain = light_between(bare, fine[0])
        fine.append(_multiplied(bare, gain))
        sources.append(Source(*averaged(empty, bare_pose, 2 * CLOSE), gain))
    ground, roof, *known = map(halved, fine)
    return Views(pose.board, ground, roof, known[0] if known else None, tuple(fine), tuple(sources))


def bright_print(ground: Image) -> NDArray[np.float32]:
    """(N, 3), 1..256: some pixels of the brighter two fifths of a board with its surroundings."""
    some = ground[::3, ::3].reshape(-1, 3).astype(np.float32) + 1
    light = some.sum(axis=1)
    return np.asarray(some[light >= np.percentile(light, 60)], np.float32)


def _to_usual_light(ground: Image) -> NDArray[np.float64]:
    """(3,): what blue, green and red are multiplied with for the bright print to have a colour that was learned."""
    blue, green, red = np.log(bright_print(ground)).T
    found = np.array([np.median(blue - green), np.median(red - green)])
    factors = np.exp(np.clip(found, WARM, COLD) - found)
    return np.array([factors[0], 1.0, factors[1]])


def _lit(picture: Image, gain: NDArray[np.float64]) -> Image:
    """The picture with other gains; what is burnt out in all channels stays so.

    One channel alone is scaled like what is a level darker: left at 255 it gave white print in a red lamp's light the
    red of a house.
    """
    if np.allclose(gain, 1):
        return picture
    table = np.clip(LEVELS * gain + 0.5, 0, 255).astype(np.uint8)
    lit = np.asarray(cv2.LUT(picture, table[None]), np.uint8)
    lit[cv2.inRange(picture, (255, 255, 255), (255, 255, 255)) > 0] = 255
    return lit


def _multiplied(bare: Image, gain: NDArray[np.float64]) -> Image:
    """The picture of the empty board with each channel in another light, what is burnt out as well."""
    return np.asarray(cv2.LUT(bare, np.clip(LEVELS * gain, 0, 255).astype(np.uint8)[None]), np.uint8)


def light_between(bare: Image, lit: Image) -> NDArray[np.float64]:
    """(3,): what the channels of ``bare`` are multiplied with for the light in ``lit``.

    Both are (rows, cols) squares and their rim at `FINE`.

    By the median ratio of all pixels, which a few houses and hands do not move. Pieces that fill the greater part of
    the board do: there it is that of the rim, where so many more pixels agree with it (`RIM_AGREES`).
    """
    some, other = bare[::4, ::4], lit[::4, ::4]  # a few of the pixels tell the same
    usable = ((some > 12) & (some < 245) & (other > 12) & (other < 245)).all(axis=2)
    if np.count_nonzero(usable) < 125:
        return np.ones(3)
    ratios = np.log(np.maximum(other, np.float32(1)) / np.maximum(some, 1))
    rim = np.ones(usable.shape, bool)
    width = MARGIN * FINE // 4
    rim[width:-width, width:-width] = False
    whole, outside = ratios[usable], ratios[usable & rim]
    gain = np.median(whole, axis=0)
    if len(outside) >= 125:
        by_rim = np.median(outside, axis=0)
        agree = [np.count_nonzero((np.abs(whole - each) < ALIKE).all(axis=1)) for each in (gain, by_rim)]
        gain = by_rim if agree[1] > RIM_AGREES * agree[0] else gain
    return np.asarray(np.exp(gain), float)


def close_up(seen: Views, square: Square) -> Image:
    """(CLOSE_SPAN, CLOSE_SPAN, 6 or 9) of a square, `CLOSE` pixels across: its planes as in `patches`, seen closer."""
    picture, *bare = seen.sources
    planes = [
        _lit(window(picture.image, picture.pose, square, height, CLOSE, CLOSE_SPAN), picture.gain)
        for height in (0.0, ROOF_MM)
    ]
    planes += [_multiplied(window(of.image, of.pose, square, 0.0, CLOSE, CLOSE_SPAN), of.gain) for of in bare]
    return np.concatenate(planes, axis=2)


def patches(seen: Views, squares: Sequence[Square]) -> Patches:
    """The squares' patches, with 9 channels where the empty board is known, else 6."""
    parts = [seen.ground, seen.roof] if seen.bare is None else [seen.ground, seen.roof, seen.bare]
    windows = [cut(part, squares, PX, SPAN) for part in parts]
    looks: Patches = np.concatenate(windows, axis=3, dtype=np.float32)
    looks /= np.float32(255)  # in place: of a whole board they are the largest piece of memory
    return looks


def planes_of(seen: Views) -> list[Image]:
    """What the net looks at: the two or three planes, `FINE` pixels a square.

    From the centres of the squares `MARGIN` outside the grid on one side to those on the other, for `_net.features`.
    """
    half = FINE // 2
    return [plane[half : 2 - half, half : 2 - half] for plane in seen.fine]
