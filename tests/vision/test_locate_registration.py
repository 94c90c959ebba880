"""Carrying a pose over to another picture, and checking that it still holds, against rendered pictures' truth."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.board import Board
from companion.errors import BoardNotFound
from companion.projection import Array
from vision import _steadiness
from vision.locate import PoseCheck, Verifier, locate, register, verify
from vision.pose import Pose, pose_from_homography

PICTURES = Path(__file__).parents[1] / "pictures"


def picture(name: str) -> Any:
    """(H, W, 3) uint8 BGR."""
    return cv2.imread(str(PICTURES / f"{name}.jpg"))


def centres_mm(board: Board) -> Array:
    """(N, 2): the squares' centres on the board, by row."""
    grid = board.grid
    (x, y), (width, height) = grid.origin_mm, grid.pitch_mm
    return np.array(
        [(x + (c + 0.5) * width, y + (r + 0.5) * height) for r in range(grid.rows) for c in range(grid.cols)]
    )


def true_pose(name: str) -> Pose:
    """The pose that fits the true centres of the squares best."""
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    board = calibration.board(truth["board"])
    homography, _ = cv2.findHomography(centres_mm(board), np.array(truth["square_centers_px"]).reshape(-1, 2))
    return pose_from_homography(homography, board, tuple(truth["image_size"]))


def apart(one: Pose, other: Pose) -> float:
    """The largest distance between two poses' centres of squares, in squares of the picture (its mean pitch)."""
    here, there = (pose.project(centres_mm(one.board)).reshape(one.board.grid.rows, -1, 2) for pose in (one, other))
    pitch = np.linalg.norm(np.gradient(there, axis=1), axis=2).mean()
    return float(np.linalg.norm(here - there, axis=2).max() / pitch)


def shifted(image: Any, x: float, y: float) -> Any:
    return cv2.warpAffine(image, np.array([[1, 0, x], [0, 1, y]], float), image.shape[1::-1])


@pytest.mark.parametrize("name", ["table/0005", "table/0012"])
def test_a_pose_is_carried_over_from_a_nudged_picture_in_other_light(name: str) -> None:
    empty = picture(f"{name}-empty")
    pose = register(picture(name), empty, locate(empty, true_pose(name).board))
    assert apart(pose, true_pose(name)) < 0.05


def test_a_pose_is_carried_over_under_a_hand() -> None:
    empty = picture("seq00/empty")
    pose = register(picture("seq00/0005"), empty, true_pose("seq00/empty"))
    assert apart(pose, true_pose("seq00/0005")) < 0.05


def test_a_pose_is_carried_over_to_a_turned_and_smaller_picture() -> None:
    empty = picture("seq01/empty")
    motion = np.vstack([cv2.getRotationMatrix2D((640, 400), 130, 0.7), [0, 0, 1]])
    image = cv2.warpPerspective(picture("seq01/0010"), motion, (1280, 960))
    truth = true_pose("seq01/0010")
    there = pose_from_homography(motion @ truth.homography, truth.board, (1280, 960))
    assert apart(register(image, empty, true_pose("seq01/empty")), there) < 0.05


def test_another_board_is_not_taken_for_the_known_one() -> None:
    with pytest.raises(BoardNotFound, match="recognised"):
        register(picture("seq02/empty"), picture("seq01/empty"), true_pose("seq01/empty"))


