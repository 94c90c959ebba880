"""What the game says: whom it waits for, events in words, reasons of payments, throws, what is legal."""

from __future__ import annotations

import json

import pytest

from companion.errors import RuleError


def waits(play):
    waiting = play.game.waiting(play.state)
    return waiting.kind, waiting.actor, str(waiting.sentence)


def test_waiting_names_the_phase_the_actor_and_what_to_do(new_game, position):
    assert waits(new_game()) == ("pick", "Bernd", "Bernd: pick a start share")
    play = position("rrr")
    assert waits(play) == ("trade", "Andrea", "Andrea: throw the dice (or buy and sell first)")
    play.do("roll", zone="3", colour="red")
    assert waits(play) == ("place", "Andrea", "Andrea: put a red house into zone 3")
    play.do("place", company="red", square="L1")
    assert waits(play) == ("trade_after", "Andrea", "Andrea: buy, sell or end the turn")


@pytest.mark.parametrize(
    ("options", "colour", "sentence"),
    [
        ({}, "white", "Andrea: white, put a house of any colour into zone 1"),
        ({"no_colour_die": True}, "free", "Andrea: put a house of any colour into zone 1"),
        ({"black_fewest": True}, "black", "Andrea: black, put a green house or a yellow house into zone 1"),
        (
            {"edition": "2001", "top_houses": True},
            "black",
            "Andrea: black, put a house of any colour or a TOP into zone 1",
        ),
    ],
)
def test_waiting_for_a_house_of_the_movers_choice(position, options, colour, sentence):
    play = position("r.b", **options)
    play.do("roll", zone="1", colour=colour)
    assert waits(play)[2] == sentence


def test_waiting_for_a_debtor_and_at_the_end(position):
    play = position("rrrrr", ".....b", ".....b", "", "", "", "", "ggg", shares={"Bernd": {"blue": 1, "green": 2}})
    play.place("red", "F1")
    assert waits(play) == ("debt", "Bernd", "Bernd owes 2,000: choose shares to sell")
    play = position("rrrrrrrrrrrr", "rr")
    play.place("red", "C2")
    assert waits(play) == ("over", None, "The game is over: a price has reached 15,000. Andrea wins with 15,000")


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ({"do": "pick", "company": "red"}, "Andrea picks a share of Smith & Smith"),
        ({"do": "buy", "company": "red", "shares": 2}, "Andrea buys 2 Smith & Smith shares for 6,000"),
        ({"do": "sell", "company": "red", "shares": 1}, "Andrea sells 1 Smith & Smith share for 3,000"),
        ({"do": "roll", "zone": "3", "colour": "red"}, "Andrea throws red, zone 3"),
        ({"do": "roll", "zone": "3", "colour": "free"}, "Andrea throws zone 3"),
        ({"do": "place", "company": "red", "square": "C4"}, "Andrea puts a red house on C4"),
        ({"do": "place", "company": "top", "square": "C4"}, "Andrea puts a TOP on C4"),
        ({"do": "cannot_place"}, "Andrea cannot place a house"),
        (
            {"do": "forced_sale", "shares": {"red": 2, "blue": 1, "green": 0}},
            "Andrea must sell 2 Smith & Smith and 1 Empire at half price",
        ),
        ({"do": "end_turn"}, "Andrea ends the turn"),
        ({"do": "amend", "note": "{a} cat"}, "Remark: {a} cat"),
    ],
)
def test_events_in_words(position, raw, words):
    play = position("rrr")
    event = play.game.parse_event({"player": "Andrea", **raw})
    assert str(play.game.describe(play.state, event)) == words


def reasons_of_placing(play, company, square):
    play.place(company, square)
    return play.reasons


def test_reasons_of_a_purchase_and_a_sale(position):
    play = position("rrr", cash={"Andrea": 6000})
    play.do("buy", company="red", shares=2)
    assert (play.reasons, play.rulings) == (["2 Smith & Smith × 3,000"], ["R-4"])
    play.do("sell", company="red", shares=1)
    assert play.reasons == ["1 Smith & Smith × 3,000"]


def test_reasons_of_a_settlement(position):
    play = position(
        "rrrrr",
        ".....b",
        ".....b",
        shares={"Andrea": {"red": 2}, "Bernd": {"red": 1, "blue": 3}},
        cash={"Bernd": 9000},
    )
    play.place("red", "F1")
    assert play.reasons == [
        "chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000, the commission is the new price",
        "chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000; 2 shares × 1,000",
        "chain A1-F1 now has 6 houses: Smith & Smith rises 5,000 → 6,000; 1 share × 1,000",
        "2 houses are removed (F2 and F3): Empire falls 2,000 → 0; 3 shares × 2,000",
    ]
    assert play.rulings == ["R-14", "R-15", "R-15", "R-16"]


