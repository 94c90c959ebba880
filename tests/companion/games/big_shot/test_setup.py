"""Headers of BIG SHOT: the start (G-1), and everything that is refused."""

from __future__ import annotations

import json

import pytest

import calibration
from companion.errors import FormatError
from companion.games import game


def start(header):
    return game("big_shot").start(header, calibration.board_file).state


def test_g1_ten_in_each_purse_and_the_bank_has_paid_it_out(new_game):
    view = new_game(4).view
    assert view["cash"]["Chloé"] == {"white": 10}
    assert view["bank"] == -40
    assert (view["round"], view["phase"], view["turn"], view["loan_cards"]) == (1, "roll", "Andrea", 30)
    assert list(view["districts"]) == [f"D{number}" for number in range(1, 14)]


def test_g11_the_fictive_player_has_no_purse(new_game):
    view = new_game(3).view
    assert view["cash"] == {"Andrea": {"red": 10}, "Bernd": {"yellow": 10}, "Chloé": {"white": 10}}
    assert view["bank"] == -30


def test_g12_two_players_have_two_purses_each(new_game):
    view = new_game(2).view
    assert view["cash"]["Bernd"] == {"white": 10, "black": 10}
    assert view["bank"] == -40


def test_colours_of_a_player_stand_in_the_fixed_order(header):
    raw = header(2)
    raw["colours"] = {"Andrea": ["black", "red"], "Bernd": ["white", "yellow"]}
    assert list(game("big_shot").view(start(raw), "")["cash"]["Andrea"]) == ["red", "black"]


def test_keys_that_are_free_for_anybody_are_passed_over(header):
    raw = header(3, x_house_rule=True)
    assert start({**raw, "x_seed": 1, "place": "kitchen"}).round == 1


def changed(**changes):
    def change(raw):
        return {**raw, **changes}

    return change


def without(key):
    return lambda raw: {name: value for name, value in raw.items() if name != key}


def stones(number, space):
    def change(raw):
        spaces = list(raw["stones"])
        spaces[number - 1] = space
        return {**raw, "stones": spaces}

    return change


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (without("colours"), "colours"),
        (without("stones"), "stones"),
        (without("broker"), "broker"),
        (without("starter"), "starter"),
        (without("banker"), "banker"),
        (without("board"), "board"),
        (changed(players=["Andrea"], banker="Andrea"), "1 players"),
        (changed(players=["A", "B", "C", "D", "E"], banker="A"), "5 players"),
        (changed(options={"hart": True}), "did you mean hard"),
        (changed(options={"hard": 1}), "hard"),
        (changed(options={"two_parks": "triple"}), "two_parks"),
        (changed(board="big-shot-2"), 'no board is called "big-shot-2": there are shark-1991'),
        (changed(board="big-shot-2"), "big-shot, master-of-economy-market"),
        (changed(board="shark-2001"), "not a board file of districts"),
        (changed(broker=0), "no space 0"),
        (changed(broker=19), "no space 19"),
        (changed(broker=True), "a whole number"),
        (changed(broker=2.0), "a whole number"),
        (changed(starter="Emil"), "Emil"),
        (changed(colours={"Andrea": ["red"], "Bernd": ["white"]}), "Chloé"),
        (changed(colours={"Andrea": ["red"], "Bernd": ["white"], "Chloé": ["white"]}), "twice"),
        (changed(colours={"Andrea": ["red"], "Bernd": ["white"], "Chloé": ["green"]}), "green"),
        (changed(colours={"Andrea": ["red", "black"], "Bernd": ["white"], "Chloé": ["yellow"]}), "one colour"),
        (changed(colours={"Andrea": ["red"], "Bernd": ["white"], "Chloé": ["yellow"], "Emil": ["black"]}), "Emil"),
        (changed(colours={"Andrea": "red", "Bernd": ["white"], "Chloé": ["yellow"]}), "a list"),
        (lambda raw: {**raw, "stones": raw["stones"][:17]}, "18 auction spaces, 17"),
        (stones(3, {"red": 4}), "space 3: 4 stones of at least 2 colours"),
        (stones(3, {"red": 4, "white": 0}), "space 3: 4 stones of at least 2 colours"),
        (stones(3, {"red": 2, "white": 1}), "space 3: 4 stones"),
        (stones(3, {"red": 3, "white": 2, "black": -1}), "below 0"),
        (stones(3, {"red": 3, "green": 1}), "green"),
        (stones(3, {"red": True, "white": 3}), "a whole number"),
        (stones(3, {"red": 3, "white": 1}), "not 18"),
    ],
)
def test_a_header_that_is_wrong_is_refused_with_the_reason(header, change, says):
    with pytest.raises(FormatError) as error:
        start(change(header(3)))
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_hard_is_not_for_two_players(header):
    with pytest.raises(FormatError, match="hard"):
        start(header(2, hard=True))
    assert start(header(2, hard=False)).round == 1


def test_a_board_may_stand_in_the_header(header):
    raw = header(3)
    board = json.loads(json.dumps(calibration.board_file("big-shot")))
    board["districts"][0]["value"] = 30
    state = start({**raw, "board": board})
    assert state.table.city.districts["D1"].value == 30
    board["districts"][0]["neighbours"] = []
    with pytest.raises(FormatError, match="must name it too"):
        start({**raw, "board": board})
