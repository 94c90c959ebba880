"""Groups and prices as functions of the board (R-8, R-9, R-26, seven_cap)."""

from __future__ import annotations

import pytest

from companion.games.shark._chains import groups, price


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ((".....",), 0),
        (("r....",), 1000),
        (("r.r.r",), 1000),
        (("rr...",), 2000),
        (("r....", ".r..."), 1000),
        (("rr.r.", "..r.."), 2000),
        (("rr.rr", "....r"), 5000),
        (("r" * 15,), 15000),
        (("r" * 18,), 15000),
        (("bbbbb",), 0),
    ],
    ids=["none", "lone", "three lone", "chain", "diagonal", "chain and lone", "two chains", "15", "18", "others"],
)
def test_price_is_the_sum_of_the_chains_at_least_1000_at_most_15000(rows, expected):
    assert price(rows, "red") == expected


def test_joining_2_and_1_and_3_gives_5_to_7_by_the_rule_not_by_the_example_of_1991():
    before, after = ("rr.r", "..r.", "..r.", "..r."), ("rrrr", "..r.", "..r.", "..r.")
    assert (price(before, "red"), price(after, "red")) == (5000, 7000)


@pytest.mark.parametrize(("length", "expected"), [(6, 6000), (7, 7000), (8, 7000), (12, 7000)])
def test_seven_cap_counts_at_most_7_of_each_chain(length, expected):
    assert price(("r" * length,), "red", seven_cap=True) == expected


def test_seven_cap_counts_each_chain_by_itself():
    assert price(("r" * 8 + ".....", "." * 13, "r" * 9 + "..rr"), "red", seven_cap=True) == 15000
    assert price(("r" * 8, "." * 8, "rrr....."), "red", seven_cap=True) == 10000


def test_chain_owns_the_top_it_touches_and_reaches_houses_through_it():
    rows = ("rrt.", "..r.", "....", "t..b")
    assert [(g.company, str(g), g.size, g.is_chain) for g in groups(rows)] == [
        ("red", "A1-C2", 4, True),
        ("blue", "D4", 1, False),
    ]
    assert price(rows, "red") == 4000


def test_free_top_belongs_to_nobody_and_counts_for_no_price():
    assert groups(("t..r",)) == groups(("...r",))


def test_groups_cross_zone_borders():
    [group] = groups(("....", "rrrr"))
    assert group.size == 4
