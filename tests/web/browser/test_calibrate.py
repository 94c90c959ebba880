"""What the set-up of a camera says on its page once it is kept, and how long."""

from __future__ import annotations

import re
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


KEPT: dict[str, Any] = {
    "camera": "2",
    "board": "shark-2001",
    "time": "2027-01-15T08:00:00+00:00",
    "score": 98,
    "corners": [[10, 20], [800, 20], [800, 600], [10, 600]],
    "empty": [1280, 960],
    "colours": {"o": 4, "r": 6},
    "lens": "0.31",
    "trouble": None,
}


@pytest.mark.parametrize(
    ("found", "says"),
    [
        (
            {},
            [
                "With a picture of the empty board, 1280 × 960 pixels.",
                "The lens is measured: 0.31 px off on average.",
                "The colours are learned; pieces of each kind: o 4, r 6",
            ],
        ),
        (
            {"lens": None, "colours": {}},
            [
                "With a picture of the empty board, 1280 × 960 pixels.",
                "The lens is not measured.",
                "No colours are learned.",
            ],
        ),
        (
            {"empty": None, "colours": {}, "trouble": "its colours are broken"},
            ["Not usable: its colours are broken", "The lens is measured: 0.31 px off on average."],
        ),
    ],
    ids=["all", "bare", "broken"],
)
def test_what_is_in_the_kept_file_is_shown(browser: Any, found: dict[str, Any], says: list[str]) -> None:
    app = app_of(FakeTable(scene("trade")), FakeSimulator())
    desk = app.extensions["bankhalter"].desk
    assert isinstance(desk, FakeDesk)
    desk.shown = {**DESK, "kept": {**KEPT, **found}}
    with visiting(browser, app) as visit:
        lines = visit("calibrate").locator("#k-kept li")
        expect(lines.first).to_have_text("Camera 2 over the board shark-2001, score 98 of 100.")
        _, time, corners, *rest = lines.all_inner_texts()
        assert re.fullmatch(r"Kept: Jan 1[45], 2027, \d\d:\d\d", time)
        assert corners.endswith("in pixels: 10, 20 · 800, 20 · 800, 600 · 10, 600")
        assert rest == says


def set_up(**state: Any) -> tuple[Any, FakeDesk]:
    """A table whose set-up has been checked with so much else of its state; and its desk."""
    app = app_of(FakeTable(scene("trade")), FakeSimulator())
    desk = app.extensions["bankhalter"].desk
    assert isinstance(desk, FakeDesk)
    desk.shown = {**CHECKED, **state}
    return app, desk


@pytest.mark.parametrize(
    ("step", "found", "stays"),
    [
        ("#k-keep", {}, False),
        ("#k-keep", {"findings": POOR_LIGHT}, True),
        ("#k-keep", {"score": POOR_SCORE}, True),
        ("#k-corners", {}, True),
    ],
)
def test_what_is_not_good_about_a_set_up_is_said_until_it_is_closed(
    browser: Any, step: str, found: dict[str, Any], stays: bool
) -> None:
    """Of one that is kept, or of corners: that the first of them was believed."""
    app, _ = set_up(**found, said="It is so.")
    with visiting(browser, app) as visit:
        page = visit("calibrate")
        expect(page.locator(step)).not_to_have_attribute("aria-disabled", "true")
        page.clock.install()
        page.locator(step).click()
        expect(page.locator("#notice")).to_contain_text("It is so.")
        page.clock.run_for(10_000)
        expect(page.locator("#notice")).to_be_visible(visible=stays)


@pytest.mark.parametrize("remark", ["Pieces of one kind look like others.", None])
def test_what_is_to_be_known_of_the_colours_stands_beside_them(browser: Any, remark: str | None) -> None:
    app, _ = set_up(samples=1, colours={"a": 4, "n": 4}, colours_remark=remark)
    with visiting(browser, app) as visit:
        page = visit("calibrate")
        expect(page.locator("#k-learned")).to_contain_text("pieces of each kind: a 4, n 4")
        told = page.locator("#k-learned-but")
        if remark is None:
            expect(told).to_be_hidden()
        else:
            expect(told).to_have_text(remark)
            expect(told).to_be_visible()


def tab(page: Any, number: int) -> Any:
    """Live, lines, empty board."""
    return page.locator("#k-kind").get_by_role("radio").nth(number)


@pytest.mark.parametrize(
    ("number", "state", "says"),
    [
        (0, {"size": None}, "Waiting for a picture"),
        (1, {"corners": None}, "The board was not found yet: step 1 says how."),
        (2, {"empty": False}, "Once the board is found, clear it and tap “Take its picture” in step 2."),
    ],
    ids=["live", "lines", "empty"],
)
def test_a_picture_that_does_not_come_by_itself_is_not_waited_for(
    browser: Any, number: int, state: dict[str, Any], says: str
) -> None:
    app, _ = set_up(**state)
    with visiting(browser, app) as visit:
        page = visit("calibrate")
        tab(page, number).click()
        expect(page.locator("#k-missing")).to_be_visible()
        expect(page.locator("#k-missing")).to_contain_text(says)


def test_the_step_that_takes_a_picture_is_named_as_its_button_in_every_language(browser: Any) -> None:
    app, _ = set_up(empty=False)
    with visiting(browser, app) as visit:
        page = visit("calibrate?lang=de")
        tab(page, 2).click()
        expect(page.locator("#k-missing")).to_contain_text("tippe in Schritt 2 auf „Bild aufnehmen“.")


def test_what_is_said_to_be_missing_goes_when_it_is_taken(browser: Any) -> None:
    app, desk = set_up(empty=False)
    with visiting(browser, app) as visit:
        page = visit("calibrate")
        tab(page, 2).click()
        expect(page.locator("#k-missing")).to_contain_text("No picture of the empty board was taken yet.")
        tab(page, 0).click()
        expect(page.locator("#k-missing")).to_be_hidden()
        tab(page, 2).click()
        expect(page.locator("#k-missing")).to_contain_text("No picture of the empty board was taken yet.")
        desk.shown = CHECKED
        expect(page.locator("#k-missing")).to_have_text("Waiting for a picture")
