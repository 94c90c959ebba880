"""Offer markers that a camera counts on the market, beside the offers that were entered (M-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import calibration
from companion.games.master_of_economy import MasterOfEconomy
from companion.regions import COMPANIES, Counts
from tests.companion.games.master_of_economy.conftest import header_of

GAME = MasterOfEconomy()
NONE = dict.fromkeys(COMPANIES, 0)
RED = {"do": "offers", "company": "red", "import": {"coal": 2}, "export": {"building": [3]}}
BLUE = {"do": "offers", "company": "blue", "import": {}, "export": {"ship": [2]}}


def offering(*booked: Mapping[str, Any]) -> Any:
    """The state in which red, then blue makes its offers, after those that are booked."""
    state = GAME.start(header_of(2, {"year": 1, "phase": 4}), calibration.board_file).state
    for event in booked:
        state = GAME.apply(state, GAME.parse_event(event)).state
    return state


def market(state: Any, **changed: Mapping[str, int | None]) -> Counts:
    """As the books have it but for these; `coal_import` is the field "coal import"."""
    changes = {name.replace("_", " "): counts for name, counts in changed.items()}
    return {name: {**counts, **changes.get(name, {})} for name, counts in GAME.lying(state).items()}


RED_LIES = {"coal_import": {"red": 2}, "building_3": {"red": 1}}


def test_the_books_have_every_field_with_every_company() -> None:
    lying = GAME.lying(offering(RED))
    assert len(lying) == 6 * 12  # an import field and eleven export fields for each of six goods
    assert lying["coal import"] == {**NONE, "red": 2}
    assert lying["building 3"] == {**NONE, "red": 1}
    assert [name for name, counts in lying.items() if any(counts.values())] == ["building 3", "coal import"]


def test_its_fields_are_those_of_the_market_board() -> None:
    board = GAME.regions(offering(), calibration.board_file)
    assert board is not None
    assert {*board.outlines} == {*GAME.lying(offering())}
    assert (str(board.title("iron import")), str(board.title("iron 4"))) == ("iron ore (import)", "iron ore (field 4)")


def test_what_the_awaited_company_laid_is_for_people_to_enter() -> None:
    found = GAME.sight_regions(offering(), market(offering(), **RED_LIES))
    assert (found.events, found.by_hand, found.problems, found.unknown) == ((RED,), True, (), ())
    assert [str(text) for text in found.todo] == [
        "to be entered: Red Socks wants 2 coal and offers building material on 3"
    ]


def test_a_single_unknown_number_keeps_it_from_being_entered() -> None:
    state = offering()
    found = GAME.sight_regions(state, market(state, **RED_LIES, ship_2={"blue": None}))
    assert (found.events, found.problems) == ((), ())
    assert [str(text) for text in found.unknown] == ["ships, field 2: a marker of Blue Eyes cannot be told, 0 entered"]
    assert [(way.kind, way.squares) for way in found.ways] == [("books", ("ship 2",))]


def test_what_differs_names_its_field_both_numbers_and_the_way_out() -> None:
    state = offering(RED)
    found = GAME.sight_regions(state, market(state, coal_import={"red": 1}, building_3={"red": 0}))
    assert found.events == ()
    assert [str(text) for text in found.problems] == [
        "building material, field 3: 0 of Red Socks seen, 1 entered",
        "coal, import: 1 of Red Socks seen, 2 entered",
    ]
    assert found.squares == ("building 3", "coal import")
    assert [str(way.sentence) for way in found.ways] == [
        "building material (field 3): it lies as it was entered",
        "coal (import): it lies as it was entered",
    ]


def test_a_company_that_is_not_awaited_cannot_have_made_offers() -> None:
    state = offering()
    found = GAME.sight_regions(state, market(state, ship_2={"blue": 1}))
    assert (found.events, len(found.problems)) == ((), 1)


def test_once_the_trade_is_settled_what_still_lies_there_is_to_be_taken_off() -> None:
    state = offering(RED, BLUE)
    found = GAME.sight_regions(state, market(state, **RED_LIES, ship_2={"blue": 1}))
    assert (found.events, found.problems) == ((), ())
    assert [str(text) for text in found.todo] == [
        "take off the market what the trade has settled: building material (field 3), coal (import) and ships (field 2)"
    ]


def test_a_company_that_nobody_plays_is_passed_over() -> None:
    state = offering()
    assert GAME.sight_regions(state, market(state, ship_2={"yellow": 1})).problems == ()
