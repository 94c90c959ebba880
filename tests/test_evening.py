"""A whole game in Debian's chromium with everybody at the table at once, on the virtual table.

The banker at his desk and at the virtual table, three players on their phones, a television and an onlooker: a trade
that is taken back, a throw that was entered wrongly and is corrected, a take-over, a phone that loses its line, a
forced sale answered from it, a player who is out, and the end with its ranking. The amounts are worked out by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

import calibration
from companion.journal import Journal
from companion.record import parse_record, read_lines, replay
from tests.running import RunningTable, time_limit
from tests.test_seats import device, scanned
from tests.web.browser.browsing import tap_square

PIN = "482913"
SEEN_MS = 60_000  # the camera may take its time on a busy machine
HEADER: dict[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd", "Chloé"],
    "banker": "Andrea",
    "options": {},
    "start": {
        # 13 red houses in zone 1, red at 13,000; a blue chain of 2 on B5-C5, blue at 2,000.
        "board": [
            "rrrr........",
            "rrrr........",
            "rrrr........",
            "r...........",
            ".bb.........",
            *["............"] * 5,
        ],
        "cash": {"Andrea": 20000, "Bernd": 1000, "Chloé": 1000},
        "shares": {"Andrea": {"red": 2}, "Bernd": {"red": 1, "blue": 2}, "Chloé": {"blue": 5}},
        "turn": "Andrea",
    },
}

pytestmark = pytest.mark.browser


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    with Journal(tmp_path / "data" / "journal.db", lambda: "2026-01-02T03:04:05+00:00") as journal:
        journal.new_game(HEADER)
    running = RunningTable(tmp_path / "data", "--host", "0.0.0.0", "--pin", PIN, "--dice", "by-hand", "--seed", "3")
    yield running
    running.close()


class Evening:
    """Everybody's screens, and what several steps need."""

    def __init__(self, browser: Browser, table: RunningTable) -> None:
        self.table = table
        self.faults: list[str] = []
        self.banker = self.heed(browser.new_context(viewport={"width": 1280, "height": 900}).new_page())
        self.banker.goto(f"{table.address}/seats")
        self.banker.fill("[name=pin]", PIN)
        self.banker.click("form .main")
        self.banker.wait_for_url("**/seats")
        self.phones: dict[str, Page] = {}
        for player in HEADER["players"]:
            address = urlsplit(scanned(self.banker, player)).path
            phone = self.heed(device(browser))
            phone.goto(f"{table.address}{address}")
            phone.click("form .main")
            phone.wait_for_url("**/seat/*")
            self.phones[player] = phone
        self.virtual = self.heed(self.banker.context.new_page())
        self.virtual.goto(f"{table.address}/virtual")
        self.banker.goto(f"{table.address}/banker")
        self.tv = self.heed(browser.new_context(viewport={"width": 1920, "height": 1080}).new_page())
        self.tv.goto(f"{table.address}/tv")
        self.onlooker = self.heed(device(browser))
        self.onlooker.goto(f"{table.address}/board")
        for page in (self.banker, self.virtual, self.tv, self.onlooker, *self.phones.values()):
            page.wait_for_selector("html[data-link=live]")

    def heed(self, page: Page) -> Page:
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        return page

    def tidy(self) -> None:
        """The virtual board is set as the books say, and the camera agrees."""
        self.virtual.click("#v-tidy")
        expect(self.banker.locator("#worries li")).to_have_count(0, timeout=SEEN_MS)

    def put_red(self, square: str) -> None:
        self.virtual.locator("#v-picker button").first.click()
        tap_square(self.virtual, "#v-grid", square)

    def roll(self, zone: int, colour: str) -> None:
        """Dice by hand at the banker's desk; in this edition the colours are red, blue, green, yellow, black, white.

        His page must have shown what came before: for a moment after a tap nothing moves under the finger.
        """
        self.banker.wait_for_selector(f"html[data-revision='{self.table.snapshot()['revision']}']")
        self.banker.click(f"#dice-zones button:nth-child({zone})")
        self.banker.click(f"#dice-colours button[aria-label={colour}]")
        self.banker.click("#dice-book")

    def cash(self, player: str) -> Any:
        return expect(self.phones[player].locator("#mine-cash"))

    def book_what_is_asked(self) -> None:
        self.banker.locator("#asked button").filter(has_text="Book").click()
        expect(self.banker.locator("#asked")).to_be_hidden()


def test_a_whole_game_with_all_roles_at_once(browser: Browser, table: RunningTable) -> None:
    with time_limit(480):
        evening = Evening(browser, table)
        evening.tidy()
        play(evening)
        look_at_the_end(evening)
    assert evening.faults == []