def test_reason_of_a_loss_by_joining_chains_under_seven_cap(position):
    play = position("rrrr.rrrrr", shares={"Bernd": {"red": 1}}, cash={"Bernd": 2000}, seven_cap=True)
    play.place("red", "E1")
    assert play.reasons == ["joined chains count 7 at most: Smith & Smith falls 9,000 → 7,000; 1 share × 2,000"]
    assert play.news == [
        "chain A1-J1 now has 10 houses, of which 7 count: Smith & Smith falls 9,000 → 7,000, so there is no commission"
    ]


def test_the_eighth_house_of_a_capped_chain_says_why_nobody_is_paid(position):
    play = position("rrrrrrr", edition="1987", players=("Andrea", "Bernd", "Clara"), shares={"Bernd": {"red": 2}})
    assert play.place("red", "H1") == []
    assert play.news == [
        "chain A1-H1 now has 8 houses, of which 7 count: Smith & Smith stays at 7,000, "
        "so there is neither commission nor dividend"
    ]


def test_a_price_that_rises_to_the_cap_says_that_it_does(position):
    # A chain of 5 and lone houses: the join makes 8, of which 7 count: 5 -> 7.
    play = position("rrrrr.r", "", ".....r", seven_cap=True)
    assert reasons_of_placing(play, "red", "F1") == [
        "chain A1-G1 now has 7 houses: Smith & Smith rises 5,000 → 7,000, the commission is the new price"
    ]
    play = position("rrrrr.r", ".....r", seven_cap=True)
    assert reasons_of_placing(play, "red", "F1") == [
        "chain A1-F2 now has 8 houses, of which 7 count: Smith & Smith rises 5,000 → 7,000, "
        "the commission is the new price"
    ]


def test_a_capped_chain_that_is_removed_says_that_7_of_it_counted(position):
    # Nine red ones against eight blue ones; blue falls by the 7 that counted, red stays at its 7.
    play = position(
        "rrrrrrrr", "........bbbb", "........bbbb", shares={"Bernd": {"blue": 1}}, cash={"Bernd": 9000}, seven_cap=True
    )
    play.place("red", "I1")
    assert play.reasons == [
        "8 houses are removed (I2, J2, K2, L2, I3, J3, K3 and L3), of a chain 7 counted: "
        "Empire falls 7,000 → 0; 1 share × 7,000"
    ]
    assert play.news == [
        "chain A1-I1 now has 9 houses, of which 7 count: Smith & Smith stays at 7,000, "
        "so there is neither commission nor dividend"
    ]


def test_a_top_before_any_house_says_why_it_brings_nothing(position):
    play = position(edition="2001", top_houses=True)
    assert play.place("top", "A1", colour="white") == []
    assert play.news == ["a TOP brings the highest price, and all prices are 0: no commission"]


@pytest.mark.parametrize(("turns", "until"), [(1, "his next own turn"), (2, "his second own turn")])
def test_a_debt_under_grace_is_told_when_it_arises(position, turns, until):
    # Blue falls 2,000 -> 0 and Bernd has neither cash nor anything to sell: his only share is worth nothing now.
    play = position("rrrrr", ".....b", ".....b", shares={"Bernd": {"blue": 1}}, debt_grace_turns=turns)
    play.place("red", "F1")
    told = f"Bernd still owes the bank 2,000: who has not paid by the end of {until} is out"
    assert play.news == [told]
    play.do("end_turn")
    assert play.news == []  # Andrea's turn: nothing new
    play.place("green", "A10")  # commission 1,000 for the first green house
    assert play.news == []  # the payment says what is left
    play.do("end_turn")
    assert play.news == (
        []
        if turns == 1
        else ["Bernd still owes the bank 1,000: who has not paid by the end of his next own turn is out"]
    )


def test_the_debt_that_is_told_is_what_a_sale_of_everything_leaves(position):
    play = position(
        "rrrrr....bb.", ".....bb.....", "", "", "......yyyy..",
        shares={"Bernd": {"blue": 1}, "Andrea": {"red": 1}}, debt_grace_turns=2,
    )  # fmt: skip
    play.place("red", "F1")  # two of the four blue houses go: 4,000 -> 2,000
    assert play.news == ["Bernd still owes the bank 1,000: who has not paid by the end of his second own turn is out"]


