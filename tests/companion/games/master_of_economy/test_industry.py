"""Building, supplying, producing (M-3 to M-5)."""

from __future__ import annotations

import pytest


def at(new_game, phase, players=2, market=None, **firms):
    options = {"options": {"market": market}} if market else {}
    return new_game(players, {"year": 1, "phase": phase, "companies": firms}, **options)


def test_a_quarry_costs_3_any_other_factory_3_and_a_building_material(new_game):
    play = new_game(2)
    assert play.do("build", type="quarry") == [{"kind": "build", "company": "red", "amount": -3, "type": "quarry"}]
    assert (play.cash("red"), play.firm("red")["store"]["building"]) == ((22,), 3)
    play.do("build", type="shipyard")
    assert (play.cash("red"), play.firm("red")["store"]["building"]) == ((19,), 2)
    assert play.reasons == ["a shipyard costs 3 and 1 building material"]
    assert play.view["bank"]["factories"]["shipyard"] == 9


def test_three_factories_a_phase_and_two_of_a_type(new_game):
    play = new_game(2)
    play.do("build", type="quarry")
    play.do("build", type="quarry")
    assert play.refused("build", type="quarry") == "M-3"
    play.do("build", type="coal_mine")
    assert play.refused("build", type="iron_mine") == "M-3"
    assert "build" not in play.legal
    play.do("done")
    assert play.step == ("invest", "blue", "Bernd")
    play.do("build", type="quarry")


def test_two_factories_are_sold_at_3_and_room_for_building_does_not_come_back(new_game):
    play = at(new_game, 1, red={"factories": {"quarry": 3}, "cash": 20})
    play.do("build", type="quarry")
    play.do("sell_factory", type="quarry")
    play.do("build", type="quarry")
    play.do("sell_factory", type="quarry")
    assert play.cash("red") == (20,)
    assert play.refused("sell_factory", type="quarry") == "M-3"
    assert play.refused("build", type="quarry") == "M-3"
    assert play.refused("sell_factory", type="shipyard") == "M-3"


def test_no_more_factories_than_there_are(new_game):
    play = at(new_game, 1, red={"factories": {"shipyard": 6}}, blue={"factories": {"shipyard": 3}})
    play.do("build", type="shipyard")
    assert play.refused("build", type="shipyard") == "M-3"


def test_without_building_material_only_quarries(new_game):
    play = at(new_game, 1, red={"store": {}})
    assert play.refused("build", type="coal_mine") == "M-3"
    assert list(play.legal["build"]["types"]) == ["quarry"]


def test_a_copy_whose_boards_have_few_fields(new_game):
    for fields in (2, {"quarry": 2}):
        play = at(new_game, 1, market={"factory_fields": fields}, red={"factories": {"quarry": 2}})
        assert play.refused("build", type="quarry") == "M-3"
    play.do("build", type="coal_mine")
    play.do("build", type="coal_mine")


def test_supply_takes_the_material_and_power_that_is_left_is_lost(new_game):
    store = {"power": 4, "coal": 2, "iron": 1, "steel": 1}
    factories = {"coal_mine": 1, "power_station": 1, "steel_mill": 1, "shipyard": 1, "quarry": 1}
    play = at(new_game, 2, red={"store": store, "factories": factories})
    entries = play.do("supply", factories={"coal_mine": 1, "power_station": 1, "steel_mill": 1, "shipyard": 1})
    assert entries == [{"kind": "power_lost", "company": "red", "amount": 0, "units": 2}]
    assert not any(play.firm("red")["store"].values())
    assert play.firm("red")["supplied"] == {"coal_mine": 1, "power_station": 1, "steel_mill": 1, "shipyard": 1}
    goods = play.view["bank"]["goods"]
    assert goods == {"building": 20, "coal": 17, "iron": 14, "power": 21, "steel": 14, "ship": 11}


@pytest.mark.parametrize(
    ("factories", "ruling"),
    [
        ({"coal_mine": 2}, "M-4"),
        ({"coal_mine": 1, "iron_mine": 1}, "M-4"),
        ({"power_station": 1}, "M-4"),
        ({"quarry": 1}, "M-4"),
        ({"steel_mill": 1}, "M-4"),
        ({"windmill": 1}, "M-22"),
        ({"coal_mine": -1}, "M-22"),
    ],
)
def test_supplies_that_are_refused(new_game, factories, ruling):
    red = {"store": {"power": 1}, "factories": {"coal_mine": 1, "iron_mine": 1, "power_station": 1, "quarry": 1}}
    play = at(new_game, 2, red=red)
    assert play.refused("supply", factories=factories) == ruling


def test_what_factories_make(new_game):
    store = {"power": 3, "coal": 2, "iron": 1, "steel": 1}
    factories = dict.fromkeys(("quarry", "coal_mine", "iron_mine", "power_station", "steel_mill", "shipyard"), 1)
    play = at(new_game, 2, red={"store": store, "factories": factories})
    play.do("supply", factories={plant: 1 for plant in factories if plant != "quarry"})
    play.nothing()
    made = {"building": 1, "coal": 2, "iron": 2, "power": 2, "steel": 2, "ship": 1}
    assert play.legal["produce"]["goods"] == made
    play.do("produce", goods=made)
    assert play.firm("red")["store"] == made
    assert play.firm("red")["supplied"], "the material lies there until all have produced"
    play.nothing()
    assert play.firm("red")["supplied"] == {}
    assert play.view["bank"]["goods"] == {"building": 19, "coal": 17, "iron": 13, "power": 21, "steel": 13, "ship": 10}


def test_a_store_holds_ten_goods_and_the_rest_is_lost(new_game):
    play = at(new_game, 2, red={"store": {"building": 9}, "factories": {"quarry": 3}})
    play.go_to("produce")
    assert play.refused("produce", goods={"building": 2}) == "M-5"
    play.do("produce", goods={"building": 1})
    assert play.firm("red")["store"]["building"] == 10


def test_nobody_stores_more_than_is_made_or_than_the_bank_has(new_game):
    play = at(
        new_game,
        2,
        red={"store": {"ship": 5}},
        blue={"store": {"ship": 5, "power": 2, "steel": 2}, "factories": {"shipyard": 2}},
    )
    play.nothing()
    play.do("supply", factories={"shipyard": 2})
    play.nothing()
    assert play.refused("produce", goods={"ship": 3}) == "M-5"
    assert play.refused("produce", goods={"ship": 2}) == "M-5", "11 ships can be traded"
    assert play.refused("produce", goods={"coal": 1}) == "M-5"
    play.do("produce", goods={"ship": 1})


def test_power_made_now_can_be_used_in_the_next_production(new_game):
    play = at(new_game, 2, red={"store": {"coal": 1}, "factories": {"power_station": 1, "coal_mine": 1}})
    play.do("supply", factories={"power_station": 1})
    play.nothing()
    play.do("produce", goods={"power": 2})
    play.go_to("supply")
    play.do("supply", factories={"coal_mine": 1})
    assert play.rulings == ["M-5"]
    assert play.reasons == ["1 unit of power is left when the factories are supplied, and is lost"]
