"""A board or camera that moves: frames made from labelled ones by known motions and lights, so that truth follows."""

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
from vision.following import LOOKED_AGAIN
from vision.locate import locate, register
from vision.watcher import BoardWatcher

SEQUENCE = Path(__file__).parents[1] / "pictures" / "seq02"
TRUTH = json.loads((SEQUENCE / "0000.json").read_text())
LATER = json.loads((SEQUENCE / "0002.json").read_text())
WIDTH, HEIGHT = TRUTH["image_size"]
MIDDLE = np.mean(TRUTH["corners_px"], axis=0)


def watcher(**options: Any) -> BoardWatcher:
    return BoardWatcher(
        calibration.board(TRUTH["board"]),
        empty=read_picture(SEQUENCE / "empty.jpg"),
        corners=TRUTH["corners_px"],
        **options,
    )


def turned(degrees: float, shift: tuple[float, float] = (0, 0), scale: float = 1.0) -> np.ndarray:
    """(3, 3): the picture turned about the board's middle, then shifted."""
    motion = np.vstack([cv2.getRotationMatrix2D((float(MIDDLE[0]), float(MIDDLE[1])), degrees, scale), [0, 0, 1]])
    return np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ motion


def frame(number: int, motion: np.ndarray | None = None, gain: float = 1.0, name: str = "") -> Frame:
    """A picture of the sequence as it looks after ``motion``, at another exposure."""
    image = read_picture(SEQUENCE / f"{number:04d}.jpg")
    if motion is not None:
        image = np.asarray(cv2.warpPerspective(image, motion, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REFLECT), np.uint8)
    lit: Image = np.clip(image.astype(np.float32) * gain, 0, 255).astype(np.uint8)
    return Frame(name or f"{number:04d}", lit, 0)


def off_px(seen: BoardWatcher, motion: np.ndarray) -> float:
    """How far the watcher's corners are from where the motion has put the true ones."""
    assert seen.pose is not None
    there = cv2.perspectiveTransform(np.array([TRUTH["corners_px"]], float), motion)[0]
    return float(np.linalg.norm(np.array(seen.pose.corners_px) - there, axis=1).max())


def counted(monkeypatch: pytest.MonkeyPatch, name: str, search: Callable[..., Any]) -> list[Any]:
    """What a search that goes by that name is asked from now on; it answers as before."""
    asked: list[Any] = []

    def asking(*of: Any, **options: Any) -> Any:
        asked.append(of)
        return search(*of, **options)

    monkeypatch.setattr(name, asking)
    return asked


def troubles(events: list[Change | Trouble]) -> list[str]:
    return [event.kind for event in events if isinstance(event, Trouble)]


def changes(events: list[Change | Trouble]) -> list[Any]:
    return [(set(event.added), set(event.removed)) for event in events if isinstance(event, Change)]


MOVE = ({("K4", "y")}, set())
"""What the labels of frame 2 show against frame 0."""


def test_bump_is_told_once_and_the_next_move_is_read_at_the_new_place() -> None:
    bumped = turned(1.5, (11, -7))
    eye = watcher()
    eye.see(frame(0))
    assert troubles(eye.see(frame(0, bumped, name="bump"))) == ["moved"]
    assert off_px(eye, bumped) < 6
    after = eye.see(frame(0, bumped, name="still"))
    assert changes(after) == []
    assert "moved" not in troubles(after)
    assert changes(eye.see(frame(2, bumped, name="move"))) == [MOVE]
    assert list(eye.squares or ()) == LATER["squares"]


def test_slow_drift_is_followed_and_invents_nothing() -> None:
    """A stand that sags: a pixel and a half a frame, until the board lies two thirds of a square further down."""
    eye = watcher()
    eye.see(frame(0))
    seen: list[Change | Trouble] = []
    for step in range(1, 13):
        motion = turned(0.08 * step, (0.4 * step, 1.5 * step))
        seen += eye.see(frame(0, motion, name=f"drift {step}"))
        assert off_px(eye, motion) < 9  # a quarter of a square
    assert changes(seen) == []
    assert changes(eye.see(frame(2, motion, name="move"))) == [MOVE]


