"""Headers: editions, options, and starts in the middle of a game (R-1, R-2, R-32, the record format)."""

from __future__ import annotations

import pytest

import calibration
from companion.errors import FormatError
from companion.games.shark import Shark, editions


def start(header):
    return Shark().start(header, calibration.board_file).state


def complaint(header):
    with pytest.raises(FormatError) as error:
        start(header)
    return str(error.value)


@pytest.mark.parametrize(
    ("edition", "houses", "bank", "phase", "zones"),
    [
        ("1987", 19, [15, 5], "trade", ["1", "2", "3", "4", "5", "6"]),
        ("1991", 18, [15, 5], "pick", ["1", "2", "3", "4", "5", "6"]),
        ("2001", 18, [15, 7], "pick", ["1", "2", "3", "4", "S"]),
    ],
)
def test_editions_have_their_pieces_cards_dice_and_start(header, new_game, edition, houses, bank, phase, zones):
    play = new_game(edition)
    assert play.state.supply("red") == houses
    assert play.view["bank"] == dict.fromkeys(["red", "blue", "green", "yellow"], bank)
    assert play.view["phase"] == phase
    play = new_game(edition, start_share=False)
    assert play.legal["roll"]["zones"] == zones
    assert play.legal["roll"]["colours"] == ["red", "blue", "green", "yellow", "black", "white"]


def test_defaults_that_differ_between_the_editions():
    def options(edition):
        chosen = editions()[edition].options
        return (chosen.start_share, chosen.seven_cap, chosen.end_when_all_shares_sold, chosen.top_count)

    assert options("1987") == (False, True, False, 0)
    assert options("1991") == (True, False, False, 0)
    assert options("2001") == (True, False, True, 5)


def test_r21_the_boxes_hold_105_notes_worth_1655000():
    # 30 x 1,000 + 25 x 5,000 + 25 x 10,000 + 25 x 50,000
    assert sum(value * count for value, count in editions()["2001"].notes.items()) == 1_655_000


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"edition": "1999"}, "edition"),
        ({"edition": 1991}, "edition"),
        ({"board": "shark-3000"}, "board"),
        ({"board": None}, "board"),
        ({"players": ["Andrea"]}, "players"),
        ({"players": list("ABCDEFG")}, "players"),
        ({"players": ["Andrea", " Andrea "]}, "two players"),
        ({"players": ["Chloe\u0301", "Chlo\u00e9"]}, "two players"),
        ({"players": ["Andrea", ""]}, "no name"),
        ({"players": ["Andrea", 7]}, "players"),
        ({"banker": "Chloé"}, "banker"),
        ({"options": []}, "options"),
        ({"options": {"top_house": True}}, "did you mean top_houses"),
        ({"options": {"seven_cap": 1}}, '"seven_cap" must be true or false, not a whole number'),
        ({"options": {"debt_grace_turns": 3}}, "2"),
        ({"options": {"debt_grace_turns": True}}, "must be a whole number, not true or false"),
        ({"options": {"houses_per_colour": 0}}, "1"),
        ({"options": {"houses_per_colour": 9.0}}, "a whole number, not a number with a decimal point"),
        ({"options": {"cards": {"ones": 3}}}, "fives"),
        ({"options": {"cards": {"ones": 3, "fives": 1, "tens": 1}}}, "tens"),
        ({"options": {"cards": {"ones": 0, "fives": 1}}}, "1-share cards"),
        ({"options": {"top_houses": True}}, "1991"),
        ({"edition": "2001", "options": {"top_houses": True, "seven_cap": True}}, "exclude"),
        ({"edition": "2001", "options": {"top_houses": True, "black_fewest": True}}, "exclude"),
        ({"edition": "2001", "options": {"top_houses": True, "no_colour_die": True}}, "exclude"),
    ],
)
def test_what_is_wrong_in_a_header_is_said(header, change, said):
    assert said in complaint({**header(), **change})


@pytest.mark.parametrize("key", ["edition", "board", "players", "banker", "options"])
def test_every_key_of_the_header_but_start_is_needed(header, key):
    whole = header()
    del whole[key]
    assert key in complaint(whole) or "players" in complaint(whole)


