"""Photos that people bring along: bounded before they are decoded, read one at a time, few of them kept."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.commands import _photos
from companion.commands._photos import KEPT, LONGEST_PX, KeptCrops, Photos, chain_outlines
from companion.errors import FormatError, TableBusy
from vision.locate import found_elsewhere

PICTURES = Path(__file__).parents[2] / "pictures" / "table"
BOARD = calibration.board("shark-1991")


def size(content: bytes | None) -> tuple[int, ...]:
    assert content is not None
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    assert image is not None
    return tuple(image.shape)


def png(width: int, height: int) -> bytes:
    """A PNG's beginning that claims a size, with nothing behind it."""
    head = b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + b"IHDR"
    return head + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\x00\x00\x00" + b"IEND\xaeB`\x82"


def test_a_photo_shows_the_labelled_board_and_its_squares() -> None:
    photos = Photos([BOARD])
    key, reading = photos.read((PICTURES / "0005.jpg").read_bytes(), BOARD.name)
    labels = json.loads((PICTURES / "0005.json").read_text())["squares"]
    assert reading.found
    wrong = [
        (r, c)
        for r, row in enumerate(labels)
        for c, letter in enumerate(row)
        if reading.squares[r][c] not in (letter, "?")
    ]
    assert wrong == []
    assert size(photos.picture(key, "taken")) == (960, 1280, 3)
    assert size(photos.picture(key, "flat")) == (12 * _photos.FLAT_PX, 14 * _photos.FLAT_PX, 3)
    assert size(photos.crop(key, "F7")) == (320, 320, 3)
    for kind, square in (("raw", "F7"), ("taken", "Z9"), ("taken", "<b>")):
        assert photos.picture(key, kind) is None or photos.crop(key, square) is None
    assert photos.picture("0" * 16, "taken") is None


def test_a_board_that_is_not_found_is_read_by_its_corners() -> None:
    photos = Photos([BOARD])
    wide = cv2.resize(np.full((60, 80, 3), 128, np.uint8), (3200, 2400))
    key, reading = photos.read(cv2.imencode(".jpg", wide)[1].tobytes(), BOARD.name)
    assert not reading.found
    assert size(photos.picture(key, "flat")) == (LONGEST_PX * 3 // 4, LONGEST_PX, 3), "it is shown as it was taken"
    with pytest.raises(FormatError, match="clockwise"):
        photos.find(key, [(0, 0), (0, 900), (1200, 900), (1200, 0)])
    again, reading = photos.find(key, [(100, 100), (1500, 100), (1500, 1100), (100, 1100)])
    assert (again, reading.found) == (key, True)
    assert reading.corners_px is not None
    assert reading.corners_px[0] == pytest.approx((200, 200), abs=1), "corners are those of the picture that was shown"
    with pytest.raises(FormatError, match="no longer kept"):
        photos.find("0" * 16, [(0, 0)] * 4)


def test_corners_that_are_not_the_boards_are_refused_and_what_was_read_stays() -> None:
    photos = Photos([BOARD])
    key, read = photos.read((PICTURES / "0005.jpg").read_bytes(), BOARD.name)
    corners = json.loads((PICTURES / "0005.json").read_text())["corners_px"]
    for given, said in (
        (corners[2:] + corners[:2], "the corners begin at the wrong one"),
        (corners[::-1], "clockwise"),
        ([[x + 3000, y] for x, y in corners], "outside the picture"),
        ([[x - 60, y] for x, y in corners], "elsewhere than these corners say"),
    ):
        with pytest.raises(FormatError, match=said):
            photos.find(key, given)
        assert photos.reading(key) is read


def test_a_board_that_was_looked_for_in_vain_is_not_looked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """That takes seconds; where it was found once, other corners are held against it."""
    searches = 0

    def searching(*arguments: Any) -> Any:
        nonlocal searches
        searches += 1
        return found_elsewhere(*arguments)

    monkeypatch.setattr("vision.placing.found_elsewhere", searching)
    photos = Photos([BOARD])
    grey = cv2.imencode(".jpg", np.full((960, 1280, 3), 128, np.uint8))[1].tobytes()
    hidden, _ = photos.read(grey, BOARD.name)
    found, _ = photos.read((PICTURES / "0005.jpg").read_bytes(), BOARD.name)
    corners = json.loads((PICTURES / "0005.json").read_text())["corners_px"]
    for key, wanted in ((hidden, 0), (found, 2)):
        searches = 0
        for _ in range(2):
            assert photos.find(key, corners)[1].found
        assert searches == wanted


@pytest.mark.parametrize("content", [b"", b"hello", png(40_000, 40_000), png(4, 4), b"\xff\xd8\xff"])
def test_what_is_no_picture_to_be_read_is_refused_before_it_is_decoded(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("it was decoded")

    monkeypatch.setattr(cv2, "imdecode", decoded)
    with pytest.raises(FormatError):
        Photos([BOARD]).read(content, BOARD.name)


def test_the_last_photos_are_kept_and_a_board_must_be_known() -> None:
    photos = Photos([BOARD])
    grey = cv2.imencode(".jpg", np.full((64, 64, 3), 99, np.uint8))[1].tobytes()
    keys = [photos.read(grey, BOARD.name)[0] for _ in range(KEPT + 1)]
    assert [photos.picture(key, "taken") is not None for key in keys] == [False, *[True] * KEPT]
    with pytest.raises(FormatError, match="no board is called moon"):
        photos.read(grey, "moon")
    with pytest.raises(FormatError, match=f"not named: there are {BOARD.name}$"):
        photos.read(grey, "")


def test_one_photo_is_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    photos = Photos([BOARD])
    reading, go_on = threading.Event(), threading.Event()
    real = _photos.read_photo

    def slowly(*arguments: object) -> object:
        reading.set()
        assert go_on.wait(60)
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(_photos, "read_photo", slowly)
    grey = cv2.imencode(".jpg", np.full((64, 64, 3), 99, np.uint8))[1].tobytes()
    thread = threading.Thread(target=photos.read, args=(grey, BOARD.name))
    thread.start()
    assert reading.wait(60)
    with pytest.raises(TableBusy, match="another photo is being read"):
        photos.read(grey, BOARD.name)
    go_on.set()
    thread.join(60)
    assert not thread.is_alive()


def test_a_kept_picture_gives_its_square_only_where_the_board_is_found() -> None:
    content = (PICTURES / "0005.jpg").read_bytes()
    crops = KeptCrops()
    assert size(crops.crop(1, "a", content, BOARD, "F7")) == (320, 320, 3)
    assert crops.crop(1, "a", content, BOARD, "Z9") is None
    blank = cv2.imencode(".jpg", np.full((480, 640, 3), 128, np.uint8))[1].tobytes()
    assert crops.crop(1, "b", blank, BOARD, "F7") is None
    assert crops.crop(1, "c", b"no picture", BOARD, "F7") is None


def test_a_chain_beside_what_is_not_known_says_so_in_its_label() -> None:
    red, blue = chain_outlines(["rr?..b", "......"])
    assert (red.letter, red.label, len(red.squares)) == ("r", "#1: 2+?", 2)
    assert (blue.letter, blue.label) == ("b", "#2")
    assert chain_outlines([]) == ()
