"""A board on a phone: the first tap shows its squares in a finger's size, the second hits one; keys do the same."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import Open, tap_square
from tests.web.browser.test_axe import violations

pytestmark = pytest.mark.browser

FOCUS = "document.activeElement.dataset.square"


@pytest.fixture
def large(table: Any) -> None:
    """The largest board that a board file may hold: 20 by 20 squares."""
    shown = table.snapshot()
    size = {"cols": 20, "rows": 20, "zones": ["1" * 20] * 20}
    houses = dict.fromkeys(("A1", "T20"), "r")
    table.shown = {**shown, "grid": size, "simulated": {"houses": houses, "dice": None}, "board_seen": None}


@pytest.mark.parametrize("square", ["A1", "K10", "T20"])
@pytest.mark.usefixtures("large")
def test_any_square_of_a_large_board_is_put_on_with_two_taps(
    open_page: Open, table: Any, simulator: Any, square: str
) -> None:
    page = open_page("virtual", 360)
    page.click("#v-picker [aria-label=blue]")
    with page.expect_response("**/simulator?*"):
        tap_square(page, "#v-grid", square)
    assert simulator.commands == [{"do": "put", "square": square, "letter": "b"}]
    box = page.locator(f"#v-grid [data-square={square}]").bounding_box()
    assert min(box["width"], box["height"]) >= 44
    assert violations(page) == []


@pytest.mark.usefixtures("large")
def test_a_large_board_is_walked_over_by_keys(open_page: Open, simulator: Any) -> None:
    page = open_page("virtual", 360)
    page.focus("#v-grid .lens-glass")
    page.keyboard.press("Enter")
    assert page.evaluate(FOCUS) == "A1"
    for _ in range(19):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUS) == "T20"
    window = page.locator("#v-grid .lens-window").bounding_box()
    cell = page.locator("#v-grid [data-square=T20]").bounding_box()
    assert cell["x"] + cell["width"] <= window["x"] + window["width"] + 1
    assert cell["y"] + cell["height"] <= window["y"] + window["height"] + 1
    page.click("#v-picker button:last-child")
    page.focus("#v-grid [data-square=T20]")
    with page.expect_response("**/simulator?*"):
        page.keyboard.press("Enter")
    assert simulator.commands == [{"do": "take", "square": "T20"}]
    page.focus("#v-grid .lens-whole")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.className") == "lens-glass"
    assert page.locator("#v-grid .grid").get_attribute("inert") is not None


def test_a_double_tap_makes_the_board_larger_and_puts_nothing(open_page: Open, simulator: Any) -> None:
    page = open_page("virtual", 360)
    box = page.locator("#v-grid .lens-glass").bounding_box()
    page.mouse.dblclick(box["x"] + 100, box["y"] + 100)
    page.locator("#v-grid .lens-whole").wait_for()
    assert simulator.commands == []


def test_the_zone_in_which_a_house_is_placed_is_there_in_large_at_once(open_page: Open, set_scene: Any) -> None:
    page = open_page("banker", 360)
    assert page.is_visible("#board-grid .lens-glass")
    set_scene("place")
    page.wait_for_selector("#board .lens-whole:visible")
    page.click("#board-grid [data-square=C4]")
    assert page.inner_text("#place-book") == "Place a red house on C4"
    set_scene("after")
    page.wait_for_selector("#board-grid .lens-glass:visible")
