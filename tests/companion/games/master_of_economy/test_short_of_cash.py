"""A company short of cash (M-14): what the manager is asked, and what comes of it."""

from __future__ import annotations

import pytest


def investing(new_game, red, cash=0):
    return new_game(2, {"companies": {"red": red}, "players": {"Andrea": {"cash": cash}}})


def trading(new_game, red, cash=0):
    start = {"phase": 4, "companies": {"red": red}, "players": {"Andrea": {"cash": cash}}}
    return new_game(2, start)


def test_the_manager_adds_what_is_missing(new_game):
    play = investing(new_game, {"cash": 1}, cash=5)
    assert play.do("build", type="quarry") == []
    assert play.step == ("top_up", "red", "Andrea")
    assert play.view["due"] == {"company": "red", "for": "build", "type": "quarry", "amount": 3, "missing": 2}
    assert play.legal["top_up"] == {"company": "red", "decides": "Andrea", "min": 2, "max": 2, "zero": False}
    assert play.do("top_up", amount=2) == [
        {"kind": "top_up", "player": "Andrea", "amount": -2},
        {"kind": "top_up", "company": "red", "amount": 2},
        {"kind": "build", "company": "red", "amount": -3, "type": "quarry"},
    ]
    assert play.step == ("invest", "red", "Andrea")
    assert (play.cash("red", "Andrea"), play.view["due"]) == ((0, 3), None)


def test_a_factory_goes_for_what_the_manager_does_not_add(new_game):
    play = investing(new_game, {"cash": 0, "factories": {"quarry": 1, "shipyard": 1}}, cash=5)
    play.do("build", type="quarry")
    assert play.legal["top_up"] == {"company": "red", "decides": "Andrea", "min": 1, "max": 3, "zero": False}
    assert play.refused("top_up", amount=0) == "M-14", "2 for a factory are not enough"
    assert play.refused("top_up", amount=4) == "M-14"
    assert play.refused("top_up", amount=-1) == "M-14"
    play.do("top_up", amount=1)
    assert play.step == ("forced_sale", "red", "Andrea")
    assert play.view["due"]["missing"] == 2
    assert play.refused("forced_sale", type="coal_mine") == "M-14"
    assert play.do("forced_sale", type="shipyard") == [
        {"kind": "forced_sale", "company": "red", "amount": 2, "type": "shipyard"},
        {"kind": "build", "company": "red", "amount": -3, "type": "quarry"},
    ]
    assert (play.cash("red", "Andrea"), play.firm("red")["factories"]["quarry"]) == ((0, 4), 2)


def test_a_forced_sale_is_not_one_of_the_two(new_game):
    play = investing(new_game, {"cash": 1, "factories": {"quarry": 3}})
    play.do("build", type="quarry")
    play.do("forced_sale", type="quarry")
    play.do("sell_factory", type="quarry")
    play.do("sell_factory", type="quarry")


def test_a_wish_that_cannot_be_covered_is_refused_at_once(new_game):
    play = investing(new_game, {"cash": 0, "factories": {"quarry": 1}})
    assert play.refused("build", type="quarry") == "M-14"
    assert play.view["due"] is None
    play = investing(new_game, {"cash": 0}, cash=2)
    assert play.refused("build", type="quarry") == "M-14"


def test_a_top_up_of_0_is_enough_where_a_factory_covers_the_rest(new_game):
    play = investing(new_game, {"cash": 1, "factories": {"quarry": 1}}, cash=5)
    play.do("build", type="quarry")
    assert play.legal["top_up"] == {"company": "red", "decides": "Andrea", "min": 1, "max": 2, "zero": True}
    play.do("top_up", amount=0)
    play.do("forced_sale", type="quarry")
    assert play.cash("red", "Andrea") == (0, 5)


def test_nobody_is_asked_for_what_he_has_not(new_game):
    """2 are missing: with a factory sold nothing is, so 1 would do, but the manager has none."""
    play = investing(new_game, {"cash": 1, "factories": {"quarry": 1}})
    play.do("build", type="quarry")
    assert play.step == ("forced_sale", "red", "Andrea")


def test_an_import_that_stays_unpaid_costs_the_factory_all_the_same(new_game):
    play = trading(new_game, {"cash": 1, "factories": {"quarry": 1}})
    play.offer(red=({"ship": 1}, {}))
    assert play.step == ("forced_sale", "red", "Andrea")
    assert play.view["due"] == {"company": "red", "for": "import", "good": "ship", "amount": 10, "missing": 9}
    assert play.view["market"]["ship"]["import"] == "", "the marker of the one who cannot pay is gone"
    assert play.do("forced_sale", type="quarry") == [
        {"kind": "forced_sale", "company": "red", "amount": 2, "type": "quarry"},
        {"kind": "unpaid", "company": "red", "amount": 0, "for": "import", "good": "ship"},
    ]
    assert (play.cash("red"), play.firm("red")["store"]["ship"]) == ((3,), 0)


