"""Corners that a person gives from the wrong one on: refused where the print tells, else never taken without a word."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from companion.commands._calibrating import find_board, remark_on
from companion.commands._grounds import Ground
from companion.errors import BoardNotFound
from tests.vision.drawn_boards import a_board, drawn
from vision._grid_lines import turns_alike
from vision.placing import pose_by_corners
from vision.reader import look_at


def as_given(corners: object, first: int, off_px: float, seed: int) -> list[tuple[float, float]]:
    """The corners from another one on, each tapped some pixels off."""
    tapped = np.array(corners) + np.random.default_rng(seed).normal(0, off_px, (4, 2))
    return [(float(x), float(y)) for x, y in np.roll(tapped, -first, axis=0)]


@pytest.mark.parametrize(
    ("lopsided", "seed"),
    [(each, seed) for each in ((0.0, 0.0), (10.0, 8.0)) for seed in (3, 8)]
    + [((5.0, 5.0), seed) for seed in (0, 3, 8, 13, 17, 34)],
)
def test_half_turned_corners_of_a_board_nearly_the_same_both_ways_are_told_or_refused(
    lopsided: tuple[float, float], seed: int
) -> None:
    """Less than half a square of margin tells the ways apart: laid on the lines, either way's corners fit them."""
    image, pose = drawn(a_board(16, 12, (20.0, 20.0), lopsided), seed)
    given = as_given(pose.corners_px, 2, 6.0, seed)
    reading, evidence = look_at(image, pose.board, corners=given)
    assert not reading.found or (evidence is not None and evidence.first_believed)
    try:
        kept = find_board(image, Ground(pose.board), given)
    except BoardNotFound:
        return
    assert remark_on(image, kept, Ground(pose.board), given) is not None


def test_right_corners_far_off_are_not_led_to_the_wrong_order() -> None:
    """A tenth of a square and more off, some lie nearer to the lines of the half turn: no number is named."""
    image, pose = drawn(a_board(16, 12, (20.0, 20.0), (5.0, 5.0)), 1)
    said = []
    for seed in range(24):
        with contextlib.suppress(BoardNotFound):
            pose_by_corners(image, as_given(pose.corners_px, 0, 9.0, seed), pose.board)
            continue
        with pytest.raises(BoardNotFound, match="give them more exactly") as refused:
            pose_by_corners(image, as_given(pose.corners_px, 0, 9.0, seed), pose.board)
        said.append(str(refused.value))
    assert said
    assert [each for each in said if "is number" in each] == []


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_corners_of_a_plainly_lopsided_board_are_refused_in_any_other_order(turns: int) -> None:
    image, pose = drawn(a_board(16, 12, (60.0, 20.0), (45.0, 0.0)), 1)
    for seed in range(3):
        with pytest.raises(BoardNotFound, match="begin at the wrong one"):
            pose_by_corners(image, as_given(pose.corners_px, turns, 3.0, seed), pose.board)
        given = as_given(pose.corners_px, 0, 3.0, seed)
        assert np.allclose(pose_by_corners(image, given, pose.board).corners_px, given, atol=0.01)


@pytest.mark.parametrize(
    ("cols", "lopsided", "same", "nearly"),
    [
        (16, (0.0, 0.0), {2}, {2}),
        (16, (2.0, 2.0), {2}, {2}),  # of squares of 30 mm
        (16, (14.0, 14.0), set(), {2}),
        (16, (16.0, 0.0), set(), set()),
        (12, (0.0, 0.0), {1, 2, 3}, {1, 2, 3}),
        (12, (16.0, 0.0), set(), set()),
    ],
)
def test_the_turns_by_which_lines_lie_alike(
    cols: int, lopsided: tuple[float, float], same: set[int], nearly: set[int]
) -> None:
    board = a_board(cols, 12, (20.0, 20.0), lopsided)
    assert turns_alike(board, 0.09) == same
    assert turns_alike(board, 0.5) == nearly
