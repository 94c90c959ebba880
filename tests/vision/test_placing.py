"""Where the empty board's picture lies: by the same pose where the camera has not stirred, else found again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import calibration
from companion.devices import Image
from companion.pictures import read_picture
from vision.placing import pose_of_empty
from vision.pose import Pose, pose_from_corners

SEQUENCE = Path(__file__).parents[1] / "pictures" / "seq02"


@pytest.fixture
def pose() -> Pose:
    truth = json.loads((SEQUENCE / "empty.json").read_text())
    size = (1280, 960)
    assert tuple(read_picture(SEQUENCE / "empty.jpg").shape[1::-1]) == size
    return pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), size)


def nudged(picture: Image, px: int) -> Image:
    """``picture`` as a camera takes it that has turned a little: all moved to the right by ``px``."""
    return np.asarray(np.roll(picture, px, axis=1), np.uint8)


@pytest.mark.parametrize("frame", ["0002.jpg", "0003.jpg"], ids=["houses", "hand"])
def test_a_camera_that_has_not_stirred_sees_both_by_one_pose(pose: Pose, frame: str) -> None:
    empty = read_picture(SEQUENCE / "empty.jpg")
    bare, found = pose_of_empty(read_picture(SEQUENCE / frame), pose, empty, None)
    assert bare is empty
    assert found is pose


def test_a_nudge_of_two_pixels_is_followed(pose: Pose) -> None:
    empty = nudged(read_picture(SEQUENCE / "empty.jpg"), 2)
    _, found = pose_of_empty(read_picture(SEQUENCE / "0002.jpg"), pose, empty, None)
    assert found is not None
    shift = np.array(found.corners_px) - np.array(pose.corners_px)
    assert np.abs(shift - [2, 0]).max() < 0.8
