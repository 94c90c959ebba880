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


def row(page: Any, number: int) -> Any:
    """The line of a player, from 0."""
    return page.locator(".s-player").nth(number)


def chosen_of(page: Any, part: str) -> dict[str, str]:
    """What is chosen in the list ``part`` beside each player's name."""
    lines = page.locator(f"{part} li").all()
    return {line.locator("span, b").first.inner_text(): line.locator("select, input").input_value() for line in lines}


def test_companies_places_and_bids_stay_with_their_players(open_page: Open, set_scene: Any) -> None:
    """The places are drawn by lot: Player 1 is led to the first, then bids go down the places, the last without."""
    set_scene("none")
    page = open_page("setup?game=master_of_economy")
    page.click("#s-add")
    page.locator("#s-owners li", has_text="Player 4").locator("select").select_option("blue")
    owned = chosen_of(page, "#s-owners")
    assert owned["Player 4"] == "blue"
    first = page.locator("#s-places li", has_text="Player 1").get_by_role("button", name="Forward")
    while first.is_enabled():
        first.click()
    for place, bid in enumerate(("11", "12", "13")):
        page.locator("#s-places li").nth(place).locator("input").fill(bid)
    one, two, three, four = chosen_of(page, "#s-places").items()
    assert (one, two[1], three[1], four[1]) == (("Player 1", "11"), "12", "13", "0")

    row(page, 1).get_by_label("Move up").click()
    assert chosen_of(page, "#s-owners") == owned
    assert list(chosen_of(page, "#s-places").items()) == [one, two, three, four]
    row(page, 1).get_by_label("Remove").click()
    del owned["Player 1"]
    assert chosen_of(page, "#s-owners") == owned
    assert list(chosen_of(page, "#s-places").items()) == [two, three, four]


def test_colours_and_the_start_player_stay_with_their_players(open_page: Open, set_scene: Any) -> None:
    set_scene("none")
    page = open_page("setup?game=big_shot")
    page.click("#s-add")
    page.locator("#s-colours li", has_text="Player 4").locator("select").select_option("red")
    page.select_option("#s-starter", "Player 3")
    colours = chosen_of(page, "#s-colours")
    assert colours["Player 4"] == "red"
    row(page, 0).get_by_label("Remove").click()
    del colours["Player 1"]
    assert chosen_of(page, "#s-colours") == colours
    assert page.input_value("#s-starter") == "Player 3"
    row(page, 1).get_by_role("textbox", name="Name").fill("Zoë")
    assert page.input_value("#s-starter") == "Zoë"


def test_the_start_player_stays_who_he_is(open_page: Open, set_scene: Any) -> None:
    set_scene("none")
    page = open_page("setup?game=reibach")
    page.select_option("#s-starter", "Player 2")
    row(page, 1).get_by_role("textbox", name="Name").fill("Zoë")
    assert page.input_value("#s-starter") == "Zoë"
    row(page, 1).get_by_label("Move up").click()
    assert page.input_value("#s-starter") == "Zoë"
    row(page, 0).get_by_label("Remove").click()
    assert page.input_value("#s-starter") == "Player 1"
