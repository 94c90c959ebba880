"""Flat pieces in doubt, and the colours of the surely told ones in the same picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.board import Board, Grid, parse_board
from companion.pictures import read_picture
from companion.squares import Square
from vision.classify import judge
from vision.deciding import LETTERS, Flat, decide
from vision.evidence import numbers
from vision.measures import Measures
from vision.own_colours import darkest_third, told_by_colours
from vision.patches import FINE, Views
from vision.reader import look_at
from vision.rectify import MARGIN

BOARD = Board("tiles", (140.0, 140.0), Grid((10.0, 10.0), (20.0, 20.0), 6, 6), ("111111",) * 6)
COLOURS = {".": (215, 225, 230), "r": (40, 35, 190), "g": (50, 140, 40), "y": (40, 190, 225)}
"""Blue, green and red of the print and of three kinds of tiles."""
ROWS = ("rrrr..", "gggg..", "yyyy..", "......", "......", "......")
DOUBTFUL = Square(5, 5)


def seen(rows: tuple[str, ...] = ROWS, mirrored: Square | None = None) -> Views:
    """A board of such tiles from straight above; in half of the square ``mirrored`` a lamp is seen."""
    grid = BOARD.grid
    plane = np.full(((grid.rows + 2 * MARGIN) * FINE, (grid.cols + 2 * MARGIN) * FINE, 3), COLOURS["."], np.uint8)
    for square in BOARD.squares():
        top, left = (MARGIN + square.row) * FINE, (MARGIN + square.col) * FINE
        plane[top : top + FINE, left : left + FINE] = COLOURS[rows[square.row][square.col]]
        if square == mirrored:
            plane[top : top + FINE // 2, left : left + FINE] = 250
    small = plane[::2, ::2]
    return Views(BOARD, small, small, None, (plane, plane), ())


def certainties(rows: tuple[str, ...] = ROWS, **doubtful: float) -> Any:
    """(36, 7): 0.998 of the letters in rows, but of the last square as given, "." as ``bare``, the rest "?"."""
    table = np.full((36, len(LETTERS)), 0.002 / 6, np.float32)
    for number, square in enumerate(BOARD.squares()):
        table[number, LETTERS.index(rows[square.row][square.col])] = 0.998
    table[-1] = 0
    for letter, likely in doubtful.items():
        table[-1, LETTERS.index("." if letter == "bare" else letter)] = likely
    table[-1, -1] = 1 - sum(doubtful.values())
    return table


def confirmed(seen_from_above: Views, likely: Any) -> Any:
    return told_by_colours(seen_from_above, likely).confirmed


def with_a_green_one_last() -> tuple[str, ...]:
    return (*ROWS[:-1], ".....g")


@pytest.mark.parametrize(
    ("doubtful", "told"),
    [
        ({"g": 0.91, "y": 0.09}, True),  # a lamp mirrored in green looks yellow
        ({"y": 0.91, "g": 0.09}, False),
        ({"g": 0.85, "y": 0.15}, False),
        ({"g": 0.89, "bare": 0.11}, False),  # it may be a green field of the print
        ({"bare": 0.95, "g": 0.05}, False),
    ],
)
def test_a_tile_in_which_a_lamp_is_mirrored_is_told_by_what_its_colour_confirms(
    doubtful: dict[str, float], told: bool
) -> None:
    views = seen(with_a_green_one_last(), mirrored=DOUBTFUL)
    found = confirmed(views, certainties(**doubtful))
    assert found[-1] == told


def test_a_bare_square_is_never_confirmed() -> None:
    """Paper of the print's colour may lie there."""
    assert not confirmed(seen(), certainties(bare=0.99)).reshape(6, 6)[:, 4:].any()


def test_on_a_board_that_shows_fields_of_the_tiles_colours_these_confirm_nothing() -> None:
    """The red square of the fifth row is surely bare."""
    shown = (*ROWS[:4], "r.....", ".....g")
    taken = certainties((*ROWS[:4], "......", "......"), g=0.91, y=0.09)
    assert not confirmed(seen(shown, mirrored=DOUBTFUL), taken).any()
    assert confirmed(seen(with_a_green_one_last(), mirrored=DOUBTFUL), taken)[-1]


