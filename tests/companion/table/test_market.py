"""Offers that a camera sees on a market, at the table: compared, offered for the form, never booked by themselves."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games import PUBLIC
from companion.reading import Seen
from companion.regions import COMPANIES
from companion.table import Policy
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At

RED = {"do": "offers", "company": "red", "import": {"coal": 2}, "export": {"building": [3]}}
MARKET = "master-of-economy-market"


@pytest.fixture
def at() -> Iterator[At]:
    """Red makes its offers; the table books by itself whatever it may."""
    made = At(None, Policy(placements=True, turns=True), header=header_of(2, {"year": 1, "phase": 4}))
    yield made
    made.journal.close()


def seen(text: str = "", **lying: dict[str, int | None]) -> Seen:
    """Only these markers lie on the market."""
    regions: dict[str, dict[str, int | None]] = {
        f"{good} {number or 'import'}": dict.fromkeys(COMPANIES, 0)
        for good in ("building", "coal", "iron", "power", "steel", "ship")
        for number in range(12)
    }
    for name, counts in lying.items():
        regions[name.replace("_", " ")].update(counts)
    return Seen(MARKET, "f", None, text, "unsure" if text else None, regions=regions)


def test_offers_that_are_seen_clearly_are_for_the_form_and_not_booked(at: At) -> None:
    at.table.observe(seen(coal_import={"red": 2}, building_3={"red": 1}))
    assert (at.version, at.now["proposal"], at.now["standing"]) == (0, None, "to_do")
    assert at.now["draft"]["event"] == RED
    assert at.now["draft"]["text"] == "Red Socks wants 2 coal and offers building material on 3"
    at.ask("event", event=RED)
    assert (at.now["draft"], at.now["problems"], at.now["standing"]) == (None, [], "agrees")
    assert at.now["regions"]["books"]["coal import"] == {"red": 2}


def test_offers_that_were_taken_back_and_still_lie_there_are_for_the_form_again(at: At) -> None:
    at.table.observe(seen(coal_import={"red": 2}, building_3={"red": 1}))
    at.ask("event", event=RED)
    at.ask("undo")
    assert (at.now["draft"]["event"], at.now["problems"], at.now["standing"]) == (RED, [], "to_do")


def test_nobody_but_the_banker_is_offered_them(at: At) -> None:
    at.table.observe(seen(coal_import={"red": 2}))
    assert at.table.snapshot("Andrea")["draft"] is None
    assert at.table.snapshot(PUBLIC)["draft"] is None


def test_on_a_question_mark_nothing_is_offered(at: At) -> None:
    doubt = "coal, import: the blue markers cannot be counted: lay them a little apart."
    at.table.observe(seen(doubt, coal_import={"red": 2, "blue": None}))
    assert (at.version, at.now["draft"], at.now["standing"]) == (0, None, "doubtful")
    assert at.now["problems"] == [{"text": doubt, "squares": ["coal import"]}]
    assert at.now["board_seen"]["regions"]["coal import"]["blue"] == "?"


def test_a_person_may_say_that_a_field_lies_as_it_was_entered(at: At) -> None:
    at.ask("event", event=RED)
    at.table.observe(seen("x", coal_import={"red": None}, building_3={"red": 1}))
    (way,) = at.now["ways"]
    assert way["text"] == "coal (import): it lies as it was entered"
    at.ask("trust", squares=way["squares"])
    assert (at.now["problems"], at.version) == ([], 1)


def test_offers_that_the_rules_refuse_are_said_and_not_offered(at: At) -> None:
    """A company has seven markers, and the seventh costs a relation marker: no eighth."""
    at.table.observe(seen(coal_import={"red": 7}, building_3={"red": 1}))
    assert at.now["draft"] is None
    (problem,) = at.now["problems"]
    assert "cannot be booked" in problem["text"]
