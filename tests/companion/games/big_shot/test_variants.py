"""The game with hidden money (G-10) and the game of two with two purses each (G-12)."""

from __future__ import annotations

import json

import pytest

from companion.games import BANKER, PUBLIC
from tests.companion.games.big_shot.conftest import BigShotPlay

STONES = {"red": 2, "yellow": 1, "black": 1}


def test_g10_loans_are_decided_before_the_auction_the_start_player_last(new_game):
    play = new_game(3, STONES, hard=True)
    play.roll()
    assert (play.view["phase"], play.view["turn"]) == ("loans", "Bernd")
    assert play.refused("bid", amount=1) == "G-13"
    assert play.refused("loan", player="Andrea") == "G-13"
    assert play.do("loan") == [{"kind": "loan", "player": "Bernd", "amount": 9, "colour": "yellow", "debt": 10}]
    assert play.rulings == ["G-10"]
    assert play.view["turn"] == "Chloé"
    play.do("pass")
    assert (play.view["turn"], play.view["passed"]) == ("Andrea", [])
    play.do("loan", colour="red")
    assert (play.view["phase"], play.view["turn"], play.view["loaned"]) == ("auction", "Bernd", ["red", "yellow"])
    assert play.refused("loan") == "G-10"
    assert "loan" not in play.legal


def test_g10_who_could_not_get_a_card_is_not_asked(new_game):
    play = new_game(3, STONES, hard=True).set_up(loans={"red": 29})
    play.roll()
    play.do("loan")
    assert (play.view["phase"], play.view["loan_cards"]) == ("auction", 0)
    play = new_game(3, STONES, hard=True).set_up(loans={"red": 30})
    play.roll()
    assert (play.view["phase"], play.view["turn"]) == ("auction", "Bernd")


def test_g10_any_higher_bid_is_taken_and_one_that_cannot_be_paid_begins_the_auction_anew(new_game):
    play = new_game(3, STONES, hard=True)
    play.roll()
    play.do("loan")
    play.no_loans()
    assert play.legal["bid"] == {"player": "Bernd", "min": 1, "max": None, "loan_above": None}
    play.do("pass")
    play.do("bid", amount=1000)
    assert play.do("pass") == [{"kind": "repeat", "player": "Chloé", "amount": 0, "bid": 1000, "cash": 10}]
    assert play.rulings == ["G-10"]
    assert play.reasons == ["the bid of 1,000 cannot be paid with 10: the auction begins anew for all"]
    view = play.view
    assert (view["phase"], view["turn"], view["bid"], view["passed"]) == ("auction", "Bernd", None, [])
    assert view["loaned"] == ["yellow"]
    assert play.refused("loan") == "G-10"
    play.do("bid", amount=19)
    assert play.pass_all() == [{"kind": "payment", "player": "Bernd", "amount": -19, "colour": "yellow"}]


def test_g10_money_is_hidden_from_all_but_its_owner_until_the_end(new_game):
    play = new_game(3, STONES, hard=True)
    seen = play.game.view(play.state, PUBLIC)
    assert seen["cash"] == {"Andrea": {"red": None}, "Bernd": {"yellow": None}, "Chloé": {"white": None}}
    assert seen["bank"] is None
    assert play.game.view(play.state, "Bernd")["cash"] == {
        "Andrea": {"red": None},
        "Bernd": {"yellow": 10},
        "Chloé": {"white": None},
    }
    assert play.game.view(play.state, BANKER)["bank"] == -30
    assert play.game.wealth(play.state) == {}
    play.set_up(over=True)
    assert play.game.view(play.state, PUBLIC) == play.game.view(play.state, BANKER)
    assert play.game.wealth(play.state) == {"Andrea": 10, "Bernd": 10, "Chloé": 10}


def test_g10_nothing_that_people_are_told_gives_hidden_money_away(new_game):
    play = new_game(3, STONES, hard=True).set_up(cash={"red": 777, "yellow": 777, "white": 777})
    for go_on in (play.roll, play.no_loans, play.pass_all):
        go_on()
        told = [json.dumps(play.legal), play.waits()[2], json.dumps(play.game.view(play.state, PUBLIC))]
        assert not any("777" in text for text in told)


