"""What the nets learn from: the labels of a picture's squares."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from calibration.training.make_views import LEFT_OUT, labels_of
from companion.pictures import read_picture
from vision.deciding import LETTERS

PICTURE = Path(__file__).parents[1] / "pictures" / "seq02" / "0002.jpg"


def test_squares_that_an_edge_cuts_off_are_not_learned_from() -> None:
    """The left edge of the picture, or of that of the empty board, runs through the second column of squares."""
    truth = json.loads(PICTURE.with_suffix(".json").read_text())
    corners = truth["corners_px"]
    whole = np.array([[LETTERS.index(letter) for letter in row] for row in truth["squares"]])
    image, bare = read_picture(PICTURE), read_picture(PICTURE.with_name("empty.jpg"))
    np.testing.assert_array_equal(labels_of(image, bare, truth, (corners, corners)), whole)
    cut = round(np.array(truth["square_centers_px"])[:, 1, 0].max())
    moved = [[x - cut, y] for x, y in corners]
    for labels in (
        labels_of(image[:, cut:], bare, truth, (moved, corners)),
        labels_of(image, bare[:, cut:], truth, (corners, moved)),
    ):
        np.testing.assert_array_equal(labels[:, :2], LEFT_OUT)
        np.testing.assert_array_equal(labels[:, 2:], whole[:, 2:])