def test_locate_falls_back_on_the_empty_picture() -> None:
    """The board's edges and half of its grid are covered; the empty picture still tells the place; both small."""
    image = picture("seq02/0010")
    corners = np.array(true_pose("seq02/empty").corners_px)
    middle = corners.mean(axis=0)
    mask = np.full(image.shape[:2], 255, np.uint8)
    cv2.fillConvexPoly(mask, np.round(middle + (corners - middle) * 0.9).astype(np.int32), (0,))
    image[mask > 0] = (30, 30, 30)
    board = true_pose("seq02/empty").board
    image, empty = (
        cv2.resize(each, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for each in (image, picture("seq02/empty"))
    )
    true = true_pose("seq02/0010")
    halved = np.array([[0.5, 0, -0.25], [0, 0.5, -0.25], [0, 0, 1]]) @ true.homography
    with pytest.raises(BoardNotFound):
        locate(image, board)
    found = locate(image, board, empty=empty)
    assert apart(found, pose_from_homography(halved, board, (image.shape[1], image.shape[0]))) < 0.05


def shifts(check: PoseCheck) -> Array:
    """(n, 2): by how far the print of each quadrant that is recognised has moved, in px."""
    return np.array([quadrant.shift_px for quadrant in check.quadrants if quadrant.seen])


@pytest.mark.parametrize("name", ["seq00/0004", "seq00/0005", "seq01/0005", "seq01/0010", "seq02/0010"])
def test_houses_and_hands_leave_the_pose_steady(name: str) -> None:
    start = f"{name.split('/')[0]}/empty"
    check = verify(picture(name), true_pose(start), picture(start))
    assert check.state == "steady"
    assert check.unseen == ()
    assert np.abs(shifts(check)).max() < 0.5


@pytest.mark.parametrize(("gain", "offset"), [(0.5, 0), (1.3, 10)])
def test_other_exposure_leaves_the_pose_steady(gain: float, offset: float) -> None:
    image = np.clip(picture("seq01/0010") * gain + offset, 0, 255).astype(np.uint8)
    check = verify(image, true_pose("seq01/empty"), picture("seq01/empty"))
    assert check.state == "steady"
    assert np.abs(shifts(check)).max() < 0.5


@pytest.mark.parametrize("name", ["seq00/0005", "seq01/0005", "seq02/0010"])
@pytest.mark.parametrize("shift", [(9.0, 0.0), (-6.5, 7.0), (0.0, 34.0)])
def test_a_moved_camera_is_told_by_how_far(name: str, shift: tuple[float, float]) -> None:
    """Squares are 26 to 47 pixels here: these shifts are a fifth of a square up to a whole one."""
    start = f"{name.split('/')[0]}/empty"
    check = verify(shifted(picture(name), *shift), true_pose(start), picture(start))
    assert check.state == "moved"
    assert shifts(check) == pytest.approx(np.tile(shift, (4, 1)), abs=1.0)


def test_a_reference_picture_is_looked_at_once_and_another_one_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Or the same one by another pose: a camera that was nudged is followed."""
    looked_at: list[Any] = []
    real = _steadiness.reference_print

    def looking(gray: Any, pose: Pose) -> Any:
        looked_at.append(gray)
        return real(gray, pose)

    image, start, pose = picture("seq02/0010"), picture("seq02/empty"), true_pose("seq02/empty")
    nudged, other = shifted(start, 9.0, 0.0), true_pose("seq02/0010")
    monkeypatch.setattr("vision.locate.reference_print", looking)
    verifier = Verifier()
    asked = [(start, pose), (start, pose), (nudged, pose), (start, pose), (start, other), (start, other)]
    found = [verifier.verify(image, place, reference) for reference, place in asked]
    assert len(looked_at) == 4
    assert [check.state for check in found] == ["steady", "steady", "moved", "steady", "steady", "steady"]
    assert found == [verify(image, place, reference) for reference, place in asked]


def test_a_shift_of_exactly_one_square_is_no_standstill() -> None:
    """The grid looks the same then; what is printed beside it does not."""
    pose = true_pose("seq02/empty")
    (x, y), (width, _) = pose.board.grid.origin_mm, pose.board.grid.pitch_mm
    one, next_one = pose.project([[x + 5 * width, y + 100], [x + 6 * width, y + 100]])
    check = verify(shifted(picture("seq02/0010"), *(next_one - one)), pose, picture("seq02/empty"))
    assert check.state == "moved"
    assert shifts(check) == pytest.approx(np.tile(next_one - one, (4, 1)), abs=1.5)


def test_a_covered_quadrant_is_unseen_and_the_others_are_steady() -> None:
    pose = true_pose("seq02/empty")
    image = picture("seq02/0010")
    width, height = pose.board.size_mm
    patch = pose.project([[-5, -5], [width / 2 + 5, -5], [width / 2 + 5, height / 2 + 5], [-5, height / 2 + 5]])
    cv2.fillConvexPoly(image, np.round(patch).astype(np.int32), (90, 120, 150))
    check = verify(image, pose, picture("seq02/empty"))
    assert check.state == "steady"
    assert check.unseen == ("top left",)


@pytest.mark.parametrize("level", [0, 1, 90, 255])
def test_a_plain_picture_shows_nothing_of_the_board(level: int) -> None:
    image = picture("seq02/empty")
    check = verify(np.full_like(image, level), true_pose("seq02/empty"), image)
    assert check.state == "unseen"
    assert [quadrant.clarity for quadrant in check.quadrants] == [0, 0, 0, 0]


def test_a_moved_camera_is_told_by_the_quadrants_beside_a_black_one() -> None:
    pose = true_pose("seq02/empty")
    image = shifted(picture("seq02/0010"), 0, 34)
    width, height = pose.board.size_mm
    right, bottom = width / 2 + 40, height / 2 + 40
    patch = pose.project([[-40, -40], [right, -40], [right, bottom], [-40, bottom]])
    cv2.fillConvexPoly(image, np.round(patch).astype(np.int32), (0, 0, 0))
    check = verify(image, pose, picture("seq02/empty"))
    assert check.unseen == ("top left",)
    assert check.state == "moved"
    assert shifts(check) == pytest.approx(np.tile((0, 34), (3, 1)), abs=1.0)


def test_another_scene_is_unseen() -> None:
    image = cv2.flip(picture("seq01/empty"), 1)
    check = verify(image, true_pose("seq01/empty"), picture("seq01/empty"))
    assert check.state == "unseen"
    assert len(check.unseen) == 4


def test_an_empty_picture_without_a_board_is_named_as_such() -> None:
    board = true_pose("seq02/empty").board
    nothing = np.full((480, 640, 3), 128, np.uint8)
    with pytest.raises(BoardNotFound, match="in the empty picture"):
        locate(nothing, board, empty=nothing)
