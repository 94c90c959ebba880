"""A position that is carried on from placement to placement, beside what its rows alone say."""

from __future__ import annotations

import pytest

from companion.games.shark._chains import groups, price
from companion.games.shark._placement import place_house, place_top
from companion.games.shark._position import position
from companion.squares import parse_square


@pytest.mark.parametrize(
    ("rows", "company", "square", "after"),
    [
        (("....", "....", "...."), "red", "B2", ("....", ".r..", "....")),  # alone
        (("rr.r", "....", "...."), "red", "C1", ("rrrr", "....", "....")),  # joins a chain and a lone house
        (("rr..", "..b.", "...b"), "red", "C1", ("rrr.", "....", "...b")),  # takes off one lone house, one is left
        (("rrr.", "...b", "...b"), "red", "D1", ("rrrr", "....", "....")),  # takes off a chain, the last of its colour
        (("rr..", "....", "..t."), "red", "C1", ("rrr.", "....", "..t.")),  # the TOP stays free
        (("rrr.", "....", "..t."), "red", "C2", ("rrr.", "..r.", "..t.")),  # takes the TOP over
        (("rrr.", "...t", "..bb"), "red", "C2", ("rrr.", "..rt", "....")),  # takes off a chain and takes its TOP over
        (("rrr.", "....", ".bbt"), "red", "C2", ("rrr.", "..r.", "...t")),  # takes off a chain, its TOP is free
    ],
)
@pytest.mark.parametrize("seven_cap", [False, True])
def test_position_after_a_house_is_that_of_its_rows(rows, company, square, after, seven_cap):
    before = position(rows, seven_cap=seven_cap)
    carried_on = place_house(before, company, parse_square(square)).after()
    assert carried_on.rows == after
    assert carried_on == position(after, seven_cap=seven_cap)
    assert before == position(rows, seven_cap=seven_cap), "the position before was changed"


def test_position_after_a_top_is_that_of_its_rows():
    carried_on = place_top(position(("rr..", "....")), parse_square("D2")).after()
    assert carried_on == position(("rr..", "...t"))


def test_prices_and_owners_of_a_position_are_those_of_its_groups():
    rows = ("rrt.", "..r.", "b...", "b..y")
    seen = position(rows)
    assert seen.prices == {"red": 4000, "blue": 2000, "green": 0, "yellow": 1000}
    assert all(seen.prices[company] == price(rows, company) for company in seen.prices)
    assert set(seen.owner.values()) == set(groups(rows))
    assert sorted(square.name for square in seen.owner) == ["A1", "A3", "A4", "B1", "C1", "C2", "D4"]
    assert {company: tally.houses for company, tally in seen.tallies.items()} == {
        "red": 3,
        "blue": 2,
        "green": 0,
        "yellow": 1,
    }
