"""A round of BIG SHOT on the virtual table, through the pages: the camera counts, the banker confirms, people look."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.running import RunningTable
from tests.test_play import SEEN_MS, keep_picture, open_page

pytestmark = pytest.mark.browser


def begin(browser: Browser, table: RunningTable) -> Page:
    """A game of the page's own dealing, begun as a person would; the banker's page."""
    banker = open_page(browser, f"{table.address}/setup?game=big_shot")
    names = banker.locator(".s-player input[type=text]")
    expect(names).to_have_count(3)
    for seat, name in enumerate(("Ada", "Ben", "Cleo")):
        names.nth(seat).fill(name)
    with banker.expect_navigation(url="**/banker"):
        banker.click("#s-start")
    banker.wait_for_selector("html[data-link=live]")
    return banker


def put(virtual: Page, colour: str, district: str) -> None:
    virtual.locator("#v-picker").get_by_role("radio", name=colour, exact=False).click()
    virtual.locator(f"#v-city [data-district={district}]").click()


def test_stones_are_seen_confirmed_and_compared(browser: Browser, table: RunningTable) -> None:
    banker = begin(browser, table)
    virtual = open_page(browser, f"{table.address}/virtual")
    expect(virtual.locator("#v-city .bs-tile")).to_have_count(13)

    virtual.click("#v-throw")
    expect(banker.locator("#bs-pass")).to_be_visible()
    for _ in range(2):  # nobody bids: the start player gets the four stones (G-3)
        actor = table.snapshot()["waiting"]["actor"]
        expect(banker.locator("#sentence")).to_contain_text(f"{actor}: bid")
        with banker.expect_response("**/command?*"):
            banker.click("#bs-pass")
    expect(banker.locator("#bs-placing")).to_be_visible()
    hand = table.snapshot()["view"]["hand"]
    colour = min(hand, key=lambda each: hand[each])

    # One stone of the hand: proposed, not booked before the banker says so.
    put(virtual, colour, "D6")
    expect(banker.locator("#proposal-text")).to_contain_text("D6", timeout=SEEN_MS)
    assert table.snapshot()["view"]["districts"]["D6"]["stones"] == {}
    keep_picture(banker, "city-banker")
    keep_picture(virtual, "city-virtual")
    banker.click("#book")
    expect(banker.locator("#proposal")).to_be_hidden()
    assert table.snapshot()["view"]["districts"]["D6"]["stones"] == {colour: 1}

    # A colour that nobody has to place contradicts the books: said, with a way out, and never booked.
    shown = table.snapshot()
    version, hand = shown["version"], shown["view"]["hand"]
    absent = next(each for each in ("red", "yellow", "white", "black") if not hand.get(each))
    put(virtual, absent, "D9")
    expect(banker.locator("#worries")).to_contain_text(
        f"D9, {absent}: 0 in the books, 1 in the picture", timeout=SEEN_MS
    )
    expect(banker.locator("#bs-city [data-district=D9]")).to_have_attribute("data-mark", re.compile("differs"))
    keep_picture(banker, "city-differs")
    assert table.snapshot()["version"] == version
    banker.locator("#ways-buttons button", has_text="D9 is empty").click()
    expect(banker.locator("#worries")).not_to_contain_text("D9")

    # The books say how the table is set.
    virtual.click("#v-tidy")
    expect(virtual.locator("#v-city [data-district=D9] .bs-room")).to_contain_text("0/7")
    assert table.snapshot()["simulated"]["stones"]["D6"] == {colour: 1}
    assert table.snapshot()["simulated"]["stones"]["D9"] == {}
