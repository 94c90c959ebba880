"""A game along readings made by hand: when the throw may say what a picture does not show."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.commands._play_along import GameAlong
from companion.reading import Reading
from companion.squares import parse_square, with_letter
from hardware.dice import FileDice

BOARD = calibration.board("shark-1991")
NOTHING = ("." * BOARD.grid.cols,) * BOARD.grid.rows
HEADER = json.loads((Path(__file__).parents[2] / "pictures" / "seq02" / "header.json").read_text())
"""A game of SHARK 1991 that begins with an empty board."""
F2 = parse_square("F2")
"""A square of zone 2."""


@pytest.fixture
def along(tmp_path: Path, throw: tuple[str, str]) -> Iterator[GameAlong]:
    dice = tmp_path / "dice.jsonl"
    dice.write_text(json.dumps({"zone": throw[0], "colour": throw[1]}) + "\n")
    with FileDice(dice) as throws, GameAlong(HEADER, BOARD, throws, tmp_path / "out.jsonl") as along:
        list(along.take("1", [], Reading(BOARD.name, NOTHING)))
        yield along


def unsure(along: GameAlong, may_be: str, *, a_piece: bool) -> list[Any]:
    """What is booked when F2, empty before, reads '?' with these candidates."""
    reading = Reading(BOARD.name, with_letter(NOTHING, F2, "?"), uncertain=((F2.name, tuple(may_be)),))
    pieces_on = [F2] if a_piece else []
    return [told.event for told in along.take("2", [], reading, pieces_on) if told.event is not None]


@pytest.mark.parametrize("throw", [("2", "red")])
def test_a_piece_gets_the_only_colour_that_the_throw_allows(along: GameAlong) -> None:
    events = unsure(along, "rbgy", a_piece=True)
    assert [event["do"] for event in events] == ["roll", "place", "end_turn"]
    assert (events[1]["company"], events[1]["square"]) == ("red", "F2")
    assert unsure(along, "rbgy", a_piece=True) == []
    assert along.unexplained() == ()


@pytest.mark.parametrize("throw", [("2", "red")])
def test_what_may_be_no_house_at_all_is_not_booked_though_the_throw_would_fit(along: GameAlong) -> None:
    """A coin of copper: most likely none of the pieces, and if any, then a red house."""
    assert unsure(along, "r", a_piece=False) == []
    assert "what stands on F2 is not sure" in along.unexplained()[-1]


@pytest.mark.parametrize("throw", [("2", "white"), ("2", "black")])
def test_a_throw_that_leaves_the_colour_open_tells_none(along: GameAlong) -> None:
    """With either face the player chooses: what the picture takes the house for is not sure enough to be paid for."""
    assert "place" not in [event["do"] for event in unsure(along, "r", a_piece=True)]
    assert "what stands on F2 is not sure" in along.unexplained()[-1]


@pytest.mark.parametrize("throw", [("2", "red"), ("5", "blue")], ids=["another colour", "another zone"])
def test_a_throw_that_the_picture_speaks_against_tells_nothing(along: GameAlong, throw: tuple[str, str]) -> None:
    assert "place" not in [event["do"] for event in unsure(along, "bg", a_piece=True)]
    assert "what stands on F2 is not sure" in along.unexplained()[-1]
