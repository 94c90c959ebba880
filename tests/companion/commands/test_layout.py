"""The layout whose pieces the owner's colours are learned from: no kind of piece in one part of the board alone."""

from __future__ import annotations

import pytest

import calibration
from companion.board import Board, Grid
from companion.commands._learning import EACH, asked_layout
from companion.squares import Square


def of_shape(zones: tuple[str, ...]) -> Board:
    cols, rows = len(zones[0]), len(zones)
    return Board("own", (30.0 * cols, 30.0 * rows), Grid((0.0, 0.0), (30.0, 30.0), cols, rows), zones)


PLUS = of_shape(tuple("...xxxxxx..." if row < 3 or row > 8 else "x" * 12 for row in range(12)))
RING = of_shape(tuple("xxx......xxx" if 3 <= row < 9 else "x" * 12 for row in range(12)))
BOARDS = {
    **{name: calibration.board(name) for name in ("shark-1991", "shark-2001", "shark-compact")},
    "plus": PLUS,
    "ring": RING,
    "long": of_shape(("x" * 30,) * 4),
    "odd": of_shape(("x" * 9,) * 9),
    "20 x 20": of_shape(("x" * 20,) * 20),
}


def places_of(rows: tuple[str, ...]) -> dict[str, list[Square]]:
    """Where each kind stands."""
    places: dict[str, list[Square]] = {}
    for row, letters in enumerate(rows):
        for col, letter in enumerate(letters):
            if letter != ".":
                places.setdefault(letter, []).append(Square(row, col))
    return places


@pytest.mark.parametrize("kinds", ["rbgyt", "rbgy", "bgy", "rb", "o", "rbgytop"])
@pytest.mark.parametrize("name", BOARDS)
def test_each_kind_stands_in_several_rows_and_columns_and_in_each_half(name: str, kinds: str) -> None:
    """So that no lamp at one side passes for a kind's colour: four pieces, none of one's own in its row or column."""
    board = BOARDS[name]
    rows = asked_layout(board, kinds)
    places = places_of(rows)
    assert {kind: len(each) for kind, each in places.items()} == dict.fromkeys(kinds, EACH)
    assert {square for each in places.values() for square in each} <= set(board.squares())
    for kind, each in places.items():
        for along, count in ((0, board.grid.rows), (1, board.grid.cols)):
            lines = {square[along] for square in each}
            assert len(lines) >= min(3, count), (kind, rows)
            first, second = (sum(2 * line + 1 < count for line in lines), sum(2 * line + 1 > count for line in lines))
            assert min(first, second) >= 1, (kind, rows)


@pytest.mark.parametrize("name", BOARDS)
def test_no_two_pieces_stand_side_by_side_even_where_they_take_all_the_room_there_is(name: str) -> None:
    board = BOARDS[name]
    most = "abcdefghijklmnopqrstuvwxyzäöüàèìòùâêîôûáéíóúñç"[: len(board.squares()) // (2 * EACH)]
    taken = {square for each in places_of(asked_layout(board, most)).values() for square in each}
    assert len(taken) == EACH * len(most)
    for square in taken:
        assert not {Square(square.row + 1, square.col), Square(square.row, square.col + 1)} & taken