def test_one_kind_alone_confirms_nothing() -> None:
    """There is no other that its colour could speak against."""
    bare = ("......",) * 6
    assert not confirmed(seen(bare), certainties(bare, bare=0.9)).any()


def test_the_darkest_third_of_a_tile_is_not_what_is_mirrored_in_it() -> None:
    """Green of 50, 140 and 40, 8 added to each: the logarithms of 58 / 148 and of 48 / 148."""
    plain, mirrored = (
        darkest_third(seen(with_a_green_one_last(), lamp).fine[0], [DOUBTFUL])[0] for lamp in (None, DOUBTFUL)
    )
    assert mirrored == pytest.approx(plain)
    assert plain[:2] == pytest.approx(np.log([58 / 148, 48 / 148]), abs=1e-6)


def test_what_its_colour_confirms_needs_no_more_but_is_not_told_on_a_field_of_its_colour() -> None:
    row = np.zeros((3, len(LETTERS)), np.float32)
    row[:, LETTERS.index("g")], row[:, LETTERS.index("y")] = 0.85, 0.15
    flat = Flat(np.array([False, True, True]), np.zeros(3, bool))
    recoloured = np.array([0.4, 0.4, 0.1])
    measured = Measures(np.ones(3), np.full((3, 4), 0.5), np.full(3, 0.5), np.ones(3), recoloured)
    assert decide(row, 1.0, measured, flat=flat) == ["?", "g", "?"]


def test_what_is_called_yellow_needs_more_where_its_colour_is_another() -> None:
    """A green tile in the dark, called yellow with 0.99, is not; one of the surely yellow tiles' colour is."""
    likely = certainties(with_a_green_one_last(), y=0.99)
    yellow = told_by_colours(seen(with_a_green_one_last()), likely).yellow
    assert yellow.nonzero()[0].tolist() == [12, 13, 14, 15]
    plain, flat = Measures(np.ones(36), np.full((36, 4), 0.5)), Flat(np.zeros(36, bool), yellow)
    assert decide(likely, 0.9, plain, flat=flat)[12:16] == ["y"] * 4
    assert decide(likely, 0.9, plain, flat=flat)[-1] == "?"
    assert decide(likely, 0.95, plain, flat=flat)[-1] == "y"  # on a clear board


def test_where_too_few_are_surely_yellow_no_colour_is() -> None:
    rows = ("rrrr..", "gggg..", "yy....", *ROWS[3:])
    assert not told_by_colours(seen(rows), certainties(rows, bare=0.99)).yellow.any()


def test_what_is_called_yellow_but_not_surely_does_not_tell_what_yellow_is() -> None:
    """Four green tiles that mirror a lamp, beside others of the same colour that are surely green."""
    rows = ("rrrr..", "gggg..", "gggg..", *ROWS[3:])
    likely = certainties(rows, bare=0.998)
    likely[12:16, LETTERS.index("g")], likely[12:16, LETTERS.index("y")] = 0.01, 0.98
    assert not told_by_colours(seen(rows), likely).yellow.any()


def test_between_two_kinds_of_nearly_one_colour_nothing_is_confirmed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(COLOURS, "b", (44, 38, 185))  # as red is, but for a little
    rows = ("rrrr..", "gggg..", "bbbb..", "......", "......", ".....r")
    assert not confirmed(seen(rows), certainties(rows, r=0.91, b=0.09))[-1]
    apart = (*rows[:2], "....", *rows[3:])
    assert confirmed(seen((*rows[:2], "......", *rows[3:])), certainties((*apart[:2], "......", *rows[3:]), r=0.91))[-1]


def test_squares_that_are_not_sure_do_not_tell_a_kinds_colour() -> None:
    views, likely = seen(with_a_green_one_last()), certainties(g=0.91)
    assert confirmed(views, likely)[-1]
    likely[6:10] = 0.95 * likely[6:10] + 0.05 / len(LETTERS)
    assert not confirmed(views, likely)[-1]


