"""What the nets learn from: the labels of a picture's squares."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from calibration.training.make_views import LEFT_OUT, labels_of
from companion.pictures import read_picture
from vision.deciding import LETTERS

PICTURE = Path(__file__).parents[1] / "pictures" / "seq02" / "0002.jpg"


def test_squares_that_the_pictures_edge_cuts_off_are_not_learned_from() -> None:
    """The left edge runs through the second column of squares."""
    truth = json.loads(PICTURE.with_suffix(".json").read_text())
    whole = np.array([[LETTERS.index(letter) for letter in row] for row in truth["squares"]])
    image = read_picture(PICTURE)
    np.testing.assert_array_equal(labels_of(truth, image), whole)
    cut = round(np.array(truth["square_centers_px"])[:, 1, 0].max())
    moved = {**truth, "corners_px": [[x - cut, y] for x, y in truth["corners_px"]]}
    labels = labels_of(moved, image[:, cut:])
    np.testing.assert_array_equal(labels[:, :2], LEFT_OUT)
    np.testing.assert_array_equal(labels[:, 2:], whole[:, 2:])
