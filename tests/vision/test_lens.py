"""A lens with known bends: measured from drawn pictures of the sheet, and taken out again."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from calibration.sheets import LENS_SHEET
from companion.errors import FormatError
from vision.lens import Lens, measure_lens

SIZE = (1280, 960)
MATRIX = np.array([[1400.0, 0, 640], [0, 1400, 480], [0, 0, 1]])
BENDS = np.array([-0.18, 0.05, 0.0, 0.0, 0.0])
"""A barrel of some pixels at the border, as a cheap webcam has it."""
VIEWS = [
    ((0.0, 0.0, 0.0), 430),
    ((0.5, 0.0, 0.1), 470),
    ((-0.5, 0.1, 0.0), 470),
    ((0.1, 0.5, -0.2), 470),
    ((0.0, -0.5, 0.2), 470),
    ((0.35, 0.35, 0.4), 500),
    ((-0.3, 0.4, -0.4), 500),
]
"""Turns (radians) and distances (mm) of the sheet before the camera."""


@cache
def photos() -> tuple[np.ndarray, ...]:
    """The sheet as that camera sees it: each pixel's ray, bent as OpenCV's model says, meets the turned sheet."""
    sheet = LENS_SHEET.charuco()
    width, height = LENS_SHEET.cols * LENS_SHEET.square_mm, LENS_SHEET.rows * LENS_SHEET.square_mm
    flat = cv2.copyMakeBorder(
        sheet.generateImage((round(width * 4), round(height * 4))), 80, 80, 80, 80, cv2.BORDER_CONSTANT, value=255
    )
    grid = np.stack(np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1])), axis=-1).reshape(-1, 1, 2).astype(np.float64)
    rays = np.column_stack([cv2.undistortPoints(grid, MATRIX, BENDS).reshape(-1, 2), np.ones(SIZE[0] * SIZE[1])])
    pictures = []
    for turn, distance in VIEWS:
        rotation = cv2.Rodrigues(np.array(turn))[0]
        shift = np.array([0, 0, float(distance)]) - rotation @ np.array([width / 2, height / 2, 0])
        plane = np.linalg.inv(np.column_stack([rotation[:, 0], rotation[:, 1], shift]))  # of the sheet, from a ray
        place = rays @ plane.T
        place = place[:, :2] / place[:, 2:] * 4 + 80 - 0.5
        maps = place.reshape(SIZE[1], SIZE[0], 2).astype(np.float32)
        grey = cv2.remap(cv2.GaussianBlur(flat, (0, 0), 1.2), maps, None, cv2.INTER_LINEAR, borderValue=200)
        pictures.append(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))
    return tuple(pictures)


def test_measured_lens_puts_bent_points_back_on_straight_lines() -> None:
    """Places all over the picture: from where the known lens bends them to where they belong, within a pixel."""
    figures = measure_lens(photos())
    assert figures.size == SIZE
    straight = np.array([[x, y] for x in (150.0, 400, 640, 900, 1130) for y in (120.0, 480, 840)])
    rays = np.column_stack([(straight - [640, 480]) / 1400, np.ones(len(straight))])
    bent = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), MATRIX, BENDS)[0].reshape(-1, 2)
    assert np.abs(bent - straight).max() > 4  # else there would be nothing to take out
    matrix = np.array(figures.matrix)
    back = cv2.undistortPoints(bent.reshape(-1, 1, 2), matrix, np.array(figures.distortion), P=matrix).reshape(-1, 2)
    fit, _ = cv2.findHomography(straight, back)  # another camera position is no bend
    np.testing.assert_allclose(cv2.perspectiveTransform(straight[None], fit)[0], back, atol=1.0)


def test_straightened_picture_has_the_bent_marks_where_the_maps_say() -> None:
    """A dot where the known lens puts the ray to (200, 150) comes out at (200, 150)."""
    from companion.calibrated import LensFigures

    figures = LensFigures(SIZE, tuple(map(tuple, MATRIX.tolist())), tuple(BENDS.tolist()), 0.0)
    ray = np.array([[(200 - 640) / 1400, (150 - 480) / 1400, 1.0]])
    x, y = cv2.projectPoints(ray, np.zeros(3), np.zeros(3), MATRIX, BENDS)[0].reshape(2)
    image = np.zeros((SIZE[1], SIZE[0], 3), np.uint8)
    cv2.circle(image, (round(x * 16), round(y * 16)), 6 * 16, (255, 255, 255), -1, cv2.LINE_AA, 4)
    moments = cv2.moments(Lens(figures).straighten(image)[..., 0])
    np.testing.assert_allclose((moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]), (200, 150), atol=0.3)


def test_too_few_pictures_are_told() -> None:
    with pytest.raises(FormatError, match="seen well in 2 of 3 pictures, 5 are needed"):
        measure_lens([*photos()[:2], np.full((SIZE[1], SIZE[0], 3), 128, np.uint8)])


def test_sheet_that_is_held_alike_counts_once() -> None:
    """Five pictures from one side tell of one side alone, whatever noise is in them."""
    one = photos()[1].astype(np.int16)
    noise = np.random.default_rng(1)
    alike = [np.clip(one + noise.integers(-6, 7, one.shape), 0, 255).astype(np.uint8) for _ in range(5)]
    with pytest.raises(FormatError, match="seen well in 1 of 5 pictures"):
        measure_lens(alike)


def test_picture_of_another_size_is_refused() -> None:
    lens = Lens(measure_lens(photos()))
    with pytest.raises(FormatError, match="1280 x 960 pixels, this one has 640 x 480"):
        lens.straighten(np.zeros((480, 640, 3), np.uint8))
