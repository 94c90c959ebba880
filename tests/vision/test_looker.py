"""The looker tells what changes, survives what it stumbles over, and shows what belongs together."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import replace

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import DeviceHealth, Frame, Image
from companion.errors import DeviceError
from companion.reading import Change, Seen, Trouble
from companion.squares import parse_square
from hardware.virtual import VirtualCamera, VirtualTable
from vision.looker import Looker
from vision.watcher import BoardWatcher

BOARD = calibration.board("shark-2001")


class Camera:
    """Gives what it is told to, in order; an error is raised."""

    def __init__(self, *items: Frame | Exception) -> None:
        self._items = queue.SimpleQueue[Frame | Exception]()
        for item in items:
            self._items.put(item)

    def read(self, timeout: float) -> Frame | None:
        if self._items.empty():
            return None
        item = self._items.get()
        if isinstance(item, Exception):
            raise item
        return item

    def health(self) -> DeviceHealth:
        return DeviceHealth("camera", "fine")

    def close(self) -> None:
        pass

    def __enter__(self) -> Camera:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Stumbling(BoardWatcher):
    """Stumbles over frames called "bad"."""

    def see(self, frame: Frame) -> list[Change | Trouble]:
        if frame.name == "bad":
            raise ValueError("no picture that any step was made for")
        if frame.name == "worse":
            raise cv2.error("assertion failed")
        return super().see(frame)


class Doubting(BoardWatcher):
    """Takes what it sees on C4 for a blue house, and is not sure."""

    def see(self, frame: Frame) -> list[Change | Trouble]:
        found = super().see(frame)
        assert self.last_reading is not None
        self.last_reading = replace(self.last_reading, uncertain=(("C4", ("b",)),))
        return found


@pytest.fixture(scope="module")
def table() -> VirtualTable:
    return VirtualTable(BOARD, None, seed=1)


def frame(name: str, table: VirtualTable) -> Frame:
    return Frame(name, table.render(float(sum(map(ord, name)))), 0)


def followed(camera: Camera, watcher: BoardWatcher) -> Iterator[Seen]:
    """All that a looker tells until its camera ends."""
    told: queue.SimpleQueue[Seen] = queue.SimpleQueue()
    looker = Looker(camera, watcher, told.put)  # type: ignore[arg-type]
    looker.start()
    while True:
        seen = told.get(timeout=60)
        yield seen
        if "ended" in str(seen.text):
            looker.close()
            return


def test_what_lies_over_several_squares_is_told_with_all_of_them(table: VirtualTable) -> None:
    """A mat of two and a half squares across, in the middle of B2: it touches all around it."""
    clear, covered = frame("a", table), frame("b", table)
    (x0, y0), (dx, dy) = BOARD.grid.origin_mm, BOARD.grid.pitch_mm
    middle, edge = table.view.project([[x0 + 1.5 * dx, y0 + 1.5 * dy, 0], [x0 + 2.75 * dx, y0 + 1.5 * dy, 0]])
    cv2.circle(covered.image, tuple(middle.astype(int)), round(edge[0] - middle[0]), (60, 120, 150), -1)
    camera = Camera(clear, covered, clear, DeviceError("the plug is out: put it in"))
    told = list(followed(camera, BoardWatcher(BOARD, empty=table.empty_picture())))
    assert [seen.kind for seen in told[:4]] == [None, "covered", None, "moved"]
    assert {"A2", "B1", "B2", "B3", "C2"} <= set(told[1].about) <= {f"{col}{row}" for col in "ABC" for row in (1, 2, 3)}
    assert told[0].about == told[2].about == told[3].about == ()


def test_on_a_picture_in_which_the_board_is_not_found_nothing_is_drawn(table: VirtualTable) -> None:
    """It was moved, and most of it is out of focus: drawn where it was, letters would stand on other squares."""
    clear = frame("a", table)
    height, width = clear.image.shape[:2]
    away = cv2.warpAffine(clear.image, np.array([[1, 0, -25], [0, 1, 10]], float), (width, height), borderMode=1)
    away[:, : width * 3 // 4] = cv2.GaussianBlur(away[:, : width * 3 // 4], (0, 0), 30)
    looker = Looker(Camera(), BoardWatcher(BOARD), lambda seen: None)  # type: ignore[arg-type]
    looker._look(clear)
    assert looker.pose is not None
    looker._look(Frame("away", np.asarray(away, np.uint8), 0))
    assert looker.pose is None
    assert looker.picture("read") == looker.picture("live")
    assert looker.settled() is not None


def test_a_frame_that_cannot_be_read_is_told_and_the_next_one_is_looked_at(table: VirtualTable) -> None:
    camera = Camera(
        frame("a", table),
        Frame("bad", np.zeros((4, 4, 3), np.uint8), 0),
        frame("b", table),
        Frame("worse", np.zeros((4, 4, 3), np.uint8), 0),
        DeviceError("the plug is out: put it in"),
        frame("c", table),
    )
    told = list(followed(camera, Stumbling(BOARD, empty=table.empty_picture())))
    texts = [str(seen.text) for seen in told]
    assert [bool(text) for text in texts] == [False, True, False, True, True, False, True]
    assert "could not be read" in texts[1]
    assert texts[4] == "the plug is out: put it in"
    assert all(seen.board == "shark-2001" for seen in told)
    empty = ("............",) * 12
    assert all(seen.squares == empty for seen in told), "what was known stays known"


def test_what_cannot_be_told_is_told_again_after_a_camera_that_failed(table: VirtualTable) -> None:
    """A card on G7, and the plug out for a moment: it lies there still."""
    clear, *cards = (frame(name, table) for name in "abc")
    (x0, y0), (dx, dy) = BOARD.grid.origin_mm, BOARD.grid.pitch_mm
    left, top = x0 + 6.1 * dx, y0 + 6.1 * dy
    ends = [[left, top, 0], [left + 0.8 * dx, top, 0], [left + 0.8 * dx, top + 0.8 * dy, 0], [left, top + 0.8 * dy, 0]]
    for card in cards:
        cv2.fillPoly(card.image, [table.view.project(ends).astype(np.int32)], (215, 225, 235))
    failed = DeviceError("the plug is out: put it in")
    told = list(followed(Camera(clear, cards[0], failed, cards[1]), BoardWatcher(BOARD, empty=table.empty_picture())))
    assert [seen.kind for seen in told[:4]] == [None, "unsure", "moved", "unsure"]
    assert [seen.unknown for seen in told[1:4]] == [("G7",)] * 3
    assert told[3].text == told[1].text


def test_what_comes_and_goes_is_told_once(table: VirtualTable) -> None:
    own = VirtualTable(BOARD, None, seed=2)
    watcher = BoardWatcher(BOARD, empty=own.empty_picture())
    frames = [frame("a", own), frame("b", own)]
    own.put(parse_square("F6"), "r")
    frames += [frame("c", own), frame("d", own)]
    told = list(followed(Camera(*frames), watcher))
    assert [seen.squares[5][5] for seen in told if seen.squares] == [".", "r", "r"]


def test_who_forgets_what_is_just_being_told_is_told_again(table: VirtualTable) -> None:
    """As a table does on which another game is opened: nothing has moved in the next frame."""
    told: queue.SimpleQueue[Seen] = queue.SimpleQueue()

    def tell(seen: Seen) -> None:
        if seen.frame == "a":
            looker.tell_again()
        told.put(seen)

    camera = Camera(frame("a", table), frame("b", table), frame("c", table))
    looker = Looker(camera, BoardWatcher(BOARD, empty=table.empty_picture()), tell)  # type: ignore[arg-type]
    looker.start()
    heard = [told.get(timeout=60) for _ in range(3)]
    looker.close()
    assert [seen.frame for seen in heard[:2]] == ["a", "b"]
    assert heard[1].squares == heard[0].squares
    assert "ended" in str(heard[2].text)


def test_pictures_of_pages_are_jpegs_and_there_are_none_before_the_first_frame() -> None:
    table = VirtualTable(BOARD, None, seed=3)
    camera = VirtualCamera(table, fps=50)
    told: queue.SimpleQueue[Seen] = queue.SimpleQueue()
    looker = Looker(camera, BoardWatcher(BOARD, empty=table.empty_picture()), told.put)
    assert looker.picture("live") is None
    assert looker.crop("C4") is None
    looker.start()
    told.get(timeout=60)
    for kind in ("live", "read", "flat"):
        data = looker.picture(kind)  # type: ignore[arg-type]
        assert data is not None
        assert cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) is not None
    assert looker.crop("C4") is not None
    assert looker.crop("Z99") is None
    assert looker.crop("nonsense") is None
    looker.close()
    camera.close()


def test_it_tells_what_a_doubtful_square_may_be(table: VirtualTable) -> None:
    told, *_ = followed(Camera(frame("a", table)), Doubting(BOARD, empty=table.empty_picture()))
    assert told.guesses == {"C4": ("b",)}


def test_a_picture_of_the_empty_board_can_be_made_once_when_the_first_frame_comes(table: VirtualTable) -> None:
    made: list[Image] = []

    def make() -> Image:
        made.append(table.empty_picture())
        return made[-1]

    watcher = BoardWatcher(BOARD, empty=make)
    assert made == []
    for name in ("a", "b"):
        watcher.see(frame(name, table))
    assert len(made) == 1
    assert watcher.squares == ("............",) * 12
