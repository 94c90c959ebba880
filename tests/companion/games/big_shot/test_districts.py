"""Stones, and who gets a district (G-5 to G-8)."""

from __future__ import annotations

import pytest

from companion.games.big_shot._districts import factor, holdings, winner

FOUR = {"yellow": 2, "red": 1, "white": 1}
OFFER = {"red": 2, "yellow": 1, "black": 1}


@pytest.mark.parametrize(
    ("added", "left", "gets_it"),
    [
        # The worked figures of the rules: 2 yellow, 1 red, 1 white lie there, and three of the four stones are added.
        (["red", "red", "black"], "yellow", "red"),  # 3/2/1/1
        (["yellow", "red", "black"], "red", "yellow"),  # 3/2/1/1
        (["red", "red", "yellow"], "black", "white"),  # 3/3/1
    ],
)
def test_worked_figures_of_the_three_ways_to_take_a_district(new_game, added, left, gets_it):
    play = new_game(4, FOUR, OFFER)
    play.free_round(("yellow", "D1"), ("yellow", "D1"), ("red", "D1"), ("white", "D1"))
    play.free_round(*((colour, "D1") for colour in added))
    view = play.view
    assert view["decided"] == [{"district": "D1", "colour": gets_it}]
    assert view["districts"]["D1"] == {"stones": {gets_it: 1}, "owner": gets_it, "closed": True}
    assert sum(view["gone"].values()) == 6
    assert (view["phase"], view["hand"]) == ("place", {left: 1})


@pytest.mark.parametrize(
    ("stones", "gets_it"),
    [
        ({"red": 3, "yellow": 3, "black": 1}, "black"),
        ({"red": 2, "yellow": 2, "white": 2, "black": 1}, "black"),
        ({"red": 7}, "red"),
        ({"red": 3, "yellow": 2, "white": 2}, "red"),
        ({"red": 1, "white": 3, "black": 3}, "red"),
        ({"red": 2, "yellow": 2, "white": 1}, "white"),
        ({"red": 1, "yellow": 1, "white": 2}, "white"),
        ({"red": 1}, "red"),
        ({"red": 2, "black": 2}, None),
        ({"red": 1, "black": 1}, None),
        ({"red": 3, "black": 3}, None),
        ({"red": 1, "yellow": 1, "white": 1}, None),
        ({"red": 2, "yellow": 2, "white": 1, "black": 1}, None),
    ],
)
def test_g6_g7_equals_cancel_out_and_the_next_lower_count_decides(stones, gets_it):
    assert winner(stones) == gets_it


def test_g6_a_district_is_decided_in_the_middle_of_four_stones_and_closed(new_game):
    play = new_game(4, {"red": 3, "black": 1}, {"red": 3, "black": 1})
    play.free_round(("red", "D2"), ("red", "D2"), ("red", "D2"), ("black", "D2"))
    play.roll()
    play.pass_all()
    play.place(("red", "D2"), ("red", "D2"))
    assert play.view["decided"] == []
    assert play.view["districts"]["D2"] == {"stones": {"red": 5, "black": 1}, "owner": None, "closed": False}
    assert {"colour": "red", "district": "D2", "decides": {"colour": "red"}} in play.legal["place"]["options"]
    play.place(("red", "D2"))
    assert play.view["decided"] == [{"district": "D2", "colour": "red"}]
    assert play.view["gone"] == {"red": 5, "yellow": 0, "white": 0, "black": 1}
    assert play.refused("place", colour="black", district="D2") == "G-5"
    assert all(option["district"] != "D2" for option in play.legal["place"]["options"])
    play.do("amend", note="the cat again")
    assert play.view["decided"] == []
    play.place(("black", "D3"))
    assert (play.view["phase"], play.view["decided"]) == ("roll", [])


def test_g5_only_stones_of_the_hand_are_placed_and_only_by_the_buyer(new_game):
    play = new_game(4, {"red": 3, "black": 1})
    play.roll()
    play.pass_all()
    assert play.refused("place", colour="white", district="D1") == "G-5"
    assert play.refused("place", colour="green", district="D1") == "G-14"
    assert play.refused("place", colour="red", district="D14") == "G-14"
    assert play.refused("place", player="Bernd", colour="red", district="D1") == "G-13"
    play.place(("black", "D1"))
    assert play.refused("place", colour="black", district="D1") == "G-5"
    assert play.view["hand"] == {"red": 3}


def test_g11_the_fictive_player_gets_districts_that_nobody_counts(new_game):
    play = new_game(3).set_up(owners={"D13": "black", "D2": "red"}, over=True)
    assert play.view["over"]["districts"] == {"Andrea": {"D2": 18}, "Bernd": {}, "Chloé": {}}
    assert play.view["over"]["result"] == {"Andrea": 28, "Bernd": 10, "Chloé": 10}


def test_worked_figure_of_a_park_with_its_neighbours(new_game):
    """Red owns a park and its neighbours of 9 and 10, white the one of 11: 38 and 11."""
    play = new_game(4).set_up(owners={"D5": "red", "D1": "red", "D6": "red", "D9": "white"})
    assert holdings(play.state, "Andrea") == {"D1": 18, "D5": 0, "D6": 20}
    assert sum(holdings(play.state, "Andrea").values()) == 38
    assert sum(holdings(play.state, "Chloé").values()) == 11


def two_parks_board():
    """A board on which D6, worth 10, lies beside both parks."""
    board = {"name": "mine", "districts": []}
    neighbours = {"D6": ["D5", "D8"], "D5": ["D6"], "D8": ["D6"]}
    for number in range(1, 14):
        name = f"D{number}"
        kind = {"park": True} if name in ("D5", "D8") else {"value": 10}
        board["districts"].append({"name": name, **kind, "neighbours": neighbours.get(name, [])})
    return board


@pytest.mark.parametrize(
    ("options", "parks", "times"),
    [
        ({}, ["red", "red"], 2),
        ({"two_parks": "double"}, ["red", "red"], 2),
        ({"two_parks": "quadruple"}, ["red", "red"], 4),
        ({"two_parks": "quadruple"}, ["red", "black"], 2),
        ({}, ["white", "black"], 1),
    ],
)
def test_g8_a_district_beside_two_parks(new_game, options, parks, times):
    play = new_game(4, board=two_parks_board(), **options).set_up(owners={"D5": parks[0], "D8": parks[1], "D6": "red"})
    assert factor(play.state, "D6") == times
    assert holdings(play.state, "Andrea")["D6"] == 10 * times


def test_g12_parks_double_districts_of_the_same_colour_alone(new_game):
    play = new_game(2).set_up(owners={"D5": "red", "D1": "yellow", "D6": "red"})
    assert holdings(play.state, "Andrea") == {"D1": 9, "D5": 0, "D6": 20}
