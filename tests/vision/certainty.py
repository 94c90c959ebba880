"""Certainties of squares as a net would give them."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.deciding import LETTERS


def likely(letter: str, certainty: float) -> Any:
    """(1, 7): so certain of one letter, the rest spread over the others."""
    row = np.full((1, len(LETTERS)), (1 - certainty) / (len(LETTERS) - 1), np.float32)
    row[0, LETTERS.index(letter)] = certainty
    return row
