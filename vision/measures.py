"""What is measured of squares beside what the nets say: how bright, how coloured, how unlike the empty board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.squares import Square
from vision.patches import PX, SPAN, Patches, Views, bright_print, patches
from vision.rectify import MARGIN

DARK, BURNT = 36.0, 250.0
"""Grey levels: a square is not read when its bright twentieth is darker, or its median brighter, than this."""
BLACK, PLAIN = 40.0, 6.0
"""Nor when its bright twentieth is darker than the first and no more than the second above its median: a black thing,
which was taken for a square in the shade with 0.99; squares in the shade show 8 and more."""
GREY = np.array([29.1, 149.7, 76.2], np.float32)
"""Weights of blue, green and red in a grey level, for patches from 0 to 1."""


Light = Literal["dark", "burnt"]
"""How light spoils a picture: too little of it, or too much."""


@dataclass(frozen=True, slots=True)
class Measures:
    """What is measured of N squares beside what the nets say.

    ``brightness`` (N,) and ``tints`` (N, 4): see there. ``difference`` (N,): `unlike_empty`, ``print_level`` (N,):
    `print_brightness`; both None where the empty board is not known. ``recoloured`` (N,): `unlike_print`, None there
    too. ``tops``: whether TOPs are in the game, which might hide in the dark.
    """

    brightness: NDArray[np.float64]
    tints: NDArray[np.float64]
    difference: NDArray[np.float64] | None = None
    print_level: NDArray[np.float64] | None = None
    recoloured: NDArray[np.float64] | None = None
    tops: bool = True


def measure(seen: Views, looks: Patches, *, tops: bool) -> Measures:
    """The measures of squares with such patches; ``tops``: whether TOPs are in the game."""
    of_all = Measures(brightness(seen, looks), tints(seen, looks), tops=tops)
    if seen.bare is None:
        return of_all
    return replace(
        of_all,
        difference=unlike_empty(looks),
        print_level=print_brightness(seen, looks),
        recoloured=unlike_print(looks),
    )


def unreadable(looks: Patches) -> NDArray[np.bool_]:
    """(N,): squares whose own pixels are nearly black, of one black, or burnt out."""
    black, burnt = _black_and_burnt(looks)
    return np.asarray(black | burnt)


def spoilt_by(seen: Views, squares: Sequence[Square]) -> Light | None:
    """What keeps most of these squares from being read, if it is the light."""
    black, burnt = _black_and_burnt(patches(seen, squares))
    if np.count_nonzero(black) * 2 > len(squares):
        return "dark"
    return "burnt" if np.count_nonzero(burnt) * 2 > len(squares) else None


def _black_and_burnt(looks: Patches) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    grey = _grey(looks)
    bright, median = np.percentile(grey, 95, axis=1), np.median(grey, axis=1)
    black = (bright < DARK) | ((bright < BLACK) & (bright < median + PLAIN))
    return np.asarray(black), np.asarray(median > BURNT)


def _grey(looks: Patches) -> NDArray[np.floating]:
    """(N, pixels): the grey levels of squares' own pixels."""
    return np.asarray((_own(looks)[..., :3] @ GREY).reshape(len(looks), -1))


def brightness(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N,): the darkest seventh of each square, at the height where it is darker, against the board's bright tenth."""
    own = largest(_own(looks)[..., :6].reshape(len(looks), PX * PX, 2, 3))
    return np.asarray(np.percentile(own, 15, axis=1).min(axis=1) / _bright_tenth(seen), float)


def print_brightness(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N,): the median of each square of the empty board, where that is known, against the board's bright tenth."""
    own = largest(_own(looks)[..., 6:9].reshape(len(looks), PX * PX, 3))
    return np.asarray(np.median(own, axis=1) / _bright_tenth(seen), float)


