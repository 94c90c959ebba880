"""The trade (M-6), on the market that comes with the program: of building material the fields 1 to 4 are 0/1, 5 to 8
bring 1, 9 to 11 bring 2; the demand starts at 11."""

from __future__ import annotations

import pytest


def trading(new_game, players=4, **firms):
    return new_game(players, {"year": 1, "phase": 4, "companies": firms})


def told(entries):
    return [(e["kind"], e.get("company"), e["amount"], e.get("field")) for e in entries if e["kind"] != "board_bonus"]


def test_the_sources_example_of_building_material(new_game):
    """A red, B blue, C yellow, D green; B stands before D."""
    stores = {colour: {"store": {"building": 3}} for colour in ("red", "blue", "yellow", "green")}
    play = trading(new_game, **stores)
    entries = play.offer(
        red=({}, {"building": [5, 6]}),
        blue=({"building": 1}, {"building": [9]}),
        yellow=({}, {"building": [1, 2, 10]}),
        green=({"building": 2}, {}),
    )
    assert told(entries) == [
        ("local", "blue", -1, 1),
        ("local", "yellow", 1, 1),
        ("local", "green", -1, 2),
        ("local", "yellow", 1, 2),
        ("local", "green", -1, 5),
        ("local", "red", 1, 5),
        ("export", "red", 1, 6),
        ("export", "blue", 2, 9),
        ("unsold", "yellow", 0, 10),
    ]
    points = {colour: play.firm(colour)["points"] for colour in play.view["companies"]}
    assert points == {"red": 1, "blue": 1, "yellow": 0, "green": 0}
    assert play.cash("red", "blue", "yellow", "green") == (27, 26, 27, 23)
    stored = {colour: play.firm(colour)["store"]["building"] for colour in points}
    assert stored == {"red": 1, "blue": 3, "yellow": 1, "green": 5}
    assert play.view["market"]["building"] == {"import": "", "export": "...........", "demand": 11}


def test_a_field_0_1_brings_nothing_abroad_but_a_point(new_game):
    play = trading(new_game, players=2)
    assert told(play.offer(red=({}, {"building": [4]}))) == [("export", "red", 0, 4)]
    assert (play.firm("red")["points"], play.cash("red")) == (1, (25,))


def test_without_an_offer_of_another_company_the_good_comes_from_abroad(new_game):
    play = trading(new_game, players=2)
    entries = play.offer(red=({"building": 1}, {}))
    assert told(entries) == [("import", "red", -3, None)]
    assert play.firm("red")["store"]["building"] == 4
    assert play.view["bank"]["goods"]["building"] == 23 - 3 - 4


def test_a_company_does_not_trade_with_itself(new_game):
    play = trading(new_game, players=2)
    entries = play.offer(red=({"building": 1}, {"building": [1]}))
    assert told(entries) == [("import", "red", -3, None), ("export", "red", 0, 1)]


def test_purchases_from_each_other_come_before_those_from_abroad(new_game):
    """Red, first in position, finds its own offer alone and waits while blue buys it."""
    play = trading(new_game, players=2)
    entries = play.offer(red=({"building": 1}, {"building": [5]}), blue=({"building": 1}, {}))
    assert told(entries) == [("local", "blue", -1, 5), ("local", "red", 1, 5), ("import", "red", -3, None)]


def test_all_markers_of_the_first_company_are_served_before_the_seconds(new_game):
    play = trading(new_game, players=3)
    entries = play.offer(red=({"building": 2}, {}), blue=({"building": 1}, {}), yellow=({}, {"building": [5, 9]}))
    assert told(entries) == [
        ("local", "red", -1, 5),
        ("local", "yellow", 1, 5),
        ("local", "red", -2, 9),
        ("local", "yellow", 2, 9),
        ("import", "blue", -3, None),
    ]


def test_income_can_be_spent_in_a_row_further_down(new_game):
    play = trading(new_game, players=2, red={"cash": 2, "store": {"building": 1}})
    entries = play.offer(red=({"coal": 1}, {"building": [9]}))
    assert told(entries) == [("export", "red", 2, 9), ("import", "red", -4, None)]
    assert play.cash("red") == (0,)


def test_rows_go_from_the_top_down(new_game):
    play = trading(new_game, players=2, red={"cash": 100})
    goods = ["building", "coal", "iron", "power", "steel", "ship"]
    entries = play.offer(red=(dict.fromkeys(reversed(goods), 1), {}))
    assert [entry["good"] for entry in entries] == goods
    assert [entry["amount"] for entry in entries] == [-3, -4, -4, -4, -6, -10]


