"""Frames that change their size while a board is followed: frames made larger, smaller or cut from labelled ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Frame, Image
from companion.pictures import read_picture
from companion.reading import Change, Trouble
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[1] / "pictures"
SAID = "The camera's pictures have another size than before; the board is found again."


def truth_of(sequence: str, number: int) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((PICTURES / sequence / f"{number:04d}.json").read_text())
    return content


def frame(sequence: str, number: int) -> Image:
    return read_picture(PICTURES / sequence / f"{number:04d}.jpg")


def times(image: Image, factor: float) -> Image:
    how = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=how), np.uint8)


def watcher(sequence: str, *, with_empty: bool, **options: Any) -> BoardWatcher:
    truth = truth_of(sequence, 0)
    empty = read_picture(PICTURES / sequence / "empty.jpg") if with_empty else None
    return BoardWatcher(calibration.board(truth["board"]), empty=empty, corners=truth["corners_px"], **options)


def wrong(eye: BoardWatcher, truth: dict[str, Any]) -> list[tuple[str, str, str]]:
    squares = eye.squares
    assert squares is not None
    pairs = [
        (each.name, truth["squares"][each.row][each.col], squares[each.row][each.col]) for each in eye.board.squares()
    ]
    return [pair for pair in pairs if pair[2] not in (pair[1], "?")]


def said(events: list[Change | Trouble]) -> list[str]:
    return [str(event.text) for event in events if isinstance(event, Trouble) and event.kind != "unsure"]


def changes(events: list[Change | Trouble]) -> list[Any]:
    return [(set(event.added), set(event.removed)) for event in events if isinstance(event, Change)]


def off_squares(eye: BoardWatcher, corners: Any) -> float:
    """How far the watcher's corners are from true ones, in squares of a board of twelve columns."""
    assert eye.pose is not None
    true = np.array(corners, float)
    across = float(np.linalg.norm(true[1] - true[0])) / 12
    return float(np.linalg.norm(np.array(eye.pose.corners_px) - true, axis=1).max()) / across


@pytest.mark.parametrize(("factor", "with_empty"), [(0.6, True), (0.6, False), (1.5, False), (2.0, True)])
def test_a_move_is_read_at_the_frames_new_size_and_when_it_is_back(factor: float, with_empty: bool) -> None:
    """By the labels frame 2 has one yellow house more than frame 0, frame 4 one green one more than that."""
    eye = watcher("seq02", with_empty=with_empty)
    eye.see(Frame("0", frame("seq02", 0), 0))
    at_new_size = eye.see(Frame("2", times(frame("seq02", 2), factor), 0))
    assert said(at_new_size) == [SAID]
    assert eye.settled
    assert changes(at_new_size) == [({("K4", "y")}, set())]
    corners = (np.array(truth_of("seq02", 2)["corners_px"]) + 0.5) * factor - 0.5
    assert off_squares(eye, corners) < 0.25
    back = eye.see(Frame("4", frame("seq02", 4), 0))
    assert said(back) == [SAID]
    assert changes(back) == [({("B7", "g")}, set())]
    assert list(eye.squares or ()) == truth_of("seq02", 4)["squares"]


@pytest.mark.parametrize("factor", [0.1, 0.5, 2.0])
def test_a_board_that_is_hard_to_read_gets_no_wrong_letter_at_another_size(factor: float) -> None:
    """At a tenth there are four pixels to a square, and the pose of the old size lies beyond the picture."""
    eye = watcher("seq00", with_empty=False)
    eye.see(Frame("0", frame("seq00", 0), 0))
    for number in (2, 4):
        events = eye.see(Frame(str(number), times(frame("seq00", number), factor), 0))
        assert said(events)[:1] == ([SAID] if number == 2 else [])
        assert eye.settled or factor < 0.5
        assert wrong(eye, truth_of("seq00", number)) == []


def test_frames_that_were_cut_are_followed_by_the_print() -> None:
    """A camera that goes over to another ratio of sides: the board lies elsewhere and is as large as before."""
    eye = watcher("seq02", with_empty=True)
    eye.see(Frame("0", frame("seq02", 0), 0))
    cut = frame("seq02", 2)[60:, 90:-40].copy()
    events = eye.see(Frame("2", cut, 0))
    assert said(events) == [SAID]
    assert off_squares(eye, np.array(truth_of("seq02", 2)["corners_px"]) - [90, 60]) < 0.25
    events += eye.see(Frame("2 again", times(times(cut, 1.02), 1 / 1.02), 0))
    assert changes(events) == [({("K4", "y")}, set())]


FOREIGN: dict[str, Callable[[], Image]] = {
    "noise": lambda: np.random.default_rng(1).integers(60, 200, (480, 640, 3)).astype(np.uint8),
    "another board": lambda: times(frame("seq00", 2), 0.5),
}


@pytest.mark.parametrize(("what", "agree"), [("noise", 1), ("another board", 3)])
def test_nothing_is_read_in_frames_of_another_size_that_do_not_show_the_board(what: str, agree: int) -> None:
    eye = watcher("seq02", with_empty=False, agree=agree)
    for _ in range(agree):
        eye.see(Frame("0", frame("seq02", 0).copy(), 0))
    assert eye.settled
    before, pose = eye.squares, eye.pose
    (text,) = said(eye.see(Frame(what, FOREIGN[what](), 0)))
    assert text.startswith("The camera's pictures have another size, and the board is not found in them: ")
    assert eye.see(Frame(f"{what} again", FOREIGN[what](), 0)) == []
    assert not eye.settled
    assert (eye.squares, eye.pose) == (before, pose)
    events = [event for _ in range(agree) for event in eye.see(Frame("2", frame("seq02", 2).copy(), 0))]
    assert changes(events) == [({("K4", "y")}, set())]


def test_a_first_frame_of_another_size_is_not_what_the_others_are_read_by() -> None:
    """A live camera's state needs three frames that agree; the corners are those of the first one."""
    eye = watcher("seq02", with_empty=False, agree=3)
    eye.see(Frame("first", frame("seq02", 2), 0))
    events = [event for _ in range(3) for event in eye.see(Frame("2", times(frame("seq02", 2), 0.75), 0))]
    assert eye.settled
    assert off_squares(eye, (np.array(truth_of("seq02", 2)["corners_px"]) + 0.5) * 0.75 - 0.5) < 0.25
    assert changes(events) == [({("K4", "y")}, set())]
    assert list(eye.squares or ()) == truth_of("seq02", 2)["squares"]