def test_camera_aimed_anew_is_named_and_recovered() -> None:
    aimed = turned(6.0, (60, 35), 0.9)
    eye = watcher()
    eye.see(frame(0))
    told = [event for event in eye.see(frame(0, aimed, name="aimed")) if isinstance(event, Trouble)]
    assert changes(list(told)) == []
    eye.see(frame(0, aimed, name="still"))
    assert [event.kind for event in told] == ["moved"]
    assert off_px(eye, aimed) < 8
    assert changes(eye.see(frame(2, aimed, name="move"))) == [MOVE]


@pytest.mark.parametrize("scale", [0.5, 0.6])
def test_nothing_is_read_where_nothing_of_the_board_is_recognised_until_it_is_found_again(scale: float) -> None:
    """A lens that was zoomed: its print is seen in none of the quadrants, which may as well be hidden by a hand."""
    zoomed = turned(0.0, scale=scale)
    eye = watcher(patience=1)
    eye.see(frame(0))
    before = eye.squares
    events = eye.see(frame(2, zoomed, name="zoomed"))
    assert eye.squares == before or "moved" in troubles(events)
    events += eye.see(frame(2, zoomed, name="still")) + eye.see(frame(2, zoomed, 0.98, name="later"))
    assert "moved" in troubles(events)
    assert changes(events) == [MOVE]
    assert off_px(eye, zoomed) < 8


def test_board_turned_by_half_is_never_read_upside_down() -> None:
    """A4 would be I5 if nobody noticed: letters must stay with their squares, or nothing be taken."""
    half = turned(180.0)
    eye = watcher()
    eye.see(frame(2))
    before = eye.squares
    events = eye.see(frame(2, half, name="turned")) + eye.see(frame(2, half, name="still"))
    assert changes(events) == []
    assert "moved" in troubles(events)
    assert eye.squares == before


def test_exposure_that_hunts_changes_nothing() -> None:
    eye = watcher()
    eye.see(frame(0))
    seen: list[Change | Trouble] = []
    for number, gain in enumerate((0.8, 1.15, 0.9, 1.2, 0.75, 1.0)):
        seen += eye.see(frame(0, gain=gain, name=f"hunting {number}"))
    assert changes(seen) == []
    assert "moved" not in troubles(seen)
    assert changes(eye.see(frame(2, gain=0.85, name="move"))) == [MOVE]


def test_view_that_is_lost_is_told_and_keeps_what_was_known() -> None:
    eye = watcher()
    eye.see(frame(2))
    noise = np.random.default_rng(1).integers(60, 200, (HEIGHT, WIDTH, 3)).astype(np.uint8)
    events = [event for number in range(4) for event in eye.see(Frame(f"elsewhere {number}", noise, 0))]
    assert changes(events) == []
    assert len(troubles(events)) == 1  # told once, when it lasts longer than a hand may take
    assert list(eye.squares or ()) == LATER["squares"]
    assert changes(eye.see(frame(2, name="back"))) == []
    assert list(eye.squares or ()) == LATER["squares"]


@pytest.mark.parametrize("moved", [turned(0.0, (30, 18)), turned(0.0, (14, 9)), turned(3.0)])
def test_a_camera_aimed_anew_before_anything_was_read_is_not_read_by_the_old_place(moved: np.ndarray) -> None:
    """Without a picture of the empty board the first frame is all that the pose was ever compared with."""
    eye = BoardWatcher(calibration.board(TRUTH["board"]), corners=TRUTH["corners_px"], agree=2)
    events = eye.see(frame(0))
    for name in ("aimed", "still", "later"):
        events += eye.see(frame(0, moved, name=name))
    assert "moved" in troubles(events)
    assert off_px(eye, moved) < 8
    read = [(row, col, letter) for row, line in enumerate(eye.squares or ()) for col, letter in enumerate(line)]
    assert read
    assert [(row, col, letter) for row, col, letter in read if letter not in (TRUTH["squares"][row][col], "?")] == []