@pytest.mark.parametrize("edition", ["1987", "1991", "2001"])
def test_variants_combine_freely_in_every_edition(header, edition):
    options = {"seven_cap": True, "black_fewest": True, "no_colour_die": True, "debt_grace_turns": 2}
    start(header(edition, start_share=False, **options))


def test_unknown_keys_of_the_header_are_passed_over(header):
    start({**header(), "x_seed": 3, "place": "kitchen"})


def middle(header, **keys):
    options = keys.pop("options", {})
    edition = keys.pop("edition", "1991")
    return {**header(edition, **options), "start": keys}


def board(*rows, height=10):
    return [row.ljust(12, ".") for row in rows] + ["." * 12] * (height - len(rows))


def test_start_leaves_out_what_is_0_and_begins_with_the_player_at_the_bankers_left(header):
    state = start(middle(header))
    view = Shark().view(state, "")
    assert (view["turn"], view["phase"]) == ("Andrea", "trade")
    assert view["cash"] == {"Andrea": 0, "Bernd": 0}
    assert set(view["prices"].values()) == {0}


def test_start_sets_board_removed_cash_shares_and_turn(header):
    shares = {"Bernd": {"red": 7}}
    state = start(
        middle(header, board=board("rr"), removed={"red": 3}, cash={"Andrea": 4000}, shares=shares, turn="Bernd")
    )
    view = Shark().view(state, "")
    assert view["turn"] == "Bernd"
    assert view["prices"]["red"] == 2000
    assert view["cash"]["Andrea"] == 4000
    assert view["bank"]["red"] == [13, 4]
    assert state.supply("red") == 18 - 2 - 3


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ({"board": board("rb")}, "touch"),
        ({"board": board("r", "b")}, "touch"),
        ({"board": board("rr")[:9]}, "10 rows"),
        ({"board": []}, "10 rows"),
        ({"board": board("x")}, "A1"),
        ({"board": board("?")}, "A1"),
        ({"board": board("r.r.r.r.r.r.", "", "r.r.r.r.r.r.", "", "r.r.r.r.r.r.", "", "r")}, "19 red houses"),
        ({"board": board("rr"), "removed": {"red": 17}}, "17 removed"),
        ({"removed": {"red": -1}}, "red"),
        ({"removed": {"top": 1}}, "top"),
        ({"removed": {"red": 18}}, "no houses"),
        ({"board": board("rrrrrrrrrrrr", "rrr")}, "15,000"),
        ({"board": board("t")}, "top_houses"),
        ({"cash": {"Chloé": 1000}}, "Chloé"),
        ({"cash": {"Andrea": -1000}}, "Andrea"),
        ({"cash": {"Andrea": 500}}, "steps"),
        ({"shares": {"Chloé": {"red": 1}}}, "Chloé"),
        ({"shares": {"Andrea": {"pink": 1}}}, "pink"),
        ({"shares": {"Andrea": {"red": -1}}}, "Andrea"),
        ({"shares": {"Andrea": {"red": 20}, "Bernd": {"red": 21}}}, "not enough red share cards"),
        ({"turn": "Chloé"}, "Chloé"),
        ({"turn": 1}, "turn"),
    ],
)
def test_start_that_breaks_the_rules_is_refused(header, keys, said):
    assert said in complaint(middle(header, **keys))


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (("tt",), "next to another"),
        (("rrtbb",), "two colours touch"),
        (("rt",), "lone house"),
        (("rtr",), "lone house"),
        (("t.t.t.t.t.t",), "only 5 TOP"),
    ],
)
def test_start_with_tops_where_they_cannot_be_is_refused(header, rows, said):
    keys = {"edition": "2001", "options": {"top_houses": True}, "board": board(*rows, height=12)}
    assert said in complaint(middle(header, **keys))


def test_start_without_any_share_card_at_the_bank_is_refused_where_that_is_the_end(header):
    shares = {"Andrea": dict.fromkeys(["red", "blue", "green", "yellow"], 6)}
    options = {"cards": {"ones": 1, "fives": 1}}
    assert "no share cards" in complaint(middle(header, edition="2001", options=options, shares=shares))
    start(middle(header, edition="1991", options=options, shares=shares))
