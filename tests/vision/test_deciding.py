"""From certainties to letters: limits that ask which letters the rest is for. Certainties made by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.pictures import read_picture
from vision.classify import judge
from vision.deciding import LETTERS, TORN_SQUARES, decide, likely_pieces, with_rather_bare
from vision.measures import Measures
from vision.reader import look_at

PICTURES = Path(__file__).parents[1] / "pictures"
CLEAR = 1.0


def certain(**letters: float) -> Any:
    """(1, 7): how likely each letter is; ``bare`` and ``thing`` for the two that are no names."""
    names = {"bare": ".", "thing": "?"}
    row = np.zeros((1, len(LETTERS)), np.float32)
    for name, likely in letters.items():
        row[0, LETTERS.index(names.get(name, name))] = likely
    return row


def told_in(name: str, square: str, light: tuple[float, float, float], *, with_empty: bool) -> str:
    """The letter of a square of a labelled picture whose blue, green and red are so much brighter, as its empty one."""
    file = PICTURES / f"{name}.jpg"
    image, empty = (
        np.clip(read_picture(path) * np.array(light), 0, 255).astype(np.uint8)
        for path in (file, file.with_name(f"{file.stem}-empty.jpg"))
    )
    board = calibration.board(json.loads(file.with_suffix(".json").read_text())["board"])
    reading, _ = look_at(image, board, empty=empty if with_empty else None)
    return reading.squares[int(square[1:]) - 1][ord(square[0]) - ord("A")]


def of_hue(letter: str, *, with_empty: bool) -> Measures:
    """What is measured of a square of strong hue, as bright as its print, and rather unlike the empty board."""
    tints = np.array([[1.3 if each == letter else 0.0 for each in "rbgy"]])
    return Measures(np.ones(1), tints, *([np.array([0.4]), np.ones(1)] if with_empty else []))


@pytest.mark.parametrize("with_empty", [True, False], ids=["with-empty", "alone"])
@pytest.mark.parametrize("hue", "rbgy")
def test_a_hue_speaks_against_a_bare_square_only_where_a_house_is_likely_at_all(hue: str, with_empty: bool) -> None:
    measured = of_hue(hue, with_empty=with_empty)
    assert decide(certain(bare=0.95, **{hue: 0.05}), CLEAR, measured) == ["?"]
    other = "y" if hue != "y" else "g"
    assert decide(certain(bare=0.95, **{other: 0.05}), CLEAR, measured) == ["?"]
    hardly = certain(bare=0.95, t=0.049, **{hue: 0.001})
    assert decide(hardly, CLEAR, measured) == ["."]
    assert decide(hardly, CLEAR, replace(measured, tops=False)) == ["?"]


@pytest.mark.parametrize(
    ("with_empty", "bright", "top", "told"),
    [
        (True, 0.3, 0.15, "?"),
        (True, 0.3, 0.06, "."),
        (True, 0.5, 0.15, "."),
        (False, 0.3, 0.03, "?"),
        (False, 0.3, 0.01, "."),
        (False, 0.5, 0.03, "."),
    ],
)
def test_a_dark_square_is_not_bare_where_a_top_is_not_unlikely(
    with_empty: bool, bright: float, top: float, told: str
) -> None:
    """Whatever its own certainty: TOPs on dark print looked bare in colder light."""
    empty = [np.array([0.4]), np.full(1, 0.5)] if with_empty else []
    measured = Measures(np.full(1, bright), np.zeros((1, 4)), *empty)
    assert decide(certain(bare=1 - top, t=top), CLEAR, measured) == [told]


@pytest.mark.parametrize(
    ("name", "square", "with_empty"),
    [("table/5006", "C2", False), ("table/5013", "F3", True)],
)
def test_a_top_on_dark_print_is_not_bare_in_colder_light(name: str, square: str, with_empty: bool) -> None:
    """As by a camera that takes a window's light for a lamp's: a fifth more blue, a fifth less red."""
    assert told_in(name, square, (1.2, 1.0, 0.8), with_empty=with_empty) in ("t", "?")


@pytest.mark.parametrize(
    ("likely", "blue", "bright", "told"),
    [
        ({"b": 0.985, "t": 0.01, "bare": 0.005}, 0.7, 0.4, "?"),
        ({"b": 0.985, "t": 0.01, "bare": 0.005}, 0.7, 0.6, "b"),
        ({"b": 0.985, "t": 0.01, "bare": 0.005}, 0.95, 0.6, "?"),
        ({"b": 0.985, "t": 0.01, "bare": 0.005}, 0.2, 0.4, "b"),
        ({"b": 0.978, "t": 0.022}, 0.2, 0.4, "?"),
        ({"b": 0.95, "t": 0.05}, 0.5, 0.6, "b"),
        ({"b": 0.88, "t": 0.12}, 0.5, 0.6, "?"),
    ],
)
def test_a_blue_house_is_not_told_where_a_top_is_not_unlikely(
    likely: dict[str, float], blue: float, bright: float, told: str
) -> None:
    measured = Measures(np.full(1, bright), np.array([[0.0, blue, 0.0, 0.0]]))
    assert decide(certain(**likely), CLEAR, measured) == [told]


def test_a_yellow_house_is_not_told_where_a_green_one_is_not_unlikely() -> None:
    measured = Measures(np.ones(1), np.array([[0.0, 0.0, 0.1, 0.3]]))
    assert decide(certain(y=0.97, bare=0.03), CLEAR, measured) == ["y"]
    assert decide(certain(y=0.97, g=0.03), CLEAR, measured) == ["?"]


@pytest.mark.parametrize(("hue", "tint"), [("r", 0.3), ("b", 0.6), ("g", 0.4), ("y", 0.3)])
def test_a_top_is_not_told_where_a_square_shows_a_colour_of_which_a_house_is_not_unlikely(
    hue: str, tint: float
) -> None:
    coloured, pale = (np.array([[amount if each == hue else 0.0 for each in "rbgy"]]) for amount in (tint, 0.05))
    for likely, told in ((0.03, "?"), (0.005, "t")):
        certainties = certain(t=1 - likely, **{hue: likely})
        assert decide(certainties, CLEAR, Measures(np.full(1, 0.4), coloured)) == [told]
    assert decide(certain(t=0.97, **{hue: 0.03}), CLEAR, Measures(np.full(1, 0.4), pale)) == ["t"]


@pytest.mark.parametrize("square", ["I4", "J4", "I5"])
def test_green_houses_in_the_dark_are_no_tops(square: str) -> None:
    """Each darker by the same power as a camera's own dark tones are."""
    file = PICTURES / "dev" / "5056.jpg"
    image = np.asarray(255 * (read_picture(file) / 255) ** (1 / 0.6), np.uint8)
    board = calibration.board(json.loads(file.with_suffix(".json").read_text())["board"])
    reading, _ = look_at(image, board)
    assert reading.squares[int(square[1:]) - 1][ord(square[0]) - ord("A")] in ("g", "?")


