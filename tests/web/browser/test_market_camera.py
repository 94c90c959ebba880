"""The market's camera from end to end: markers laid on the virtual table, seen, compared, taken over into the form."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.commands._stage import Plan, Stage
from companion.journal import Journal
from companion.table import Table
from hardware.wiring import CameraWiring, DiceWiring, Wiring
from tests.companion.games.master_of_economy.conftest import header_of
from tests.web.browser.browsing import Open, visiting
from tests.web.browser.test_axe import violations
from web import House, create_app

pytestmark = pytest.mark.browser

NOW = "2026-01-02T03:04:05+00:00"


@pytest.fixture
def table(tmp_path: Path, browser: Any) -> Iterator[tuple[Table, Open]]:
    """Red makes its offers at a virtual table; what opens its pages."""
    with Journal(None, lambda: NOW) as journal:
        journal.new_game({**header_of(2, {"year": 1, "phase": 4}), "banker": "Andrea"})
        stage = Stage(Plan(Wiring(camera=CameraWiring("virtual"), dice=DiceWiring("by-hand")), None, tmp_path, seed=2))
        table = Table(journal, calibration.board_file, devices=stage.health, simulated=stage.state)
        try:
            stage.start(table)
            app = create_app(House(table, stage, stage), secret_key=b"of the tests only")
            app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
            with visiting(browser, app) as opened:
                yield table, opened
        finally:
            stage.close()


def test_offers_laid_on_the_virtual_market_are_seen_compared_and_entered(table: tuple[Table, Open]) -> None:
    at, open_page = table
    virtual = open_page("virtual", 1280)
    virtual.locator("#v-picker [aria-label=red]").click()
    for field in ("coal import", "coal import", "building 3"):
        with virtual.expect_response("**/simulator*"):
            virtual.click(f'#v-fields [data-tap="{field}"]')
    banker = open_page("banker", 1280)
    banker.wait_for_selector("#me-draft-text:has-text('Red Socks wants 2 coal and offers building material on 3')")
    assert rows(banker) == [
        ["Building material (field 3)", "–", "1 Red Socks", "not entered yet"],
        ["Coal (import)", "–", "2 Red Socks", "not entered yet"],
    ]
    banker.click("#me-draft-take")
    assert at.snapshot()["version"] == 0, "what the camera sees is booked by nobody but the banker"
    banker.get_by_role("button", name="Make these offers", exact=True).click()
    banker.wait_for_selector("#me-seen [data-state=same] >> nth=1")
    assert rows(banker) == [
        ["Building material (field 3)", "1 Red Socks", "1 Red Socks", "agrees"],
        ["Coal (import)", "2 Red Socks", "2 Red Socks", "agrees"],
    ]
    # Two markers on one export field: nobody can tell which of them counts.
    virtual.locator("#v-picker [aria-label=blue]").click()
    with virtual.expect_response("**/simulator*"):
        virtual.click('#v-fields [data-tap="building 3"]')
    banker.wait_for_selector("#me-seen [data-state=unknown]")
    assert rows(banker)[0] == ["Building material (field 3)", "1 Red Socks", "?", "not known"]
    assert "Building material (field 3)" in banker.inner_text("#worries")
    assert at.snapshot()["version"] == 1
    assert violations(virtual) == []
    assert violations(banker) == []


def rows(page: Any) -> list[list[str]]:
    """The comparison, field by field."""
    return [row.locator("th, td").all_inner_texts() for row in page.locator("#me-seen-body tr").all()]
