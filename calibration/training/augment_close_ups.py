"""Variations of what the second look sees: turned, in other light, and with something laid over it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.deciding import LETTERS
from vision.patches import CLOSE_SPAN

LAID = 0.05
"""Share of the squares over which something is laid (`covered`)."""
Floats = NDArray[np.floating[Any]]
Pixels = NDArray[np.uint8]


def turned(close: Pixels, said: Floats, rng: np.random.Generator) -> tuple[Pixels, Floats]:
    """Close-ups (N, S, S, 9) and what was said around (N, 3, 3, 7), turned together, and mirrored or not."""
    turns = int(rng.integers(4))
    close, said = np.rot90(close, turns, (1, 2)), np.rot90(said, turns, (1, 2))
    if rng.random() < 0.5:
        close, said = close[:, :, ::-1], said[:, :, ::-1]
    return np.ascontiguousarray(close), np.ascontiguousarray(said, np.float32)


def lights(number: int, rng: np.random.Generator) -> Floats:
    """(N, 1, 1, 9): what each close-up's channels are multiplied with; the empty board is in a little other light."""
    light = np.exp(rng.normal(0, 0.12, (number, 1, 1, 1)) + rng.normal(0, 0.04, (number, 1, 1, 3)))
    other = np.exp(rng.normal(0, 0.05, (number, 1, 1, 1)) + rng.normal(0, 0.02, (number, 1, 1, 3)))
    return np.concatenate([light, light, light * other], axis=3).astype(np.float32)


def covered(planes: Pixels, labels: NDArray[np.int32], rng: np.random.Generator) -> NDArray[np.int32]:
    """The labels, where now and then something that ends in a straight line is laid over most of a square.

    It has the colour of the print there, as a sleeve may, or any other; ``planes`` (N, S, S, 9) are changed.
    """
    after = labels.copy()
    y, x = np.mgrid[-1 : 1 : CLOSE_SPAN * 1j, -1 : 1 : CLOSE_SPAN * 1j]
    for number in np.flatnonzero(rng.random(len(labels)) < LAID):
        turn = rng.uniform(0, 2 * np.pi)
        under = np.cos(turn) * x + np.sin(turn) * y > rng.uniform(-0.6, -0.2)  # 70 to 100 % of the square
        printed = np.median(planes[number, ::4, ::4, 6:], axis=(0, 1))
        colour = printed if rng.random() < 0.5 else rng.uniform(25, 240, 3)
        light = np.exp(rng.normal(0, 0.15) + rng.normal(0, 0.1) * x + rng.normal(0, 0.1) * y)[..., None]
        grain = rng.normal(0, 4, (CLOSE_SPAN, CLOSE_SPAN, 3))
        laid = np.clip(colour * light + grain, 0, 255).astype(np.uint8)
        for plane in (planes[number, :, :, 0:3], planes[number, :, :, 3:6]):
            plane[under] = laid[under]
        after[number] = LETTERS.index("?")
    return after
