"""A picture of the "empty" board with houses on it: what stands there is never read as empty by it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.board import parse_board
from companion.devices import Frame, Image
from companion.pictures import read_picture as read_picture_file
from companion.reading import Trouble
from companion.squares import Square
from vision.emptiness import SAME_PLACE, Emptiness, bareness, check_empty
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
    assert bareness(image, pose_in(image, truth)).taken == houses(truth)


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
        assert bareness(image, shifted(pose_in(image, truth), SAME_PLACE, towards)).taken == houses(truth)


def test_another_picture_or_another_place_in_it_is_judged_anew() -> None:
    (bare, of_bare), (image, truth) = shown("seq02/empty"), shown("seq02/0030")
    emptiness, pose = Emptiness(), pose_in(image, truth)
    for _ in range(2):
        assert emptiness.of(image, pose).taken == houses(truth)
        assert emptiness.of(bare, pose_in(bare, of_bare)).taken == frozenset()
    assert emptiness.of(image, pose).taken == houses(truth)
    one_further = frozenset(Square(each.row, each.col - 1) for each in houses(truth) if each.col > 0)
    assert emptiness.of(image, shifted(pose, 1.0, 0)).taken >= one_further


def test_the_finding_names_them_and_says_what_to_do() -> None:
    image, truth = shown("seq02/0030")
    finding = check_empty(image, pose_in(image, truth))
    assert finding.state == "wrong"
    assert all(square.name in str(finding.text) for square in houses(truth))
    assert finding.todo is not None
    bare, of_bare = shown("seq02/empty")
    assert check_empty(bare, pose_in(bare, of_bare)).state == "ok"


SKIN, BLACK, RED = (130, 160, 215), (25, 25, 28), (40, 40, 180)


NINE = tuple(Square(row, col) for row in (3, 4, 5) for col in (4, 5, 6))


def covered(image: Image, pose: Pose, colour: tuple[int, ...], under: Sequence[Square] = NINE) -> Image:
    """The picture with something of one colour lying on a rectangle of squares, as a hand, a book or a card."""
    (left, top), (across, down) = pose.board.grid.origin_mm, pose.board.grid.pitch_mm
    (first, begin), (last, end) = ((each.col, each.row) for each in (under[0], under[-1]))
    corners = (first, begin), (last + 1, begin), (last + 1, end + 1), (first, end + 1)
    places = [[left + col * across, top + row * down] for col, row in corners]
    picture = image.copy()
    cv2.fillConvexPoly(picture, pose.project(places).astype(np.int32), colour, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize("colour", [SKIN, BLACK, RED], ids=["skin", "black", "red"])
@pytest.mark.parametrize("name", ["seq00/empty", "seq01/empty", "seq02/empty"])
def test_what_lies_on_the_board_is_named_by_its_squares_and_is_no_house(name: str, colour: tuple[int, ...]) -> None:
    image, truth = shown(name)
    pose = pose_in(image, truth)
    assert check_empty(image, pose).state == "ok"
    under = covered(image, pose, colour)
    finding = check_empty(under, pose)
    assert finding.state == "wrong"
    assert "something lies on E4, F4, G4, E5, F5, G5, E6, F6 and G6" in str(finding.text)
    assert "hands too" in str(finding.todo)
    shows = bareness(under, pose)
    assert (shows.taken, shows.covered) == (frozenset(), frozenset(NINE))


@pytest.mark.parametrize("colour", [SKIN, BLACK, RED], ids=["skin", "black", "red"])
@pytest.mark.parametrize("name", ["seq00/0010", "seq02/0040"])
def test_what_lies_on_the_board_in_both_pictures_hides_what_is_under_it(name: str, colour: tuple[int, ...]) -> None:
    (image, truth), (bare, of_bare) = shown(name), shown(f"{name[:5]}/empty")
    bare_pose = pose_in(bare, of_bare)
    under, bare = covered(image, pose_in(image, truth), colour), covered(bare, bare_pose, colour)
    reading, evidence = look_at(under, bare_pose.board, corners=truth["corners_px"], empty=bare, in_vain=True)
    assert evidence is not None
    assert set(evidence.covered) <= set(NINE)
    assert evidence.covered != ()
    watcher = BoardWatcher(bare_pose.board, empty=bare, empty_pose=bare_pose)
    told = watcher.see(Frame("a", under, 0))
    for squares in (reading.squares, watcher.squares or ()):
        assert {squares[square.row][square.col] for square in NINE} == {"?"}
        assert [pair for pair in pairs_of(squares, truth) if pair[0] not in ("?", pair[1])] == []
    assert any("as in the picture of the empty board: take it away and" in str(each.text) for each in told_of(told))


@pytest.mark.parametrize("name", ["seq00/0010", "seq02/0040"])
def test_where_that_is_most_of_the_board_a_watcher_says_so_in_one_sentence(name: str) -> None:
    (image, truth), (bare, of_bare) = shown(name), shown(f"{name[:5]}/empty")
    bare_pose, under = pose_in(bare, of_bare), [Square(row, col) for row in range(1, 9) for col in range(1, 11)]
    bare, image = covered(bare, bare_pose, SKIN, under), covered(image, pose_in(image, truth), SKIN, under)
    told = told_of(BoardWatcher(bare_pose.board, empty=bare, empty_pose=bare_pose).see(Frame("a", image, 0)))
    assert [
        "On most of them something lies, as in the picture of the empty board" in str(each.text) for each in told
    ] == [True]


@pytest.mark.parametrize("name", ["seq00/0010", "seq02/0040"])
def test_where_something_lay_on_the_empty_board_alone_squares_are_told(name: str) -> None:
    (image, truth), (bare, of_bare) = shown(name), shown(f"{name[:5]}/empty")
    pose = pose_in(bare, of_bare)
    reading, evidence = look_at(
        image, pose.board, corners=truth["corners_px"], empty=covered(bare, pose, SKIN), in_vain=True
    )
    assert evidence is not None
    assert evidence.covered == ()
    assert [pair for pair in pairs_of(reading.squares, truth) if pair[0] not in ("?", pair[1])] == []
    assert {reading.squares[square.row][square.col] for square in NINE} != {"?"}


def test_a_lamps_glare_that_both_pictures_show_may_be_something_shining_that_lies_there() -> None:
    image, truth = shown("dev/0001")
    reading, evidence = look_at(
        image, calibration.board(truth["board"]), empty=read_picture_file(PICTURES / "dev" / "0001-empty.jpg")
    )
    assert evidence is not None
    alike = {square.name for square in evidence.covered}
    assert alike >= {"J4", "I6"}
    assert {reading.squares[row][col] for row, col in ((3, 9), (5, 8))} == {"?"}  # J4, I6


@pytest.mark.parametrize(
    "name",
    [
        *("table/0000", "table/5006", "dev/0002", "dev/0019", "dev/5056", "watch/0010"),
        *("flat/7000", "flat/7201", "flat/7205", "hue/y2"),
    ],
)
def test_by_the_picture_of_a_game_no_piece_that_still_stands_is_called_empty(name: str) -> None:
    """In it some are overlooked, and under an arm nothing is seen; the light is another, so that no pixel is the same.

    By one that was used all the same each of these had pieces called empty, of hundreds that both pictures show.
    """
    image, truth = shown(name)
    own = PICTURES / f"{name}-board.json"
    board = parse_board(json.loads(own.read_text())) if own.exists() else calibration.board(truth["board"])
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    empty = np.clip(image * 0.93 + noise, 0, 255).astype(np.uint8)
    reading, evidence = look_at(image, board, corners=truth["corners_px"], empty=empty, in_vain=True)
    assert evidence is not None
    assert not evidence.bareness.of_use
    assert (evidence.seen.bare, evidence.empty_unused) == (None, False)
    pose = pose_from_corners(truth["corners_px"], board, image.shape[1::-1])
    watcher = BoardWatcher(board, empty=empty, empty_pose=pose)
    watcher.see(Frame("a", image, 0))
    assert watcher.squares is not None
    for squares in (reading.squares, watcher.squares):
        assert [pair for pair in pairs_of(squares, truth) if pair[0] not in ("?", pair[1])] == []


def test_one_house_left_on_the_empty_board_is_enough_for_its_picture_not_to_be_used() -> None:
    """Where one was forgotten there may be others, less plain to see."""
    (image, truth), (full, of_full), (bare, _) = (shown(f"seq02/{name}") for name in ("0040", "0030", "empty"))
    left = min(houses(of_full))
    x, y = of_full["square_centers_px"][left.row][left.col]
    part = np.s_[round(y) - 30 : round(y) + 30, round(x) - 30 : round(x) + 30]
    forgotten = bare.copy()
    forgotten[part] = full[part]
    reading, evidence = look_at(
        image, calibration.board(truth["board"]), corners=truth["corners_px"], empty=forgotten, in_vain=True
    )
    assert evidence is not None
    assert left in evidence.not_empty
    assert evidence.seen.bare is None
    assert [pair for pair in pairs_of(reading.squares, truth) if pair[0] not in ("?", pair[1])] == []


def pairs_of(squares: Sequence[str], truth: dict[str, Any]) -> list[tuple[str, str]]:
    """What each square reads, with what stands there."""
    return list(zip("".join(squares), "".join(truth["squares"]), strict=True))


def told_of(events: Sequence[object]) -> list[Trouble]:
    return [each for each in events if isinstance(each, Trouble)]


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
    assert any("the picture of the empty board" in str(trouble.text) for trouble in told_of(told))
