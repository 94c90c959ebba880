"""python -m calibration.training.finished OUT.npz ONE.npz OTHER.npz: the net between two; finished weights.

A net that went on learning from few scenes (`calibration.training.train`, ``--start``) knows these better and others
worse; part of the way from what it began from, ONE, to it, OTHER, it is better at both. ``--share``: how far, half way
if not given. ``--rarer``: how much rarer than in what was learned from "anything else" is to be on boards, as the
logarithm of its odds: pictures that fallen houses, coins and foreign pieces were put on show ten such things a board.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import FormatError
from vision._net import WITHOUT_EMPTY
from vision.deciding import LETTERS

WITH_EMPTY = 27
"""Channels that the first layer of a net sees that knows the empty board (`vision._net.features`)."""

Weights = dict[str, NDArray[np.float32]]
"""A net's arrays by name, as `calibration.nets` keeps them."""


def start_weights(file: Path, *, alone: bool) -> Weights:
    """The arrays in ``file`` of a net to go on from; ``alone``: without the channels of the empty board.

    Raises FormatError for a net that sees other channels. 18 are taken for those of a net of this version that does not
    know the empty board: an older one that knew it had as many, and nothing in the file tells which.
    """
    weights = load(file)
    channels = weights["conv0_w"].shape[2]
    if channels != WITH_EMPTY and not (alone and channels == len(WITHOUT_EMPTY)):
        raise FormatError(
            f"this net sees {channels} channels, not {WITH_EMPTY}: it does not know the empty board, or is "
            "of an older version. Start from one of this version that knows the empty board"
        )
    if alone and channels == WITH_EMPTY:
        weights["conv0_w"] = weights["conv0_w"][:, :, WITHOUT_EMPTY]
    return weights


def between(one: Weights, other: Weights, share: float) -> Weights:
    """The mean of two nets of the same layers, in which ``other`` has ``share``, 0..1."""
    return {name: np.asarray(array + share * (other[name] - array), np.float32) for name, array in one.items()}


def with_rarer(weights: Weights, letter: str, by: float) -> Weights:
    """The net whose answers have exp(``by``) times less odds for one of `LETTERS`, against each of the others."""
    last = weights["out_b"].copy()
    last[LETTERS.index(letter)] -= by
    return {**weights, "out_b": last}


def short(array: NDArray[np.floating]) -> NDArray[np.float16]:
    """The array in half precision with eight significant bits, as the layers learned with: it packs well."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    return ((bits + np.uint32(0x8000)) & np.uint32(0xFFFF0000)).view(np.float32).astype(np.float16)


def save(file: Path, weights: Weights) -> None:
    arrays: dict[str, Any] = {name: short(array) for name, array in weights.items()}
    np.savez_compressed(file, **arrays)


def load(file: Path) -> Weights:
    """The arrays of a net that `save` wrote, in single precision."""
    with np.load(file) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays.files}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("out", "one", "other"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--rarer", type=float, default=0.0)
    given = parser.parse_args()
    save(given.out, with_rarer(between(load(given.one), load(given.other), given.share), "?", given.rarer))