def test_where_the_table_hides_cash_nobody_is_told_anothers(header):
    """Chloé has 10 and might borrow 9: that she cannot bid 51 would tell what she lacks, so it is not said."""
    play = BigShotPlay({**header(3, STONES), "x_hidden_cash": True}).set_up(cash={"red": 777, "yellow": 60})
    play.roll()
    play.do("bid", amount=50)
    assert (play.view["turn"], "bid" in play.legal) == ("Chloé", False)
    assert play.waits()[2] == "Chloé: bid at least 51 million for space 1, take a loan first, or pass"
    for viewer in (PUBLIC, "Bernd"):
        view = play.game.view(play.state, viewer)
        assert (view["cash"]["Andrea"], view["bank"]) == ({"red": None}, None)
        assert play.game.wealth(play.state, viewer) == {}
    assert play.game.view(play.state, "Andrea")["cash"] == {
        "Andrea": {"red": 777},
        "Bernd": {"yellow": None},
        "Chloé": {"white": None},
    }
    assert play.game.view(play.state, BANKER)["cash"]["Andrea"] == {"red": 777}
    play.set_up(over=True)
    assert play.game.view(play.state, PUBLIC)["cash"]["Andrea"] == {"red": 777}


def test_without_hard_all_money_lies_open(new_game):
    play = new_game(3)
    assert play.game.view(play.state, PUBLIC) == play.game.view(play.state, BANKER)


def test_g12_each_decides_for_both_colours_before_the_auction(new_game):
    play = new_game(2, STONES)
    play.roll()
    assert (play.view["phase"], play.view["turn"]) == ("loans", "Bernd")
    assert play.refused("loan") == "G-12"
    assert play.refused("loan", colour="red") == "G-14"
    assert play.do("loan", colour="white")[0]["amount"] == 9
    assert play.rulings == ["G-12"]
    assert (play.view["turn"], list(play.legal["loan"]["colours"])) == ("Bernd", ["black"])
    assert play.refused("loan", colour="white") == "G-12"
    # The first loan of each colour pays 9; after the second his decision is over.
    assert play.do("loan", colour="black")[0]["amount"] == 9
    assert (play.view["phase"], play.view["turn"]) == ("loans", "Andrea")
    play.do("loan", colour="yellow")
    play.do("pass")
    assert (play.view["phase"], play.view["turn"]) == ("auction", "Bernd")
    assert play.view["loaned"] == ["yellow", "white", "black"]
    assert play.refused("loan", colour="white") == "G-12"


def test_g12_with_the_last_card_the_decisions_end(new_game):
    play = new_game(2, STONES).set_up(loans={"red": 29})
    play.roll()
    play.do("loan", colour="black")
    assert (play.view["phase"], play.view["turn"]) == ("auction", "Bernd")


def test_g12_a_bid_is_paid_by_one_purse_that_the_buyer_names(new_game):
    play = new_game(2, STONES).set_up(cash={"red": 12, "yellow": 3})
    play.roll()
    play.no_loans()
    play.do("bid", amount=2)
    assert play.legal["bid"] == {"player": "Andrea", "min": 3, "max": 12, "loan_above": None}
    assert play.refused("bid", amount=13) == "G-12"
    play.do("bid", amount=5)
    assert play.do("pass") == []
    assert (play.view["phase"], play.view["turn"], play.view["hand"]) == ("purse", "Andrea", {})
    assert play.legal["choose_purse"] == {"player": "Andrea", "amount": 5, "colours": ["red"]}
    assert play.refused("choose_purse", colour="yellow") == "G-12"
    assert play.refused("choose_purse", colour="white") == "G-14"
    assert play.refused("choose_purse", player="Bernd", colour="white") == "G-13"
    paid = {"kind": "payment", "player": "Andrea", "amount": -5, "colour": "red"}
    assert play.do("choose_purse", colour="red") == [paid]
    assert play.reasons == ["the highest bid for space 1: the red purse pays 5"]
    assert (play.view["phase"], play.view["hand"]) == ("place", STONES)
    assert play.view["cash"]["Andrea"] == {"red": 7, "yellow": 3}


def test_g12_without_a_bid_no_purse_is_asked_for(new_game):
    play = new_game(2, STONES)
    play.roll()
    play.pass_all()
    assert (play.view["phase"], play.view["turn"]) == ("place", "Andrea")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_loans_in_the_auction_are_for_the_basic_game_of_three_and_four(new_game, players):
    play = new_game(players, STONES)
    play.roll()
    assert play.view["phase"] == ("loans" if players == 2 else "auction")
