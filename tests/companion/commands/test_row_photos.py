"""Photos of rows of cards that people bring along: bounded before they are decoded, read one at a time."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

import cv2
import numpy as np
import pytest

import calibration
from companion.cards import SeenRow
from companion.commands import _row_photos
from companion.commands._row_photos import RowPhotos
from companion.errors import BoardNotFound, FormatError, TableBusy
from hardware.virtual import draw_rows
from tests.companion.commands.test_photos import png


def photo(*rows: list[str]) -> bytes:
    image = draw_rows(calibration.deck("reibach"), rows, np.random.default_rng(1))
    return cv2.imencode(".jpg", image)[1].tobytes()


def test_the_rows_of_a_picture_file_are_read() -> None:
    seen = RowPhotos().read(photo(["back", "art", "art", "art"], ["back"]))
    assert list(seen) == [SeenRow("art", 3, 0, 0), SeenRow(None, 0, 0, 0)]


@pytest.mark.parametrize("content", [b"", b"hello", png(40_000, 40_000), png(4, 4), b"\xff\xd8\xff"])
def test_what_is_no_picture_to_be_read_is_refused_before_it_is_decoded(
    content: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    def decoded(*_: object) -> None:
        raise AssertionError("it was decoded")

    monkeypatch.setattr(cv2, "imdecode", decoded)
    with pytest.raises(FormatError):
        RowPhotos().read(content)


def test_a_picture_without_cards_says_what_to_do_and_the_next_one_is_read() -> None:
    photos = RowPhotos()
    wood = np.full((600, 800, 3), (58, 88, 120), np.uint8)
    with pytest.raises(BoardNotFound, match="lay the rows apart"):
        photos.read(cv2.imencode(".png", wood)[1].tobytes())
    assert len(photos.read(photo(["back", "oil", "oil"]))) == 1


@contextmanager
def rows_being_read(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A photo of rows of cards is read meanwhile."""
    reading, go_on = threading.Event(), threading.Event()

    def slowly(*_: object) -> tuple[SeenRow, ...]:
        reading.set()
        assert go_on.wait(60)
        return ()

    monkeypatch.setattr(_row_photos, "read_rows", slowly)
    thread = threading.Thread(target=RowPhotos().read, args=(photo(["back"]),))
    thread.start()
    assert reading.wait(60)
    yield
    go_on.set()
    thread.join(60)
    assert not thread.is_alive()


def test_one_photo_is_read_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    with rows_being_read(monkeypatch), pytest.raises(TableBusy, match="another photo is being read"):
        RowPhotos().read(photo(["back"]))
