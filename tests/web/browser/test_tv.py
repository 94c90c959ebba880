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


# lines that the text takes, and whether it is wider than its place
LINES = """
[...document.querySelectorAll(".column-price")].map((node) => {
  const text = document.createRange();
  text.selectNodeContents(node);
  const tops = new Set([...text.getClientRects()].map((box) => Math.round(box.top)));
  return [tops.size, text.getBoundingClientRect().width > node.getBoundingClientRect().width];
})
"""


@pytest.mark.parametrize("speech", ["en", "fr"])
def test_the_highest_price_stands_in_one_line(open_page: Open, table: Any, speech: str) -> None:
    table.shown["view"]["prices"] = dict.fromkeys(("red", "blue", "green", "yellow"), 15_000)
    page = open_page(f"tv?lang={speech}", 1024)
    for width, height in [(360, 740), (1024, 600), (1024, 768), (1366, 768), (1920, 1080), (3840, 2160)]:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(LINES) == [[1, False]] * 4, (width, height)


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


def test_the_picture_wanders_so_that_nothing_burns_in(open_page: Open, table: Any) -> None:
    page = open_page("", 1920)
    page.clock.install()
    page.goto(f"{page.url}tv")
    page.wait_for_selector("html[data-link=live]")
    places = set()
    for _ in range(8):
        page.clock.fast_forward(60_000)
        box = page.locator("#tv-sentence").bounding_box()
        places.add((round(box["x"]), round(box["y"])))
    assert len(places) >= 4
    assert max(x for x, _ in places) - min(x for x, _ in places) == 8  # from 4 pixels left to 4 right


def test_without_a_wake_lock_a_film_keeps_the_television_awake(open_page: Open) -> None:
    page = open_page("", 1920)
    page.add_init_script("delete Navigator.prototype.wakeLock;")
    page.goto(f"{page.url}tv")
    page.wait_for_function(
        "(video => video && !video.paused && video.currentTime > 0)(document.querySelector('#awake'))"
    )


LISTEN = """
window.spoken = [];
Object.defineProperty(window, "speechSynthesis", {
  value: { speak: (said) => window.spoken.push([said.lang, said.text]), cancel: () => { window.spoken = []; } } });
Object.defineProperty(navigator, "userActivation", { value: { hasBeenActive: false } });
"""


def test_the_television_says_what_is_new_once_and_only_where_it_is_wanted(open_page: Open, table: Any) -> None:
    def told(revision: int, *texts: str, speaks: bool = True) -> None:
        aloud = [{"key": f"3 {text}", "text": text} for text in texts]
        table.shown = {**table.snapshot(), "revision": revision, "tv_speaks": speaks, "aloud": aloud}
        page.wait_for_selector(f"html[data-revision='{revision}']")

    page = open_page("", 1920)
    page.add_init_script(LISTEN)
    page.goto(f"{page.url}tv")
    page.wait_for_selector("html[data-link=live]")
    told(101, "Bernd buys", speaks=False)
    told(102, "Bernd buys")
    assert page.evaluate("window.spoken") == [], "what was before is not said"
    told(103, "Bernd buys", "Bernd throws red, zone 1")
    told(104, "Bernd buys", "Bernd throws red, zone 1")
    assert page.evaluate("window.spoken") == [["en", "Bernd throws red, zone 1"]]
    assert page.is_visible("#voice-hint"), "a browser is silent before the first touch"
    page.keyboard.press("a")
    page.wait_for_selector("#voice-hint", state="hidden")
    told(105, "Wings monte à 14\u202f000")
    assert page.evaluate("window.spoken.at(-1)[1]") == "Wings monte à 14000", "a French sum is one number"
    told(106, "Bernd sells", speaks=False)
    assert page.evaluate("window.spoken") == []


def test_an_open_page_changes_its_language_with_the_tables(open_page: Open, table: Any, settings: Any) -> None:
    page = open_page("tv", 1920)
    asked = open_page("tv?lang=fr", 1920)
    for each in (page, asked):
        each.wait_for_selector("html[data-link=live]")
    settings.change({"language": "de"})
    table.shown = {**table.snapshot(), "revision": 301}
    page.wait_for_selector("html[lang=de][data-link=live]")
    asked.wait_for_selector("html[lang=fr][data-revision='301']")
