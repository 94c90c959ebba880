"""The header, the beginning, and a start in the middle (M-1)."""

from __future__ import annotations

import pytest

from companion.errors import FormatError
from companion.games.master_of_economy import MasterOfEconomy, printed_market


def test_the_set_up(new_game):
    play = new_game(3)
    assert play.step == ("invest", "red", "Andrea")
    assert play.firm("red") == {
        "manager": "Andrea",
        "cash": 25,
        "loans": 0,
        "points": 0,
        "value": 1,
        "store": {"building": 3, "coal": 0, "iron": 0, "power": 0, "steel": 0, "ship": 0},
        "factories": dict.fromkeys(("quarry", "coal_mine", "iron_mine", "power_station", "steel_mill", "shipyard"), 0),
        "supplied": {},
        "packets": {},
    }
    assert play.view["players"]["Bernd"] == {"cash": 0, "relations": 1, "packets": {"blue": [10]}}
    bank = play.view["bank"]
    assert bank["cash"] == 720 - 75
    assert bank["packets"] == {company: [1, 2, 3, 4, 5, 6, 7, 8, 9] for company in ("blue", "yellow", "red")}
    assert bank["goods"] == {"building": 23 - 9, "coal": 19, "iron": 15, "power": 23, "steel": 15, "ship": 11}
    assert list(bank["factories"].values()) == [12, 10, 10, 12, 10, 10]


@pytest.mark.parametrize(
    "changes",
    [
        {"edition": "1999"},
        {"edition": None},
        {"players": ["Andrea"]},
        {"companies": {"Andrea": "red"}},
        {"companies": {"Andrea": "red", "Bernd": "red"}},
        {"companies": {"Andrea": "red", "Bernd": "pink"}},
        {"companies": {"Andrea": "red", "Bernd": "blue", "Emil": "green"}},
        {"position": ["red"]},
        {"position": ["red", "green"]},
        {"position": ["red", "blue", "red"]},
        {"bids": {"Andrea": -1}},
        {"bids": {"Andrea": True}},
        {"bids": {"Andrea": 1.0}},
        {"bids": {"Emil": 1}},
        {"bids": {"Bernd": 1}},
        {"banker": "Emil"},
        {"banker": None},
        {"bids": None},
        {"options": None},
        {"start": None},
        {"options": {"open_cash": "yes"}},
        {"options": {"open_money": True}},
        {"options": {"shadow_company": "red"}},
        {"options": {"shadow_company": "pink"}},
        {"options": {"shadow_company": None}},
        {"options": {"two_against_two": [["Andrea"], ["Bernd"]]}},
        {"options": {"market": {"prices": {}}}},
        {"options": {"market": {"goods": {"gold": {"import": 3, "export": [0] * 6, "demand": 6}}}}},
        {"options": {"market": {"goods": {"coal": {"import": 3, "export": [0] * 6}}}}},
        {"options": {"market": {"goods": {"coal": {"import": 3, "export": [0] * 5, "demand": 5}}}}},
        {"options": {"market": {"goods": {"coal": {"import": 3, "export": [0] * 21, "demand": 5}}}}},
        {"options": {"market": {"goods": {"coal": {"import": 3, "export": [1] * 6, "demand": 5}}}}},
        {"options": {"market": {"goods": {"coal": {"import": 3, "export": [0, 2, 1, 2, 2, 2], "demand": 5}}}}},
        {"options": {"market": {"goods": {"coal": {"import": 3, "export": [0] * 6, "demand": 21}}}}},
        {"options": {"market": {"goods": {"coal": {"import": -3, "export": [0] * 6, "demand": 6}}}}},
        {"options": {"market": {"share_value": [1] * 30}}},
        {"options": {"market": {"share_value": [2] + [1] * 30}}},
        {"options": {"market": {"grey_field": 12}}},
        {"options": {"market": {"grey_field": 0}}},
    ],
)
def test_headers_that_are_refused(header, changes):
    with pytest.raises(FormatError):
        MasterOfEconomy().start({**header(2), **changes}, dict)


def test_four_players_have_no_shadow_company_and_pairs_take_all_four(new_game, header):
    for options in (
        {"shadow_company": "green"},
        {"two_against_two": [["Andrea", "Bernd"], ["Chloé", "Chloé"]]},
        {"two_against_two": [["Andrea", "Bernd", "Chloé"], ["Dörte"]]},
    ):
        with pytest.raises(FormatError):
            new_game(4, options=options)
    new_game(4, options={"two_against_two": [["Andrea", "Dörte"], ["Chloé", "Bernd"]]})


