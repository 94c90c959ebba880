"""Chains counted and compared, take-overs, and houses that are only supposed; boards and figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

import calibration
from companion.errors import RuleError
from companion.games.shark import (
    Shark,
    compare,
    count_chains,
    dispute,
    hangs_on,
    known,
    not_known,
    position,
    suppose,
    take_overs,
    would_place,
)
from companion.squares import parse_square

# Red A1-C1 (3), blue E1-F1 (2); D1 lies between them. A lone green house on A3, a free TOP on F3.
BOARD = ("rrr.bb", "......", "g....t")
HEADER: dict[str, Any] = {
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd", "Chloé"],
    "banker": "Chloé",
    "options": {},
    "start": {
        "board": ["rrr.bb......", *["............"] * 9],
        "cash": {"Andrea": 5000, "Bernd": 6000, "Chloé": 0},
        "shares": {"Andrea": {"red": 2}, "Bernd": {"red": 1, "blue": 2}, "Chloé": {"blue": 1}},
        "turn": "Andrea",
    },
}


def at(name: str) -> Any:
    return parse_square(name)


def test_every_group_is_counted_with_its_number_and_size() -> None:
    told = [(c.number, c.group.company, str(c.group), c.group.size) for c in count_chains(BOARD)]
    assert told == [(1, "red", "A1-C1", 3), (2, "blue", "E1-F1", 2), (3, "green", "A3", 1)]


def test_prices_and_free_tops_follow_from_the_board_alone() -> None:
    told = dispute(BOARD)
    assert told["prices"] == {"red": 3000, "blue": 2000, "green": 1000, "yellow": 0}
    assert told["free_tops"] == ["F3"]  # no chain touches it


def test_the_larger_chain_may_take_over_and_the_smaller_may_not() -> None:
    # red on D1 makes 4 against 2. Blue on D1 makes 3 against 3, which is not more.
    # And red on A2 makes 4 against the lone green house.
    found, other = take_overs(BOARD)
    assert [[c.number for c in other.losers], [square.name for square in other.squares]] == [[3], ["A2"]]
    assert [c.number for c in found.winner] == [1]
    assert [c.number for c in found.losers] == [2]
    assert (found.size, [square.name for square in found.squares]) == (4, ["D1"])
    larger, red, blue = compare(BOARD, at("A1"), at("F1"))
    assert str(larger) == "the red chain A1-C1 (3) is larger than the blue chain E1-F1 (2)"
    assert str(red).endswith("with a house on D1: it makes 4")
    assert blue.ruling == "R-11"
    assert "cannot take over" in str(blue)
    assert "would have 3 houses, the red chain A1-C1 next to it has 3" in str(blue)


def test_chains_that_no_square_touches_both_of_are_out_of_reach() -> None:
    _, red, blue = compare(("rrr...bb",), at("A1"), at("G1"))
    assert str(red).startswith("no empty square touches both")
    assert str(blue).startswith("no empty square touches both")
    assert red.ruling == "R-13"


def test_a_top_between_two_chains_as_only_a_picture_shows_it_is_counted_to_one_of_them() -> None:
    """C1 between A1-B1 and D1-E1: a house on C2 would join one chain by it, and touch the other nowhere."""
    _, red, blue = compare(("rrtbb", "....."), at("A1"), at("E1"))
    assert str(red).startswith("no empty square touches both")
    assert str(blue).startswith("no empty square touches both")


def test_two_squares_of_one_chain_are_one_chain() -> None:
    (told,) = compare(BOARD, at("A1"), at("C1"))
    assert str(told) == "A1 and C1 are in one group: the red chain A1-C1 (3)"
    assert told.ruling == "R-8"


@pytest.mark.parametrize(("square", "text"), [("D1", "D1 is empty"), ("F3", "the TOP on F3 belongs to no chain")])
def test_a_square_without_a_house_is_told_so(square: str, text: str) -> None:
    assert [str(told) for told in compare(BOARD, at("A1"), at(square))] == [text]


def test_what_is_not_known_counts_for_nothing_and_is_named() -> None:
    rows = ("rr?bbb", "......")
    red, blue = count_chains(rows)
    assert ([s.name for s in red.unsure], [s.name for s in blue.unsure]) == (["C1"], ["C1"])
    assert dispute(rows)["unknown"] == ["C1"]
    told = [str(sentence) for sentence in compare(rows, at("A1"), at("F1"))]
    assert told[-1] == "the blue chain D1-F1 (3) may be larger: what stands on C1 is not known"
    assert known(rows) == ("rr.bbb", "......")
    # '?' is no TOP either: else red on C1 would count three and one.
    assert str(compare(("rr?",), at("C1"), at("A1"))[0]).startswith("what stands on C1 is not known")


@pytest.mark.parametrize("company", ["red", "top"])
def test_on_a_square_that_is_not_known_nothing_is_told_of_a_house(company: str) -> None:
    rows = ("rr?...", "......")
    with pytest.raises(RuleError, match="what stands on C1 is not known: say what it is first") as refused:
        would_place(position(known(rows)), company, at("C1"), not_known(rows))
    assert refused.value.ruling == "R-7"


@pytest.mark.parametrize(
    ("company", "square", "unsure"),
    [
        ("red", "C1", ["D1"]),  # beside the house
        ("red", "A2", []),  # nothing beside it, nor beside the chain A1-B1
        ("red", "A3", ["A4"]),
        ("red", "F1", ["H1"]),  # beside the TOP that it touches
        ("blue", "D3", ["G3"]),  # beside the chain that it joins
        ("red", "D3", ["G3"]),  # beside the chain that forbids it
        ("blue", "H4", ["G3"]),  # alone, but blue's price counts the other chain
        ("green", "H4", []),
        ("top", "C4", ["G3"]),  # its commission is the highest price
        ("green", "D1", []),  # refused for another reason
    ],
)
def test_a_supposed_house_hangs_on_squares_beside_what_it_touches_and_what_its_price_counts(
    company: str, square: str, unsure: list[str]
) -> None:
    rows = ("rr.?..t?", "........", "....bb?.", "?.......")
    assert [near.name for near in not_known(rows)] == ["D1", "H1", "G3", "A4"]
    hangs = hangs_on(position(known(rows)), company, at(square), not_known(rows))
    assert [near.name for near in hangs] == unsure


def test_no_take_over_is_offered_on_a_square_that_is_not_known() -> None:
    rows = ("rrr?bb",)
    assert take_overs(rows) == ()
    _, red, blue, *_ = compare(rows, at("A1"), at("F1"))
    assert str(red) == (
        "whether the red chain A1-C1 (3) may take over the blue chain E1-F1 (2) is not known: "
        "say first what stands on D1"
    )
    assert str(blue).endswith("say first what stands on D1")
    # On a square that is empty for sure it is, with what is not known beside either chain.
    assert [
        (found.size, [s.name for s in found.squares], [s.name for s in found.unsure])
        for found in take_overs(("rr.bb?",))
    ] == [(3, ["C1"], ["F1"]), (3, ["C1"], ["F1"])]
    assert dispute(("rr.bb?",))["take_overs"][0]["unsure"] == ["F1"]


def test_a_house_may_be_refused_with_its_ruling() -> None:
    board = position(BOARD)
    for company, square, ruling in (
        ("green", "D1", "R-10"),  # alone beside red and blue
        ("blue", "D1", "R-11"),
        ("red", "A1", "R-7"),
        ("top", "B3", "R-24"),
        ("yellow", "E3", "R-26"),  # alone beside a free TOP
        ("pink", "D2", "R-32"),
    ):
        with pytest.raises(RuleError) as refused:
            would_place(board, company, at(square))
        assert refused.value.ruling == ruling, (company, square)


def test_a_supposed_take_over_pays_everybody_and_books_nothing() -> None:
    state = Shark().start(HEADER, calibration.board_file).state
    placed = would_place(state.position, "red", at("D1"))
    # Red rises 3,000 to 4,000, blue falls 2,000 to 0. Bernd as the mover pays no loss, Chloé pays 2,000 and has
    # neither cash nor, with blue at 0, anything to sell: she is out.
    step = suppose(state, "Bernd", placed)
    told = [(entry.kind, entry.account, entry.amount) for entry in step.entries]
    assert told == [
        ("commission", "Bernd", 4000),
        ("dividend", "Bernd", 1000),
        ("dividend", "Andrea", 2000),
        ("loss", "Chloé", -2000),
        ("write_off", "Chloé", 0),
    ]
    assert step.state.out == ("Chloé",)
    assert state.cash == {"Andrea": 5000, "Bernd": 6000, "Chloé": 0}
    assert state.rows[0].startswith("rrr.bb")


def test_a_supposed_loss_that_cannot_be_paid_waits_for_a_choice() -> None:
    start = {**HEADER["start"], "shares": {**HEADER["start"]["shares"], "Chloé": {"blue": 3, "red": 2}}}
    state = Shark().start({**HEADER, "start": start}, calibration.board_file).state
    step = suppose(state, "Andrea", would_place(state.position, "red", at("D1")))
    # Chloé gets 2 × 1,000 and pays 3 × 2,000: 4,000 are missing, which her two red shares at half price cover.
    assert (step.state.phase, step.state.owes) == ("debt", {"Chloé": 4000})
