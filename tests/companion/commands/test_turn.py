"""Photos of whatever kind are decoded and read one at a time, and no larger than reading needs."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.commands import _market_photos, _photos, _turn
from companion.commands._market_photos import MarketPhotos
from companion.commands._photos import KeptCrops, Photos, flatten
from companion.commands._row_photos import RowPhotos
from companion.errors import TableBusy
from tests.companion.commands.test_row_photos import rows_being_read
from tests.vision.test_offers import BOARD as MARKET
from tests.vision.test_offers import RED_LIES, draw
from vision.regions import read_regions

PICTURES = Path(__file__).parents[2] / "pictures" / "table"
BOARD = calibration.board("shark-1991")
TRUTH = json.loads((PICTURES / "0005.json").read_text())
CORNERS = [(10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0)]


def jpeg(image: np.ndarray) -> bytes:
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, 95))[1].tobytes()


SMALL = jpeg(np.full((64, 64, 3), 99, np.uint8))


def market(photos: MarketPhotos) -> MarketPhotos:
    photos.keep_empty(SMALL)
    return photos


def test_photos_of_all_kinds_wait_for_one_another_before_they_are_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    photos, offers = Photos([BOARD]), market(MarketPhotos(lambda: MARKET))
    key, _ = photos.read(SMALL, BOARD.name)
    for module in (_market_photos, _photos):
        monkeypatch.setattr(module, "WAIT_S", 0.0)
    ways: list[Callable[[], object]] = [
        lambda: photos.read(SMALL, BOARD.name),
        lambda: photos.find(key, CORNERS),
        lambda: RowPhotos().read(SMALL),
        lambda: offers.read(SMALL, CORNERS),
        lambda: offers.keep_empty(SMALL),
        lambda: flatten(SMALL, CORNERS, (40.0, 40.0)),
        lambda: KeptCrops().crop(1, "0" * 16, SMALL, BOARD, "F7"),
    ]

    def decoded(*_: object) -> None:
        raise AssertionError("it was decoded")

    with rows_being_read(monkeypatch):
        monkeypatch.setattr(cv2, "imdecode", decoded)
        for way in ways:
            with pytest.raises(TableBusy, match="another photo is being read"):
                way()


def test_what_no_page_asks_for_again_waits_for_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    offers, kept = MarketPhotos(lambda: MARKET), threading.Event()

    def keep() -> None:
        offers.keep_empty(SMALL)
        kept.set()

    with rows_being_read(monkeypatch):
        thread = threading.Thread(target=keep)
        thread.start()
        assert not kept.is_set()
    assert kept.wait(60)
    thread.join(60)


def enlarged(image: np.ndarray, width: int) -> np.ndarray:
    """A picture (H, W, 3) as a better camera would have taken it, so many pixels wide."""
    return cv2.resize(image, (width, width * image.shape[0] // image.shape[1]), interpolation=cv2.INTER_CUBIC)


def in_shown(content: bytes | None) -> tuple[int, int]:
    assert content is not None
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    return image.shape[1], image.shape[0]


@pytest.mark.parametrize(("width", "turned"), [(4000, 1), (4000, 6), (6528, 1)])
def test_a_large_photo_is_read_smaller_and_as_its_camera_turned_it(width: int, turned: int) -> None:
    """12 and 32 megapixels; 6: what is left in the file is on top, as cameras note that are held upright."""
    image = enlarged(cv2.imread(str(PICTURES / "0005.jpg")), width)
    content = jpeg(image if turned == 1 else cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE))
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + bytes([0, turned]) + bytes(6)
    content = content[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + content[2:]
    photos = Photos([BOARD])
    key, reading = photos.read(content, BOARD.name)
    size = in_shown(photos.picture(key, "taken"))
    assert size == (1600, 1200), "people are shown as much as of a small one"
    shown = [(x * size[0] / 1280, y * size[0] / 1280) for x, y in TRUTH["corners_px"]]
    for each in (reading, photos.find(key, shown)[1]):
        letters = "".join(each.squares)
        assert each.found
        assert letters.count("?") <= 2
        assert all(letter in (true, "?") for letter, true in zip(letters, "".join(TRUTH["squares"]), strict=True))
    image, places = _turn.decode_photo(content, [(width / 2 - 0.5, 99.5)])
    assert image.size <= 3 * _turn.MOST_PIXELS
    assert places == [(image.shape[1] / 2 - 0.5, 49.5)], "the middle stays the middle"


def test_corners_in_a_large_photo_are_those_in_the_file() -> None:
    """The market's offers, and a board that is laid flat."""
    offers = MarketPhotos(lambda: MARKET)
    empty, corners = draw([], seed=9)
    lying, _ = draw(RED_LIES)
    times = 4000 / empty.shape[1]
    places = [(x * times, y * times) for x, y in corners]
    offers.keep_empty(jpeg(enlarged(empty, 4000)))
    large = jpeg(enlarged(lying, 4000))
    assert offers.read(large, places).counts == read_regions(lying, corners, MARKET, empty).counts
    one, other = (
        cv2.imdecode(np.frombuffer(flatten(*each, MARKET.size_mm), np.uint8), cv2.IMREAD_COLOR).astype(int)
        for each in ((large, places), (jpeg(lying), corners))
    )
    assert np.abs(one - other).mean() < 4, "three pixels of the small one to the side make 10"


def test_few_large_photos_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of 7.99 megapixels, which are read as they are, are 72 MB: two stay."""

    def unread(image: np.ndarray, board: object) -> _photos.Photo:
        return _photos.Photo(image, BOARD, reading)

    photos = Photos([BOARD])
    _, reading = photos.read(SMALL, BOARD.name)
    monkeypatch.setattr(_photos, "read_photo", unread)
    large = jpeg(np.full((2448, 3264, 3), (90, 99, 120), np.uint8))
    keys = [photos.read(large, BOARD.name)[0] for _ in range(3)]
    assert [photos.reading(key) is not None for key in keys] == [False, True, True]


def test_photos_without_a_board_do_not_end_the_keeping_of_one_that_was_read() -> None:
    """Three are kept. It is still shown while somebody tries to take another one."""
    photos = Photos([BOARD])
    good, _ = photos.read((PICTURES / "0005.jpg").read_bytes(), BOARD.name)
    bad = [photos.read(SMALL, BOARD.name)[0] for _ in range(3)]
    assert [photos.reading(key) is not None for key in (good, *bad)] == [True, False, True, True]


def test_the_board_is_looked_for_once_in_a_kept_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = 0
    real = _photos.locate

    def searching(*arguments: object) -> object:
        nonlocal searches
        searches += 1
        return real(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(_photos, "locate", searching)
    crops, content = KeptCrops(), (PICTURES / "0005.jpg").read_bytes()
    blank = jpeg(np.full((480, 640, 3), 128, np.uint8))
    for square in ("F7", "A1", "F7"):
        assert crops.crop(1, "a" * 16, content, BOARD, square) is not None
        assert crops.crop(1, "b" * 16, blank, BOARD, square) is None
    assert searches == 2
    assert crops.crop(2, "a" * 16, blank, BOARD, "F7") is None, "another game's picture of that key"
    assert searches == 3
