"""Whether a frame may be read: drawn pictures."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.devices import Image
from vision.stillness import SMALL, difference, reaching_in, sharpness, small

RNG = np.random.default_rng(2)
TABLE = cv2.GaussianBlur(RNG.integers(70, 170, (240, SMALL, 3)).astype(np.uint8), (0, 0), 3)


def test_light_on_everything_is_no_difference() -> None:
    assert difference(TABLE, np.asarray(TABLE * 0.8, np.uint8)).mean() < 0.01


LAMP = np.where(np.arange(SMALL) >= 220, 1.8, 1.0)[:, None]
LIT = np.clip(TABLE * LAMP, 0, 255).astype(np.uint8)
BRIGHT = np.clip(TABLE * LAMP * 1.9, 0, 255).astype(np.uint8)
"""The table with a lamp on its right third, and the same exposed for longer: what the lamp shines on is burnt out."""


def test_what_is_burnt_out_is_no_difference() -> None:
    assert (BRIGHT[:, 220:] == 255).mean() > 0.9
    assert difference(LIT, BRIGHT).mean() < 0.01
    assert difference(BRIGHT, LIT).mean() < 0.01


def test_where_nearly_all_is_burnt_out_the_same_is_still_no_difference() -> None:
    white = np.full_like(TABLE, 255)
    assert not difference(white, white).any()


@pytest.mark.parametrize(("picture", "reference"), [(LIT, BRIGHT), (BRIGHT, LIT), (BRIGHT, BRIGHT)])
def test_arm_over_what_is_burnt_out_reaches_in(picture: Image, reference: Image) -> None:
    arm = cv2.line(picture.copy(), (319, 60), (170, 120), (40, 40, 40), 25)
    reach = reaching_in(difference(np.asarray(arm, np.uint8), reference))
    assert reach[120, 170]
    assert not reach[220, 40]


def test_arm_from_the_border_reaches_in() -> None:
    arm = TABLE.copy()
    cv2.line(arm, (0, 60), (150, 120), (40, 40, 40), 25)
    reach = reaching_in(difference(arm, TABLE))
    assert reach[120, 150]
    assert not reach[220, 40]


def test_thing_in_the_middle_does_not_reach_in() -> None:
    house = TABLE.copy()
    cv2.rectangle(house, (150, 100), (170, 120), (30, 30, 200), -1)
    changed = difference(house, TABLE)
    assert changed[110, 160]
    assert not reaching_in(changed).any()


def test_blur_lowers_sharpness_and_light_does_not() -> None:
    grid = np.full((200, 200, 3), 180, np.uint8)
    grid[::16] = 60
    grid[:, ::16] = 60
    blurred = np.asarray(cv2.GaussianBlur(grid, (0, 0), 3), np.uint8)
    dimmer = np.asarray(grid // 2, np.uint8)
    assert sharpness(blurred) < 0.55 * sharpness(grid)
    assert abs(sharpness(dimmer) / sharpness(grid) - 1) < 0.05


@pytest.mark.parametrize(("height", "width", "small_height"), [(960, 1280, 240), (8, 40_000, 1), (40_000, 8, 5120)])
def test_any_picture_has_a_small_one(height: int, width: int, small_height: int) -> None:
    assert small(np.zeros((height, width, 3), np.uint8)).shape == (small_height, SMALL, 3)
