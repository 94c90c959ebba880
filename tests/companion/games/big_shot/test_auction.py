"""The broker, bids and passes, loans in the auction (G-2 to G-5, G-13, G-14) in the game of four and three."""

from __future__ import annotations

import pytest

STONES = {"red": 2, "yellow": 1, "black": 1}
OTHERS = {"white": 3, "black": 1}
TAKEN = ("red", "D1"), ("red", "D2"), ("yellow", "D3"), ("black", "D4")


def test_g2_broker_moves_by_the_die_and_passes_the_first_space_again(new_game):
    play = new_game(4)
    play.do("roll", die=5)
    assert play.view["broker"] == 5
    assert play.view["phase"] == "auction"


def test_g2_emptied_spaces_are_not_counted_and_the_start_player_changes_clockwise(new_game):
    play = new_game(4, STONES, OTHERS)
    play.free_round(*TAKEN)
    assert (play.view["round"], play.view["starter"], play.view["turn"]) == (2, "Bernd", "Bernd")
    play.set_up(broker=17)
    play.do("roll", die=3)  # 18, then 2 and 3: space 1 is empty
    assert play.view["broker"] == 3


def test_g3_the_left_neighbour_of_the_start_player_begins_and_bids_rise(new_game):
    play = new_game(4, STONES)
    play.roll()
    assert play.view["turn"] == "Bernd"
    assert play.legal["bid"] == {"player": "Bernd", "min": 1, "max": 19, "loan_above": 10}
    assert play.refused("bid", amount=0) == "G-3"
    assert play.refused("bid", amount=-1) == "G-3"
    play.do("bid", amount=4)
    assert (play.view["turn"], play.view["bid"]) == ("Chloé", {"player": "Bernd", "amount": 4})
    assert play.refused("bid", amount=4) == "G-3"
    play.do("bid", amount=5)
    play.do("pass")
    play.do("pass")
    assert play.view["passed"] == ["Dörte", "Andrea"]
    assert (play.view["turn"], play.legal["bid"]["min"]) == ("Bernd", 6)


def test_g3_whoever_has_passed_stays_out(new_game):
    play = new_game(4, STONES)
    play.roll()
    play.do("pass")
    play.do("bid", amount=1)
    play.do("bid", amount=2)
    play.do("bid", amount=3)
    assert play.view["turn"] == "Chloé"
    assert play.refused("bid", player="Bernd", amount=4) == "G-3"
    assert play.refused("bid", player="Dörte", amount=4) == "G-13"


def test_g3_without_a_bid_the_start_player_gets_the_stones_free(new_game):
    play = new_game(4, STONES)
    play.roll()
    assert play.pass_all() == []
    view = play.view
    assert (view["phase"], view["turn"], view["bid"]) == ("place", "Andrea", None)
    assert view["passed"] == ["Bernd", "Chloé", "Dörte"]
    assert view["hand"] == STONES
    assert view["spaces"][0] == {}


def test_g5_the_highest_bidder_pays_the_bank_and_takes_the_stones(new_game):
    play = new_game(4, STONES)
    play.roll()
    play.do("bid", amount=7)
    assert play.pass_all() == [{"kind": "payment", "player": "Bernd", "amount": -7, "colour": "yellow"}]
    assert play.reasons == ["the highest bid for space 1: 7"]
    assert play.rulings == ["G-5"]
    assert play.view["cash"]["Bernd"] == {"yellow": 3}
    assert (play.view["bank"], play.view["turn"], play.view["hand"]) == (-33, "Bernd", STONES)


def test_the_start_player_may_win_by_a_bid_too(new_game):
    play = new_game(3, STONES)
    play.roll()
    play.do("pass")
    play.do("bid", amount=2)
    play.do("bid", amount=3)
    play.do("pass")
    assert (play.view["turn"], play.view["cash"]["Andrea"]) == ("Andrea", {"red": 7})


def test_g4_a_loan_is_taken_in_ones_turn_of_the_auction_once_a_round(new_game):
    play = new_game(4, STONES)
    play.roll()
    loan = {"kind": "loan", "player": "Bernd", "amount": 9, "colour": "yellow", "debt": 10}
    assert play.do("loan") == [loan]
    assert play.reasons == ["loan no. 1: 10 owed, 9 paid out"]
    assert play.rulings == ["G-4"]
    assert (play.view["turn"], play.view["cash"]["Bernd"], play.view["loans"]["Bernd"]) == (
        "Bernd",
        {"yellow": 19},
        {"yellow": 1},
    )
    assert (play.view["bank"], play.view["loan_cards"], play.view["loaned"]) == (-49, 29, ["yellow"])
    assert "loan" not in play.legal
    assert play.refused("loan") == "G-4"
    assert play.legal["bid"]["max"] == 19
    assert play.refused("loan", player="Chloé") == "G-13"


def test_g4_the_loan_may_name_the_own_colour_alone(new_game):
    play = new_game(4, STONES)
    play.roll()
    assert play.refused("loan", colour="red") == "G-14"
    assert play.refused("loan", colour="green") == "G-14"
    assert play.do("loan", colour="yellow")[0]["amount"] == 9


