"""The end and the result (G-7 to G-9, G-12)."""

from __future__ import annotations

import pytest

from companion.errors import RuleError


def last_round(play, **lying):
    """The 18th round: one space of 3 red and 1 black is left, and that is what lies in the districts."""
    spaces = ({"red": 3, "black": 1}, *({} for _ in range(17)))
    play.set_up(round=18, spaces=spaces, lying=lying)
    play.roll()
    play.pass_all()
    return play


def test_g7_open_districts_are_decided_after_the_last_stone_in_board_order(new_game):
    play = last_round(
        new_game(4),
        D10={"red": 2, "yellow": 2, "white": 1},
        D2={"red": 2, "white": 2},
        D3={"yellow": 1},
        D9={"red": 3, "black": 3},
    )
    play.place(("red", "D10"), ("red", "D1"), ("black", "D1"))
    assert play.view["phase"] == "place"
    play.place(("red", "D9"))
    view = play.view
    # First the one that the last stone filled; D1: 1/1, D2: 2/2 go to nobody, D10: 3/2/1 to red.
    assert view["decided"] == [
        {"district": "D9", "colour": "red"},
        {"district": "D1", "colour": None},
        {"district": "D2", "colour": None},
        {"district": "D3", "colour": "yellow"},
        {"district": "D10", "colour": "red"},
    ]
    assert view["districts"]["D1"] == {"stones": {}, "owner": None, "closed": True}
    assert view["districts"]["D10"] == {"stones": {"red": 1}, "owner": "red", "closed": True}
    assert view["districts"]["D4"] == {"stones": {}, "owner": None, "closed": False}
    assert view["gone"] == {"red": 8, "yellow": 2, "white": 3, "black": 4}
    assert (view["phase"], view["turn"], view["round"], view["hand"]) == ("over", "Andrea", 18, {})
    assert view["passed"] == ["Bernd", "Chloé", "Dörte"]
    assert view["over"]["result"] == {"Andrea": 40, "Bernd": 26, "Chloé": 10, "Dörte": 10}
    assert view["over"]["winners"] == ["Andrea"]


def test_g7_after_the_end_there_are_remarks_alone(new_game):
    play = last_round(new_game(4))
    play.place(("red", "D1"), ("red", "D1"), ("red", "D2"), ("black", "D3"))
    assert play.waits()[:2] == ("over", None)
    assert play.legal == {"amend": {}}
    play.do("amend", note="a good game")
    with pytest.raises(RuleError) as error:
        play.do("roll", player="Bernd", die=1)
    assert error.value.ruling == "G-7"
    assert play.view["over"]["winners"] == ["Andrea"]


def test_g8_wealth_is_cash_and_districts_less_ten_for_each_loan(new_game):
    play = new_game(4).set_up(
        cash={"red": 3, "yellow": 0}, loans={"red": 2, "yellow": 4}, owners={"D2": "red", "D3": "red"}, over=True
    )
    assert play.view["over"]["result"] == {"Andrea": 3 + 18 + 16 - 20, "Bernd": -40, "Chloé": 10, "Dörte": 10}


def test_g9_the_richest_cannot_win_without_two_districts(new_game):
    play = new_game(4).set_up(cash={"red": 90}, owners={"D1": "red", "D12": "yellow", "D5": "yellow"}, over=True)
    over = play.view["over"]
    assert over["result"] == {"Andrea": 99, "Bernd": 19, "Chloé": 10, "Dörte": 10}
    assert over["winners"] == ["Bernd"]
    assert over["ranking"] == [["Bernd"], ["Andrea"], ["Chloé", "Dörte"]]


def test_g9_wealth_below_nothing_can_win(new_game):
    play = new_game(4).set_up(cash={"yellow": 0}, loans={"yellow": 5}, owners={"D1": "yellow", "D12": "yellow"})
    play.set_up(over=True)
    assert play.view["over"]["winners"] == ["Bernd"]
    assert play.view["over"]["result"]["Bernd"] == -32
    assert play.waits()[2] == "The game is over. Bernd wins with −32 million"


def test_g9_equal_wealth_then_more_districts(new_game):
    # D2 + D3 = 34, D1 + D4 + D12 = 28 and 6 more in cash
    owners = {"D2": "red", "D3": "red", "D1": "black", "D4": "black", "D12": "black"}
    play = new_game(4).set_up(cash={"black": 16}, owners=owners, over=True)
    assert play.view["over"]["result"]["Andrea"] == play.view["over"]["result"]["Dörte"] == 44
    assert play.view["over"]["ranking"][:2] == [["Dörte"], ["Andrea"]]


def test_g9_then_the_most_valuable_district_as_it_counts(new_game):
    # Andrea: D5 (park) and D6 doubled to 20; Bernd: D11 17 and D12 9: Andrea's best counts 20, though 10 is printed.
    play = new_game(4).set_up(cash={"red": 16}, owners={"D5": "red", "D6": "red", "D11": "yellow", "D12": "yellow"})
    play.set_up(over=True)
    assert play.view["over"]["result"]["Andrea"] == play.view["over"]["result"]["Bernd"] == 36
    assert play.view["over"]["ranking"][:2] == [["Andrea"], ["Bernd"]]


def test_g9_still_equal_share_the_win(new_game):
    play = new_game(4).set_up(owners={"D1": "black", "D4": "black", "D12": "yellow", "D6": "yellow"}, over=True)
    over = play.view["over"]
    assert (over["winners"], over["ranking"]) == (["Bernd", "Dörte"], [["Bernd", "Dörte"], ["Andrea", "Chloé"]])
    assert play.waits()[2] == "The game is over. Bernd and Dörte win with 29 million each"


def test_g9_nobody_wins_where_nobody_has_two(new_game):
    play = new_game(4).set_up(owners={"D1": "red", "D2": "yellow"}, over=True)
    assert play.view["over"]["winners"] == []
    assert play.view["over"]["ranking"] == [["Bernd"], ["Andrea"], ["Chloé", "Dörte"]]
    assert play.waits()[2] == "The game is over. Nobody has two districts, so nobody wins"


def test_g12_two_players_need_two_districts_of_each_colour_and_add_both_purses_up(new_game):
    owners = {"D1": "white", "D2": "white", "D3": "black", "D4": "red", "D5": "red", "D9": "yellow", "D12": "yellow"}
    play = new_game(2).set_up(cash={"red": 1, "yellow": 2, "white": 50}, loans={"red": 1}, owners=owners, over=True)
    over = play.view["over"]
    assert over["result"] == {"Andrea": 1 + 2 - 10 + 10 + 0 + 11 + 9, "Bernd": 60 + 9 + 18 + 16}
    assert over["winners"] == ["Andrea"]
    assert over["ranking"] == [["Andrea"], ["Bernd"]]
    assert over["districts"]["Andrea"] == {"D4": 10, "D5": 0, "D9": 11, "D12": 9}


def test_wealth_on_the_way_decides_open_districts_as_at_the_end(new_game):
    play = new_game(4, {"red": 3, "black": 1})
    play.free_round(("red", "D1"), ("red", "D1"), ("black", "D1"), ("red", "D2"))
    assert play.game.wealth(play.state) == {"Andrea": 10 + 9 + 18, "Bernd": 10, "Chloé": 10, "Dörte": 10}
    assert play.game.result(play.state) is None
