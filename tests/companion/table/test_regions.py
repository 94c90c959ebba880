"""What a camera counts in districts, beside the books: proposed, said with its ways out, never booked on a '?'."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.reading import Seen
from companion.record import parse_record
from companion.regions import COLOURS
from companion.table import Policy
from tests.companion.table.conftest import At

RECORD = Path(__file__).parents[2] / "games" / "big_shot" / "legal" / "g0007.game.jsonl"


@pytest.fixture
def at() -> Iterator[At]:
    """The first round: nobody has bid, so the start player has four stones to place; nothing lies on the board."""
    made = At(None, Policy(placements=True), header={**parse_record(RECORD.read_bytes()).header, "board": "big-shot"})
    made.event("roll", die=1)
    while made.now["view"]["phase"] == "auction":
        made.event("pass")
    yield made
    made.journal.close()


def seen(at: At, *, text: str = "", **counts: dict[str, int | None]) -> Seen:
    """As the books have it, but for these."""
    books: dict[str, dict[str, int | None]] = {
        name: {colour: place["stones"].get(colour, 0) for colour in COLOURS}
        for name, place in at.now["view"]["districts"].items()
    }
    regions = {name: {**books[name], **counts.get(name, {})} for name in books}
    return Seen("big-shot", "f", None, text, "unsure" if text else None, regions=regions)


def tap(at: At, text: str) -> None:
    (command,) = [dict(way["command"]) for way in at.now["ways"] if way["text"] == text]
    at.ask(command.pop("do"), **command)


def in_hand(at: At) -> str:
    return str(next(iter(at.now["view"]["hand"])))


def test_one_new_stone_is_booked_where_the_policy_lets_the_table_book(at: At) -> None:
    colour = in_hand(at)
    at.table.observe(seen(at, D2={colour: 1}))
    assert at.now["view"]["districts"]["D2"]["stones"] == {colour: 1}
    assert at.now["log"][0]["actor"] == "camera"


def test_nothing_is_booked_on_a_question_mark(at: At) -> None:
    colour, other = in_hand(at), next(each for each in COLOURS if each != in_hand(at))
    version = at.version
    doubt = "D2: the stones cannot be counted"
    at.table.observe(seen(at, text=doubt, D2={colour: 1, other: None}))
    assert (at.version, at.now["proposal"], at.now["standing"]) == (version, None, "doubtful")
    assert at.now["problems"] == [{"text": doubt, "squares": ["D2"]}]
    assert at.now["board_seen"]["regions"]["D2"][other] == "?"
    tap(at, "D2 is empty")
    assert (at.now["problems"], at.version) == ([], version)


def test_two_districts_at_once_are_for_people_to_order(at: At) -> None:
    colour = in_hand(at)
    version = at.version
    at.table.observe(seen(at, D2={colour: 1}, D3={COLOURS[(COLOURS.index(colour) + 1) % 4]: 2}))
    assert at.version == version


def test_a_stone_that_vanished_is_said_with_its_ways_out(at: At) -> None:
    colour = in_hand(at)
    at.event("place", colour=colour, district="D2")
    at.table.observe(seen(at, D2={colour: 0}))
    assert [problem["text"] for problem in at.now["problems"]] == [f"D2, {colour}: 1 in the books, 0 in the picture"]
    ways: list[dict[str, Any]] = at.now["ways"]
    assert [way["command"]["do"] for way in ways] == ["trust", "undo"]
    at.ask("undo")
    assert at.now["view"]["districts"]["D2"]["stones"] == {}


def test_a_camera_for_another_board_says_nothing(at: At) -> None:
    other = Seen("another", "f", None, regions={"D2": {"red": 3}})
    at.table.observe(other)
    assert at.now["board_seen"] is None
