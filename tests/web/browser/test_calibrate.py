"""What the set-up of a camera says on its page once it is kept, and how long."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.web.browser.browsing import visiting
from tests.web.fakes import DESK, FakeDesk, FakeSimulator, FakeTable, app_of
from tests.web.scenes import BOARDS, scene

pytestmark = pytest.mark.browser

GRID = BOARDS[0].grid
CHECKED: dict[str, Any] = {
    **DESK,
    "active": True,
    "camera": "virtual",
    "board": BOARDS[0].name,
    "grid": {"cols": GRID.cols, "rows": GRID.rows, "zones": list(BOARDS[0].zones)},
    "size": [64, 48],
    "trouble": None,
    "lens": {"pictures": 0, "enough": 5, "misfit": None},
    "corners": [[1, 1], [60, 1], [60, 40], [1, 40]],
    "empty": True,
    "findings": [{"name": "Light", "state": "ok", "text": "there is light enough", "todo": None}],
    "weak": [],
    "kinds": "rbgy",
    "layout": None,
    "samples": 0,
    "colours": {},
    "score": {"percent": 100, "good": True, "others": []},
}
"""A set-up that is ready to be kept."""
POOR_LIGHT = [{"name": "Light", "state": "wrong", "text": "the board is too dark", "todo": "Give it more light."}]
POOR_SCORE = {"percent": 60, "good": False, "others": ["A1"]}


@pytest.mark.parametrize(
    ("found", "stays"), [({}, False), ({"findings": POOR_LIGHT}, True), ({"score": POOR_SCORE}, True)]
)
def test_what_is_not_good_about_a_set_up_that_is_kept_is_said_until_it_is_closed(
    browser: Any, found: dict[str, Any], stays: bool
) -> None:
    app = app_of(FakeTable(scene("trade")), FakeSimulator())
    desk = app.extensions["bankhalter"].desk
    assert isinstance(desk, FakeDesk)
    desk.shown = {**CHECKED, **found, "said": "It is kept."}
    with visiting(browser, app) as visit:
        page = visit("calibrate")
        expect(page.locator("#k-keep")).not_to_have_attribute("aria-disabled", "true")
        page.clock.install()
        page.locator("#k-keep").click()
        expect(page.locator("#notice")).to_contain_text("It is kept.")
        page.clock.run_for(10_000)
        expect(page.locator("#notice")).to_be_visible(visible=stays)
