"""A square that changed much is read anew, whatever was known of it; one that changed little keeps a likely letter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Frame, Image
from companion.pictures import read_picture
from companion.reading import Change
from companion.squares import Square
from vision import watcher as watching
from vision.classify import Judgement
from vision.deciding import LETTERS, PIECES
from vision.measures import Measures
from vision.patches import Views
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[1] / "pictures"
G7 = Square(6, 6)


def test_no_piece_that_comes_is_passed_over_where_read_would_doubt() -> None:
    """A black TOP on dark print, without the empty board: '.' has 0.89 there, and two thirds of the square changed."""
    path = PICTURES / "watch" / "0010.jpg"
    truth = json.loads(path.with_suffix(".json").read_text())
    watcher = BoardWatcher(calibration.board(truth["board"]), corners=truth["corners_px"])
    watcher.see(Frame("empty", read_picture(path.with_name("0010-empty.jpg")), 0))
    watcher.see(Frame("full", read_picture(path), 1000))  # the camera was nudged between the two
    assert watcher.settled
    squares = watcher.squares
    assert squares is not None
    wrong = [
        (square.name, truth["squares"][square.row][square.col], squares[square.row][square.col])
        for square in watcher.board.squares()
        if squares[square.row][square.col] not in ("?", truth["squares"][square.row][square.col])
    ]
    assert wrong == []


def test_a_picture_that_is_burnt_out_for_a_moment_is_nothing_over_the_board() -> None:
    """As while a camera seeks its exposure: nothing lies on what is burnt out in one of two pictures."""
    folder = PICTURES / "seq01"
    truth, later = (json.loads((folder / f"{number}.json").read_text()) for number in ("0008", "0010"))
    first = read_picture(folder / "0008.jpg")
    watcher = BoardWatcher(calibration.board(truth["board"]), empty=read_picture(folder / "empty.jpg"))
    watcher.see(Frame("first", first, 0))
    assert watcher.see(Frame("bright", np.clip(first * 1.8, 0, 255).astype(np.uint8), 1000)) == []
    assert watcher.settled
    change, *_ = watcher.see(Frame("later", read_picture(folder / "0010.jpg"), 2000))
    assert isinstance(change, Change)
    came = {(place, later["squares"][place.row][place.col]) for place in watcher.board.squares()}
    came -= {(place, truth["squares"][place.row][place.col]) for place in watcher.board.squares()}
    assert set(change.added) == {(place.name, letter) for place, letter in came}
    assert change.removed == ()


def with_card(half_side: int) -> Image:
    """The sequence's first picture with a card on G7, a square of some 38 pixels, that is twice as wide as that."""
    image = read_picture(PICTURES / "seq02" / "0000.jpg").copy()
    truth = json.loads((PICTURES / "seq02" / "0002.json").read_text())
    x, y = (int(part) for part in truth["square_centers_px"][G7.row][G7.col])
    cv2.rectangle(image, (x - half_side, y - half_side), (x + half_side, y + half_side), (215, 225, 235), -1)
    return image


@pytest.mark.parametrize("known", f".{PIECES}")
@pytest.mark.parametrize(("half_side", "stays"), [(17, False), (8, True)])
def test_a_letter_that_is_only_likely_stays_where_little_changed(
    known: str, half_side: int, stays: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cards on four fifths and on a fifth of a square that known letters still have with 0.8, too little to be read."""
    sure = 1.0

    def judge(_: Views, squares: Sequence[Square], __: str, *, flat: bool) -> Judgement:
        assert not flat
        letters = ["." for _ in squares]
        certainties = np.tile(np.eye(len(LETTERS), dtype=np.float32)[0], (len(squares), 1))
        if G7 in squares:
            number = squares.index(G7)
            certainties[number] = 0
            certainties[number, LETTERS.index(known)] = sure
            certainties[number, LETTERS.index("?")] = 1 - sure
            letters[number] = known if sure == 1 else "?"
        nothing = Measures(np.empty(0), np.empty((0, 4)))
        return Judgement(certainties, certainties, letters, letters, np.zeros(len(squares), bool), nothing)

    monkeypatch.setattr(watching, "judge", judge)
    truth = json.loads((PICTURES / "seq02" / "0000.json").read_text())
    watcher = BoardWatcher(calibration.board(truth["board"]), corners=truth["corners_px"])
    watcher.see(Frame("before", read_picture(PICTURES / "seq02" / "0000.jpg"), 0))
    sure = 0.8
    watcher.see(Frame("card", with_card(half_side), 1000))
    assert watcher.settled
    assert watcher.squares is not None
    assert watcher.squares[G7.row][G7.col] == (known if stays else "?")