def test_a_square_is_not_bare_where_a_house_is_not_unlikely() -> None:
    measured = Measures(np.ones(1), np.zeros((1, 4)), np.array([0.3]), np.ones(1))
    assert decide(certain(bare=0.91, b=0.09), CLEAR, measured) == ["?"]
    assert decide(certain(bare=0.91, r=0.05, b=0.04), CLEAR, measured) == ["?"]
    assert decide(certain(bare=0.91, b=0.05, t=0.04), CLEAR, measured) == ["."]


@pytest.mark.parametrize(
    ("name", "square", "light"),
    [
        ("table/5026", "B3", (1.3, 0.8, 0.5)),
        ("dev/5109", "C4", (1.2, 1.0, 0.8)),
        ("dev/5109", "C4", (1.1, 0.75, 1.1)),
    ],
)
def test_a_black_top_is_no_blue_house_in_colder_or_violet_light(
    name: str, square: str, light: tuple[float, float, float]
) -> None:
    assert told_in(name, square, light, with_empty=True) in ("t", "?")


def test_where_squares_are_torn_a_top_is_told_that_no_colour_contests() -> None:
    measured = Measures(np.full(1, 0.2), np.zeros((1, 4)))
    contested, clearly = certain(t=0.99, y=0.01), certain(t=0.99, bare=0.01)
    assert decide(contested, CLEAR, measured, TORN_SQUARES - 1) == ["t"]
    assert decide(contested, CLEAR, measured, TORN_SQUARES) == ["?"]
    assert decide(clearly, CLEAR, measured, TORN_SQUARES) == ["t"]


@pytest.mark.parametrize(
    ("likely", "unlike", "around", "told"),
    [
        ({"bare": 0.87, "thing": 0.125, "t": 0.005}, None, 0.0, "."),
        ({"bare": 0.87, "thing": 0.125, "t": 0.005}, 0.5, None, "."),
        ({"bare": 0.87, "thing": 0.11, "t": 0.02}, None, 0.0, "?"),
        ({"bare": 0.87, "thing": 0.11, "t": 0.01, "r": 0.01}, 0.5, None, "?"),
        ({"bare": 0.8, "thing": 0.2}, None, 0.0, "?"),
        ({"bare": 0.97, "thing": 0.03}, None, 0.5, "?"),
        ({"bare": 0.9, "thing": 0.1}, 0.9, None, "?"),
    ],
)
def test_what_holds_hardly_a_piece_is_rather_bare(
    likely: dict[str, float], unlike: float | None, around: float | None, told: str
) -> None:
    """Not beside what is covered, nor where it looks quite unlike the empty board."""
    given = [None if each is None else np.array([each]) for each in (unlike, around)]
    certainties = certain(**likely)
    assert with_rather_bare(["?"], certainties, likely_pieces(certainties), *given) == [told]


def test_what_looks_like_a_top_is_not_rather_bare_in_a_game_without_tops() -> None:
    """There the rest is weighed anew, and nothing of it tells of a piece."""
    without_tops, of_all = certain(bare=0.9, thing=0.1), certain(bare=0.54, thing=0.06, t=0.4)
    assert with_rather_bare(["?"], without_tops, likely_pieces(of_all), None, np.zeros(1)) == ["?"]


@pytest.mark.parametrize("scale", [1.0, 0.7, 0.5])
def test_shadows_on_a_dark_ocean_are_no_blue_houses_in_a_game_without_tops_either(scale: float) -> None:
    """Two of them were: such a game's boards counted as clearer, and as bright."""
    file = PICTURES / "dev" / "5111.jpg"
    truth = json.loads(file.with_suffix(".json").read_text())
    image, empty = (
        np.asarray(cv2.resize(read_picture(path), None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        for path in (file, file.with_name("5111-empty.jpg"))
    )
    board = calibration.board(truth["board"])
    _, evidence = look_at(
        image, board, corners=[(x * scale, y * scale) for x, y in truth["corners_px"]], empty=empty, in_vain=True
    )
    assert evidence is not None
    letters = judge(evidence.seen, board.squares(), "rbgy").letters
    pairs = list(zip(letters, "".join(truth["squares"]), strict=True))
    assert "t" not in "".join(truth["squares"])
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []
    assert sum(told == "b" for told, _ in pairs) > 0