def test_companies_without_a_printed_name_are_called_by_their_colour(position):
    play = position("rrr", edition="2001", shares={"Bernd": {"red": 1}})
    play.place("red", "D1")
    assert play.reasons[1] == "chain A1-D1 now has 4 houses: Red rises 3,000 → 4,000; 1 share × 1,000"


def test_reasons_of_lone_houses_and_tops(position):
    play = position("rrr", edition="2001", top_houses=True)
    play.place("blue", "A3")
    assert play.reasons == ["the first house, alone on A3: Blue rises 0 → 1,000, the commission is the new price"]
    play.do("end_turn")
    play.place("red", "F3")
    assert play.reasons == ["a lone house on F3 brings 1,000: Red stays at 3,000"]
    play.do("end_turn")
    play.place("top", "D2", colour="white")
    assert (play.reasons, play.rulings) == (["a TOP: the highest price is 3,000"], ["R-25"])
    play.do("end_turn")
    play.place("red", "D1")
    assert play.reasons == [
        "chain A1-D2 now has 5 houses (1 TOP): Red rises 3,000 → 5,000, the commission is the new price"
    ]
    assert play.rulings == ["R-14"]


def test_reasons_of_forced_sales_and_write_offs(position):
    keys = {"shares": {"Bernd": {"blue": 1, "green": 3}}}
    play = position("rrrrr", ".....b", ".....b", "", "", "", "", "ggg", **keys)
    play.place("red", "F1")
    play.do("forced_sale", shares={"green": 2})
    assert (play.reasons, play.rulings) == (["half of 6,000 for 2 shares"], ["R-18"])
    keys = {"shares": {"Bernd": {"blue": 4, "green": 1}}, "players": ("Andrea", "Bernd", "Chloé")}
    play = position("rrrrr", ".....b", ".....b", "", "", "", "", "ggg", **keys)
    play.place("red", "F1")
    assert play.reasons[2:] == [
        "half of 3,000 for 5 shares, rounded down: all that there is",
        "7,000 cannot be paid and is forgiven: Bernd is out of the game",
    ]


def test_reasons_of_grace_payments(position):
    play = position("rrrrr", ".....b", ".....b", shares={"Bernd": {"blue": 1}}, debt_grace_turns=1)
    play.place("red", "F1")
    play.do("end_turn")
    play.place("green", "L10")
    assert play.reasons[1] == "goes to the debt of 2,000: 1,000 is left"


def test_throw_is_a_roll_before_the_roll_only(position, new_game):
    play = position()
    roll = {"do": "roll", "player": "Andrea", "zone": "3", "colour": "red"}
    assert play.game.event_for_throw(play.state, ("3", "red")) == roll
    with pytest.raises(RuleError):
        play.game.event_for_throw(play.state, ("S", "red"))
    with pytest.raises(RuleError):
        play.game.event_for_throw(play.state, ("3",))
    play.do("roll", zone="3", colour="red")
    assert play.game.event_for_throw(play.state, ("3", "red")) is None
    assert new_game().game.event_for_throw(new_game().state, ("3", "red")) is None


@pytest.mark.parametrize("faces", [("3",), ("3", "red")])
def test_throw_in_variant_iii_has_no_colour(position, faces):
    play = position(no_colour_die=True)
    roll = {"do": "roll", "player": "Andrea", "zone": "3", "colour": "free"}
    assert play.game.event_for_throw(play.state, faces) == roll


def test_legal_lists_each_placement_with_what_it_does(position):
    # Zone 1 of the compact position: only the squares beside the red chain bring a chain of 3.
    play = position("rr.bb", "", "", "", "")
    play.do("roll", zone="1", colour="red")
    options = {option["square"]: option for option in play.legal["place"]["options"]}
    assert options["C1"] == {
        "company": "red",
        "square": "C1",
        "commission": 3000,
        "price": 3000,
        "removes": ["D1", "E1"],
    }
    assert options["A5"] == {"company": "red", "square": "A5", "commission": 1000, "price": 2000, "removes": []}
    # A1 and B1 are red, D1 is blue, D2 touches D1 and is no chain: of 20 squares 16 are left.
    assert len(options) == 16
    assert "D2" not in options
    assert "cannot_place" not in play.legal


def test_legal_is_fit_for_json_in_every_phase(position, new_game):
    play = position("rr", cash={"Andrea": 9000}, edition="2001", top_houses=True)
    for step in ({"do": "roll", "zone": "1", "colour": "black"}, {"do": "place", "company": "top", "square": "A3"}):
        json.dumps(play.legal)
        play.do(step.pop("do"), **step)
    json.dumps(play.legal)
    json.dumps(new_game().legal)
