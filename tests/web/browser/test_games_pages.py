"""The pages of BIG SHOT and REIBACH & CO fit every screen, and axe finds nothing on them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import calibration
from companion.own_boards import DistrictBoards
from companion.record import parse_record
from companion.review import Clerk, Library
from tests.companion.table.conftest import At
from tests.web.browser.browsing import Open, too_small, violations, visiting
from tests.web.browser.test_games_played import GAMES
from tests.web.fakes import FakeSettings
from web import House, create_app

pytestmark = pytest.mark.browser

PAGES = ("banker", "seat/1", "seat/2", "tv", "")
BESIDE: dict[str, tuple[str, ...]] = {
    "placing": ("sheet", "setup?game=big_shot", "districts"),
    "tracked": ("sheet", "setup?game=reibach"),
    "sheet": ("sheet",),
    "reibach over": ("sheet",),
}
"""Pages that look the same in the other moments of the game: what is set up for one, and the sheet where it is none."""
MOMENTS = {
    "placing": ("big_shot/legal/g0007", 3),
    "auction of two, cash hidden": ("big_shot/legal/g0013", 90),
    "hard": ("big_shot/legal/g0004", 160),
    "big shot over": ("big_shot/legal/g0001", 0),
    "tracked": ("reibach/legal/g0015", 40),
    "sheet": ("reibach/legal/g0009", 2),
    "reibach over": ("reibach/legal/g0002", 0),
}


WIDE = {
    "roll": ("big_shot/legal/g0007", 139),
    "big shot over": ("big_shot/legal/g0001", 0),
    "reibach over": ("reibach/legal/g0002", 0),
    "economy over": ("master_of_economy/legal/g0000", 0),
}
"""Moments of games whose players have the longest names that there are, of the widest letter."""


@pytest.fixture
def at(request: pytest.FixtureRequest) -> Iterator[At]:
    wide = request.param.removeprefix("wide: ")
    name, left = MOMENTS[wide] if wide == request.param else WIDE[wide]
    text = (GAMES / f"{name}.game.jsonl").read_text()
    if wide != request.param:
        for seat, player in enumerate(json.loads(text.splitlines()[0])["players"], start=1):
            text = text.replace(json.dumps(player, ensure_ascii=False), f'"{"W" * 23}{seat}"')
    record = parse_record(text.encode())
    made = At(None, header={**record.header, **({"x_hidden_cash": True} if "cash" in wide else {})})
    for event in record.events[: len(record.events) - left]:
        made.ask("event", event=dict(event))
    yield made
    made.journal.close()


@pytest.fixture
def open_page(browser: Any, at: At, tmp_path: Any) -> Iterator[Open]:
    library = Library(at.journal, calibration.board_file)
    clerk = Clerk(library)
    clerk.catch_up()
    app = create_app(
        House(
            at.table,
            addresses=["http://10.0.0.9/"],
            cities=DistrictBoards(tmp_path),
            library=library,
            clerk=clerk,
            settings=FakeSettings(),
        ),
        secret_key=b"of the tests only",
    )
    with visiting(browser, app) as opened:
        yield opened


@pytest.mark.parametrize("at", MOMENTS, indirect=True)
def test_they_fit_and_axe_finds_nothing(at: At, open_page: Open, request: pytest.FixtureRequest) -> None:
    beside = BESIDE.get(request.node.callspec.params["at"], ())
    for theme, width in (("light", 360), ("dark", 1920)):
        page = open_page("", width, color_scheme=theme)
        for path in (*PAGES, *beside):
            page.goto(path)
            page.wait_for_selector(f"html[data-revision='{at.now['revision']}']")
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (path, width)
            assert violations(page) == [], (path, theme)
            if width == 360:
                assert too_small(page) == [], path


@pytest.mark.parametrize("at", [f"wide: {name}" for name in WIDE], indirect=True)
def test_wide_names_and_longer_words_fit_a_phone(at: At, open_page: Open) -> None:
    assert at.now["game"]["over"] or "roll" in at.now["legal"]
    page = open_page("", 360, locale="de")
    for path in ("banker", "seat/1", "review", "review/1", "review/1/ledger", "records"):
        page.goto(path)
        page.wait_for_selector(f"html[data-revision='{at.now['revision']}']")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


@pytest.mark.parametrize("at", ["placing"], indirect=True)
def test_cash_is_hidden_in_a_game_that_is_begun_so(at: At, open_page: Open) -> None:
    page = open_page("setup?game=big_shot", 360)
    page.click("#s-rules summary")
    page.check("#s-hidden")
    page.click("#s-start")
    page.wait_for_url("**/banker")
    begun = at.now["game"]["players"][0]
    assert (at.now["game"]["id"], at.now["game"]["hidden_cash"]) == (2, True)
    page = open_page("tv", 1920)
    expect(page.locator("#tv-players .tv-cash").first).to_have_text("cash hidden")
    assert at.now["view"]["cash"][begun]
