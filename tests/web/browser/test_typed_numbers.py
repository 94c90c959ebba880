"""A number that is typed so that it may be another one is never booked as one of them: the page asks for it again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.record import parse_record
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import HEADER, At
from tests.web.browser.browsing import visiting
from tests.web.fakes import FakeSimulator, app_of

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[2] / "games"
UNCLEAR = ("2.7", "1.000", "1e1", "-1", "")
"""1.000 is a thousand to some and one to others; nothing at all is no number either."""

TRADE = {**header_of(2, {"year": 1, "phase": 4}), "banker": "Andrea"}
SHEET = json.loads((GAMES / "reibach/legal/g0009.game.jsonl").read_text().splitlines()[0])
OFFERS = {"do": "offers", "company": "red", "import": {"coal": 1}, "export": {}}


def auction() -> At:
    """A game of BIG SHOT up to its first bid."""
    record = parse_record((GAMES / "big_shot/legal/g0007.game.jsonl").read_bytes())
    at = At(None, header=dict(record.header))
    for event in record.events:
        if "bid" in at.now["legal"]:
            break
        at.ask("event", event=dict(event))
    return at


def offered() -> At:
    at = At(None, header=TRADE)
    at.ask("event", event=OFFERS)
    return at


ASKED_AGAIN = {
    "offers": (
        lambda: At(None, header=TRADE),
        "#me-acts [data-kind=offers] [data-good=coal] input[type=number]",
        "#me-acts [data-kind=offers] > button",
    ),
    "rows": (lambda: At(None, header=SHEET), "#rb-report-rows [data-key=art] [name=cards]", "#rb-report-book"),
}
"""What makes a table, the field and the button of a form that leads back to the field."""
NOT_TO_BE_PRESSED = {
    "shares": (lambda: At(None, header=HEADER), "banker", "#trade-number", "#trade-buy"),
    "bid": (auction, "banker", "#bs-bid-number", "#bs-bid"),
    "correction": (offered, "banker", "#correct-import [name=coal]", "#correct-book"),
    "bid for a place": (
        lambda: At(None, header=TRADE), "setup?game=master_of_economy", "#s-places li:first-child input", "#s-start",
    ),
}  # fmt: skip
"""What makes a table, the page, the field and the button of a form that has nothing to press so long."""


@pytest.fixture
def open_page(browser: Any) -> Iterator[Any]:
    with ExitStack() as stack:

        def opened(at: At, path: str) -> Any:
            stack.callback(at.journal.close)
            return stack.enter_context(visiting(browser, app_of(at.table, FakeSimulator())))(path)

        yield opened


@pytest.mark.parametrize("case", ASKED_AGAIN)
def test_the_button_leads_back_to_the_field(case: str, open_page: Any) -> None:
    make, field, button = ASKED_AGAIN[case]
    at = make()
    page = open_page(at, "banker")
    for text in UNCLEAR:
        page.fill(field, text)
        page.click(button)
        expect(page.locator(field)).to_be_focused()
        expect(page.locator("#notice")).to_contain_text("Type a whole number here")
        assert at.version == 0, text
    page.fill(field, "2")
    with page.expect_response("**/command?*"):
        page.click(button)
    assert at.version == 1


@pytest.mark.parametrize("column", ["multitalents", "risk"])
def test_a_row_without_a_business_card_is_asked_for(column: str, open_page: Any) -> None:
    """The first card of a row is a business card (B-3): what is reported of one that has none would count nothing."""
    at = At(None, header=SHEET)
    page = open_page(at, "banker")
    page.fill(f"#rb-report-rows [data-key=gold] [name={column}]", "1")
    page.click("#rb-report-book")
    expect(page.locator("#rb-report-rows [data-key=gold] [name=cards]")).to_be_focused()
    expect(page.locator("#notice")).to_contain_text("A row begins with a business card")
    assert at.version == 0


@pytest.mark.parametrize("case", NOT_TO_BE_PRESSED)
def test_the_button_waits_for_the_number(case: str, open_page: Any) -> None:
    make, path, field, button = NOT_TO_BE_PRESSED[case]
    page = open_page(make(), path)
    page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
    unclear = [text for text in UNCLEAR if text or case != "bid for a place"]  # nothing is bid where nothing is typed
    for text in unclear:
        page.fill(field, "1")
        page.fill(field, text)
        expect(page.locator(button)).to_have_attribute("aria-disabled", "true")
    page.fill(field, "1")
    if case != "bid":  # how much has been bid is of no matter here
        expect(page.locator(button)).not_to_have_attribute("aria-disabled", "true")


def test_numbers_are_read_in_one_place() -> None:
    scripts = Path(__file__).parents[3] / "web" / "static" / "js"
    assert [path.name for path in scripts.rglob("*.js") if "Math.trunc(Number(" in path.read_text()] == []
