"""Finished weights that a net goes on from (`calibration.training.train`, ``--start``)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.errors import FormatError
from vision._net import WITHOUT_EMPTY

WITH_EMPTY = 27
"""Channels that the first layer of a net sees that knows the empty board (`vision._net.features`)."""


def start_weights(file: Path, *, alone: bool) -> dict[str, NDArray[np.float32]]:
    """The arrays in ``file`` of a net that knows the empty board; ``alone``: without its channels for that.

    Raises FormatError for another net. One of 18 channels may know the empty board by the channels of an older version,
    or not know it by those of this one; nothing in the file tells which.
    """
    with np.load(file) as arrays:
        weights = {name: arrays[name].astype(np.float32) for name in arrays.files}
    channels = weights["conv0_w"].shape[2]
    if channels != WITH_EMPTY:
        raise FormatError(
            f"{file}: this net sees {channels} channels, not {WITH_EMPTY}: it does not know the empty board, or is "
            "of an older version. Start from one of this version that knows the empty board, with --alone too"
        )
    if alone:
        weights["conv0_w"] = weights["conv0_w"][:, :, WITHOUT_EMPTY]
    return weights
