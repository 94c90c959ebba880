"""A game begins from the page New game."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.web.browser.browsing import Open

pytestmark = pytest.mark.browser


def test_a_game_begins_with_one_tap(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("none")
    page = open_page("setup")
    page.click("#s-start")
    page.wait_for_url("**/banker")
    page.wait_for_selector("html[data-link=live]")
    sent = table.commands[0][0]
    assert sent["header"] == {
        "format": "bankhalter-game/1",
        "game": "shark",
        "edition": "2001",
        "board": "shark-2001",
        "players": ["Player 1", "Player 2", "Player 3"],
        "banker": "Player 1",
        "options": {},
    }


@pytest.mark.parametrize("game", ["shark", "big_shot", "reibach", "master_of_economy"])
def test_nothing_can_be_tapped_before_the_table_is_heard(open_page: Open, set_scene: Any, game: str) -> None:
    """A player added before the first snapshot would sit at the table with the three that come with it."""
    set_scene("none")
    page = open_page(f"setup?game={game}")
    held: list[Route] = []
    page.route("**/events?*", lambda route: held.append(route))
    with page.expect_request("**/events?*"):  # the page's own script runs
        page.reload()
    expect(page.locator("#s-add")).to_be_disabled()
    expect(page.locator("#s-start")).to_have_attribute("aria-disabled", "true")
    held[0].continue_()
    expect(page.locator(".s-player")).to_have_count(3)
    expect(page.locator("#s-add")).to_be_enabled()


def test_edition_board_and_house_rules_go_into_the_header(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("none")
    page = open_page("setup")
    page.check("[name=edition][value='1987']")
    page.click("#s-rules summary")
    page.uncheck("[value=seven_cap]")
    page.select_option("#s-grace", "1")
    page.locator(".s-player [type=text]").nth(0).fill("  Zoë ")
    page.locator(".s-player [aria-label='Move down']").nth(0).click()
    page.click("#s-start")
    page.wait_for_url("**/banker")
    page.wait_for_selector("html[data-link=live]")
    header = table.commands[0][0]["header"]
    assert header["board"] == "shark-1991"
    assert header["players"] == ["Player 2", "Zoë", "Player 3"]
    assert header["banker"] == "Zoë"
    assert header["options"] == {"seven_cap": False, "debt_grace_turns": 1}


def test_only_boards_with_the_edition_s_zones_are_offered(open_page: Open, set_scene: Any) -> None:
    set_scene("none")
    page = open_page("setup")
    offered = "[...document.querySelectorAll('#s-board option')].map((option) => option.value)"
    assert page.evaluate(offered) == ["shark-2001", "own", "every-zone"]
    page.select_option("#s-board", "own")
    page.check("[name=edition][value='1991']")
    assert page.evaluate(offered) == ["shark-1991", "every-zone"]
    assert page.input_value("#s-board") == "shark-1991"
    page.check("[name=edition][value='2001']")
    assert page.input_value("#s-board") == "shark-2001"


@pytest.mark.parametrize("name", ["__proto__", "constructor"])
def test_a_player_may_have_any_name(open_page: Open, table: Any, name: str) -> None:
    named = json.loads(json.dumps(table.snapshot()).replace("Bernd", name))
    table.shown = {**named, "revision": named["revision"] + 1}
    page = open_page("banker")
    row = page.locator("#players-body tr").filter(has_text=name)
    assert row.locator(".note").inner_text() in ("", "banker")
    assert "NaN" not in page.inner_text("body")