def test_a_good_that_is_not_there_costs_a_fine_and_moves_no_demand(new_game):
    play = trading(new_game, players=2, red={"store": {"building": 1}}, blue={"store": {"building": 1}})
    entries = play.offer(red=({}, {"building": [9, 10]}), blue=({}, {"building": [11]}))
    assert told(entries) == [("export", "red", 2, 9), ("fine", "red", -1, 10), ("unsold", "blue", 0, 11)]
    assert play.view["companies"]["blue"]["store"]["building"] == 1


def test_without_demand_there_is_no_fine(new_game):
    play = trading(new_game, players=2, red={"store": {"building": 1}})
    entries = play.offer(red=({}, {"building": [10, 11]}))
    assert told(entries) == [("export", "red", 2, 10), ("unsold", "red", 0, 11)]


def test_a_seller_without_the_good_is_fined_and_the_buyer_turns_to_the_next(new_game):
    play = trading(new_game, players=3, red={"store": {}})
    offers = {"red": ({}, {"building": [1]}), "blue": ({}, {"building": [2]}), "yellow": ({"building": 1}, {})}
    assert told(play.offer(**offers)) == [
        ("fine", "red", -1, 1),
        ("local", "yellow", -1, 2),
        ("local", "blue", 1, 2),
    ]


def test_a_full_store_buys_nothing_and_the_sellers_marker_stays(new_game):
    play = trading(new_game, players=2, red={"store": {"building": 10}})
    entries = play.offer(red=({"building": 1, "coal": 1}, {}), blue=({}, {"building": [1]}))
    assert told(entries) == [
        ("no_room", "red", 0, None),
        ("export", "blue", 0, 1),
        ("no_room", "red", 0, None),
    ]
    assert play.cash("red") == (25,)


def test_what_the_bank_has_not_is_not_bought(new_game):
    full = {"store": {"ship": 6}, "cash": 50}
    play = trading(new_game, players=2, red=full, blue={"store": {"ship": 5}})
    assert told(play.offer(red=({"ship": 1}, {}))) == [("no_supply", "red", 0, None)]
    assert play.cash("red") == (50,)


def test_filled_from_the_left_six_exports_of_a_good_take_place(new_game):
    play = trading(new_game, players=2, red={"store": {"building": 10}}, blue={"store": {"building": 10}})
    fields = list(range(1, 12))
    entries = play.offer(red=({}, {"building": fields[:6]}), blue=({}, {"building": fields[6:]}))
    assert [kind for kind, *_ in told(entries)] == ["export"] * 6 + ["unsold"] * 5


def test_seven_markers_cost_a_relation_marker(new_game):
    play = trading(new_game, players=2)
    assert play.legal["offers"]["most"] == 7
    play.do("offers", **{"import": {"coal": 4}, "export": {"building": [1, 2, 3]}})
    assert play.view["players"]["Andrea"]["relations"] == 0
    assert play.view["market"]["coal"]["import"] == "rrrr"
    assert play.view["market"]["building"]["export"] == "rrr........"
    assert play.refused("offers", **{"import": {"coal": 8}, "export": {}}) == "M-6"
    play.go_to("offers", "red")
    assert play.legal["offers"]["most"] == 6
    assert play.refused("offers", **{"import": {"coal": 7}, "export": {}}) == "M-6"


@pytest.mark.parametrize(
    ("offers", "ruling"),
    [
        ({"import": {}, "export": {"building": [1]}}, "M-6"),
        ({"import": {}, "export": {"building": [2, 2]}}, "M-6"),
        ({"import": {}, "export": {"building": [12]}}, "M-22"),
        ({"import": {}, "export": {"building": [0]}}, "M-22"),
        ({"import": {"gold": 1}, "export": {}}, "M-22"),
        ({"import": {"coal": -1}, "export": {}}, "M-22"),
        ({"import": {"coal": 8}, "export": {}}, "M-6"),
    ],
)
def test_offers_that_are_refused(new_game, offers, ruling):
    play = trading(new_game, players=2)
    play.do("offers", **{"import": {}, "export": {"building": [1]}})
    assert play.refused("offers", **offers) == ruling


def test_a_point_beyond_30_is_lost(new_game):
    play = trading(new_game, players=2, red={"points": 29, "store": {"building": 3}})
    play.offer(red=({}, {"building": [1, 2, 3]}))
    assert play.firm("red")["points"] == 30


def test_the_reason_of_each_deal_names_its_figures(new_game):
    play = trading(new_game, players=2)
    play.offer(red=({"building": 1, "coal": 1}, {"building": [5]}), blue=({}, {"building": [9]}))
    assert play.reasons == [
        "Red Socks buys building material from Blue Eyes, the cheapest offer, on field 9: 2",
        "Red Socks buys building material from Blue Eyes, the cheapest offer, on field 9: 2",
        "building material goes abroad from field 5 (demand at 11) for 1: a point for Red Socks",
        "no other company sells coal: it comes from abroad for 4",
    ]
    assert set(play.rulings) == {"M-6"}
