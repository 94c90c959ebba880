"""The worked figures of the rules: situations that the source texts calculate themselves."""

from __future__ import annotations

import pytest

# Boards of 12 columns; rows that are not given are empty. Zones of 1991: columns A-D, E-H, I-L; rows 1-5, 6-10.


def test_first_house_of_a_colour_lifts_its_price_to_1000_and_brings_1000(position, paid):
    play = position()
    assert play.place("red", "A1") == [paid("commission", "Andrea", 1000)]
    assert play.view["prices"]["red"] == 1000


def test_second_house_alone_leaves_the_price_and_brings_1000(position, paid):
    play = position("r")
    assert play.place("red", "C1") == [paid("commission", "Andrea", 1000)]
    assert play.view["prices"]["red"] == 1000


def test_only_chain_grows_from_3_to_4(position, paid):
    play = position("rrr")
    assert play.place("red", "D1") == [paid("commission", "Andrea", 4000)]
    assert play.view["prices"]["red"] == 4000


def test_lone_house_becomes_a_chain_of_2_beside_a_chain_of_3(position, paid):
    play = position("rrr", "", "r")
    assert play.view["prices"]["red"] == 3000
    assert play.place("red", "B3") == [paid("commission", "Andrea", 5000)]
    assert play.view["prices"]["red"] == 5000


def test_rise_from_4000_to_6000_pays_dividends_on_2_and_4_shares(position, paid):
    play = position("rrrr", "", "r", shares={"Andrea": {"red": 2}, "Bernd": {"red": 4}})
    assert play.place("red", "B3") == [
        paid("commission", "Andrea", 6000),
        paid("dividend", "Andrea", 4000, "red", 2, 2000),
        paid("dividend", "Bernd", 8000, "red", 4, 2000),
    ]


def test_chain_of_5_grows_to_6_and_removes_the_only_chain_of_2(position, paid):
    play = position(
        "rrrrr",
        ".....b",
        ".....b",
        shares={"Andrea": {"red": 3, "blue": 2}, "Bernd": {"red": 1, "blue": 5}},
        cash={"Bernd": 20000},
    )
    assert play.place("red", "F1") == [
        paid("commission", "Andrea", 6000),
        paid("dividend", "Andrea", 3000, "red", 3, 1000),
        paid("dividend", "Bernd", 1000, "red", 1, 1000),
        paid("loss", "Bernd", -10000, "blue", 5, 2000),
    ]
    assert play.view["cash"] == {"Andrea": 9000, "Bernd": 11000}
    assert play.view["removed"] == ["F2", "F3"]
    assert play.view["prices"] == {"red": 6000, "blue": 0, "green": 0, "yellow": 0}


@pytest.mark.parametrize(
    ("second_row", "end_of_first", "new_price", "per_share"),
    [("...t", "", 5000, 2000), ("...t", "rrr.t", 6000, 3000)],
    ids=["one TOP", "two TOPs"],
)
def test_fourth_house_joins_tops(position, paid, second_row, end_of_first, new_price, per_share):
    play = position(end_of_first or "rrr", second_row, edition="2001", top_houses=True, shares={"Bernd": {"red": 1}})
    assert play.view["prices"]["red"] == 3000
    assert play.place("red", "D1") == [
        paid("commission", "Andrea", new_price),
        paid("dividend", "Bernd", per_share, "red", 1, per_share),
    ]
    assert play.view["prices"]["red"] == new_price


@pytest.mark.parametrize(
    ("rows", "fall"),
    [(("rrrr.bbbbb", "...t"), 5000), (("rrrr.bbbbbb", ".t.t"), 6000)],
    ids=["one TOP", "two TOPs"],
)
def test_removed_chain_falls_by_its_houses_and_its_tops_which_stay(position, paid, rows, fall):
    play = position(*rows, edition="2001", top_houses=True, shares={"Bernd": {"red": 1}}, cash={"Bernd": 9000})
    assert play.view["prices"]["red"] == fall
    entries = play.place("blue", "E1")
    assert entries[1:] == [paid("loss", "Bernd", -fall, "red", 1, fall)]
    assert play.view["removed"] == ["A1", "B1", "C1", "D1"]
    assert play.view["board"][1] == rows[1].ljust(12, ".")


def test_seven_cap_lets_the_price_fall_when_4_and_5_are_joined(position, paid):
    play = position(
        "rrrr.rrrrr", seven_cap=True, shares={"Andrea": {"red": 3}, "Bernd": {"red": 2}}, cash={"Bernd": 5000}
    )
    assert play.view["prices"]["red"] == 9000
    assert play.place("red", "E1") == [paid("loss", "Bernd", -4000, "red", 2, 2000)]
    assert play.view["prices"]["red"] == 7000