@pytest.mark.parametrize("shift", [(4.0, 2.0), (-3.0, 3.0)])
def test_a_nudge_too_small_to_be_told_is_followed(shift: tuple[float, float]) -> None:
    """A tenth of a square, of some 40 px: by the old place a TOP was read as nothing, and half a board as '?'."""
    nudge = turned(0.0, shift)
    eye = watcher()
    eye.see(frame(0))
    assert eye.pose is not None
    there = np.array(eye.pose.corners_px) + shift
    assert changes(eye.see(frame(2, nudge, name="nudged"))) == [MOVE]
    assert np.abs(np.array(eye.pose.corners_px) - there).max() < 1
    assert changes(eye.see(frame(2, nudge, 0.97, name="still"))) == []
    assert np.abs(np.array(eye.pose.corners_px) - there).max() < 1


def test_a_board_that_was_found_under_a_hand_is_found_anew_when_it_is_gone() -> None:
    """By a camera that wants frames that agree, without a picture of the empty board."""
    covered = frame(0, name="arm")
    (x0, y0), (x1, y1) = np.min(TRUTH["corners_px"], axis=0), np.max(TRUTH["corners_px"], axis=0)
    covered.image[round(y0) : round(y1), round(x0 + 0.24 * (x1 - x0)) : round(x1)] = (90, 120, 160)
    eye = BoardWatcher(calibration.board(TRUTH["board"]), corners=TRUTH["corners_px"], agree=3)
    eye.see(covered)
    for number in range(6):
        eye.see(frame(0, gain=1 - 0.01 * number, name=f"clear {number}"))
    assert eye.settled
    assert off_px(eye, np.eye(3)) < 6


