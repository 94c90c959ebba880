"""What the game says: whom it waits for, events in words, throws, and what it has not."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from companion.errors import FormatError, RuleError
from companion.games import Sighting
from companion.games.big_shot._state import HighestBid, Purse
from companion.words import say

STONES = {"red": 2, "yellow": 1, "black": 1}
BID = {"do": "bid", "player": "Bernd"}


def test_waiting_through_a_round_of_the_basic_game(new_game):
    play = new_game(4, STONES)
    assert play.waits() == ("roll", "Andrea", "Andrea: throw the die, round 1")
    play.roll()
    assert play.waits() == (
        "auction",
        "Bernd",
        "Bernd: bid at least 1 million for space 1, take a loan first, or pass",
    )
    play.do("loan")
    assert play.waits()[2] == "Bernd: bid at least 1 million for space 1, or pass"
    play.pass_all()
    assert play.waits() == (
        "place",
        "Andrea",
        "Andrea: put the stones into open districts: 2 red, 1 yellow and 1 black",
    )


def test_waiting_for_loans_and_the_purse(new_game):
    play = new_game(3, STONES, hard=True)
    play.roll()
    assert play.waits() == ("loans", "Bernd", "Bernd: take a loan before the auction (9 million), or pass")
    play = new_game(2, STONES)
    play.roll()
    assert play.waits()[2] == "Bernd: take a loan before the auction (white or black), or pass"
    play.no_loans()
    play.do("bid", amount=4)
    play.do("pass")
    assert play.waits() == ("purse", "Bernd", "Bernd: choose the purse that pays 4 million")
    play.set_up(over=True)
    assert play.waits()[2] == "The game is over. Nobody has two districts of each colour, so nobody wins"


@pytest.mark.parametrize(
    ("do", "keys", "words"),
    [
        ("roll", {"die": 3}, "Andrea throws 3: the broker goes to space 3"),
        ("roll", {"die": 7}, "Andrea throws 7"),
        ("loan", {}, "Andrea takes a loan"),
        ("bid", {"amount": 1200}, "Andrea bids 1,200 million"),
        ("pass", {}, "Andrea passes"),
        ("choose_purse", {"colour": "red"}, "Andrea pays with the red purse"),
        ("place", {"colour": "red", "district": "D3"}, "Andrea puts a red stone into D3"),
        ("place", {"colour": "pink", "district": "{x}"}, "Andrea puts pink into {x}"),
        ("amend", {"note": "{a} cat"}, "Remark: {a} cat"),
    ],
)
def test_events_in_words(new_game, do, keys, words):
    assert new_game(4).words(do, **keys) == words


def test_events_in_words_of_the_variants(new_game):
    play = new_game(2, STONES)
    play.roll()
    assert play.words("pass") == "Bernd takes no loan"
    assert play.words("loan", colour="white") == "Bernd takes a loan for the white purse"
    assert play.words("loan") == "Bernd takes a loan"


def test_the_seventh_stone_tells_who_gets_the_district_and_why(new_game):
    play = new_game(4, {"red": 3, "black": 1}, {"red": 3, "black": 1})
    play.free_round(("red", "D2"), ("red", "D2"), ("red", "D2"), ("black", "D2"))
    play.roll()
    play.pass_all()
    play.place(("red", "D2"), ("red", "D2"))
    told = "Bernd puts a red stone into D2 – D2: 6 red and 1 black: red has most and gets it"
    assert play.words("place", colour="red", district="D2") == told


def test_the_last_stone_tells_who_gets_what_is_still_open_and_why(new_game):
    lying = {"D1": {"red": 1}, "D2": {"yellow": 2, "black": 2, "white": 1}, "D3": {}}
    play = new_game(4).set_up(round=18, phase="place", hand={"black": 1}, lying=lying)
    assert play.words("place", colour="black", district="D1") == (
        "Andrea puts a black stone into D1 – D1: 1 red and 1 black: all cancel out, nobody gets it; "
        "D2: 2 yellow, 2 black and 1 white: equals cancel out, white gets it"
    )


def test_a_throw_of_the_die_is_the_roll_that_is_awaited(new_game):
    play = new_game(4)
    assert play.game.event_for_throw(play.state, ["3"]) == {"do": "roll", "player": "Andrea", "die": 3}
    assert play.game.event_for_throw(play.state, []) is None
    with pytest.raises(RuleError) as error:
        play.game.event_for_throw(play.state, ["S"])
    assert error.value.ruling == "G-14"
    play.roll()
    assert play.game.event_for_throw(play.state, ["3"]) is None
    assert play.game.dice(play.state) == (("1", "2", "3", "4", "5", "6"),)


def test_what_the_game_has_not(new_game):
    play = new_game(4)
    assert play.game.board(play.state) is None
    assert play.game.sight(play.state, ["...."]) == Sighting()
    assert (play.game.pieces(play.state), play.game.prices(play.state), play.game.companies(play.state)) == ("", {}, {})
    assert play.game.turn_end(play.state) is None


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"do": "buy", "player": "Andrea"},
        {"do": ["roll"]},
        {"do": "roll", "player": "Andrea"},
        {"do": "roll", "player": "Andrea", "die": "3"},
        {"do": "roll", "player": "Andrea", "die": True},
        {"do": "roll", "player": "Andrea", "die": 2.0},
        {"do": "loan", "player": "Andrea", "colour": None},
        {"do": "bid", "player": "Andrea", "amount": 1.5},
        {"do": "pass"},
        {"do": "place", "player": "Andrea", "colour": "red"},
        {"do": "choose_purse", "player": "Andrea"},
        {"do": "amend"},
        {"do": "amend", "note": 1},
    ],
)
def test_what_cannot_be_read_as_an_event(new_game, raw):
    with pytest.raises(FormatError):
        new_game(4).game.parse_event(raw)


@pytest.mark.parametrize(
    ("language", "one", "many"),
    [
        ("en", "1 million", "51 million"),
        ("de", "1 Million", "51 Millionen"),
        ("it", "1 milione", "51 milioni"),
        ("fr", "1 million", "51 millions"),
    ],
)
def test_one_million_is_said_as_one(new_game, language, one, many):
    """Every sentence on a bid: what is awaited, what was bid, and what a purse is to pay."""
    start = new_game(4, STONES)
    start.roll()
    for amount, words in ((0, one), (50, many)):
        bid = None if amount == 0 else HighestBid("Andrea", amount)
        auction = replace(start.state, bid=bid)
        poor = replace(auction, purses={colour: Purse(0, loans=9) for colour in start.state.purses})
        purse = replace(auction, phase="purse", bid=HighestBid("Bernd", amount + 1))
        told = [start.game.waiting(state).sentence for state in (auction, poor, purse)]
        told.append(start.game.describe(auction, start.game.parse_event({**BID, "amount": amount + 1})))
        for sentence in told:
            assert re.search(rf"\b{words}\b", say(sentence, language).replace("\xa0", " ")), say(sentence, language)
