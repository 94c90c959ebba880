"""The pages of banker, board and virtual table: what they show, and what their buttons send."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import Open, tap_square

pytestmark = pytest.mark.browser


def test_a_camera_that_is_switched_off_is_not_waited_for(open_page: Open, table: Any) -> None:
    page = open_page("banker", 390)
    assert page.is_visible(".strip-frame")
    shown = table.snapshot()
    table.shown = {
        **shown,
        "board_seen": None,
        "proposal": None,
        "standing": "blind",
        "revision": shown["revision"] + 1,
    }
    page.wait_for_selector(f"html[data-revision='{shown['revision'] + 1}']")
    assert "tap what happens" in page.inner_text("#strip-text")
    assert not page.is_visible(".strip-frame")


@pytest.mark.parametrize(("path", "told"), [("banker", "#strip-text"), ("board", "#b-seen")])
@pytest.mark.parametrize("why", ["", "the board is not found: is the picture sharp?"])
def test_a_camera_that_has_not_yet_looked_is_not_said_to_find_no_board(
    open_page: Open, table: Any, path: str, told: str, why: str
) -> None:
    """Where it has looked in vain it says why."""
    seen = {"found": False, "squares": [], "frame": "1", "text": why}
    table.shown = {**table.snapshot(), "board_seen": seen, "proposal": None, "standing": "blind"}
    said = open_page(path, 390).inner_text(told)
    assert said == ("The board is not found: is the picture sharp?" if why else "The camera is looking for the board.")


def test_the_board_page_names_each_square_that_differs_once(open_page: Open, table: Any) -> None:
    both = ["A1", "A10"]
    sentences = ["the red house on A10 is missing", "the camera sees a blue house on A1"]
    shown = {**table.snapshot(), "todo": [], "proposal": None}
    table.shown = {**shown, "problems": [{"text": text, "squares": both} for text in sentences]}
    page = open_page("board", 390)
    lines = page.locator("#b-differences li").all_inner_texts()
    assert lines[:2] == ["The red house on A10 is missing", "The camera sees a blue house on A1"]
    table.shown = {**shown, "problems": [{"text": sentences[0], "squares": both}], "revision": shown["revision"] + 1}
    page.wait_for_selector(f"html[data-revision='{shown['revision'] + 1}']")
    assert page.locator("#b-differences li").first.inner_text() == "The red house on A10 is missing (A1)"


def test_a_typed_number_of_shares_outlives_a_snapshot(open_page: Open, set_scene: Any, table: Any) -> None:
    page = open_page("banker")
    page.fill("#trade-number", "4")
    set_scene("after")
    page.wait_for_selector("#end-turn:visible")
    assert page.input_value("#trade-number") == "4"
    assert page.evaluate("document.activeElement.id") == "trade-number"
    with page.expect_response("**/command?*"):
        page.click("#trade-buy")
    event = table.commands[0][0]["event"]
    assert event == {"do": "buy", "player": "Bernd", "company": "red", "shares": 4}


def test_more_shares_than_can_be_sold_cannot_be_sent(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    page.fill("#trade-number", "4")
    assert page.get_attribute("#trade-sell", "aria-disabled") == "true"
    page.locator("#trade-sell").click(force=True)
    assert table.commands == []


def test_dice_by_hand_are_booked_as_they_lie(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    page.click("#dice-zones button:nth-child(5)")
    page.click("#dice-colours button:nth-child(6)")
    with page.expect_response("**/command?*"):
        page.click("#dice-book")
    assert table.commands[0][0]["event"] == {"do": "roll", "player": "Bernd", "zone": "S", "colour": "white"}


COLOUR_DICE = {
    "both dice": ([["1", "2", "3", "4", "S", "S"], ["red", "black"]], ["red", "black"], "black"),
    "no colour die": ([["1", "2", "3", "4", "5", "6"]], ["free colour"], "free"),
    "not told": (None, ["red", "blue", "green", "yellow", "black", "white"], "white"),
}


@pytest.mark.parametrize(("dice", "colours", "last"), COLOUR_DICE.values(), ids=COLOUR_DICE)
def test_a_roll_is_corrected_with_the_dice_of_the_game(
    open_page: Open, set_scene: Any, table: Any, dice: Any, colours: list[str], last: str
) -> None:
    set_scene("place")
    table.shown["game"]["dice"] = dice
    page = open_page("banker")
    page.click("#correct summary")
    buttons = page.locator("#correct-colour button").all()
    assert [button.get_attribute("aria-label") or button.inner_text() for button in buttons] == colours
    page.locator("#correct-zone button").nth(-1).click()
    if len(colours) > 1:
        page.locator("#correct-colour button").nth(-1).click()
    with page.expect_response("**/command?*"):
        page.click("#correct-book")
    zone = "6" if last == "free" else "S"
    assert table.commands[0][0]["event"] == {"do": "roll", "player": "Bernd", "zone": zone, "colour": last}


def test_a_house_is_placed_by_keyboard(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("place")
    page = open_page("banker", 1920)
    page.focus("#board-grid [data-square=B1]")
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    assert "removes E5" in page.inner_text("#place-text")
    page.focus("#place-book")
    with page.expect_response("**/command?*"):
        page.keyboard.press("Enter")
    assert table.commands[0][0]["event"] == {"do": "place", "player": "Bernd", "company": "red", "square": "C4"}


def test_squares_in_doubt_are_marked_while_a_house_is_placed(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("place")
    shown = table.snapshot()
    shown["problems"] = [{"text": "H8: the books have a green house, the camera sees none", "squares": ["H8", "C4"]}]
    shown["board_seen"]["squares"][4] = "?...t......."
    table.shown = {**shown, "revision": shown["revision"] + 1}
    page = open_page("banker", 1920)
    marks = {
        square: page.get_attribute(f"#board-grid [data-square={square}]", "data-mark") for square in ("H8", "C4", "A5")
    }
    assert marks == {"H8": "differs", "C4": "option takes differs", "A5": "unknown"}
    page.click("#board-grid [data-square=B1]")
    assert page.get_attribute("#board-grid [data-square=H8]", "data-mark") == "differs"


def test_what_is_true_is_told_by_one_tap(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("after")
    page = open_page("banker", 360)
    texts = page.locator("#ways-buttons button").all_inner_texts()
    assert texts == ["The green house stands on H8", "Take back: Bernd places a green house on H8"]
    assert page.locator("#ways-crops img").get_attribute("alt") == "H8 as the camera sees it"
    with page.expect_response("**/command?*"):
        page.click("#ways-buttons button:first-child")
    sent = table.commands[0][0]
    assert (sent["do"], sent["squares"]) == ("trust", ["H8"])
    set_scene("trade")
    page.wait_for_selector("#ways", state="hidden")


def test_a_house_is_put_on_the_virtual_table(open_page: Open, set_scene: Any, simulator: Any) -> None:
    page = open_page("virtual")
    page.click("#v-picker [aria-label=blue]")
    with page.expect_response("**/simulator?*"):
        tap_square(page, "#v-grid", "A1")
    with page.expect_response("**/simulator?*"):
        tap_square(page, "#v-grid", "B2")
    page.click("#v-picker button:last-child")
    with page.expect_response("**/simulator?*"):
        tap_square(page, "#v-grid", "B2")
    with page.expect_response("**/simulator?*"):
        page.click("#v-throw")
    assert simulator.commands == [
        {"do": "put", "square": "A1", "letter": "b"},
        {"do": "put", "square": "B2", "letter": "b"},
        {"do": "take", "square": "B2"},
        {"do": "throw"},
    ]


@pytest.mark.parametrize(("pieces", "has_top"), [("rbgy", 0), ("rbgyt", 1), (None, 1)])
def test_only_houses_of_the_game_can_be_put(open_page: Open, table: Any, pieces: str | None, has_top: int) -> None:
    table.shown["game"]["pieces"] = pieces
    page = open_page("virtual")
    assert page.locator("#v-picker [aria-label=TOP]").count() == has_top
    assert page.locator("#v-picker button").count() == 5 + has_top
    assert page.locator("#v-picker [aria-checked=true]").get_attribute("aria-label") == "red"


def test_the_language_that_the_browser_prefers_is_spoken_at_once(open_page: Open, set_scene: Any) -> None:
    set_scene("trade")
    page = open_page("banker", 1024, locale="fr-CH")
    assert page.get_attribute("html", "lang") == "fr"
    assert page.inner_text("#trade-buy .trade-verb") == "Acheter 1"
    assert "23\u202f000" in page.inner_text("#players-body")