@pytest.mark.parametrize(
    ("loans", "paid"), [(0, 9), (1, 8), (2, 7), (3, 6), (4, 5), (5, 4), (6, 3), (7, 2), (8, 1), (9, 0), (12, 0)]
)
def test_g4_each_loan_of_a_player_pays_out_one_less_and_never_below_nothing(new_game, loans, paid):
    play = new_game(4, STONES).set_up(loans={"yellow": loans})
    play.roll()
    [entry] = play.do("loan")
    assert (entry["amount"], entry["debt"]) == (paid, 10)
    assert play.view["cash"]["Bernd"] == {"yellow": 10 + paid}
    assert play.view["loans"]["Bernd"] == {"yellow": loans + 1}


def test_g4_a_bid_may_go_up_to_cash_and_loan_and_the_loan_comes_with_the_payment(new_game):
    play = new_game(4, STONES).set_up(loans={"yellow": 2})
    play.roll()
    assert play.legal["bid"]["max"] == 17
    assert play.refused("bid", amount=18) == "G-4"
    assert play.do("bid", amount=17) == []
    assert play.pass_all() == [
        {"kind": "loan", "player": "Bernd", "amount": 7, "colour": "yellow", "debt": 10},
        {"kind": "payment", "player": "Bernd", "amount": -17, "colour": "yellow"},
    ]
    assert play.reasons == [
        "loan no. 3: 10 owed, 7 paid out, needed for the bid of 17",
        "the highest bid for space 1: 17",
    ]
    assert play.view["cash"]["Bernd"] == {"yellow": 0}
    assert play.view["loaned"] == ["yellow"]


def test_g4_a_bid_within_the_cash_takes_no_loan(new_game):
    play = new_game(4, STONES)
    play.roll()
    play.do("bid", amount=10)
    assert [entry["kind"] for entry in play.pass_all()] == ["payment"]
    assert play.view["loans"]["Bernd"] == {"yellow": 0}


def test_g4_without_a_loan_card_there_is_cash_alone(new_game):
    play = new_game(4, STONES).set_up(loans={"red": 20, "white": 10})
    play.roll()
    assert (play.view["loan_cards"], play.legal["bid"]) == (
        0,
        {"player": "Bernd", "min": 1, "max": 10, "loan_above": None},
    )
    assert "loan" not in play.legal
    assert play.refused("loan") == "G-4"
    assert play.refused("bid", amount=11) == "G-4"


def test_g4_the_last_card_is_kept_for_the_highest_bidder_who_needs_it(new_game):
    play = new_game(4, STONES).set_up(loans={"red": 20, "black": 9})
    play.roll()
    play.do("bid", amount=11)
    assert "loan" not in play.legal
    assert play.refused("loan") == "G-4"
    # Who outbids him needs the card himself: then it is kept for the new one.
    assert play.legal["bid"]["max"] == 19
    play.do("bid", amount=15)
    assert play.refused("loan") == "G-4"
    assert [entry["player"] for entry in play.pass_all()] == ["Chloé", "Chloé"]
    assert play.view["loan_cards"] == 0


def test_g4_the_last_card_is_free_when_the_highest_bidder_can_pay_or_two_are_left(new_game):
    play = new_game(4, STONES).set_up(loans={"red": 20, "black": 9})
    play.roll()
    play.do("bid", amount=10)
    assert play.do("loan")[0]["player"] == "Chloé"
    play = new_game(4, STONES).set_up(loans={"red": 20, "black": 8})
    play.roll()
    play.do("bid", amount=11)
    play.do("loan")
    play.do("pass")
    assert play.refused("loan") == "G-4"
    assert play.view["loan_cards"] == 1


def test_who_can_bid_no_more_can_only_pass(new_game):
    play = new_game(4, STONES).set_up(cash={"white": 0})
    play.roll()
    play.do("bid", amount=9)
    assert "bid" not in play.legal
    assert play.waits()[2] == "Chloé: pass, a bid of 10 million cannot be paid"
    assert play.refused("bid", amount=10) == "G-4"


def test_loans_and_passes_are_forgotten_in_the_next_round(new_game):
    play = new_game(4, STONES)
    play.roll()
    play.do("loan")
    play.do("bid", amount=1)
    play.pass_all()
    play.place(*TAKEN[:3])
    assert (play.view["loaned"], play.view["bid"]) == (["yellow"], {"player": "Bernd", "amount": 1})
    play.place(TAKEN[3])
    assert (play.view["loaned"], play.view["bid"], play.view["passed"]) == ([], None, [])


@pytest.mark.parametrize("die", [0, 7, -1, 10**20])
def test_g14_the_die_shows_one_to_six(new_game, die):
    assert new_game(4).refused("roll", die=die) == "G-14"


def test_g13_each_event_comes_at_its_place(new_game):
    play = new_game(4, STONES)
    for do, keys in [("bid", {"amount": 1}), ("pass", {}), ("loan", {}), ("choose_purse", {"colour": "red"})]:
        assert play.refused(do, **keys) == "G-13"
    assert play.refused("roll", player="Bernd", die=1) == "G-13"
    assert play.refused("roll", player="Emil", die=1) == "G-14"
    play.roll()
    assert play.refused("roll", die=1) == "G-13"
    assert play.refused("place", colour="red", district="D1") == "G-13"
    assert play.refused("choose_purse", colour="red") == "G-13"
    play.pass_all()
    assert play.refused("pass") == "G-13"
    assert play.refused("loan") == "G-13"


def test_a_remark_changes_nothing_but_what_the_last_event_decided(new_game):
    play = new_game(4)
    before = play.view
    assert play.do("amend", note="a cat on the board") == []
    assert play.view == before
