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


def bare(certainty: float) -> Any:
    """(1, 7): so certain that nothing stands there; the rest is anything else but for a twenty-fifth for each piece."""
    row = np.full((1, len(LETTERS)), (1 - certainty) * 0.04, np.float32)
    row[0, LETTERS.index("?")] = (1 - certainty) * 0.8
    row[0, LETTERS.index(".")] = certainty
    return row
