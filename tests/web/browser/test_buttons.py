"""What the buttons at the table do, on the banker's page, and simulated ones on the virtual table's."""

from __future__ import annotations

import pytest

from tests.web.browser.browsing import Open
from tests.web.fakes import FakeSimulator

pytestmark = pytest.mark.browser


def test_the_banker_is_shown_what_each_button_does(open_page: Open) -> None:
    page = open_page("banker", 360)
    shown = page.locator("#buttons-list li").all_inner_texts()
    assert [text.split("\n")[:2] for text in shown] == [
        ["Confirm", "nothing now"],
        ["Take back", "Take back: Bernd buys 2 red shares"],
        ["Next", "Bernd ends the turn"],
    ]
    assert "held: book again: Bernd rolls zone 1, red" in shown[1]


def test_simulated_buttons_are_pressed_and_held(open_page: Open, simulator: FakeSimulator) -> None:
    page = open_page("virtual", 360)
    for name in ("Next", "hold Take back"):
        with page.expect_response("**/simulator?*"):
            page.get_by_role("button", name=name, exact=True).click()
    assert simulator.commands == [
        {"do": "press", "button": "next", "kind": "short"},
        {"do": "press", "button": "undo", "kind": "long"},
    ]