def test_ones_own_market(new_game):
    row = {"import": 2, "export": [0, 0, 1, 1, 2, 2, 3], "demand": 6}
    market = {"goods": {"building": row}, "share_value": [2] * 31, "factory_fields": None, "x_from": "my copy"}
    play = new_game(2, {"phase": 4}, options={"market": market, "x_photo": 1})
    assert play.view["market"]["building"] == {"import": "", "export": ".......", "demand": 6}
    assert play.view["market"]["coal"]["demand"] == 11
    assert play.firm("red")["value"] == 2
    assert [entry["amount"] for entry in play.offer(red=({"building": 1}, {}))] == [-2]


def test_the_figures_that_stand_in_are_marked():
    market = printed_market()
    assert "goods.coal.import" in market.stand_ins
    assert "goods.building.import" not in market.stand_ins, "the text gives it"
    assert [market.share_value[points] for points in (8, 9, 11, 15, 18, 27)] == [1, 2, 2, 2, 3, 4]
    assert sum(value * count for value, count in market.notes.items()) == 720


def test_a_start_in_the_middle(new_game):
    start = {
        "year": 3,
        "phase": 6,
        "companies": {"red": {"cash": 4, "store": {"coal": 2}, "loans": 1, "packets": {"blue": [3, 1]}}},
        "players": {"Bernd": {"cash": 9, "relations": 0, "packets": {"blue": [10], "red": [2]}}},
    }
    play = new_game(2, start)
    view = play.view
    assert (view["year"], view["phase"], view["step"]) == (3, 6, "invest")
    assert view["companies"]["red"]["store"]["building"] == 0, "left out in a store that is given"
    assert view["companies"]["red"]["packets"] == {"blue": [1, 3]}
    assert view["companies"]["blue"]["cash"] == 25, "left out altogether"
    assert view["players"]["Andrea"]["packets"] == {"red": [10]}
    assert view["bank"]["packets"] == {"blue": [2, 4, 5, 6, 7, 8, 9], "red": [1, 3, 4, 5, 6, 7, 8, 9]}


def test_what_happens_before_the_first_event_is_booked_with_the_header(header):
    start = {"year": 1, "phase": 10, "companies": {"red": {"factories": {"quarry": 6}}}}
    step = MasterOfEconomy().start(header(2, start), dict)
    assert [entry.to_json() for entry in step.entries] == [
        {"kind": "board_bonus", "player": "Andrea", "amount": 2, "of": "red"}
    ]


@pytest.mark.parametrize(
    "start",
    [
        {"year": 5},
        {"year": 0},
        {"phase": 3},
        {"phase": 8},
        {"phase": True},
        {"year": 4, "phase": 10},
        {"companies": {"green": {"points": 1}}},
        {"companies": {"red": {"cash": -1}}},
        {"companies": {"red": {"cash": 1.0}}},
        {"companies": {"red": {"loans": 3}}},
        {"companies": {"red": {"points": 31}}},
        {"companies": {"red": {"manager": "Emil"}}},
        {"companies": {"red": {"store": {"coal": 11}}}},
        {"companies": {"red": {"store": {"gold": 1}}}},
        {"companies": {"red": {"store": {"coal": -1}}}},
        {"companies": {"red": {"store": {"ship": 6}}, "blue": {"store": {"ship": 6}}}},
        {"companies": {"red": {"factories": {"shipyard": 6}}, "blue": {"factories": {"shipyard": 5}}}},
        {"companies": {"red": {"packets": {"red": [1]}}}},
        {"companies": {"red": {"packets": {"blue": [10]}}}},
        {"companies": {"red": {"packets": {"blue": [11]}}}},
        {"companies": {"red": {"packets": {"blue": [1, 1]}}}},
        {"companies": {"red": {"packets": {"green": [1]}}}},
        {"companies": {"yellow": {"cash": 1}}},
        {"companies": {"yellow": {"packets": {}}}},
        {"players": {"Andrea": {"packets": {}}}},
        {"players": {"Andrea": {"cash": -1}}},
        {"players": {"Andrea": {"relations": -1}}},
        {"players": {"Emil": {}}},
    ],
)
def test_starts_that_are_refused(new_game, start):
    """Yellow is the shadow company."""
    with pytest.raises(FormatError):
        new_game(2, start, options={"shadow_company": "yellow"})
