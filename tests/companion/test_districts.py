"""Board files of districts: the stand-in that comes with the program, and what is refused."""

from __future__ import annotations

import json

import pytest

import calibration
from companion.commands.run import _first_game
from companion.districts import parse_city
from companion.errors import FormatError


@pytest.fixture
def board():
    return calibration.board_file("big-shot")


def test_the_board_that_comes_with_the_program_is_marked_as_a_stand_in(board):
    assert board["stand_in"] is True
    city = parse_city(board)
    values = sorted(district.value for district in city.districts.values() if not district.park)
    # Of the printed board only this is known: six of 9 to 11 beside a park, five of 16 to 21 away from them.
    assert [9 <= value <= 11 for value in values] == [True] * 6 + [False] * 5
    assert all(16 <= value <= 21 for value in values[6:])
    for district in city.districts.values():
        beside_a_park = any(city.districts[name].park for name in district.neighbours)
        assert district.park or beside_a_park == (district.value <= 11)


def test_city_names_are_no_names_of_boards_with_a_grid():
    assert calibration.city_names() == ("big-shot",)
    assert "big-shot" not in calibration.board_names()


def change(number, **keys):
    def changed(board):
        district = {**board["districts"][number - 1], **keys}
        return {**board, "districts": [*board["districts"][: number - 1], district, *board["districts"][number:]]}

    return changed


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda board: {"name": "x"}, "districts"),
        (lambda board: {"districts": board["districts"]}, "name"),
        (lambda board: {**board, "districts": board["districts"][:12]}, "12 districts"),
        (change(1, name="D2"), "two districts"),
        (change(1, name=" "), "no name"),
        (change(1, name="D\n1"), "no name"),
        (change(1, value=0), "at least 1"),
        (change(1, value=1.5), "a whole number"),
        (change(1, value=True), "a whole number"),
        (change(5, value=3), "park"),
        (change(5, value=None), "a whole number"),
        (change(5, park=False), "at least 1"),
        (change(5, park=False, value=3), "1 parks"),
        (change(1, neighbours=["D2", "D5", "D14"]), "no district"),
        (change(1, neighbours=["D2", "D5", "D1"]), "its own"),
        (change(1, neighbours=["D2", "D5", "D5"]), "twice"),
        (change(1, neighbours=["D2", "D5", "D3"]), "must name it too"),
        (change(1, neighbours=["D2"]), "must name it too"),
    ],
)
def test_a_board_that_is_wrong_is_refused_with_the_reason(board, spoil, says):
    with pytest.raises(FormatError, match="not a board file of districts") as error:
        parse_city(spoil(board))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_board_file_of_districts_is_read_from_a_path_and_checked(tmp_path, board):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**board, "name": "mine"}))
    assert calibration.read_board_file(path)["name"] == "mine"
    path.write_text(json.dumps({**board, "districts": []}))
    with pytest.raises(FormatError, match=r"mine\.json: not a board file of districts: there are 0"):
        calibration.read_board_file(path)
    path.write_text("[]")
    with pytest.raises(FormatError, match=r"mine\.json: not a board file"):
        calibration.read_board_file(path)


def test_a_table_of_shark_does_not_begin_on_districts(tmp_path, board):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    with pytest.raises(FormatError, match="a board of districts"):
        _first_game(str(path), tmp_path)
