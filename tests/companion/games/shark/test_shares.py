"""Buying, selling and share cards (R-3, R-4, R-5, R-31)."""

from __future__ import annotations

import pytest


def test_r3_r4_trade_at_the_current_price(position, paid):
    play = position("rrr", cash={"Andrea": 10000})
    assert play.do("buy", company="red", shares=3) == [paid("purchase", "Andrea", -9000, "red", 3)]
    assert play.do("sell", company="red", shares=1) == [paid("sale", "Andrea", 3000, "red", 1)]
    assert play.view["cash"]["Andrea"] == 4000
    assert play.view["shares"]["Andrea"]["red"] == 2


def test_r3_at_most_5_bought_in_a_turn_before_and_after_the_roll_together(position):
    play = position("r", "", "b", cash={"Andrea": 20000})
    assert play.refused("buy", company="red", shares=6) == "R-3"
    play.do("buy", company="red", shares=2)
    play.do("buy", company="blue", shares=1)
    play.do("sell", company="red", shares=2)  # selling does not give the right to buy again
    play.place("green", "L10")
    assert play.refused("buy", company="red", shares=3) == "R-3"
    assert play.legal["buy"]["companies"]["red"]["max"] == 2
    play.do("buy", company="red", shares=2)
    assert play.refused("buy", company="blue", shares=1) == "R-3"
    assert "buy" not in play.legal
    play.do("end_turn")
    play.end_turns(("green", "J10"))
    play.do("buy", company="blue", shares=5)


def test_r3_only_the_player_on_turn_trades(position):
    play = position("r", cash={"Bernd": 5000}, shares={"Bernd": {"red": 1}})
    assert play.refused("buy", player="Bernd", company="red", shares=1) == "R-3"
    assert play.refused("sell", player="Bernd", company="red", shares=1) == "R-3"


def test_r4_no_trade_at_price_0(position):
    play = position("r", cash={"Andrea": 5000}, shares={"Andrea": {"blue": 1}})
    assert play.refused("buy", company="blue", shares=1) == "R-4"
    assert play.refused("sell", company="blue", shares=1) == "R-4"
    assert list(play.legal["buy"]["companies"]) == ["red"]
    assert "sell" not in play.legal


def test_r31_counts_and_cash(position):
    play = position("rrr", cash={"Andrea": 8000}, shares={"Andrea": {"red": 2}})
    for do in ("buy", "sell"):
        for shares in (0, -1):
            assert play.refused(do, company="red", shares=shares) == "R-31"
    assert play.refused("buy", company="red", shares=3) == "R-31"
    assert play.refused("sell", company="red", shares=3) == "R-31"
    assert play.legal["buy"]["companies"] == {"red": {"price": 3000, "max": 2, "counts": [1, 2]}}
    assert play.legal["sell"]["companies"] == {"red": {"price": 3000, "max": 2, "counts": [1, 2]}}


def bank(play, company="red"):
    return play.view["bank"][company]


def test_r5_player_ends_with_as_many_5_share_cards_as_possible(position):
    play = position("r", cash={"Andrea": 20000}, shares={"Andrea": {"red": 4}}, cards={"ones": 15, "fives": 5})
    assert bank(play) == [11, 5]
    play.do("buy", company="red", shares=1)  # four ones and the new one become a five
    assert bank(play) == [15, 4]
    play.do("sell", company="red", shares=2)  # and the five is changed again
    assert bank(play) == [12, 5]


def test_r5_trade_is_refused_where_the_two_cannot_make_change(position):
    # Two ones and one five of red: 1, 2 and 5 can be given, 3 and 4 cannot.
    play = position("r", cash={"Andrea": 20000}, cards={"ones": 2, "fives": 1})
    assert play.legal["buy"]["companies"]["red"]["counts"] == [1, 2, 5]
    assert play.refused("buy", company="red", shares=3) == "R-5"
    play.do("buy", company="red", shares=5)
    # Now Andrea holds the five: of 5 she can sell 3, 4 (leaving 2 or 1 in ones) or all.
    assert play.legal["sell"]["companies"]["red"]["counts"] == [3, 4, 5]
    assert play.refused("sell", company="red", shares=1) == "R-5"


def test_r5_no_more_shares_than_the_bank_has(position):
    play = position("r", cash={"Andrea": 20000}, shares={"Bernd": {"red": 2}}, cards={"ones": 3, "fives": 0})
    assert play.refused("buy", company="red", shares=2) == "R-5"
    play.do("buy", company="red", shares=1)


def test_r5_five_ones_are_exchanged_at_the_next_own_trade_not_before(position):
    # One five of red, which Bernd holds; Andrea has five ones. When Bernd has sold, the five lies in the bank.
    play = position(
        "r",
        players=("Bernd", "Andrea"),
        shares={"Bernd": {"red": 5}, "Andrea": {"red": 5}},
        cash={"Andrea": 5000},
        cards={"ones": 6, "fives": 1},
    )
    assert bank(play) == [1, 0]
    play.do("sell", company="red", shares=5)
    assert bank(play) == [1, 1]
    play.end_turns(("blue", "L10"))
    assert bank(play) == [1, 1]
    play.do("buy", company="red", shares=1)  # six: the five and a one; five ones go back
    assert bank(play) == [5, 0]


@pytest.mark.parametrize(("fives", "expected"), [(1, [[4, 0], [3, 0]]), (2, [[9, 0], [8, 0]])])
def test_start_cards_are_split_in_seat_order(position, fives, expected):
    # Andrea's 5 come first: she gets the five that Bernd then lacks, unless there are two.
    for shares, left in zip((5, 6), expected, strict=True):
        held = {"Andrea": {"red": 5}, "Bernd": {"red": shares}}
        assert bank(position("r", shares=held, cards={"ones": 9, "fives": fives})) == left
