"""The course of a game: picks, turns, rolls, and who may do what when (R-1, R-2, R-6, R-7, R-30, R-32)."""

from __future__ import annotations

import pytest

from companion.errors import FormatError
from companion.games.shark import Shark

THREE = ("Andrea", "Bernd", "Chloé")


def test_r1_each_picks_beginning_with_the_banker_clockwise_then_the_bankers_left_begins(new_game):
    play = new_game(players=THREE)  # Chloé is the banker
    order = []
    for company in ("red", "red", "blue"):
        order.append(play.view["turn"])
        assert play.do("pick", company=company) == []
    assert order == ["Chloé", "Andrea", "Bernd"]
    assert (play.view["turn"], play.view["phase"]) == ("Andrea", "trade")
    assert play.view["shares"]["Bernd"] == {"red": 0, "blue": 1, "green": 0, "yellow": 0}
    assert play.view["cash"] == dict.fromkeys(THREE, 0)
    assert play.view["bank"]["red"] == [13, 5]


def test_r1_no_pick_later_or_out_of_turn(new_game):
    play = new_game()
    assert play.refused("pick", player="Andrea", company="red") == "R-1"
    play.do("pick", company="red")
    play.do("pick", company="red")
    assert play.refused("pick", company="red") == "R-1"


def test_r1_without_start_share_the_game_begins_with_the_first_turn(new_game):
    play = new_game(start_share=False)
    assert (play.view["turn"], play.view["phase"]) == ("Andrea", "trade")


def test_r5_company_without_a_1_share_card_cannot_be_picked(new_game):
    play = new_game(cards={"ones": 1, "fives": 3})
    play.do("pick", company="red")
    assert play.legal["pick"]["companies"] == ["blue", "green", "yellow"]
    assert play.refused("pick", company="red") == "R-5"


def test_r2_play_goes_clockwise(position):
    play = position(players=THREE)
    movers = []
    for square in ("A1", "C1", "E1", "G1"):
        movers.append(play.view["turn"])
        play.end_turns(("red", square))
    assert movers == ["Andrea", "Bernd", "Chloé", "Andrea"]


ALL = {
    "pick": {"company": "red"},
    "buy": {"company": "red", "shares": 1},
    "sell": {"company": "red", "shares": 1},
    "roll": {"zone": "1", "colour": "blue"},
    "place": {"company": "blue", "square": "D5"},
    "cannot_place": {},
    "forced_sale": {"shares": {"red": 1}},
    "end_turn": {},
}


def in_phase(phase, new_game, position):
    if phase == "pick":
        return new_game()
    play = position("r", shares={"Andrea": {"red": 1}}, cash={"Andrea": 5000})
    if phase in ("place", "trade_after"):
        play.do("roll", zone="1", colour="blue")
    if phase == "trade_after":
        play.do("place", company="blue", square="D5")
    return play


@pytest.mark.parametrize(
    ("phase", "possible"),
    [
        ("pick", {"pick"}),
        ("trade", {"buy", "sell", "roll"}),
        ("place", {"place"}),
        ("trade_after", {"buy", "sell", "end_turn"}),
    ],
)
def test_r30_each_event_at_its_place_in_the_turn(new_game, position, phase, possible):
    for do, keys in ALL.items():
        play = in_phase(phase, new_game, position)
        assert play.view["phase"] == phase
        if do in possible:
            play.do(do, **keys)
        else:
            play.refused(do, **keys)
    assert set(in_phase(phase, new_game, position).legal) == possible | {"amend"}


@pytest.mark.parametrize("do", ["roll", "place", "cannot_place", "end_turn"])
def test_r30_only_from_the_player_on_turn(new_game, position, do):
    phase = {"roll": "trade", "end_turn": "trade_after"}.get(do, "place")
    assert in_phase(phase, new_game, position).refused(do, player="Bernd", **ALL[do]) == "R-30"


def test_amend_is_always_possible_and_changes_nothing(new_game, position):
    for phase in ("pick", "trade", "place", "trade_after"):
        play = in_phase(phase, new_game, position)
        before = play.view
        assert play.do("amend", note="the cat was on the board") == []
        assert play.view == before


def test_removed_squares_are_those_of_the_last_event_only(position):
    play = position("rr.b")
    play.place("red", "C1")
    assert play.view["removed"] == ["D1"]
    play.do("end_turn")
    assert play.view["removed"] == []


@pytest.mark.parametrize(
    ("do", "keys", "ruling"),
    [
        ("roll", {"zone": "7", "colour": "red"}, "R-32"),
        ("roll", {"zone": "S", "colour": "red"}, "R-32"),
        ("roll", {"zone": "1", "colour": "pink"}, "R-6"),
        ("roll", {"zone": "1", "colour": "free"}, "R-6"),
        ("roll", {"player": "Zoë", "zone": "1", "colour": "red"}, "R-32"),
        ("buy", {"company": "pink", "shares": 1}, "R-32"),
        ("sell", {"company": "top", "shares": 1}, "R-32"),
    ],
)
def test_r32_values_that_the_game_does_not_know(position, do, keys, ruling):
    assert position("r").refused(do, **keys) == ruling


