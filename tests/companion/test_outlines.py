"""Outlines of regions: what encloses something, and what lies over another; the figures are worked out by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import calibration
from companion.fields import parse_market_board
from companion.outlines import MOST_POINTS, area, crosses_itself, faults, overlap

SQUARE = [(0.0, 0.0), (40.0, 0.0), (40.0, 40.0), (0.0, 40.0)]
HOOK = [(0.0, 0.0), (30.0, 0.0), (30.0, 10.0), (10.0, 10.0), (10.0, 30.0), (0.0, 30.0)]
"""An L of two arms, 10 mm wide: 30 x 10 and 10 x 20 mm."""


def moved(outline, dx, dy):
    return [(x + dx, y + dy) for x, y in outline]


@pytest.mark.parametrize(
    ("outline", "square_mm"),
    [(SQUARE, 1600), (HOOK, 500), (HOOK[::-1], 500), ([(0, 0), (30, 0), (0, 40)], 600)],
)
def test_area(outline, square_mm):
    assert area(outline) == square_mm


@pytest.mark.parametrize(
    ("one", "other", "square_mm"),
    [
        (SQUARE, SQUARE, 1600),
        (SQUARE, SQUARE[::-1], 1600),
        (SQUARE, moved(SQUARE, 40, 0), 0),  # side by side: a border in common
        (SQUARE, moved(SQUARE, 40, 40), 0),  # a corner in common
        (SQUARE, moved(SQUARE, 30, 20), 200),  # 10 x 20
        (SQUARE, [(10, 10), (20, 10), (20, 20), (10, 20)], 100),  # one within the other
        (HOOK, [(10, 10), (30, 10), (30, 30), (10, 30)], 0),  # in the angle of the hook, touching both arms
        (HOOK, [(5, 5), (30, 5), (30, 30), (5, 30)], 25 * 5 + 5 * 20),  # 5 mm over either arm
        # A cross: no corner of the one lies in the other. 40 x 40 and a bar of 10 across it, 80 long.
        (SQUARE, [(-20, 15), (60, 15), (60, 25), (-20, 25)], 400),
        # A square on its corner in a square: the diamond of half diagonal 20 has 2 * 20 * 20.
        (SQUARE, [(20, 0), (40, 20), (20, 40), (0, 20)], 800),
        # The lower left half of the square, 800, and its mirror image: a triangle of 40 x 20 in common.
        ([(0, 0), (40, 40), (0, 40)], [(40, 0), (40, 40), (0, 40)], 400),
    ],
)
def test_ground_in_common(one, other, square_mm):
    assert overlap(one, other) == pytest.approx(square_mm, abs=1e-9)
    assert overlap(other, one) == pytest.approx(square_mm, abs=1e-9)


@pytest.mark.parametrize(
    ("outline", "crosses"),
    [
        (SQUARE, False),
        (HOOK, False),
        ([(0, 0), (40, 40), (40, 0), (0, 40)], True),  # a bow tie
        ([(0, 0), (40, 0), (40, 40), (20, 0), (0, 40)], True),  # a corner lies on a side
        ([(0, 0), (40, 0), (40, 40), (0, 40), (0, 0)], True),  # closed twice
        ([(0, 0), (40, 0), (20, 0), (20, 30)], True),  # a side runs back over the one before
        ([(0, 0), (20, 0), (40, 0), (40, 40)], False),  # a corner on a straight line
        ([(0, 0), (40, 0), (0, 0)], True),
        ([(5, 5), (5, 5), (5, 5)], True),
    ],
)
def test_line_that_meets_itself(outline, crosses):
    assert crosses_itself(outline) is crosses


def star(radii):
    step = 2 * math.pi / len(radii)
    return [(100 + r * math.cos(n * step), 100 + r * math.sin(n * step)) for n, r in enumerate(radii)]


stars = st.lists(st.floats(5, 90), min_size=3, max_size=12).map(star)
"""Polygons around a middle that never cross themselves: each corner stands in its own direction from it."""


@settings(deadline=None)
@given(stars, stars)
def test_two_outlines_have_no_more_in_common_than_each_has(one, other):
    common = overlap(one, other)
    assert 0 < common <= min(area(one), area(other)) * (1 + 1e-9)
    assert common == pytest.approx(overlap(other, one), rel=1e-6)
    assert overlap(one, one) == pytest.approx(area(one), rel=1e-6)
    assert overlap(one, moved(other, 500, 0)) == 0
    assert not crosses_itself(one)


def test_what_is_wrong_is_said_with_the_names():
    outlines = {
        "Nord": SQUARE,
        "Süd": moved(SQUARE, 30, 20),
        "Ost": [(50, 50), (60, 50)],
        "West": [(70, 70), (90, 90), (90, 70), (70, 90)],
        "Park": [(0, 60), (5, 60), (5, 65), (0, 65)],
        "Tor": moved(SQUARE, 80, 80),
        "Hof": [],
    }
    told = [(fault.names, str(fault.text)) for fault in faults(outlines, (100.0, 100.0), 10.0)]
    assert told == [
        (("Ost",), "the outline of Ost needs three points or more"),
        (("West",), "the outline of West crosses or touches itself"),
        (("Park",), "the outline of Park encloses less than one piece covers"),
        (("Tor",), "the outline of Tor leaves the board"),
        (("Hof",), "the outline of Hof needs three points or more"),
        (("Nord", "Süd"), "the outlines of Nord and Süd lie over one another"),
    ]


@pytest.mark.parametrize(("slip_mm", "wrong"), [(0.9, False), (-3.0, False), (1.1, True)])
def test_borders_drawn_by_hand_may_miss_one_another_by_a_little(slip_mm, wrong):
    """A border of 40 mm between squares of 160 mm around: a quarter of a millimetre along all of it is 40 mm²."""
    outlines = {"a": SQUARE, "b": moved(SQUARE, 40 - slip_mm, 0)}
    assert bool(faults(outlines, (100.0, 100.0), 10.0)) is wrong


def test_boards_that_come_with_the_program_have_no_faults():
    city = calibration.board_file("big-shot")
    outlines = {each["name"]: each["outline_mm"] for each in city["districts"]}
    assert faults(outlines, tuple(city["size_mm"]), city["stone_mm"]) == []
    market = parse_market_board(calibration.board_file("master-of-economy-market"))
    assert market.trouble() is None


def teeth(number, far, *, upright=False):
    """A comb of so many teeth, 200 mm long and 0.4 mm wide at its foot, side by side along 200 mm."""
    step = 200 / number
    points = [(far, 0.0), (0.0, 0.0)]
    for tooth in range(number):
        points += [(0.0, tooth * step + 0.1), (200.0, tooth * step + 0.3), (0.0, tooth * step + 0.5)]
    points += [(0.0, 200.0), (far, 200.0)]
    return [(y + 100, x + 100) for x, y in points] if upright else [(x + 100, y + 100) for x, y in points]


def test_outlines_that_cross_at_every_tooth_lie_over_one_another():
    """60 teeth up and 60 across: 14,400 crossings, which no neighbours have. Told at once, whatever lies between."""
    one, other = teeth(60, -50.0), teeth(60, -50.0, upright=True)
    assert not crosses_itself(one)
    (fault,) = faults({"one": one, "other": other}, (400.0, 400.0), 10.0)
    assert fault.names == ("one", "other")
    assert "lie over one another" in str(fault.text)


def test_neighbours_that_wind_around_one_border_are_no_fault():
    """Forty points each, drawn 0.1 mm to one side of the border and to the other in turn: no ground to speak of."""
    left = [(0.0, 0.0), *((100.1 if n % 2 else 99.9, n * 5.0) for n in range(41)), (0.0, 200.0)]
    right = [(200.0, 0.0), *((99.9 if n % 2 else 100.1, n * 5.0) for n in range(41)), (200.0, 200.0)]
    assert faults({"left": left, "right": right}, (200.0, 200.0), 10.0) == []


def test_more_points_than_anybody_draws_are_a_fault():
    """A circle of 200 points is looked at, one of 201 is not."""
    for number, many in ((MOST_POINTS, False), (MOST_POINTS + 1, True)):
        turns = [2 * math.pi * n / number for n in range(number)]
        circle = [(50 + 40 * math.cos(turn), 50 + 40 * math.sin(turn)) for turn in turns]
        assert ["more than 200 points" in str(fault.text) for fault in faults({"round": circle}, (100, 100), 10)] == (
            [True] if many else []
        )
