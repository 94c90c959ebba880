"""Three turns on the virtual table, through the pages, as people would play them; and a pulled plug in between.

With BANKHALTER_README_PICTURES=FOLDER the README's pictures are left there (`make pictures`).
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.running import RunningTable

SEEN_MS = 60_000
"""How long the camera may take to be sure of a house, on a slow machine with other tests beside it."""


README_PICTURES = os.environ.get("BANKHALTER_README_PICTURES")


def keep_picture(page: Page, name: str, *, whole: bool = False) -> None:
    """What is seen of a page, or the whole of it, with no pointer over it."""
    if README_PICTURES:
        page.mouse.move(0, 0)
        page.screenshot(path=Path(README_PICTURES) / f"{name}.png", full_page=whole)


def open_page(browser: Browser, address: str, width: int = 1280) -> Page:
    still = "reduce" if README_PICTURES else None  # no light of a picture is off because it blinks
    page = browser.new_page(viewport={"width": width, "height": 860}, reduced_motion=still)
    page.goto(address)
    return page


def neighbours(square: str) -> set[str]:
    col, row = ord(square[0]) - ord("A"), int(square[1:])
    return {f"{chr(ord('A') + col + dx)}{row + dy}" for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}


def lone_square(shown: dict[str, Any], company: str) -> str:
    """A square for a house of that company that touches no other house."""
    taken = set(shown["simulated"]["houses"])
    options = shown["legal"]["place"]["options"]
    return next(o["square"] for o in options if o["company"] == company and not neighbours(o["square"]) & taken)


def put_house(virtual: Page, company: str, square: str) -> None:
    virtual.locator("#v-picker").get_by_role("radio", name=company, exact=False).click()
    virtual.locator(f'#v-grid [data-square="{square}"]').click()


@pytest.mark.browser
def test_three_turns_through_the_pages(browser: Browser, table: RunningTable) -> None:
    banker = open_page(browser, f"{table.address}/banker")
    virtual = open_page(browser, f"{table.address}/virtual", 1160)  # its picture is to stay small
    tv = open_page(browser, f"{table.address}/tv")

    # beginning with the banker, clockwise, each picks a free share; all take red.
    for player in ("Player 3", "Player 1", "Player 2"):
        expect(banker.locator("#sentence")).to_contain_text(player)
        banker.locator("#pick-companies button").filter(has_text="Red").click()
    expect(banker.locator("#sentence")).to_contain_text("Player 1")  # the banker's left

    cash = dict.fromkeys(("Player 1", "Player 2", "Player 3"), 0)
    houses: dict[str, str] = {}
    for mover in cash:
        expect(virtual.locator("#v-sentence")).to_contain_text(mover)
        virtual.locator("#v-throw").click()
        expect(banker.locator("#sentence")).to_contain_text(re.compile("zone", re.IGNORECASE))
        shown = table.snapshot()
        assert shown["view"]["phase"] == "place"
        roll = next(line["event"] for line in shown["log"] if line["event"]["do"] == "roll")
        company = "red" if roll["colour"] in ("black", "white") else roll["colour"]
        square = lone_square(shown, company)
        put_house(virtual, company, square)

        proposal = banker.locator("#proposal-text")
        expect(proposal).to_contain_text(square, timeout=SEEN_MS)
        expect(proposal).to_contain_text(company)
        assert table.snapshot()["view"]["cash"] == cash, "nothing is booked before the banker confirms it"
        keep_picture(banker, "banker")
        keep_picture(virtual, "virtual", whole=True)  # what its camera sees stands further down
        banker.locator("#book").click()
        expect(banker.locator("#end-turn")).to_be_visible()
        keep_picture(tv, "tv")

        # A lone house earns 1,000 (placement, step 3); the first house of red pays 1,000 on each red share.
        if company == "red" and "red" not in houses.values():
            cash = {player: amount + 1000 for player, amount in cash.items()}
        cash[mover] += 1000
        houses[square] = company
        shown = table.snapshot()
        assert shown["view"]["cash"] == cash
        assert shown["view"]["prices"][company] == 1000
        assert shown["tracks"][company]["lit"] == 1
        lights = virtual.locator(f".v-track.co-{company} .v-light.lit")
        expect(lights).to_have_count(1)
        banker.locator("#end-turn").click()

    expect(banker.locator("#sentence")).to_contain_text("Player 1")
    expect(tv.locator("body")).to_contain_text("Player 1")
    share = 1000 if "red" in houses.values() else 0  # each holds one red share, worth its price
    for player, amount in cash.items():
        row = tv.locator("li").filter(has_text=player)
        expect(row).to_contain_text(f"{amount + share:,}")
    kinds = [line["event"]["do"] for line in reversed(table.snapshot()["log"])]
    assert kinds == ["pick"] * 3 + ["roll", "place", "end_turn"] * 3


@pytest.mark.browser
def test_a_pulled_plug_loses_nothing_and_doubles_nothing(browser: Browser, tmp_path: Path) -> None:
    data = tmp_path / "data"
    table = RunningTable(data, "--seed", "1")
    try:
        virtual = open_page(browser, f"{table.address}/virtual")
        banker = open_page(browser, f"{table.address}/banker")
        for _ in range(3):
            turn = table.snapshot()["waiting"]["actor"]
            expect(banker.locator("#sentence")).to_contain_text(turn)
            banker.locator("#pick-companies button").first.click()
            expect(banker.locator("#sentence")).not_to_contain_text(f"{turn}: pick")
        virtual.locator("#v-throw").click()
        expect(banker.locator("#sentence")).to_contain_text(re.compile("zone", re.IGNORECASE))
        shown = table.snapshot()
        option = shown["legal"]["place"]["options"][0]
        put_house(virtual, option["company"], option["square"])
        expect(banker.locator("#proposal-text")).to_contain_text(option["square"], timeout=SEEN_MS)
        before = table.snapshot()
        table.kill()
        for page in (virtual, banker):  # they would go on looking for the table where it no longer is
            page.close()

        # What was booked is there; the house on the board is still there and is proposed again, not booked.
        table = RunningTable(data, "--seed", "1")
        after = table.snapshot()
        assert after["view"] == before["view"]
        assert after["log"] == before["log"]
        assert after["simulated"]["houses"] == before["simulated"]["houses"]
        banker = open_page(browser, f"{table.address}/banker")
        expect(banker.locator("#proposal-text")).to_contain_text(option["square"], timeout=SEEN_MS)
        banker.locator("#book").click()
        expect(banker.locator("#end-turn")).to_be_visible()
        booked = table.snapshot()
        table.kill()
        banker.close()

        table = RunningTable(data, "--seed", "1")
        again = table.snapshot()
        assert again["view"] == booked["view"]
        assert [line["event"]["do"] for line in again["log"]].count("place") == 1
    finally:
        table.close()
