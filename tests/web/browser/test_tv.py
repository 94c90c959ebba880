"""The television in Debian's chromium: it follows by itself and fits every screen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import Open

pytestmark = pytest.mark.browser


def test_the_television_follows_and_shows_a_rise(open_page: Open, table: Any) -> None:
    page = open_page("tv", 1920)
    rising = table.snapshot()
    rising["view"]["prices"]["red"] = 6000
    table.shown = {**rising, "revision": 8, "version": 32}
    page.wait_for_selector(".co-red .rung.rising")
    assert page.locator(".column.co-red .rung.rising").count() == 2
    assert page.inner_text(".column.co-red .column-price") == "6,000"
    assert page.inner_text(".column.co-red .column-move") == "2,000"


def test_the_television_tells_what_no_payment_says(open_page: Open, table: Any) -> None:
    page = open_page("tv", 1920)
    assert not page.is_visible("#tv-last-news")
    shown = table.snapshot()
    shown["log"][0]["news"] = ["Bernd still owes the bank 2,000"]
    table.shown = {**shown, "revision": 9}
    page.wait_for_selector("#tv-last-news .news")
    assert page.inner_text("#tv-last-news") == "Bernd still owes the bank 2,000"


OUTSIDE = """
[...document.querySelectorAll(
  "main, .tv-sentence, .tv-board, .tv-player, .tv-share, .tv-cash, .column-price, .tv-last-text")]
  .filter((node) => node.checkVisibility()).filter((node) => {
    const box = node.getBoundingClientRect();
    return box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.height < 8;
  }).map((node) => node.className)
"""


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_television_fits_from_small_to_large(open_page: Open, set_scene: Any, table: Any, players: int) -> None:
    set_scene("six")
    shown = table.snapshot()
    shown["game"]["players"] = shown["game"]["players"][:players]
    table.shown = {**shown, "revision": shown["revision"] + 1}
    page = open_page("tv", 1024)
    for width, height in [(1024, 600), (1024, 768), (1280, 720), (1366, 768), (1920, 1080), (3840, 2160)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(OUTSIDE) == [], (width, height)
        assert page.locator(".tv-cash:visible").count() == players
        # a digit is three quarters of its type's size high
        clipped = """[...document.querySelectorAll(".rung")].filter((rung) => {
          const { overflow, fontSize } = getComputedStyle(rung);
          return overflow !== "visible" || rung.clientHeight < 0.75 * parseFloat(fontSize);
        }).length"""
        assert page.evaluate(clipped) == 0, (width, height)


def test_the_television_makes_room_for_the_word_that_the_line_is_cut(open_page: Open) -> None:
    page = open_page("tv", 1920)
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # makes the page try at once
    page.wait_for_selector("#link[data-state=stale]")
    bar, sentence = (page.locator(at).bounding_box() for at in ("#link", "#tv-sentence"))
    assert sentence["y"] >= bar["y"] + bar["height"]
    assert page.evaluate(OUTSIDE) == []
