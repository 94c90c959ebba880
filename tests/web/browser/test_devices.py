"""The lesson of the dice reader in the browser: with the page's button and with the reader's own."""

from __future__ import annotations

import pytest

from tests.web.browser.browsing import Open
from tests.web.browser.conftest import Served

pytestmark = pytest.mark.browser


def test_a_lesson_is_led_step_by_step(open_page: Open, served: Served) -> None:
    page = open_page("devices/dice", 360)
    page.get_by_text("The dice lie there; that is no throw: 4, red").wait_for()
    assert page.locator("#l-values li").count() == 9
    page.get_by_label("Numbers from 1 to 6").check()
    page.get_by_label("The number die alone").check()
    page.get_by_role("button", name="Begin the lesson").click()
    page.get_by_text("on top: 1.").wait_for()
    page.get_by_role("button", name="Done").click()
    page.get_by_text("on top: 2.").wait_for()
    served.workshop.presses += 1
    page.get_by_text("on top: 3.").wait_for()
    page.get_by_role("button", name="Leave the lesson").click()
    page.get_by_role("button", name="Begin the lesson").wait_for()