def unlike_print(looks: Patches) -> NDArray[np.float64]:
    """(N,): by how much the colour of the middle of each patch (N, SPAN, SPAN, 9) differs from the empty board's.

    The median's logarithm, of the channel that differs most.
    """
    rim = (SPAN - PX) // 2 + PX // 4
    middle = np.log(looks[:, rim:-rim, rim:-rim] * 255 + 8)
    here, bare = (np.median(middle[..., part].reshape(len(looks), -1, 3), axis=1) for part in (slice(3), slice(6, 9)))
    return np.asarray(largest(np.abs(here - bare)), float)


def hue_and_level(logs: NDArray[np.floating]) -> NDArray[np.float64]:
    """(..., 3): how blue and how red colours are against their green, and how bright; ``logs``: their logarithms."""
    blue, green, red = logs[..., 0], logs[..., 1], logs[..., 2]
    return np.stack([blue - green, red - green, logs.mean(axis=-1)], axis=-1)


def largest(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(...): the largest of three channels; numpy's own takes thirty times as long along so short an axis."""
    return np.maximum(np.maximum(colours[..., 0], colours[..., 1]), colours[..., 2])


def _own(looks: Patches) -> Patches:
    """(N, PX, PX, channels): the squares' own pixels."""
    rim = (SPAN - PX) // 2
    return looks[:, rim:-rim, rim:-rim]


def _bright_tenth(seen: Views) -> float:
    """The level of the board's bright tenth, 0..1."""
    grid = slice(MARGIN * PX, -MARGIN * PX)
    return max(1.0, float(np.percentile(seen.ground[grid, grid].max(axis=2), 90))) / 255


def tints(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N, 4): how much of the colours r, b, g and y the most coloured part of each square has, at either height.

    The ninth decile of the logarithm of the colour's own channels against the others, less that of the board's bright
    print, which is taken for white.
    """
    rim = (SPAN - 24) // 2
    planes = looks[:, rim:-rim, rim:-rim, :6] * 255 + 3
    soft = np.stack([cv2.blur(part, (5, 5)) for part in planes]).reshape(len(looks), -1, 2, 3)
    white = np.median(_tints(bright_print(seen.ground)), axis=0)
    return np.asarray(np.percentile(_tints(soft), 90, axis=1).max(axis=1) - white, float)


def _tints(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(..., 4) of (..., 3) blue, green and red."""
    blue, green, red = np.moveaxis(np.log(colours), -1, 0)
    of_each = [
        red - np.maximum(green, blue),
        blue - np.maximum(green, red),
        green - np.maximum(blue, red),
        np.minimum(red, green) - blue,
    ]
    return np.stack(of_each, axis=-1)


def unlike_empty(looks: Patches) -> NDArray[np.float64]:
    """(N,): how far the middle of each patch (N, SPAN, SPAN, 9) differs from the empty board's, but for smooth light.

    The ninth decile of the difference of logarithms, less its own blur: 0.05 to 0.2 for an empty square in even light,
    0.2 and more for a house; up to 0.8 also for the sharp edge of a shadow.
    """
    light = np.log(looks[..., 0:3] * 255 + 10) - np.log(looks[..., 6:9] * 255 + 10)
    planes = np.ascontiguousarray(light.transpose(0, 3, 1, 2))
    fine, coarse = _blurs()
    rest = np.abs(fine @ planes @ fine.T - coarse @ planes @ coarse.T).max(axis=1)
    return np.asarray(np.percentile(rest.reshape(len(rest), -1), 90, axis=1), float)


@cache
def _blurs() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Matrices (SPAN / 2, SPAN) that blur the middle of a patch along a side: finely, and so that only light stays."""

    def blur(sigma: float) -> NDArray[np.float32]:
        units = np.repeat(np.eye(SPAN, dtype=np.float32)[:, :, None], SPAN, axis=2)
        return np.stack([cv2.GaussianBlur(unit, (0, 0), sigma)[:, 0] for unit in units], axis=1)

    rim = SPAN // 4
    fine = blur(0.8)
    return fine[rim:-rim], (blur(7) @ fine)[rim:-rim]
