"""What is written of a reading: every number by which it was decided."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import calibration
from companion.pictures import read_picture
from tests.companion.commands.test_chains import burnt
from vision.classify import CLEAR
from vision.deciding import LETTERS, TINTED, decide, without_cover
from vision.evidence import draw_evidence, numbers
from vision.measures import Measures
from vision.reader import look_at

PICTURE = Path(__file__).parents[1] / "pictures" / "table" / "0005.jpg"
BOARD = calibration.board("shark-1991")


@pytest.mark.parametrize("with_empty", [True, False])
def test_from_the_numbers_that_are_written_each_letter_follows(with_empty: bool, tmp_path: Path) -> None:
    """One square is burnt out, so that it counts how clear the board is."""
    image, empty = read_picture(burnt(tmp_path)), read_picture(PICTURE.with_name("0005-empty.jpg"))
    reading, evidence = look_at(image, BOARD, empty=empty if with_empty else None)
    assert evidence is not None
    assert evidence.beyond + evidence.beyond_empty + evidence.not_empty == ()
    assert reading.uncertain != ()
    figures = json.loads(json.dumps(numbers(evidence)))
    assert list(figures) == [square.name for square in BOARD.squares()]
    squares = list(figures.values())
    measured = Measures(
        np.array([of["brightness"] for of in squares]),
        np.array([[of["tints"][letter] for letter in TINTED] for of in squares]),
        np.array([of["unlike_empty"] for of in squares]) if with_empty else None,
        np.array([of["print_level"] for of in squares]) if with_empty else None,
    )
    certainties = np.array([[of["likely"][letter] for letter in LETTERS] for of in squares], np.float32)
    ((clearness, torn),) = {(of["clearness"], of["torn_squares"]) for of in squares}
    letters = decide(certainties, clearness, measured, torn)
    if not with_empty:
        letters = without_cover(letters, certainties, np.array([of["covered_around"] for of in squares]))
    assert "".join(letters) == "".join(reading.squares)
    for name, told in (
        ("unlike_empty", with_empty),
        ("print_level", with_empty),
        ("covered_around", not with_empty),
    ):
        assert all((name in of) == told for of in squares)
    in_doubt = [max(of.get("first_look", of["likely"]).values()) < CLEAR for of in squares]
    assert [("first_look" in of) for of in squares] == in_doubt
    assert any(in_doubt)
    assert not all(in_doubt)


def test_each_square_is_drawn_with_its_numbers() -> None:
    """Three tiles of 180 pixels side by side, four lines of text under them."""
    image = read_picture(PICTURE)
    reading, evidence = look_at(image, BOARD)
    assert evidence is not None
    overlay, strips = draw_evidence(image, reading, evidence, numbers(evidence))
    assert overlay.shape == image.shape
    assert set(strips) == {square.name for square in BOARD.squares()}
    for strip in strips.values():
        assert strip.shape == (180 + 4 * 18 + 6, 3 * 180, 3)
        for line in range(4):
            assert (strip[180 + line * 18 : 180 + line * 18 + 20] < 100).any()
