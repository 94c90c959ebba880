"""Variations of patches while a net learns: turns, foreign things on top, light, colour, noise."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.training.make_patches import LEFT_OUT
from vision.classify import LETTERS
from vision.patches import PX, SPAN

Floats = NDArray[np.float32]
Labels = NDArray[np.uint8]

_SUPPLY = np.random.default_rng(7).normal(0, 1, 4_000_000).astype(np.float32)

FOREIGN = 0.10
"""Share of the patches that get something on top that is neither board nor house."""


def varied(looks: NDArray[np.uint8], labels: Labels, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """A batch (N, SPAN, SPAN, 9) as seen another time, 0..1, with its labels."""
    patches: Floats = looks.astype(np.float32) / np.float32(255)
    patches = np.asarray(np.rot90(patches, int(rng.integers(4)), (1, 2)), np.float32)
    if rng.random() < 0.5:
        patches = patches[:, :, ::-1]
    patches = _of_other_plastic(np.array(patches), labels, rng)
    patches, labels = _with_foreign_things(patches, labels.copy(), rng)
    return _in_other_light(patches, rng), labels


def _of_other_plastic(patches: Floats, labels: Labels, rng: np.random.Generator) -> Floats:
    """What differs from the empty board in other tints and depths, and houses with lamps mirrored in them."""
    count = len(patches)
    shape = (count, 1, 1, 1)
    is_house = ((labels > 0) & (labels < LETTERS.index("?"))).reshape(shape)
    gloss = _single(np.clip(np.abs(rng.normal(0, 0.22, shape)), 0, 0.6) * (rng.random(shape) < 0.4) * is_house)
    lamp = _single(rng.uniform(0.4, 0.95, shape) * (1 + rng.normal(0, 0.05, (count, 1, 1, 3))))
    tint = _single(rng.normal(0, 0.08, (count, 1, 1, 3)) + rng.normal(0, 0.2, shape))
    for first in (0, 3):
        plane = patches[..., first : first + 3]
        unlike = np.abs(plane - patches[..., 6:9])
        new = (np.maximum(np.maximum(unlike[..., :1], unlike[..., 1:2]), unlike[..., 2:]) > 0.08).astype(np.float32)
        soft = (new + np.roll(new, 1, 1) + np.roll(new, -1, 1) + np.roll(new, 1, 2) + np.roll(new, -1, 2)) / np.float32(
            5
        )
        glossy = plane * (1 - gloss * soft) + lamp * gloss * soft
        patches[..., first : first + 3] = np.clip(glossy * np.exp(tint * soft), 0, 1)
    return patches


def _with_foreign_things(patches: Floats, labels: Labels, rng: np.random.Generator) -> tuple[Floats, Labels]:
    """Bands and ovals (arms, fingers, coins, paper) over some squares; these are then `?`, or left out if half so."""
    chosen = np.flatnonzero(rng.random(len(patches)) < FOREIGN)
    if not len(chosen):
        return patches, labels
    masks = _shapes(len(chosen), rng)
    rim = (SPAN - PX) // 2
    covered = masks[:, rim:-rim, rim:-rim].mean((1, 2))
    elsewhere = patches[rng.integers(0, len(patches), len(chosen))][:, ::-1, :, :6]
    plain = (rng.random(len(chosen)) < 0.75)[:, None, None, None]
    things = np.where(plain, _surfaces(len(chosen), rng), elsewhere)
    some = patches[chosen]
    some[..., :6] = np.where(masks[..., None], np.clip(things, 0, 1), some[..., :6])
    patches[chosen] = some
    labels[chosen] = np.where(covered > 0.38, LETTERS.index("?"), np.where(covered > 0.10, LEFT_OUT, labels[chosen]))
    return patches, labels


def _shapes(count: int, rng: np.random.Generator) -> NDArray[np.bool_]:
    rows, cols = np.mgrid[0:SPAN, 0:SPAN]
    masks = np.zeros((count, SPAN, SPAN), bool)
    for mask in masks:
        if rng.random() < 0.5:
            angle = rng.uniform(0, 2 * np.pi)
            across = (cols - SPAN / 2) * np.cos(angle) + (rows - SPAN / 2) * np.sin(angle)
            edge = rng.uniform(-14, 2)
            mask[:] = (across > edge) & (across < edge + rng.uniform(14, 40))
        else:
            col, row = rng.uniform(11, 24, 2)
            stretch = rng.uniform(0.6, 1.6)
            mask[:] = (cols - col) ** 2 * stretch + (rows - row) ** 2 / stretch < rng.uniform(6, 16) ** 2
    return masks


def _surfaces(count: int, rng: np.random.Generator) -> NDArray[Any]:
    """Plain and grained surfaces of any colour, two of five the colours of skin; (N, SPAN, SPAN, 6)."""
    colour = rng.uniform(0, 1, (count, 1, 1, 3)) ** 1.3
    ranges = ((0.1, 0.55), (0.2, 0.7), (0.3, 0.9))  # blue, green, red
    skin = np.sort(np.stack([rng.uniform(*span, (count, 1, 1)) for span in ranges], -1), axis=-1)
    colour = np.where((rng.random(count) < 0.4)[:, None, None, None], skin, colour)
    grain = np.repeat(np.repeat(rng.normal(0, 1, (count, 9, 9, 1)), SPAN // 9, 1), SPAN // 9, 2)
    surface = colour * (1 + 0.15 * rng.normal(0, 1, (count, 1, 1, 1)) + 0.08 * grain)
    return np.concatenate([surface, surface], -1)


def _in_other_light(patches: Floats, rng: np.random.Generator) -> Floats:
    """Brighter, darker, warmer, flatter, more or less saturated; the empty board a little off; noise."""
    count, planes = len(patches), patches.shape[-1] // 3
    gain = _single(np.exp(rng.normal(-0.05, 0.28, (count, 1, 1, 1)) + rng.normal(0, 0.06, (count, 1, 1, 3))))
    gamma = _single(np.exp(rng.normal(0, 0.12, (count, 1, 1, 1))))
    gains = np.tile(gain, planes)
    gains[..., 6:9] *= _single(np.exp(rng.normal(0, 0.03, (count, 1, 1, 3))))
    lit = np.clip(patches * gains, np.float32(1e-4), np.float32(1)) ** gamma
    saturation = _single(np.exp(rng.normal(0, 0.15, (count, 1, 1, 1, 1))))
    colours = lit.reshape(count, SPAN, SPAN, planes, 3)
    grey = (colours[..., :1] + colours[..., 1:2] + colours[..., 2:]) / np.float32(3)
    lit = (grey + (colours - grey) * saturation).reshape(patches.shape)
    noisy = (rng.random((count, 1, 1, 1)) < 0.5) * rng.uniform(0, 0.03, (count, 1, 1, 1))
    lit += _noise(rng, lit.size).reshape(lit.shape) * _single(noisy)
    return np.asarray(np.clip(lit, np.float32(0), np.float32(1)), np.float32)


def _noise(rng: np.random.Generator, size: int) -> Floats:
    """``size`` normal numbers from a supply that is drawn once: making them took a third of the learning."""
    start = int(rng.integers(len(_SUPPLY)))
    return np.asarray(np.take(_SUPPLY, np.arange(start, start + size), mode="wrap"), np.float32)


def _single(values: NDArray[Any]) -> Floats:
    """In single precision: one double would make doubles of the whole batch."""
    return np.asarray(values, np.float32)