@pytest.mark.parametrize(("blues", "told"), [((40,), True), ((12, 40, 120), False)])
def test_tiles_of_many_colours_confirm_nothing(blues: tuple[int, ...], told: bool) -> None:
    """Red ones in turn of 12, 40 and 120 in blue: with 8 added the logarithms lie 0.88 and 0.98 apart."""
    views = seen((*ROWS[:5], ".....r"))
    for square in BOARD.squares():
        if square == DOUBTFUL or ROWS[square.row][square.col] == "r":
            top, left = (MARGIN + square.row) * FINE, (MARGIN + square.col) * FINE
            blue = blues[square.col % len(blues)] if square != DOUBTFUL else 40
            views.fine[0][top : top + FINE, left : left + FINE, 0] = blue
    assert confirmed(views, certainties(r=0.91))[-1] == told


@pytest.mark.parametrize(("level", "told"), [(40, True), (38, True), (90, False)])
def test_a_grey_tile_is_told_from_grey_print_by_how_bright_it_is(
    monkeypatch: pytest.MonkeyPatch, level: int, told: bool
) -> None:
    """Of 40; in 38 the logarithm differs by 0.04 once 8 is added to both, a third of the least spread."""
    monkeypatch.setitem(COLOURS, "t", (40, 40, 40))
    monkeypatch.setitem(COLOURS, ".", (200, 200, 200))
    monkeypatch.setitem(COLOURS, "d", (level, level, level))
    rows = ("tttt..", "gggg..", *ROWS[2:5], ".....d")
    assert confirmed(seen(rows), certainties((*rows[:5], "......"), t=0.91))[-1] == told


def test_a_top_is_not_told_where_houses_look_like_tops_whatever_its_colour_confirms() -> None:
    row = np.zeros((1, len(LETTERS)), np.float32)
    row[:, LETTERS.index("t")], row[:, LETTERS.index("b")] = 0.9, 0.1
    flat, measured = Flat(np.ones(1, bool), np.zeros(1, bool)), Measures(np.full(1, 0.2), np.full((1, 4), 0.3))
    assert decide(row, 0.9, measured, torn=2, flat=flat) == ["t"]
    assert decide(row, 0.9, measured, torn=3, flat=flat) == ["?"]


def test_a_confirmed_letter_needs_what_it_does_on_the_clearest_of_boards() -> None:
    """0.89 for a TOP of all letters, 0.985 for one as bright as houses that mirror a lamp."""
    row = np.zeros((2, len(LETTERS)), np.float32)
    row[:, LETTERS.index("t")], row[:, LETTERS.index("b")] = (0.87, 0.9), (0.13, 0.1)
    flat = Flat(np.ones(2, bool), np.zeros(2, bool))
    for brightness, letters in ((0.2, ["?", "t"]), (0.6, ["?", "?"])):
        measured = Measures(np.full(2, brightness), np.full((2, 4), 0.3))
        assert decide(row, 0.5, measured, flat=flat) == letters


def test_what_is_told_by_colours_stands_in_the_evidence_and_some_squares_read_as_all_do() -> None:
    """Tiles of clear plastic; what the whole board is like is decided without colours."""
    file = Path(__file__).parents[1] / "pictures" / "flat" / "7201.json"
    truth, board = json.loads(file.read_text()), parse_board(file.with_stem("7201-board").read_bytes())
    image = read_picture(file.with_suffix(".jpg"))
    _, evidence = look_at(image, board, corners=truth["corners_px"], in_vain=True)
    assert evidence is not None
    judged, squares = evidence.judged, board.squares()
    assert judged.flat is not None
    told = [at for at in range(len(squares)) if judged.board[at] == "?" and judged.letters[at] != "?"]
    assert len(told) > 3
    assert judged.flat.confirmed[told].all()
    figures = numbers(evidence)
    assert {figures[squares[at].name].get("confirmed") for at in told} == {1.0}
    assert {"confirmed" in figures[square.name] for square in squares} == {True, False}
    some = [*told, *range(240, 260)]
    again = judge(evidence.seen, [squares[at] for at in some])
    assert again.letters == [judged.letters[at] for at in some]
    assert again.flat is not None
    assert again.flat.confirmed.tolist() == judged.flat.confirmed[some].tolist()
