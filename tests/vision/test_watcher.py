"""Following a board: three rendered sequences with hands between the moves, as their labels say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Frame, Image
from companion.pictures import pictures_in, read_picture
from companion.reading import Change, Trouble
from companion.squares import Square
from vision.palette import FORMAT as PALETTE_FORMAT
from vision.palette import Colour, Palette
from vision.pose import Pose, pose_from_corners
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[1] / "pictures"


def truth_of(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.with_suffix(".json").read_text())
    return content


def watcher_of(name: str, **options: Any) -> BoardWatcher:
    """A watcher on a sequence, knowing its empty board and its corners."""
    truth = truth_of(PICTURES / name / "0000.jpg")
    return BoardWatcher(
        calibration.board(truth["board"]),
        empty=read_picture(PICTURES / name / "empty.jpg"),
        corners=truth["corners_px"],
        **options,
    )


def frame(name: str, number: int) -> Frame:
    path = PICTURES / name / f"{number:04d}.jpg"
    return Frame(path.name, read_picture(path), number * 1000)


def changes_by_truth(name: str) -> Iterator[tuple[str, set[tuple[str, str]], set[str]]]:
    """Frame, what came and what went, for each still frame of a sequence on which something changed."""
    known: list[str] | None = None
    for path in pictures_in(PICTURES / name):
        truth = truth_of(path)
        if truth["kind"] != "still":
            continue
        squares = truth["squares"]
        known = known or ["." * len(row) for row in squares]
        pairs = [
            (Square(row, col).name, known[row][col], letter)
            for row, letters in enumerate(squares)
            for col, letter in enumerate(letters)
            if letter != known[row][col]
        ]
        known = squares
        if pairs:
            yield path.name, {(s, now) for s, _, now in pairs if now != "."}, {s for s, was, _ in pairs if was != "."}


@pytest.mark.parametrize("name", ["seq01", "seq02"])
def test_sequence_is_followed_exactly(name: str) -> None:
    watcher = watcher_of(name)
    seen = []
    for path in pictures_in(PICTURES / name):
        for event in watcher.see(Frame(path.name, read_picture(path), 0)):
            assert isinstance(event, Change), event
            seen.append((event.frame, set(event.added), set(event.removed)))
            assert list(event.squares) == truth_of(path)["squares"]
    assert seen == list(changes_by_truth(name))


def test_what_cannot_be_told_reads_unknown_and_is_named() -> None:
    """A small board seen from the side against the light: houses of seq00 look alike, and none may be guessed.

    The game has no TOPs: a house of clear plastic in its own shade looks like one.
    """
    watcher = watcher_of("seq00", pieces="rbgy")
    told: set[str] = set()
    for path in pictures_in(PICTURES / "seq00"):
        for event in watcher.see(Frame(path.name, read_picture(path), 0)):
            if isinstance(event, Trouble):
                assert event.kind == "unsure"
                told |= set(event.squares)
        truth = truth_of(path)
        if truth["kind"] != "still":
            continue
        assert watcher.squares is not None
        for row, (known, true) in enumerate(zip(watcher.squares, truth["squares"], strict=True)):
            for col, (letter, house) in enumerate(zip(known, true, strict=True)):
                assert letter in (house, "?"), (path.name, Square(row, col).name)
                assert letter != "?" or Square(row, col).name in told


def test_hand_that_stays_is_told_once_and_ends() -> None:
    watcher = watcher_of("seq02", patience=1)
    assert watcher.see(frame("seq02", 0)) == []
    assert watcher.see(frame("seq02", 1)) == []
    (trouble,) = watcher.see(frame("seq02", 1))
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "covered"
    assert "J1" in trouble.squares  # under the back of the hand
    assert not watcher.settled
    assert watcher.see(frame("seq02", 1)) == []
    (change,) = watcher.see(frame("seq02", 2))
    assert isinstance(change, Change)
    assert change.added == (("K4", "y"),)
    assert watcher.settled


def test_live_camera_takes_a_state_from_agreeing_frames_only() -> None:
    watcher = watcher_of("seq02", agree=3)
    assert [watcher.see(frame("seq02", 0)) for _ in range(3)] == [[], [], []]
    assert watcher.settled
    assert watcher.see(frame("seq02", 2)) == []
    assert watcher.see(frame("seq02", 2)) == []
    (change,) = watcher.see(frame("seq02", 2))
    assert isinstance(change, Change)
    assert change.added == (("K4", "y"),)


def test_dark_frame_changes_nothing_and_is_told_once() -> None:
    watcher = watcher_of("seq02")
    watcher.see(frame("seq02", 2))
    before = watcher.squares
    dark = Frame("dark.jpg", np.asarray(frame("seq02", 4).image // 12, np.uint8), 0)
    (trouble,) = watcher.see(dark)
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "dark"
    assert watcher.see(dark) == []
    assert watcher.squares == before


def test_piece_that_is_none_of_the_owners_is_no_change() -> None:
    """The first house of the sequence is yellow, on K4; this owner's pieces are red and blue, as far as is known."""
    far = Colour((3.0, 3.0, 3.0), (0.1, 0.1, 0.3), 4)  # a colour that nothing in these pictures has
    palette = Palette(PALETTE_FORMAT, "shark-1991", {"r": far, "b": far})
    for known, seen in ((None, "y"), (palette, "?")):
        watcher = watcher_of("seq02", palette=known)
        for number in (0, 2):
            watcher.see(frame("seq02", number))
        assert watcher.squares is not None
        assert watcher.squares[3][10] == seen
        assert "".join(watcher.squares).replace(".", "") == seen


