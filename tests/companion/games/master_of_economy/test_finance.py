"""Phase 5 (M-8)."""

from __future__ import annotations

import pytest


def finance(new_game, players=2, year=2, **firms):
    return new_game(players, {"year": year, "phase": 5, "companies": firms})


def test_interest_then_repayments_company_by_company(new_game):
    play = finance(new_game, red={"loans": 2}, blue={"loans": 1})
    assert (play.step, play.cash("red", "blue")) == (("repay", "red", "Andrea"), (23, 25))
    assert play.legal["repay"] == {"company": "red", "decides": "Andrea", "most": 2, "each": 5}
    assert play.refused("repay", loans=3) == play.refused("repay", loans=0) == "M-8"
    assert play.do("repay", loans=2) == [
        {"kind": "repay", "company": "red", "amount": -10, "loans": 2},
        {"kind": "interest", "company": "blue", "amount": -1},
    ]
    play.do("pass")
    assert (play.step, play.firm("red")["loans"]) == (("shares", "red", "Andrea"), 0)


def test_no_interest_in_the_first_year(new_game):
    play = finance(new_game, year=1, red={"loans": 1})
    assert (play.step[0], play.cash("red")) == ("shares", (25,))


def test_the_sources_example_of_a_packet_of_8_at_15_points(new_game):
    """A share is worth 2: the packet costs 16, and the manager of the company gets 2."""
    play = finance(new_game, blue={"points": 15})
    assert play.do("buy_packet", of="blue", packet=8) == [
        {"kind": "purchase", "company": "red", "amount": -16, "of": "blue", "packet": 8},
        {"kind": "bonus", "player": "Bernd", "amount": 2, "of": "blue"},
    ]
    assert play.view["companies"]["red"]["packets"] == {"blue": [8]}
    assert play.view["bank"]["packets"]["blue"] == [1, 2, 3, 4, 5, 6, 7, 9]


def test_one_purchase_and_one_sale_in_two_rounds(new_game):
    play = finance(new_game)
    play.do("buy_packet", of="blue", packet=3)
    play.do("pass")
    assert play.step == ("shares", "red", "Andrea")
    assert play.refused("buy_packet", of="blue", packet=1) == "M-8"
    assert "buy_packet" not in play.legal
    play.do("sell_packet", of="blue", packet=3)
    play.do("buy_packet", of="red", packet=1)
    assert play.step[0] == "loan"


def test_a_swap_for_more_is_a_purchase_with_a_bonus_and_one_for_less_a_sale(new_game):
    play = finance(new_game, red={"packets": {"blue": [4]}}, blue={"packets": {"red": [5]}})
    assert play.do("swap_packet", of="blue", give=4, take=7) == [
        {"kind": "purchase", "company": "red", "amount": -3, "of": "blue", "packet": 7, "gave": 4},
        {"kind": "bonus", "player": "Bernd", "amount": 1, "of": "blue"},
    ]
    assert play.do("swap_packet", of="red", give=5, take=2) == [
        {"kind": "sale", "company": "blue", "amount": 3, "of": "red", "packet": 5, "took": 2}
    ]
    assert play.refused("swap_packet", of="blue", give=7, take=9) == "M-8"
    play.do("swap_packet", of="blue", give=7, take=6)
    assert play.view["companies"]["red"]["packets"] == {"blue": [6]}


@pytest.mark.parametrize(
    ("do", "keys", "ruling"),
    [
        ("buy_packet", {"of": "red", "packet": 1}, "M-8"),
        ("buy_packet", {"of": "blue", "packet": 10}, "M-8"),
        ("buy_packet", {"of": "blue", "packet": 11}, "M-8"),
        ("buy_packet", {"of": "yellow", "packet": 1}, "M-22"),
        ("sell_packet", {"of": "blue", "packet": 1}, "M-8"),
        ("swap_packet", {"of": "blue", "give": 1, "take": 2}, "M-8"),
        ("swap_packet", {"of": "blue", "give": 3, "take": 3}, "M-8"),
        ("buy_packet", {"company": "blue", "of": "red", "packet": 1}, "M-21"),
        ("buy_packet", {"player": "Andrea", "of": "blue", "packet": 1}, "M-21"),
    ],
)
def test_dealings_that_are_refused(new_game, do, keys, ruling):
    play = finance(new_game, red={"packets": {"blue": [3]}})
    assert play.refused(do, **keys) == ruling


def test_a_bonus_also_when_both_companies_have_one_manager(new_game):
    play = finance(new_game, blue={"manager": "Andrea"})
    play.do("buy_packet", of="blue", packet=1)
    assert play.cash("Andrea", "Bernd") == (1, 0)


def test_a_purchase_may_be_covered_by_the_manager(new_game):
    start = {"year": 1, "phase": 5, "companies": {"red": {"cash": 3}}, "players": {"Andrea": {"cash": 4}}}
    play = new_game(2, start)
    play.do("buy_packet", of="blue", packet=7)
    assert play.view["due"] == {"company": "red", "for": "purchase", "of": "blue", "amount": 7, "missing": 4}
    play.do("top_up", amount=4)
    assert play.step == ("shares", "blue", "Bernd")
    assert play.cash("red", "Andrea") == (0, 0)


def test_one_new_loan_of_5_and_two_at_most(new_game):
    play = finance(new_game, players=3, red={"loans": 2}, blue={"loans": 1})
    play.go_to("loan")
    assert play.step == ("loan", "blue", "Bernd"), "red has two"
    cash = play.cash("blue")[0]
    assert play.do("loan") == [{"kind": "loan", "company": "blue", "amount": 5}]
    assert (play.cash("blue"), play.firm("blue")["loans"]) == ((cash + 5,), 2)
    play.do("pass")
    assert (play.step[0], play.view["phase"]) == ("invest", 6)