def play(evening: Evening) -> None:
    banker, phones, tv = evening.banker, evening.phones, evening.tv

    # Andrea sells a share from her phone: 20,000 + 13,000. The banker takes it back.
    phones["Andrea"].click("#trade-sell")
    evening.book_what_is_asked()
    evening.cash("Andrea").to_have_text("33,000")
    banker.click("#undo")
    evening.cash("Andrea").to_have_text("20,000")

    # The throw is entered wrongly; the house on the table says otherwise, and one tap corrects it.
    evening.roll(1, "blue")
    expect(tv.locator("#tv-sentence")).to_contain_text("put a blue house into zone 1")
    evening.put_red("B4")
    banker.locator("#ways-buttons button").filter(has_text="The throw was 1, red").click(timeout=SEEN_MS)
    expect(banker.locator("#proposal-text")).to_have_text("Andrea puts a red house on B4")
    expect(banker.locator("#proposal-amounts")).to_contain_text("14,000")
    expect(evening.onlooker.locator("#b-differences")).to_contain_text("waits to be booked")

    # Bernd's phone loses its line, and says so.
    bernd = phones["Bernd"]
    bernd.context.set_offline(True)
    bernd.evaluate("dispatchEvent(new Event('online'))")  # makes the page try at once
    expect(bernd.locator("#link")).to_have_attribute("data-state", "stale")

    # The take-over: commission 14,000 and 2 x 1,000 for Andrea; blue falls by 2,000: Bernd loses 4,000 and has
    # 1,000 + 1,000 dividend, so 2,000 are missing; Chloé loses 10,000 and has 1,000.
    banker.click("#book")
    evening.cash("Andrea").to_have_text("36,000")
    expect(banker.locator("#worries")).to_contain_text("Andrea: take the blue houses on B5 and C5 off the board")
    evening.tidy()
    expect(tv.locator("#tv-sentence")).to_contain_text("Bernd owes 2,000")
    expect(banker.locator("#end-turn")).to_be_hidden()
    expect(phones["Andrea"].locator("#trade-sell")).to_be_hidden()

    # The line is back: the phone shows the whole picture, and the debtor decides. Half of 14,000 is 7,000.
    bernd.context.set_offline(False)
    bernd.evaluate("dispatchEvent(new Event('online'))")
    bernd.locator("#debt-sets button").first.click()
    expect(banker.locator("#asked-list")).to_contain_text("Bernd")
    evening.book_what_is_asked()
    evening.cash("Bernd").to_have_text("5,000")
    expect(phones["Chloé"].locator("#mine-note")).to_have_text("out of the game")
    expect(tv.locator(".tv-player.out .tv-name")).to_have_text("Chloé")

    # The last turn: Bernd's house makes 15, red reaches 15,000 and the game ends.
    banker.click("#end-turn")
    evening.roll(1, "red")
    evening.put_red("C4")
    expect(banker.locator("#proposal-text")).to_have_text("Bernd puts a red house on C4", timeout=SEEN_MS)
    banker.click("#book")


def look_at_the_end(evening: Evening) -> None:
    # Andrea 36,000 + 2,000 + 2 x 15,000; Bernd 5,000 + 15,000 commission; Chloé nothing.
    worth = {"Andrea": 68000, "Bernd": 20000, "Chloé": 0}
    for page in (evening.banker, *evening.phones.values()):
        ranking = page.locator("#over-ranking li")
        expect(ranking).to_have_count(3)
        for place, player in enumerate(worth):
            expect(ranking.nth(place)).to_contain_text(player)
        expect(ranking.first).to_contain_text("68,000")
    expect(evening.tv.locator("#tv-sentence")).to_contain_text("Andrea")

    over = evening.table.snapshot()["view"]["over"]
    assert (over["reason"], over["result"]) == ("price", worth)
    log = evening.table.snapshot()["log"]
    assert [line["event"]["do"] for line in log if line["undone"]] == ["roll", "sell"]
    assert [line["corrects"] is not None for line in log if line["event"]["do"] == "roll"].count(True) == 1

    # The record that the banker takes home says the same by the rules alone.
    content = evening.banker.request.get(f"{evening.table.address}/games/1.game.jsonl").body()
    record = parse_record(content)
    done = ["roll", "place", "forced_sale", "end_turn", "roll", "place"]
    assert [event["do"] for event in record.events] == done
    *_, last = replay(read_lines(content), calibration.board_file)
    over = last.game.result(last.step.state)
    assert over is not None
    assert over["result"] == worth