def test_frame_without_colours_changes_nothing_and_is_told_once() -> None:
    """A camera that switches to night vision shows each house, in grey: once read as TOPs and blue houses."""
    watcher = watcher_of("seq02")
    watcher.see(frame("seq02", 0))
    before = watcher.squares
    grey = cv2.cvtColor(cv2.cvtColor(frame("seq02", 10).image, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR)
    (trouble,) = watcher.see(Frame("night", grey, 1000))
    assert isinstance(trouble, Trouble)
    assert "night vision" in str(trouble.text)
    assert watcher.see(Frame("night 2", grey.copy(), 2000)) == []
    assert watcher.squares == before
    assert not watcher.settled


def test_blurred_frame_is_not_read() -> None:
    watcher = watcher_of("seq02")
    watcher.see(frame("seq02", 2))
    blurred: Image = np.asarray(cv2.GaussianBlur(frame("seq02", 4).image, (0, 0), 5), np.uint8)
    (trouble,) = watcher.see(Frame("blurred.jpg", blurred, 0))
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "blurred"


def test_thing_that_is_no_house_is_a_trouble_and_no_change() -> None:
    watcher = watcher_of("seq02")
    watcher.see(frame("seq02", 0))
    truth = truth_of(PICTURES / "seq02" / "0002.jpg")
    image = frame("seq02", 0).image.copy()
    x, y = truth["square_centers_px"][6][6]  # a card as large as a square on G7
    cv2.rectangle(image, (int(x) - 17, int(y) - 17), (int(x) + 17, int(y) + 17), (215, 225, 235), -1)
    (trouble,) = watcher.see(Frame("card.jpg", image, 0))
    assert isinstance(trouble, Trouble)
    assert trouble.kind == "unsure"
    assert trouble.squares == ("G7",)
    assert watcher.squares is not None
    assert watcher.squares[6][6] == "?"


def test_what_cannot_be_told_is_told_again_when_another_trouble_is_over() -> None:
    """It was last heard of before that: who looks afterwards must not be left with a '?' and no word."""
    watcher = watcher_of("seq02")
    bare = frame("seq02", 0).image
    watcher.see(frame("seq02", 0))
    truth = truth_of(PICTURES / "seq02" / "0002.jpg")
    card = bare.copy()
    x, y = truth["square_centers_px"][6][6]
    cv2.rectangle(card, (int(x) - 17, int(y) - 17), (int(x) + 17, int(y) + 17), (215, 225, 235), -1)
    dark = np.asarray(bare // 40, np.uint8)
    grey: Image = np.asarray(cv2.cvtColor(cv2.cvtColor(bare, cv2.COLOR_BGR2GRAY), cv2.COLOR_GRAY2BGR), np.uint8)
    blurred: Image = np.asarray(cv2.GaussianBlur(card, (0, 0), 5), np.uint8)
    told = []
    for number, image in enumerate((card, dark, card, grey, card, blurred, card, card)):
        told.append([item.kind for item in watcher.see(Frame(f"{number}", image, 0)) if isinstance(item, Trouble)])
    assert told == [["unsure"], ["dark"], ["unsure"], ["dark"], ["unsure"], ["blurred"], ["unsure"], []]


def paper_over(columns: int, number: int = 0) -> Image:
    """A still picture of seq02 with paper on so many columns from the left."""
    truth = truth_of(PICTURES / "seq02" / "0002.jpg")
    image = frame("seq02", number).image.copy()
    centers = np.array(truth["square_centers_px"])[:, :columns]
    outline = cv2.convexHull(centers.reshape(-1, 2).astype(np.float32)).astype(np.int32)
    cv2.fillPoly(image, [outline], (215, 225, 235))
    cv2.polylines(image, [outline], True, (215, 225, 235), 44)
    return image


def test_what_lay_there_from_the_first_picture_on_keeps_nothing_from_being_seen_beside_it() -> None:
    watcher = watcher_of("seq02")
    (doubts,) = watcher.see(Frame("first.jpg", paper_over(2), 0))
    assert isinstance(doubts, Trouble)
    assert len(doubts.squares) >= 20
    (change,) = watcher.see(Frame("second.jpg", paper_over(2, number=2), 0))
    assert isinstance(change, Change)
    assert change.added == (("K4", "y"),)
    (covered,) = watcher.see(Frame("third.jpg", paper_over(4, number=2), 0))
    assert isinstance(covered, Trouble)
    assert covered.kind == "covered"
    assert {name[0] for name in covered.squares} == {"C", "D"}


@pytest.mark.parametrize("columns", [3, 9])
def test_each_doubtful_square_is_told_until_most_squares_are_doubtful(columns: int) -> None:
    """On the first picture of a watcher: on a later one that would be a thing laid on the board."""
    troubles = watcher_of("seq02").see(Frame("covered.jpg", paper_over(columns), 0))
    (trouble,) = [item for item in troubles if isinstance(item, Trouble)]
    count = len(trouble.squares)
    assert trouble.kind == "unsure"
    assert (count > 60) == (columns == 9)
    if columns == 3:
        text = str(trouble.text)
        assert set(re.findall(r"[A-Z][0-9]+", text)) == set(trouble.squares)
        assert text.count(" not sure: empty?") == 1  # not once for each
    else:
        why = "Is this the board that is named, and is the view of it clear?"
        assert str(trouble.text) == f"{count} of 120 squares cannot be told. {why}"


def test_a_frame_is_looked_through_for_cut_squares_as_often_with_many_doubts_as_with_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    counted = 0
    beyond = Pose.beyond

    def counting(pose: Pose, image: Image) -> frozenset[Square]:
        nonlocal counted
        counted += 1
        return beyond(pose, image)

    monkeypatch.setattr(Pose, "beyond", counting)
    needed = []
    for image in (frame("seq02", 0).image, paper_over(4)):
        counted = 0
        watcher = watcher_of("seq02")
        watcher.see(Frame("first.jpg", image, 0))
        assert watcher.squares is not None
        needed.append((counted, "?" in "".join(watcher.squares)))
    (without, no), (with_doubts, yes) = needed
    assert (no, yes) == (False, True)
    assert with_doubts == without


def test_of_an_empty_picture_that_shows_too_little_it_is_told_once() -> None:
    """The left of the board is cut off there, and paper covers that and a little more."""
    truth = truth_of(PICTURES / "seq02" / "0000.jpg")
    empty = read_picture(PICTURES / "seq02" / "empty.jpg")
    corners = np.array(truth["corners_px"])
    cut = int(corners[0][0] + (corners[1][0] - corners[0][0]) * 0.45)
    board = calibration.board(truth["board"])
    size = (empty.shape[1] - cut, empty.shape[0])
    bare_pose = pose_from_corners(corners - [cut, 0], board, size)
    watcher = BoardWatcher(board, empty=empty[:, cut:].copy(), empty_pose=bare_pose, corners=truth["corners_px"])
    (trouble,) = watcher.see(Frame("covered.jpg", paper_over(8), 0))
    assert isinstance(trouble, Trouble)
    assert str(trouble.text).endswith(
        "squares cannot be told. Most of them are not whole in the picture of the empty board: take that picture "
        "again, of the whole board."
    )
