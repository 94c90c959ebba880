"""Luck, missed gains and the cost of falls in a small game, every figure worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.shark import Roll, Shark, falls, judge_placement, judge_throw
from companion.games.shark._analysis import gains, rounded, value
from companion.games.shark._placement import place_house
from companion.squares import parse_square

# A board of one row and two zones. Red A1-B1 (2): price 2,000. Blue D1: 1,000. C1 touches both.
BOARD = {
    "name": "row",
    "size_mm": [200, 100],
    "grid": {"origin_mm": [10, 10], "pitch_mm": [20, 20], "cols": 6, "rows": 1},
    "zones": ["111222"],
}
HEADER: dict[str, Any] = {
    "game": "shark",
    "edition": "1991",
    "board": "row",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
    "start": {
        "board": ["rr.b.."],
        "cash": {"Andrea": 9000, "Bernd": 9000},
        "shares": {"Andrea": {"red": 2, "blue": 1}, "Bernd": {"blue": 3}},
        "turn": "Andrea",
    },
}


def state(zone: str | None = None, colour: str = "red") -> Any:
    """Andrea is to throw, or has thrown."""
    shark = Shark(_two_zones())
    begun = shark.start(HEADER, lambda name: BOARD).state
    if zone is None:
        return begun
    return shark.apply(
        begun, shark.parse_event({"do": "roll", "player": "Andrea", "zone": zone, "colour": colour})
    ).state


def _two_zones() -> Any:
    """The edition of 1991 with dice of this board: zones 1 and 2, red and blue alone."""
    from companion.games.shark import parse_editions

    return parse_editions('[1991]\nzones = ["1", "2"]\ncolours = ["red", "blue"]\n')


def test_the_gain_counts_payments_and_what_shares_are_worth() -> None:
    # Red on C1: 3 houses, red 2,000 -> 3,000, blue removed, 1,000 -> 0.
    # Andrea: commission 3,000, dividend 2 × 1,000, worth +2 × 1,000 - 1 × 1,000 = 6,000. She pays no loss.
    # Bernd: pays 3 × 1,000 and his three shares lose 3,000.
    placed = place_house(state().position, "red", parse_square("C1"))
    assert gains(state(), placed) == {"Andrea": 6000, "Bernd": -6000}
    assert value(state(), placed) == 12000


def test_a_lone_house_brings_its_commission_alone() -> None:
    # Blue on F1: alone; blue stays at 1,000, so nothing but 1,000 of commission.
    placed = place_house(state().position, "blue", parse_square("F1"))
    assert gains(state(), placed) == {"Andrea": 1000, "Bernd": 0}


def test_the_luck_of_a_throw_is_its_best_placement_less_the_mean_of_all_four() -> None:
    # 1 red: C1 takes blue over: 12,000 (above). 2 red: on F1 alone 1,000 (red stays 2,000); E1 touches blue: R-10.
    # 1 blue: C1 makes 2 against red's 2, not more: no placement, 0.
    # 2 blue: E1 makes a chain of 2, blue 1,000 -> 2,000: Andrea 2,000 + 1,000 + 1,000 = 4,000, Bernd 3 × 2,000 = 6,000:
    #   -2,000; F1 alone: 1,000. The best is 1,000.
    # Mean: (12,000 + 1,000 + 0 + 1,000) / 4 = 3,500.
    for (zone, colour), worth in {
        ("1", "red"): 12000,
        ("2", "red"): 1000,
        ("1", "blue"): 0,
        ("2", "blue"): 1000,
    }.items():
        throw = judge_throw(state(), Roll(zone, colour))
        assert (throw.value, throw.mean, throw.luck) == (worth, 3500, worth - 3500), (zone, colour)


def test_a_placement_is_held_against_the_best_one_of_its_throw() -> None:
    choice = judge_placement(state("2", "blue"), "blue", "E1")
    assert (choice.value, choice.best, choice.missed) == (-2000, 1000, 3000)
    assert (choice.best_company, choice.best_square) == ("blue", "F1")
    assert judge_placement(state("2", "blue"), "blue", "F1").missed == 0


def test_a_fall_costs_the_mover_his_worth_and_the_others_their_payment_too() -> None:
    before = state("1", "red")
    shark = Shark(_two_zones())
    placing = shark.parse_event({"do": "place", "player": "Andrea", "company": "red", "square": "C1"})
    found = [
        (fall.player, fall.company, fall.shares, fall.paid, fall.worth, fall.cost)
        for fall in falls(before, shark.apply(before, placing).state)
    ]
    assert found == [("Andrea", "blue", 1, 0, 1000, 1000), ("Bernd", "blue", 3, 3000, 3000, 6000)]


@pytest.mark.parametrize(("total", "count", "mean"), [(7000, 2, 3500), (7, 2, 4), (-7, 2, -4), (10, 3, 3), (0, 36, 0)])
def test_a_mean_is_a_whole_amount(total: int, count: int, mean: int) -> None:
    assert rounded(total, count) == mean
