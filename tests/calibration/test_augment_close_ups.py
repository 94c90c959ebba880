"""Variations of close-ups: what was said of the squares around turns with them, and what is covered is no piece."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.training import augment_close_ups
from calibration.training.augment_close_ups import covered, lights, turned
from vision.deciding import LETTERS
from vision.patches import CLOSE, CLOSE_SPAN


def test_what_was_said_of_the_squares_around_turns_with_the_close_up() -> None:
    """The square up and to the left is bright and surely red, whichever way it is turned or mirrored."""
    seen = set()
    for seed in range(40):
        close = np.zeros((3, CLOSE_SPAN, CLOSE_SPAN, 9), np.uint8)
        close[:, :20, :20] = 200
        said = np.zeros((3, 3, 3, len(LETTERS)), np.float32)
        said[:, 0, 0, 1] = 1
        planes, after = turned(close, said, np.random.default_rng(seed))
        for plane, letters in zip(planes, after, strict=True):
            (row,), (col,) = np.nonzero(letters[..., 1])
            corner = plane[: CLOSE_SPAN // 2] if row == 0 else plane[CLOSE_SPAN // 2 :]
            corner = corner[:, : CLOSE_SPAN // 2] if col == 0 else corner[:, CLOSE_SPAN // 2 :]
            assert np.count_nonzero(corner) == np.count_nonzero(plane) > 0
            seen.add((int(row), int(col)))
    assert seen == {(0, 0), (0, 2), (2, 0), (2, 2)}


def test_both_heights_are_in_one_light_and_the_empty_board_in_nearly_the_same() -> None:
    light = lights(500, np.random.default_rng(4))
    assert light.shape == (500, 1, 1, 9)
    np.testing.assert_array_equal(light[..., 0:3], light[..., 3:6])
    apart = np.log(light[..., 6:9] / light[..., 0:3])
    assert 0.03 < apart.std() < 0.08
    assert 0.1 < np.log(light[..., 0:3]).std() < 0.16


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_what_is_laid_over_most_of_a_square_makes_it_no_piece(share: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(augment_close_ups, "LAID", share)
    rng = np.random.default_rng(2)
    before = rng.integers(0, 256, (40, CLOSE_SPAN, CLOSE_SPAN, 9)).astype(np.uint8)
    planes, labels = before.copy(), rng.integers(0, 6, 40).astype(np.int32)
    after = covered(planes, labels, rng)
    changed = (planes != before).any(axis=3)
    middle = slice((CLOSE_SPAN - CLOSE) // 2, (CLOSE_SPAN + CLOSE) // 2)
    over = changed[:, middle, middle].mean(axis=(1, 2))
    np.testing.assert_array_equal(planes[..., 6:], before[..., 6:])  # the empty board stays bare
    if share:
        assert (after == LETTERS.index("?")).all()
        assert over.min() > 0.65
        assert over.min() < 0.95 < over.max()
    else:
        np.testing.assert_array_equal(after, labels)
        assert not changed.any()
