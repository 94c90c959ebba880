"""python -m calibration.training.finished OUT.npz ONE.npz OTHER.npz: the net half way between two; finished weights.

A net that went on learning from few scenes (`calibration.training.train`, ``--start``) knows these better and others
worse; half way between it and what it began from, it is better at both.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.errors import FormatError
from vision._net import WITHOUT_EMPTY

WITH_EMPTY = 27
"""Channels that the first layer of a net sees that knows the empty board (`vision._net.features`)."""

Weights = dict[str, NDArray[np.float32]]
"""A net's arrays by name, as `calibration.nets` keeps them."""


def start_weights(file: Path, *, alone: bool) -> Weights:
    """The arrays in ``file`` of a net to go on from; ``alone``: without the channels of the empty board.

    Raises FormatError for a net that sees other channels. 18 are taken for those of a net of this version that does not
    know the empty board: an older one that knew it had as many, and nothing in the file tells which.
    """
    weights = _load(file)
    channels = weights["conv0_w"].shape[2]
    if channels != WITH_EMPTY and not (alone and channels == len(WITHOUT_EMPTY)):
        raise FormatError(
            f"{file}: this net sees {channels} channels, not {WITH_EMPTY}: it does not know the empty board, or is "
            "of an older version. Start from one of this version that knows the empty board"
        )
    if alone and channels == WITH_EMPTY:
        weights["conv0_w"] = weights["conv0_w"][:, :, WITHOUT_EMPTY]
    return weights


def half_way(one: Weights, other: Weights) -> Weights:
    """The mean of two nets of the same layers."""
    return {name: np.asarray((array + other[name]) / 2, np.float32) for name, array in one.items()}


def short(array: NDArray[np.floating]) -> NDArray[np.float16]:
    """The array in half precision with eight significant bits, as the layers learned with: it packs well."""
    bits = np.ascontiguousarray(array, np.float32).view(np.uint32)
    return ((bits + np.uint32(0x8000)) & np.uint32(0xFFFF0000)).view(np.float32).astype(np.float16)


def save(file: Path, weights: Weights) -> None:
    arrays: dict[str, Any] = {name: short(array) for name, array in weights.items()}
    np.savez_compressed(file, **arrays)


def _load(file: Path) -> Weights:
    with np.load(file) as arrays:
        return {name: arrays[name].astype(np.float32) for name in arrays.files}


if __name__ == "__main__":
    out, *both = (Path(name) for name in sys.argv[1:])
    save(out, half_way(*(_load(file) for file in both)))
