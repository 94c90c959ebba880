"""Pictures from straight above: a drawn camera over a drawn board, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from companion.board import Board, Grid
from companion.squares import Square
from vision.pose import Pose
from vision.rectify import MARGIN, averaged, crop, cut, rectify, sampled

BOARD = Board("tiny", (60.0, 40.0), Grid((10.0, 10.0), (10.0, 10.0), 4, 2), ("1111", "1111"))
SCALE = 4.0
"""Pixels a millimetre; the camera looks straight down, and what is 25 mm high is seen 10 mm further right."""
POSE = Pose(np.array([[SCALE, 0, 0.4 * SCALE, 0], [0, SCALE, 0, 0], [0, 0, 0, 1.0]]), BOARD)


def picture() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """The board in grey, with square C2 (30..40 mm, 20..30 mm) in white."""
    image = np.full((160, 240, 3), 90, np.uint8)
    image[80:120, 120:160] = 255
    return image


def test_a_square_fills_its_own_pixels_at_the_boards_height() -> None:
    flat = rectify(picture(), POSE, 0.0, 8, MARGIN)
    assert flat.shape == ((2 + 2 * MARGIN) * 8, (4 + 2 * MARGIN) * 8, 3)
    top, left = (1 + MARGIN) * 8, (2 + MARGIN) * 8
    assert (flat[top + 1 : top + 7, left + 1 : left + 7] > 250).all()
    assert (flat[top + 1 : top + 7, left - 7 : left - 1] == 90).all()


def test_a_roof_comes_over_its_own_square_at_its_own_height() -> None:
    """White at 30 to 40 mm on the board's plane is the roof of B2 (20 to 30 mm) at 25 mm height."""
    flat = rectify(picture(), POSE, 25.0, 8, MARGIN)
    top, left = (1 + MARGIN) * 8, (1 + MARGIN) * 8
    assert (flat[top + 1 : top + 7, left + 1 : left + 7] > 250).all()


def test_windows_are_cut_around_the_squares_middle() -> None:
    windows = cut(rectify(picture(), POSE, 0.0, 8, MARGIN), [Square(1, 2), Square(0, 0)], 8, 16)
    assert windows.shape == (2, 16, 16, 3)
    assert windows[0, 5:11, 5:11].min() > 250
    assert windows[1].max() == 90


def test_crop_shows_the_square_in_the_middle() -> None:
    window = crop(picture(), POSE, Square(1, 2), px=20)
    assert window.shape == (40, 40, 3)
    assert window[12:28, 12:28].min() > 250
    assert window[:8].max() == 90


def test_of_a_large_picture_all_pixels_count() -> None:
    """Squares of 400 pixels, every second one white: what is seen of them is their mean, and it lies where it was."""
    rows, cols = np.mgrid[0:1600, 0:2400]
    image = np.repeat(np.where((rows + cols) % 2, 255, 0).astype(np.uint8)[..., None], 3, axis=2)
    image[800:1200, 1200:1600] = 255  # square C2
    pose = Pose(np.array([[40.0, 0, 0, 0], [0, 40.0, 0, 0], [0, 0, 0, 1.0]]), BOARD)
    small, seen = averaged(image, pose, 64)
    assert small.shape == (266, 400, 3)  # by six: 400 / 64
    assert np.allclose(seen.project([(30.0, 20.0)]), [(1200 - 2.5) / 6, (800 - 2.5) / 6])
    flat = sampled(small, seen, 0.0, 32, MARGIN)
    top, left = (1 + MARGIN) * 32, (2 + MARGIN) * 32
    assert (flat[top + 1 : top + 31, left + 1 : left + 31] > 250).all()
    assert set(np.unique(flat[top + 1 : top + 31, left - 31 : left - 1])) <= {127, 128}


def test_a_picture_of_usual_size_stays_as_it_is() -> None:
    image = picture()
    assert averaged(image, POSE, 21) == (image, POSE)  # squares of 40 pixels


@pytest.mark.parametrize(
    ("down", "px", "times"),
    [
        (0, 64, 10),  # 683 / 64
        (0, 400, 1),
        (1500, 64, 17),  # 1131 / 64: the far squares are not in the picture
        (9000, 64, 1),  # nor are the near ones
    ],
)
def test_in_a_leaning_view_the_smallest_squares_that_are_seen_keep_their_detail(down: int, px: int, times: int) -> None:
    """The picture begins so many pixels below the board's top edge, where squares would have 400 pixels.

    The middles of the far squares lie 15 mm further down, those of the near ones 25 mm: there they are seen from 0.7
    and from 0.5 of the distance, and a leaning plane looks larger by the power of 1.5. So they have 400 / 0.7 ** 1.5 =
    683 pixels and 400 / 0.5 ** 1.5 = 1131, with their middles 857 and 2000 pixels below the edge.
    """
    towards = 1 / 50
    matrix = [[40.0, 0, 0, 0], [0, 40 + towards * down, 0, -down], [0, -towards, 0, 1]]
    small, _ = averaged(np.zeros((2100, 3700, 3), np.uint8), Pose(np.array(matrix), BOARD), px)
    assert small.shape == (2100 // times, 3700 // times, 3)
