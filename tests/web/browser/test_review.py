"""A recorded game of 80 turns with pictures, looked back on in a browser: by key, by touch, in print, by link."""

from __future__ import annotations

import csv
import re
import threading
from collections.abc import Callable, Iterator
from typing import Any

import cv2
import pytest
from playwright.sync_api import expect

from tests.web.browser.browsing import SIZES, too_small
from tests.web.browser.test_axe import violations
from tests.web.looking_back import EXPECTED, RECORD, LookingBack
from web.server import serve

pytestmark = pytest.mark.browser

PATHS = ("review", "review/1?at=100", "review/1/ledger", "review/1/analysis", "records")
STEP_MS = 1_200
"""A little more than one step of playing takes."""
TAKE_OVERS = [n for n, line in enumerate(EXPECTED) if line["removed"]]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    back = LookingBack(tmp_path_factory.mktemp("back"))
    back.clerk.catch_up()
    back.clerk.start()
    running = serve(back.app, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run)
    thread.start()
    yield f"http://127.0.0.1:{running.port}"
    running.close()
    thread.join(timeout=20)
    back.close()
    assert not thread.is_alive()


@pytest.fixture
def open_at(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens a page of a width and waits until its scripts are there; their errors fail the test."""
    faults: list[str] = []

    def opened(path: str, width: int = 1024, theme: str = "light", **more: Any) -> Any:
        size = {"width": width, "height": SIZES[width]}
        context = browser.new_context(viewport=size, color_scheme=theme, has_touch=width < 800, **more)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{address}/{path}")
        page.wait_for_selector("html[data-link=live]")
        return page

    yield opened
    assert faults == []


def at(page: Any, n: int) -> None:
    """Waits until the moment of line ``n`` is shown, and its address with it."""
    page.wait_for_selector(f'#r-moment[data-n="{n}"]')
    expect(page).to_have_url(re.compile(rf"[?&]at={n}(&|$)"))


def prices(page: Any) -> list[str]:
    return [text.strip() for text in page.locator("#r-moment .r-prices li").all_inner_texts()]


def test_one_walks_through_the_game_by_keys(open_at: Callable[..., Any]) -> None:
    page = open_at("review")
    page.locator('a[href="/review/1"]').click()
    at(page, len(RECORD.events))
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    for n in TAKE_OVERS[:2]:
        page.keyboard.press("j")
        at(page, n)
        assert prices(page) == [f"{price:,}" for price in EXPECTED[n]["prices"].values()]
        page.locator("#r-moment .r-take_over").wait_for()
        expect(page.locator("#r-moment .r-picture img")).to_have_js_property("naturalWidth", 160)
    page.keyboard.press("ArrowDown")
    expect(page.locator("#r-moment")).not_to_have_attribute("data-n", str(TAKE_OVERS[1]))
    assert int(page.locator("#r-moment").get_attribute("data-n")) > TAKE_OVERS[1]
    page.keyboard.press("End")
    at(page, len(RECORD.events))
    assert page.locator("#r-on").get_attribute("aria-disabled") == "true"


def test_the_charts_point_at_the_moment_and_lead_to_one(open_at: Callable[..., Any]) -> None:
    page = open_at("review/1?at=0")
    chart = page.locator(".r-chart").first

    def shown_at() -> float:
        at: float = chart.evaluate("node => parseFloat(getComputedStyle(node, '::after').left) / node.clientWidth")
        return at

    # The lines begin at 44 of 440 and end 84 before the right edge.
    assert shown_at() == pytest.approx(44 / 440, abs=0.01)
    box = chart.bounding_box()
    chart.click(position={"x": box["width"] * (440 - 84) / 440, "y": box["height"] / 2})
    at(page, len(RECORD.events))
    assert shown_at() == pytest.approx((440 - 84) / 440, abs=0.01)


def test_it_plays_forward_and_back_and_stops(open_at: Callable[..., Any]) -> None:
    page = open_at("review/1?at=10")
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 1_000)  # from here time goes on as the test says
    play, back = page.locator("#r-play"), page.locator("#r-play-back")
    play.click()
    at(page, 11)
    page.clock.run_for(STEP_MS)
    at(page, 12)
    play.click()
    expect(play).to_have_attribute("aria-pressed", "false")
    page.clock.run_for(5 * STEP_MS)
    at(page, 12)
    back.click()
    at(page, 11)
    page.clock.run_for(STEP_MS)
    at(page, 10)


def test_a_link_to_a_moment_opens_it_for_somebody_else(open_at: Callable[..., Any]) -> None:
    page = open_at("review/1")
    assert page.locator("[data-jump=take_over]").get_attribute("aria-disabled") == "true", "nothing comes after the end"
    page.keyboard.press("Home")
    at(page, 0)
    page.locator("[data-jump=take_over]").click()
    at(page, TAKE_OVERS[0])
    link = page.locator("#r-link").get_attribute("href")
    other = open_at(link.lstrip("/"), 390)
    at(other, TAKE_OVERS[0])
    assert other.locator("#r-moment .r-text").inner_text() == page.locator("#r-moment .r-text").inner_text()


def test_a_finger_moves_it_on_a_small_phone(open_at: Callable[..., Any]) -> None:
    page = open_at("review/1?at=100", 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#r-on").tap()
    at(page, 101)
    page.locator("#r-range").fill("150")
    at(page, 150)
    page.locator('.r-turns a[data-n="20"]').tap()
    at(page, 20)


def test_the_ledger_is_filtered_and_taken_away(open_at: Callable[..., Any], tmp_path: Any) -> None:
    page = open_at("review/1/ledger")
    page.locator("select[name=kind]").select_option("loss")
    page.get_by_role("button", name="Show").click()
    losses = [entry for line in EXPECTED for entry in line["entries"] if entry["kind"] == "loss"]
    page.wait_for_selector("html[data-link=live]")
    assert page.locator(".r-ledger tbody tr").count() == len(losses)
    with page.expect_download() as download:
        page.get_by_role("link", name="Ledger (CSV)").click()
    path = tmp_path / "ledger.csv"
    download.value.save_as(path)
    with path.open(encoding="utf-8-sig", newline="") as file:
        assert len(list(csv.DictReader(file))) == sum(len(line["entries"]) for line in EXPECTED)


def test_a_film_is_made_while_one_waits_and_taken_away(open_at: Callable[..., Any], tmp_path: Any) -> None:
    page = open_at("review/1")
    with page.expect_download() as taken:
        page.locator("#r-film").click()
    path = tmp_path / "film.avi"
    taken.value.save_as(path)
    film = cv2.VideoCapture(str(path))
    assert int(film.get(cv2.CAP_PROP_FRAME_COUNT)) == sum(event["do"] == "place" for event in RECORD.events)
    film.release()
    expect(page.locator("#r-film-stop")).to_be_hidden()


def test_an_analysis_is_worked_out_while_one_waits(open_at: Callable[..., Any]) -> None:
    page = open_at("review/1/analysis")
    if page.locator("#r-start").count():
        page.locator("#r-start").click()
    page.get_by_role("heading", name="Turning point").wait_for(timeout=120_000)
    page.get_by_role("heading", name="Luck and skill").wait_for()


def test_it_prints_without_its_controls(open_at: Callable[..., Any]) -> None:
    page = open_at("review/1?at=100")
    page.emulate_media(media="print")
    assert not page.locator("#r-controls").is_visible()
    assert page.locator("#r-moment").is_visible()
    assert page.locator(".r-turns").is_visible()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1920)])
def test_axe_finds_nothing_looking_back(open_at: Callable[..., Any], path: str, theme: str, width: int) -> None:
    page = open_at(path, width, theme=theme, reduced_motion="reduce")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page) == []
    if width == 360:
        assert too_small(page) == []
