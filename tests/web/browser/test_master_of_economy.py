"""MASTER OF ECONOMY through the pages: begun on the set-up page, then led through its phases on the banker's page."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import pytest

from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At
from tests.vision.test_offers import RED_LIES, draw
from tests.web.browser.browsing import Open, too_small, visiting
from tests.web.browser.test_axe import violations
from tests.web.fakes import FakeSimulator, app_of

pytestmark = pytest.mark.browser


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None, header={**header_of(2), "banker": "Andrea"})
    yield made
    made.journal.close()


@pytest.fixture
def open_page(browser: Any, at: At) -> Iterator[Open]:
    with visiting(browser, app_of(at.table, FakeSimulator())) as opened:
        yield opened


def tap(page: Any, name: str) -> None:
    """Presses the button of that name, and waits until the books have moved on."""
    before = page.get_attribute("html", "data-revision")
    page.get_by_role("button", name=name, exact=True).click()
    page.wait_for_selector(f"html:not([data-revision='{before}'])")


def test_the_banker_is_led_through_building_and_trading(open_page: Any, at: At) -> None:
    page = open_page("banker")
    assert page.inner_text("#me-year-title") == "Year 1 of 4"
    assert page.inner_text("#me-phases [aria-current]") == "Investment"
    tap(page, "Build a quarry: 3")
    tap(page, "Nothing more")
    tap(page, "Nothing more")
    assert at.now["view"]["companies"]["red"]["factories"]["quarry"] == 1
    tap(page, "Supply these factories")
    tap(page, "Supply these factories")
    tap(page, "Store this")
    assert at.now["view"]["companies"]["red"]["store"]["building"] == 4
    tap(page, "Store this")
    page.locator(".me-offer", has_text="Building material").get_by_label("9: 2").check()
    tap(page, "Make these offers")
    assert at.now["view"]["market"]["building"]["export"] == "........r.."
    page.locator(".me-offer", has_text="Building material").get_by_label("buy").fill("1")
    tap(page, "Make these offers")
    view = at.now["view"]
    assert (view["companies"]["red"]["cash"], view["companies"]["blue"]["cash"]) == (24, 23)
    assert (view["phase"], view["step"]) == (5, "shares")
    assert "the cheapest offer, on field 9: 2" in (page.text_content("#log-lines") or "")


@pytest.mark.parametrize("path", ["banker", "seat/1", "tv", "setup?game=master_of_economy", "market"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_pages_fit_their_screens_and_axe_finds_nothing(open_page: Any, path: str, width: int) -> None:
    page = open_page(path, width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    if width == 360:
        assert too_small(page) == []


def test_longer_words_fit_the_page_of_ones_own_copy(open_page: Any) -> None:
    page = open_page("market", 360, locale="de")
    for language in ("de", "it", "fr"):
        page.goto(f"market?lang={language}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, language


def test_a_player_sees_his_own_cash_and_votes_on_his_phone(open_page: Any, at: At) -> None:
    at.ask("new_game", header={**header_of(2, {"year": 1, "phase": 10}), "banker": "Andrea"})
    while at.now["view"]["step"] != "candidates":
        do = "done" if "done" in at.now["legal"] else "pass"
        at.ask("event", event={"do": do, "company": at.now["legal"][do]["company"]})
    phone = open_page("seat/2")
    assert phone.inner_text("#mine-cash") == "0"
    assert "hidden" in phone.inner_text("#me-players-body")
    assert phone.inner_text("#me-mine") == "Blue Eyes 10"


def test_a_game_is_begun_on_the_set_up_page(open_page: Any, at: At) -> None:
    page = open_page("setup?game=master_of_economy", 1280)
    page.get_by_label("With the shadow company").check()
    page.click("#s-start")
    page.wait_for_url("**/banker")
    page.wait_for_selector("#me-acts button")
    game = at.now["game"]
    assert game["name"] == "master_of_economy"
    assert len(at.now["view"]["companies"]) == len(game["players"]) + 1


def test_a_picture_of_the_market_is_compared_by_tapping_its_corners(open_page: Any, at: At, tmp_path: Path) -> None:
    at.ask("new_game", header={**header_of(2, {"year": 1, "phase": 4}), "banker": "Andrea"})
    image, corners = draw(RED_LIES)
    cv2.imwrite(str(tmp_path / "now.png"), image)
    cv2.imwrite(str(tmp_path / "empty.png"), draw([], seed=9)[0])
    page = open_page("banker", 1280)
    page.click("#me-photo summary")
    page.set_input_files("#me-photo-empty", tmp_path / "empty.png")
    page.set_input_files("#me-photo-now", tmp_path / "now.png")
    page.wait_for_selector("#me-photo-hint:has-text('corners')")
    box = page.locator("#me-photo-shown").bounding_box()
    for x, y in corners:
        scale = box["width"] / image.shape[1]
        page.locator("#me-photo-shown").click(position={"x": x * scale, "y": y * scale})
    page.wait_for_selector("#me-photo-found li")
    assert page.inner_text("#me-photo-found li") == (
        "On the market it looks as though: Red Socks wants 2 coal and offers building material on 3"
    )
    assert at.version == 0


def test_the_trade_is_looked_at_step_by_step_forward_and_back(open_page: Any, at: At) -> None:
    """Red buys a building material from blue at 1, and blue sells another abroad; what comes next is said too."""
    at.ask("new_game", header={**header_of(2, {"year": 1, "phase": 4}), "banker": "Andrea"})
    at.ask("event", event={"do": "offers", "company": "red", "import": {"building": 1}, "export": {}})
    at.ask("event", event={"do": "offers", "company": "blue", "import": {}, "export": {"building": [9, 1]}})
    page = open_page("banker", 1280)
    assert page.inner_text("#me-step") == "Step 0 of 2"
    assert page.inner_text("#me-next") == "Next: Building material, Red Socks"
    row = page.locator("#me-picture > g").first
    assert row.get_attribute("aria-label") == (
        "Building material: import 3; Red Socks buys 1, Blue Eyes offers on field 1 at 0/1, and "
        "Blue Eyes offers on field 9 at 2; demand at field 11"
    )
    page.click("#me-on")
    told = page.locator("#me-told li").all_inner_texts()
    assert [line.split(" ", 1)[0] for line in (text.strip() for text in told)] == ["−1", "+1"]
    assert "Red Socks buys building material from Blue Eyes, the cheapest offer, on field 1: 1" in told[0]
    page.click("#me-on")
    assert row.get_attribute("aria-label") == "Building material: import 3; no offers; demand at field 10"
    assert page.inner_text("#me-next") == "The trade is settled."
    page.click("#me-back")
    assert page.inner_text("#me-step") == "Step 1 of 2"
    page.click("#me-to-now")
    assert row.get_attribute("aria-label") == "Building material: import 3; no offers; demand at field 11"
