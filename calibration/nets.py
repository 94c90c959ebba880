"""The weights of the learned square readers (how they are made and what they reach: calibration/training)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources

import numpy as np
from numpy.typing import NDArray

Weights = Mapping[str, NDArray[np.float32]]
"""Arrays by name.

Of a net that looks at the whole board: ``conv0_w`` (3, 3, channels in, channels out), ``conv0_b`` ... then, for the
layers that look further around, ``around0_w`` (3, 3, channels, fewer), ``change0_w`` (fewer, channels) ... and
``out_w`` (channels, classes). Of the second look: ``conv0_w`` ... and matrices, ``whole_w`` of the whole close-up,
``around_w`` of what was said of the squares around, ``both_w`` of both, ``out_w``, and ``before_w`` (1, 1), the weight
of what was said of the square itself.
"""


@cache
def weights(name: str) -> Weights:
    """The weights called ``name``: "with-empty", "with-empty-2", "alone", "flat" or "second-look"."""
    with (resources.files("calibration") / "nets" / f"{name}.npz").open("rb") as file, np.load(file) as arrays:
        return {key: arrays[key].astype(np.float32) for key in arrays.files}