def test_without_factory_and_cash_of_the_manager_nothing_is_asked(new_game):
    play = trading(new_game, {"cash": 1}, cash=8)
    entries = play.offer(red=({"ship": 1}, {}))
    assert entries == [{"kind": "unpaid", "company": "red", "amount": 0, "for": "import", "good": "ship"}]
    assert play.rulings == ["M-14"]
    assert play.cash("red", "Andrea") == (1, 8)


def test_the_manager_may_leave_it_unpaid(new_game):
    play = trading(new_game, {"cash": 1}, cash=9)
    play.offer(red=({"ship": 1}, {}))
    assert play.legal["top_up"] == {"company": "red", "decides": "Andrea", "min": 9, "max": 9, "zero": True}
    assert [entry["kind"] for entry in play.do("top_up", amount=0)] == ["unpaid"]


def test_a_buyer_who_cannot_pay_loses_his_marker_and_the_seller_sells_abroad(new_game):
    play = trading(new_game, {"cash": 0})
    entries = play.offer(red=({"building": 1}, {}), blue=({}, {"building": [9]}))
    assert entries == [
        {"kind": "unpaid", "company": "red", "amount": 0, "for": "local", "good": "building"},
        {"kind": "export", "company": "blue", "amount": 2, "good": "building", "field": 9},
    ]


def test_the_trade_goes_on_where_it_stopped(new_game):
    """Red's second marker is still to be served, and the seller's marker lies there while red has not paid."""
    play = trading(new_game, {"cash": 1}, cash=5)
    play.offer(red=({"building": 2, "coal": 1}, {}), blue=({}, {"building": [9, 10]}))
    assert play.view["due"] == {"company": "red", "for": "local", "good": "building", "amount": 2, "missing": 1}
    assert play.view["market"]["building"] == {"import": "r", "export": "........bb.", "demand": 11}
    first = play.do("top_up", amount=1)
    assert [entry["kind"] for entry in first] == ["top_up", "top_up", "local", "local"]
    assert play.view["market"]["building"] == {"import": "", "export": ".........b.", "demand": 11}
    second = play.do("top_up", amount=2)
    assert [entry["kind"] for entry in second] == ["top_up", "top_up", "local", "local", "unpaid"]
    assert play.cash("red", "Andrea", "blue") == (0, 2, 29)
    assert play.rulings[-1] == "M-14", "4 for coal cannot be found"
    assert play.step[0] == "shares"


def test_a_fine_that_cannot_be_paid(new_game):
    play = trading(new_game, {"cash": 0, "store": {}})
    entries = play.offer(red=({}, {"ship": [1]}))
    assert entries == [{"kind": "unpaid", "company": "red", "amount": 0, "for": "fine", "good": "ship"}]


def test_interest_that_cannot_be_paid_is_not_owed(new_game):
    start = {"year": 2, "phase": 5, "companies": {"red": {"cash": 1, "loans": 2, "factories": {"quarry": 1}}}}
    play = new_game(2, start)
    assert play.view["due"] == {"company": "red", "for": "interest", "amount": 2, "missing": 1}
    assert play.do("forced_sale", type="quarry") == [
        {"kind": "forced_sale", "company": "red", "amount": 2, "type": "quarry"},
        {"kind": "interest", "company": "red", "amount": -2},
    ]
    play = new_game(2, {**start, "companies": {"red": {"cash": 0, "loans": 2}}})
    assert play.step == ("repay", "red", "Andrea")
    assert play.view["companies"]["red"]["loans"] == 2


@pytest.mark.parametrize("do", ["build", "done", "pass"])
def test_nothing_else_comes_before_it_is_settled(new_game, do):
    play = investing(new_game, {"cash": 1}, cash=5)
    play.do("build", type="quarry")
    keys = {"type": "quarry"} if do == "build" else {}
    assert play.refused(do, **keys) == "M-21"


@pytest.mark.parametrize("cash", [0, 4, 5])
def test_what_may_be_repaid_does_not_tell_what_its_manager_secretly_has(new_game, cash):
    """The company has 7, less 2 of interest: that repays one loan; for two its manager has to add 5."""
    start = {
        "year": 2,
        "phase": 5,
        "companies": {"red": {"cash": 7, "loans": 2}},
        "players": {"Andrea": {"cash": cash}},
    }
    play = new_game(2, start)
    assert play.cash("red") == (5,)
    assert play.legal["repay"] == {"company": "red", "decides": "Andrea", "most": 2, "each": 5}
    if cash < 5:
        before = play.cash("red", "Andrea")
        assert play.refused("repay", loans=2) == "M-14"
        assert (play.cash("red", "Andrea"), play.step) == (before, ("repay", "red", "Andrea"))
    else:
        assert play.do("repay", loans=2) == []
        assert play.step == ("top_up", "red", "Andrea")
    open_game = new_game(2, start, options={"open_cash": True})
    assert open_game.legal["repay"]["most"] == (1 if cash < 5 else 2)