def test_a_trouble_of_the_same_kind_for_another_reason_is_told_too() -> None:
    """Else people go on reading that the board is found again while it is not, or about the dark in infrared light."""
    eye = watcher()
    eye.see(frame(0))
    assert troubles(eye.see(frame(0, turned(1.5, (11, -7)), name="bump"))) == ["moved"]
    away = frame(0, turned(0.0, (-25, 10)), name="away")
    away.image[:, : WIDTH * 3 // 4] = cv2.GaussianBlur(away.image[:, : WIDTH * 3 // 4], (0, 0), 30)
    assert troubles(eye.see(away)) == ["moved"]
    assert not eye.placed
    assert troubles(eye.see(Frame("still away", away.image.copy(), 0))) == []
    dark = eye.see(frame(0, gain=0.05, name="dark"))
    image = cv2.cvtColor(cv2.cvtColor(frame(0).image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    grey = eye.see(Frame("infrared", np.asarray(image, np.uint8), 0))
    assert troubles(dark) == troubles(grey) == ["dark"]
    assert str(dark[0].text) != str(grey[0].text)


def without_board(seed: int) -> Frame:
    """A table's top in colours, without a board, as a camera with noise takes it."""
    grain = np.random.default_rng(5).integers(90, 200, (24, 32, 3)).astype(np.float32)
    noise = np.random.default_rng(seed).normal(0, 3, (480, 640, 3))
    image = np.clip(cv2.resize(grain, (640, 480), interpolation=cv2.INTER_CUBIC) + noise, 0, 255).astype(np.uint8)
    return Frame(str(seed), image, 0)


def test_a_picture_without_the_board_is_not_searched_again_while_it_stays_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = []

    def counted(*of: Any, **options: Any) -> Any:
        searched.append(of)
        return locate(*of, **options)

    monkeypatch.setattr("vision.watcher.locate", counted)
    seen = BoardWatcher(calibration.board(TRUTH["board"]))
    assert troubles(seen.see(without_board(1))) == ["unfound"]
    assert [seen.see(without_board(seed)) for seed in (2, 3, 4)] == [[], [], []]
    assert len(searched) == 1
    assert not seen.placed
    for seed in range(5, 5 + LOOKED_AGAIN):  # noise may have hidden it: now and then it is looked for all the same
        seen.see(without_board(seed))
    assert len(searched) == 2


def test_a_board_that_comes_after_pictures_without_one_is_found_at_once() -> None:
    seen = BoardWatcher(calibration.board(TRUTH["board"]))
    image = read_picture(SEQUENCE / "0000.jpg")
    plain = cv2.resize(without_board(1).image, (WIDTH, HEIGHT))
    for name in ("a", "b"):
        seen.see(Frame(name, np.asarray(plain, np.uint8), 0))
    assert seen.pose is None
    seen.see(Frame("board", image, 0))
    assert seen.placed
    assert off_px(seen, np.eye(3)) < 8  # an eighth of a square


def test_a_board_that_comes_back_after_it_was_gone_is_found_at_once() -> None:
    seen = watcher()
    seen.see(frame(0))
    plain = np.asarray(cv2.resize(without_board(1).image, (WIDTH, HEIGHT)), np.uint8)
    gone = [seen.see(Frame(name, plain + np.uint8(number), 0)) for number, name in enumerate(("a", "b", "c", "d"))]
    assert troubles([event for events in gone for event in events]) == ["covered"]
    assert changes(seen.see(frame(2))) == [MOVE]


def darker(of: Frame, share: float) -> Frame:
    """The same with a darker patch."""
    image = of.image.copy()
    image[100:300, 100:300] = (image[100:300, 100:300] * share).astype(np.uint8)
    return Frame(f"{share}", image, 0)


def test_what_changes_slowly_is_searched_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is less than counts as a change, two are more."""
    searched = counted(monkeypatch, "vision.watcher.locate", locate)
    seen = BoardWatcher(calibration.board(TRUTH["board"]))
    for steps in range(3):
        seen.see(darker(without_board(1), 0.94**steps))
    assert len(searched) == 2


def test_a_board_that_a_small_picture_does_not_show_is_found_in_a_larger_one_of_the_same_view() -> None:
    seen, image = BoardWatcher(calibration.board(TRUTH["board"])), read_picture(SEQUENCE / "0000.jpg")
    small = np.asarray(cv2.resize(image, None, fx=0.2, fy=0.2, interpolation=cv2.INTER_AREA), np.uint8)
    assert troubles(seen.see(Frame("small", small, 0))) == ["unfound"]
    seen.see(Frame("large", image, 0))
    assert seen.placed


def test_a_pose_that_is_given_up_is_looked_for_in_the_very_next_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was read by it yet: perhaps it was found under a hand."""
    searched = counted(monkeypatch, "vision.watcher.locate", locate)
    seen = BoardWatcher(calibration.board(TRUTH["board"]), agree=2)
    seen.see(frame(0))
    plain = np.asarray(cv2.resize(without_board(1).image, (WIDTH, HEIGHT)), np.uint8)
    for number in range(3):
        seen.see(Frame(f"plain {number}", plain + np.uint8(number), 0))
    assert len(searched) == 2  # in the first picture and in the second plain one; not where that stays the same


def test_what_hides_a_known_board_is_not_searched_for_it_again_while_it_stays_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched = counted(monkeypatch, "vision.following.register", register)
    seen = watcher()
    seen.see(frame(0))
    searched.clear()
    plain = np.asarray(cv2.resize(without_board(1).image, (WIDTH, HEIGHT)), np.uint8)
    for number in range(8):  # for three it may be a hand
        seen.see(Frame(f"plain {number}", plain + np.uint8(number), 0))
    assert len(searched) == 1
