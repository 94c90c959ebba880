"""A picture of the "empty" board with houses on it: what stands there is never read as empty by it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Frame, Image
from companion.pictures import read_picture as read_picture_file
from companion.reading import Trouble
from companion.squares import Square
from vision.emptiness import SAME_PLACE, Emptiness, check_empty, not_empty
from vision.pose import Pose, pose_from_corners
from vision.reader import look_at
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[1] / "pictures"


def shown(name: str) -> tuple[Image, dict[str, Any]]:
    path = PICTURES / name
    return read_picture_file(path.with_suffix(".jpg")), json.loads(path.with_suffix(".json").read_text())


def pose_in(image: Image, truth: dict[str, Any]) -> Pose:
    return pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (image.shape[1], image.shape[0]))


def houses(truth: dict[str, Any]) -> frozenset[Square]:
    rows = truth["squares"]
    return frozenset(Square(row, col) for row, line in enumerate(rows) for col, each in enumerate(line) if each != ".")


@pytest.mark.parametrize(
    "name", ["seq02/empty", "seq00/empty", "seq01/empty", "seq00/0008", "seq02/0030", "seq01/0008"]
)
def test_the_squares_that_are_not_empty_are_those_with_houses(name: str) -> None:
    image, truth = shown(name)
    assert not_empty(image, pose_in(image, truth)) == houses(truth)


def shifted(pose: Pose, squares: float, towards: float) -> Pose:
    """The pose that lies so many squares further on the board, in a direction (degrees)."""
    across, down = pose.board.grid.pitch_mm
    angle = np.deg2rad(towards)
    move = np.eye(4)
    move[:2, 3] = squares * across * np.cos(angle), squares * down * np.sin(angle)
    return Pose(pose.matrix @ move, pose.board)


@pytest.mark.parametrize("name", ["seq02/empty", "seq01/empty", "seq00/0008", "seq02/0030"])
def test_poses_that_count_as_the_same_place_show_the_same_squares(name: str) -> None:
    image, truth = shown(name)
    for towards in (0, 90, 225):
        assert not_empty(image, shifted(pose_in(image, truth), SAME_PLACE, towards)) == houses(truth)


def test_another_picture_or_another_place_in_it_is_judged_anew() -> None:
    (bare, of_bare), (image, truth) = shown("seq02/empty"), shown("seq02/0030")
    emptiness, pose = Emptiness(), pose_in(image, truth)
    for _ in range(2):
        assert emptiness.not_empty(image, pose) == houses(truth)
        assert emptiness.not_empty(bare, pose_in(bare, of_bare)) == frozenset()
    assert emptiness.not_empty(image, pose) == houses(truth)
    one_further = frozenset(Square(each.row, each.col - 1) for each in houses(truth) if each.col > 0)
    assert emptiness.not_empty(image, shifted(pose, 1.0, 0)) >= one_further


def test_the_finding_names_them_and_says_what_to_do() -> None:
    image, truth = shown("seq02/0030")
    finding = check_empty(image, pose_in(image, truth))
    assert finding.state == "wrong"
    assert all(square.name in str(finding.text) for square in houses(truth))
    assert finding.todo is not None
    bare, of_bare = shown("seq02/empty")
    assert check_empty(bare, pose_in(bare, of_bare)).state == "ok"


SKIN, BLACK, RED = (130, 160, 215), (25, 25, 28), (40, 40, 180)


@pytest.mark.parametrize("colour", [SKIN, BLACK, RED], ids=["skin", "black", "red"])
@pytest.mark.parametrize("name", ["seq00/empty", "seq01/empty", "seq02/empty"])
def test_what_lies_on_the_board_is_named_by_its_squares_and_is_no_house(name: str, colour: tuple[int, ...]) -> None:
    """A hand, a book or a card over nine squares."""
    image, truth = shown(name)
    pose = pose_in(image, truth)
    assert check_empty(image, pose).state == "ok"
    (left, top), (across, down) = pose.board.grid.origin_mm, pose.board.grid.pitch_mm
    places = [[left + col * across, top + row * down] for col, row in ((4, 3), (7, 3), (7, 6), (4, 6))]
    covered = image.copy()
    cv2.fillConvexPoly(covered, pose.project(places).astype(np.int32), colour, cv2.LINE_AA)
    finding = check_empty(covered, pose)
    assert finding.state == "wrong"
    assert "something lies on E4, F4, G4, E5, F5, G5, E6, F6 and G6" in str(finding.text)
    assert "hands too" in str(finding.todo)
    assert not_empty(covered, pose) == frozenset(), "in reading by it the nets see for themselves that it lies there"


@pytest.mark.parametrize(("name", "empty"), [("seq02/0040", "seq02/0030"), ("seq00/0010", "seq00/0008")])
def test_what_stands_in_both_pictures_is_not_told(name: str, empty: str) -> None:
    (image, truth), (bare, of_bare) = shown(name), shown(empty)
    reading, evidence = look_at(image, calibration.board(truth["board"]), empty=bare)
    assert evidence is not None
    assert set(evidence.not_empty) == houses(of_bare)
    for square in houses(of_bare):
        assert reading.squares[square.row][square.col] == "?", square.name
        assert dict(reading.uncertain)[square.name] == ()  # what it may be is not known by that picture


def test_a_watcher_says_which_picture_to_take_again() -> None:
    (image, truth), (bare, of_bare) = shown("seq02/0040"), shown("seq02/0030")
    watcher = BoardWatcher(calibration.board(truth["board"]), empty=bare, empty_pose=pose_in(bare, of_bare))
    told = watcher.see(Frame("a", image, 0)) + watcher.see(Frame("b", np.asarray(image[:], np.uint8), 1))
    assert watcher.squares is not None
    for square in houses(of_bare):
        assert watcher.squares[square.row][square.col] == "?", square.name
    assert watcher.pieces_on.isdisjoint(houses(of_bare))
    troubles = [each for each in told if isinstance(each, Trouble)]
    assert any("the picture of the empty board" in str(trouble.text) for trouble in troubles)
