"""The roles at one running table: banker by PIN, player by the code of his seat, a television that looks on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.running import RunningTable

PIN = "482913"
BANKER = "Player 3"  # picks first

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    arguments = ("--host", "0.0.0.0", "--pin", PIN, "--camera", "none", "--dice", "by-hand")
    running = RunningTable(tmp_path / "data", *arguments)
    yield running
    running.close()


def device(browser: Browser) -> Page:
    """A browser of its own, on a phone."""
    return browser.new_context(viewport={"width": 390, "height": 844}).new_page()


def scanned(page: Page, player: str) -> str:
    """The address in the code beside a player's name, as a camera reads it that is moved nearer until it does."""
    card = page.locator(".seat-code").filter(has_text=player)
    picture = cv2.imdecode(np.frombuffer(card.locator(".seat-qr").screenshot(), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    eye = cv2.QRCodeDetectorAruco()  # the older detector misses one clean code in twenty
    read = (eye.detectAndDecode(cv2.resize(picture, None, fx=near, fy=near))[0] for near in (3, 1, 2, 4))
    return next(text for text in read if text)


def test_a_player_joins_by_the_code_and_asks_and_the_banker_books(browser: Browser, table: RunningTable) -> None:
    banker = device(browser)
    banker.goto(f"{table.address}/seats")
    banker.fill("[name=pin]", PIN)
    banker.click("form .main")
    banker.wait_for_url("**/seats")
    address = scanned(banker, BANKER)

    phone = device(browser)
    phone.goto(f"{table.address}{urlsplit(address).path}")
    phone.click("form .main")
    phone.wait_for_url("**/seat/3")
    phone.locator("#pick-companies button").filter(has_text="Red").click()
    expect(phone.locator("#asked-list")).to_contain_text("picks a share of Red")

    onlooker = device(browser)
    onlooker.goto(f"{table.address}/tv")
    onlooker.wait_for_selector("html[data-link=live]")
    assert table.snapshot()["view"]["shares"][BANKER]["red"] == 0, "nothing is booked before the banker confirms it"

    banker.goto(f"{table.address}/banker")
    banker.locator("#asked button").filter(has_text="Book").click()
    expect(phone.locator("#mine-shares li").first.locator("b")).to_have_text("1")
    expect(phone.locator("#asked")).to_be_hidden()
    expect(onlooker.locator("#tv-last-text")).to_contain_text("picks a share of Red")
    assert table.snapshot()["log"][0]["actor"] == f"banker:{BANKER}"

    # Another's seat stays shut, and so does the banker's page.
    phone.goto(f"{table.address}/seat/1")
    expect(phone.locator(".error-status")).to_have_text("403")
    phone.goto(f"{table.address}/banker")
    expect(phone).to_have_url(f"{table.address}/pin?next=/banker")


def test_an_open_page_of_a_seat_ends_with_the_session(browser: Browser, table: RunningTable) -> None:
    banker = device(browser)
    banker.goto(f"{table.address}/banker")
    banker.fill("[name=pin]", PIN)
    banker.click("form .main")
    banker.wait_for_selector("html[data-link=live]")
    home = banker.context.new_page()
    home.goto(table.address)
    home.locator(".h-leave button").click()
    home.wait_for_selector("html[data-link=live]")
    banker.evaluate("dispatchEvent(new Event('online'))")  # as a line that comes back
    banker.wait_for_url("**/pin?next=/banker")
