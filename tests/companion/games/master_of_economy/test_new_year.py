"""The players' own dealing and the order of the next year (M-13, M-15)."""

from __future__ import annotations

import pytest


def dealing(new_game, players=3, people=None, **firms):
    play = new_game(players, {"year": 1, "phase": 10, "companies": firms, "players": people or {}})
    play.go_to("player_shares")
    return play


def order(play):
    """Who is asked from now on in this step, until it ends."""
    asked = []
    while play.view["step"] == "player_shares":
        asked.append(play.view["turn"]["player"])
        play.do("pass")
    return asked


def test_the_last_companys_manager_begins_then_counter_clockwise_in_two_rounds(new_game):
    assert order(dealing(new_game)) == ["Chloé", "Bernd", "Andrea"] * 2
    assert order(dealing(new_game, yellow={"manager": "Bernd"})) == ["Bernd", "Andrea", "Chloé"] * 2


def test_a_purchase_and_a_sale_for_each_and_the_bonus_for_the_manager(new_game):
    play = dealing(new_game, people={"Chloé": {"cash": 20}})
    assert play.do("buy_packet", of="red", packet=9) == [
        {"kind": "purchase", "player": "Chloé", "amount": -9, "of": "red", "packet": 9},
        {"kind": "bonus", "player": "Andrea", "amount": 1, "of": "red"},
    ]
    play.do("pass")
    play.do("pass")
    assert play.refused("buy_packet", of="red", packet=1) == "M-13"
    assert play.do("sell_packet", of="red", packet=9)[0]["amount"] == 9


def test_no_bonus_for_shares_of_a_company_that_one_manages(new_game):
    play = dealing(new_game, people={"Chloé": {"cash": 20}})
    assert len(play.do("buy_packet", of="yellow", packet=9)) == 1


def test_a_player_cannot_spend_more_than_he_has(new_game):
    play = dealing(new_game, people={"Chloé": {"cash": 8}})
    assert play.refused("buy_packet", of="red", packet=9) == "M-13"


def test_the_only_player_with_shares_keeps_a_packet(new_game):
    play = dealing(new_game, people={"Chloé": {"packets": {"yellow": [2, 10]}}}, red={"packets": {"yellow": [1]}})
    play.do("sell_packet", of="yellow", packet=10)
    play.do("pass")
    play.do("pass")
    assert play.refused("sell_packet", of="yellow", packet=2) == "M-13"
    play = dealing(new_game)
    assert play.refused("sell_packet", of="yellow", packet=10) == "M-13"
    assert "sell_packet" not in play.legal
    play.do("swap_packet", of="yellow", give=10, take=1)
    assert play.cash("Chloé") == (9,)


@pytest.fixture
def idle(new_game):
    """Chloé, whose company Andrea manages next year."""
    people = {
        "Chloé": {"cash": 30, "packets": {"yellow": [3, 4]}},
        "Andrea": {"cash": 9, "packets": {"yellow": [10], "red": [10]}},
    }
    play = new_game(3, {"year": 1, "phase": 10, "players": people})
    while play.view["step"] != "player_shares":
        play.nothing()
    assert play.view["elected"]["yellow"] == "Andrea"
    assert play.step[2] == "Chloé"
    return play


def next_round(play):
    """All others pass."""
    while play.view["turn"]["player"] != "Chloé":
        play.do("pass")


def test_a_player_without_a_company_deals_three_times_at_most_two_alike(idle):
    idle.do("buy_packet", of="red", packet=1)
    next_round(idle)
    idle.do("buy_packet", of="red", packet=2)
    next_round(idle)
    assert idle.refused("buy_packet", of="red", packet=3) == "M-13"
    idle.do("sell_packet", of="red", packet=1)
    assert idle.view["step"] == "support"


def test_two_sales_and_a_purchase_too(idle):
    idle.do("sell_packet", of="yellow", packet=3)
    next_round(idle)
    idle.do("sell_packet", of="yellow", packet=4)
    next_round(idle)
    idle.do("buy_packet", of="yellow", packet=1)


def test_the_manager_of_the_year_that_ends_gets_the_bonus(idle):
    """Andrea is elected, but Chloé manages yellow until the phase is over."""
    idle.do("pass")
    idle.do("pass")
    assert idle.step[2] == "Andrea"
    entries = idle.do("buy_packet", of="yellow", packet=1)
    assert entries[1:] == [{"kind": "bonus", "player": "Chloé", "amount": 1, "of": "yellow"}]


def supporting(new_game, players=3, people=None, **firms):
    play = new_game(players, {"year": 1, "phase": 10, "companies": firms, "players": people or {}})
    play.go_to("support")
    return play


def test_everybody_gets_a_marker_and_the_last_companys_field_has_one(new_game):
    play = supporting(new_game)
    assert [player["relations"] for player in play.view["players"].values()] == [2, 2, 2]
    assert play.view["support"] == {"blue": 0, "yellow": 1, "red": 0}


def test_managers_by_position_support_company_by_company(new_game):
    """Andrea manages red and yellow, Chloé none: she is last."""
    people = {"Chloé": {"packets": {"yellow": [3]}}, "Andrea": {"packets": {"yellow": [10], "red": [10]}}}
    play = supporting(new_game, people=people)
    asked = []
    while play.view["step"] == "support":
        asked.append((play.view["turn"]["company"], play.view["turn"]["player"]))
        play.do("support", markers=0)
    assert asked == [(c, p) for c in ("red", "blue", "yellow") for p in ("Andrea", "Bernd", "Chloé")]


def test_most_markers_come_first_and_equals_keep_their_order(new_game):
    play = supporting(new_game)
    play.do("support", markers=0)
    play.do("support", markers=0)
    play.do("support", markers=0)
    assert play.step == ("support", "blue", "Andrea")
    play.do("support", markers=1)
    assert play.refused("support", markers=3) == "M-15"
    assert play.refused("support", markers=-1) == "M-22"
    play.do("support", markers=2)
    play.do("support", markers=0)
    assert play.step == ("support", "yellow", "Andrea")
    play.do("support", markers=1)
    assert play.step == ("support", "yellow", "Chloé"), "Bernd has no markers left"
    play.do("support", markers=1)
    view = play.view
    assert (view["year"], view["phase"], view["step"]) == (2, 1, "invest")
    assert view["position"] == ["blue", "yellow", "red"], "3, 3 and 0 markers"
    assert view["support"] == {"blue": 0, "yellow": 0, "red": 0}
    assert play.step[1] == "blue"


def test_the_elected_manage_from_the_next_year_on(new_game):
    people = {"Chloé": {"packets": {"yellow": [3]}}, "Andrea": {"packets": {"yellow": [10], "red": [10]}}}
    play = supporting(new_game, people=people)
    assert (play.firm("yellow")["manager"], play.view["elected"]) == ("Andrea", {})
    assert (play.view["year"], play.view["phase"]) == (1, 10)
