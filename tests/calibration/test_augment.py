"""Windows that a net learns from, turned: what is seen and how it leans turn together."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.training.augment import turned


@pytest.mark.parametrize(("turns", "expected"), [(0, (1, 0)), (1, (0, -1)), (2, (-1, 0)), (3, (0, 1)), (5, (0, -1))])
def test_a_turned_window_leans_the_other_way(turns: int, expected: tuple[int, int]) -> None:
    """A quarter counter-clockwise takes what is at the right, and leans there, to the top."""
    planes, labels = np.zeros((5, 5, 9), np.float32), np.zeros((5, 5), np.uint8)
    planes[2, 4], labels[2, 4] = 1, 3
    leans = np.broadcast_to(np.float32([1, 0]), (5, 5, 2))
    seen, leaning, names = turned((planes, leans, labels), turns)
    row, col = 2 + 2 * expected[1], 2 + 2 * expected[0]
    assert seen[row, col].tolist() == [1] * 9
    assert seen.sum() == 9
    assert names[row, col] == 3
    assert (leaning == expected).all()