@pytest.mark.parametrize("square", ["M1", "A11", "a1", "A0", "A01", "", "1A", "A1 "])
def test_r32_squares_that_the_board_does_not_have(position, square):
    play = position()
    play.do("roll", zone="1", colour="red")
    assert play.refused("place", company="red", square=square) == "R-32"


def test_r32_edition_2001_rolls_the_shark_zone(position):
    play = position(edition="2001")
    assert play.refused("roll", zone="5", colour="red") == "R-32"
    play.do("roll", zone="S", colour="red")
    assert play.refused("place", company="red", square="A1") == "R-7"
    play.do("place", company="red", square="F6")


def test_r6_variant_iii_rolls_the_zone_only(position):
    play = position(no_colour_die=True)
    assert play.legal["roll"]["colours"] == ["free"]
    assert play.refused("roll", zone="1", colour="red") == "R-6"
    play.do("roll", zone="1", colour="free")
    play.do("place", company="yellow", square="A1")


# Zone 1 of 1991 full of red but for D5, and blue chains around that a lone house may not touch.
FULL_OF_RED = ("rrrr", "rrrr", "rrrr", "rrrr", "rrr")


def full_zone(position, **options):
    """A game in which a blue house fits nowhere into zone 1, though a red one would."""
    play = position(
        *FULL_OF_RED,
        seven_cap=True,
        houses_per_colour=30,
        cash={"Andrea": 9000},
        shares={"Andrea": {"red": 1}},
        **options,
    )
    play.do("roll", zone="1", colour="blue")
    return play


def test_r7_cannot_place_only_where_no_square_is_legal(position):
    play = position()
    play.do("roll", zone="1", colour="blue")
    assert play.refused("cannot_place") == "R-7"
    play = full_zone(position)
    assert set(play.legal) == {"cannot_place", "amend"}
    assert play.do("cannot_place") == []
    assert play.view["phase"] == "trade_after"


def test_r7_black_finds_a_square_in_any_colour(position):
    play = position(*FULL_OF_RED, seven_cap=True, houses_per_colour=30)
    play.do("roll", zone="1", colour="black")
    assert play.refused("cannot_place") == "R-7"


@pytest.mark.parametrize("edition", ["1987", "1991"])
def test_r7_after_cannot_place_no_more_trading_in_1987_and_1991(position, edition):
    play = full_zone(position, edition=edition)
    play.do("cannot_place")
    assert set(play.legal) == {"end_turn", "amend"}
    assert play.refused("buy", company="red", shares=1) == "R-7"
    assert play.refused("sell", company="red", shares=1) == "R-7"
    play.do("end_turn")
    play.end_turns(("red", "I10"))
    play.do("buy", company="red", shares=1)  # the next turn is free again


def test_r7_the_option_allows_trading_after_cannot_place(position):
    play = full_zone(position, no_trade_after_cannot_place=False)
    play.do("cannot_place")
    play.do("buy", company="red", shares=1)


def test_r7_2001_allows_trading_after_cannot_place(position):
    # The 2001 board's zone 1 begins with A1-F4 and A5-C6: all red but for A1.
    rows = (".rrrrr", "rrrrrr", "rrrrrr", "rrrrrr", "rrr", "rrr")
    keys = {"edition": "2001", "seven_cap": True, "houses_per_colour": 40, "cash": {"Andrea": 7000}}
    play = position(*rows, **keys)
    play.do("roll", zone="1", colour="blue")
    play.do("cannot_place")
    play.do("buy", company="red", shares=1)
    play = position(*rows, no_trade_after_cannot_place=True, **keys)
    play.do("roll", zone="1", colour="blue")
    play.do("cannot_place")
    assert play.refused("buy", company="red", shares=1) == "R-7"


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"player": "Andrea"},
        {"do": "lend", "player": "Andrea"},
        {"do": None},
        {"do": "roll", "player": "Andrea", "zone": 1, "colour": "red"},
        {"do": "roll", "player": "Andrea", "zone": "1"},
        {"do": "buy", "player": "Andrea", "company": "red", "shares": "1"},
        {"do": "buy", "player": "Andrea", "company": "red", "shares": True},
        {"do": "buy", "player": "Andrea", "company": "red", "shares": 1.5},
        {"do": "buy", "player": "Andrea", "company": "red", "shares": 2.0},
        {"do": "forced_sale", "player": "Andrea", "shares": {"red": 2.0}},
        {"do": "forced_sale", "player": "Andrea", "shares": 2},
        {"do": "place", "player": "Andrea", "company": "red", "square": ["A1"]},
        {"do": "amend"},
    ],
)
def test_event_that_cannot_be_read_is_a_format_error(raw):
    with pytest.raises(FormatError):
        Shark().parse_event(raw)


def test_apply_leaves_the_state_before_as_it_was(position):
    play = position("rr.b", shares={"Bernd": {"red": 1, "blue": 1}}, cash={"Bernd": 1000})
    play.do("roll", zone="1", colour="red")
    before, seen = play.state, play.view
    play.do("place", company="red", square="C1")
    assert play.game.view(before, "") == seen
    assert play.view != seen
