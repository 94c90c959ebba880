"""The price lights of the virtual table: what the table says that they do, played in the page."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import Open
from tests.web.fakes import FakeTable

pytestmark = pytest.mark.browser


def lit(page: Any, company: str) -> Any:
    return page.locator(f".v-track.co-{company} .v-light.lit")


def test_the_lights_do_what_the_table_says_and_end_with_its_loop(open_page: Open) -> None:
    from playwright.sync_api import expect

    page = open_page("virtual", 1024)
    # The film ends with red at 2, and blue's topmost light blinking.
    expect(lit(page, "red")).to_have_count(2)
    for _ in range(2):
        expect(lit(page, "blue")).to_have_count(1)
        expect(page.locator(".v-track.co-blue .v-light").nth(15)).to_have_class("v-light lit")
        expect(lit(page, "blue")).to_have_count(0)


def test_who_wants_no_motion_sees_the_prices_with_a_ring_around_what_would_blink(
    open_page: Open, table: FakeTable
) -> None:
    from playwright.sync_api import expect

    page = open_page("virtual", 390, reduced_motion="reduce")
    for company, track in table.snapshot()["tracks"].items():
        expect(lit(page, company)).to_have_count(track["lit"])
        expect(page.locator(f".v-track.co-{company} .v-light.blink")).to_have_count(min(track["blink"], track["lit"]))
    assert page.locator(".v-light.blink").first.evaluate("node => getComputedStyle(node).boxShadow").startswith("rgb")
