"""The lesson of the dice reader in the browser: with the page's button and with the reader's own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.web.browser.browsing import Open
from tests.web.browser.conftest import Served
from tests.web.fakes import FakeTable

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


def test_what_is_wrong_with_the_camera_s_picture_is_said_once(open_page: Open, table: FakeTable) -> None:
    """Among the problems, with its device, or beside its picture where people have put the problem aside."""
    page = open_page("banker")
    text = "something stands on C4 in the picture of the empty board: take that picture again."
    seen = {**table.shown["board_seen"], "text": text}
    problem, device = {"text": text, "squares": ["C4"]}, {"name": "camera", "state": "trouble", "text": text}
    for problems, devices in (([problem], [device]), ([], [device]), ([], [])):
        now = {"problems": problems, "devices": devices, "board_seen": seen}
        table.shown = {**table.shown, **now, "revision": table.shown["revision"] + 1}
        told_above = problems or devices
        expect(page.locator("#strip-text")).to_have_text(re.compile("^$" if told_above else "^Something stands on C4"))
        expect(page.locator("main").get_by_text("something stands on C4")).to_have_count(1)
