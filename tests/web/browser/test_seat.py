"""A player's page in Debian's chromium: what is mine, what I may do, what I was paid and why."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.web.browser.browsing import Open

pytestmark = pytest.mark.browser

LONG = "Maximilian-Alexander-Ferdinand-von-und-zu-Donaudampfschifffahrt"


def test_cash_and_shares_come_first(open_page: Open) -> None:
    page = open_page("seat/2", 360)
    assert page.inner_text("#mine-cash") == "23,000"
    assert page.locator("#mine-shares b").all_inner_texts() == ["3", "0", "0", "2"]
    top = {name: page.locator(name).bounding_box()["y"] for name in ("#mine-cash", "#sentence", "#trade", "#paid")}
    assert sorted(top, key=lambda name: top[name]) == list(top)


def test_a_company_is_never_a_colour_alone(open_page: Open) -> None:
    page = open_page("seat/2", 360)
    assert page.locator("#mine-shares use").evaluate_all("uses => uses.map((use) => use.getAttribute('href'))") == [
        "#co-red",
        "#co-blue",
        "#co-green",
        "#co-yellow",
    ]
    assert page.locator("#mine-shares .visually-hidden").first.text_content() == "Smith & Smith"


def test_a_trade_is_sent_for_the_own_seat(open_page: Open, table: Any) -> None:
    page = open_page("seat/2", 360)
    page.fill("#trade-number", "2")
    with page.expect_response("**/command?*"):
        page.click("#trade-buy")
    (sent, actor) = table.commands[0]
    assert actor == "player:Bernd"
    assert sent["event"] == {"do": "buy", "player": "Bernd", "company": "red", "shares": 2}


def test_a_turn_is_ended_from_the_seat_by_keyboard(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("after")
    page = open_page("seat/2", 1920)
    page.focus("#seat-end")
    with page.expect_response("**/command?*"):
        page.keyboard.press("Enter")
    assert table.commands[0][0]["event"] == {"do": "end_turn", "player": "Bernd"}


@pytest.mark.parametrize("name", ["trade", "after", "debt"])
def test_who_is_not_asked_has_nothing_to_press(open_page: Open, set_scene: Any, name: str) -> None:
    set_scene(name)
    page = open_page("seat/3", 360)
    assert page.locator("main button:visible").count() == 0


def test_the_debtor_sees_what_he_owes_and_sells_what_loses_least(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("debt")
    page = open_page("seat/1", 360)
    assert "9,000" in page.inner_text("#mine-note")
    assert "9,000" in page.inner_text("#debt-missing")
    rows = page.locator("#debt-sets .debt-row")
    assert ["loses least" in text for text in rows.all_inner_texts()] == [True, False, False]
    with page.expect_response("**/command?*"):
        rows.first.locator("button").click()
    (sent, actor) = table.commands[0]
    assert actor == "player:Andrea"
    assert sent["event"] == {"do": "forced_sale", "player": "Andrea", "shares": {"blue": 2, "green": 1}}


def test_payments_are_mine_with_the_amount_first_and_the_reason(open_page: Open) -> None:
    page = open_page("seat/1", 360)
    assert page.locator("#paid-lines .reason-amount").all_inner_texts() == ["+3,000", "+3,000"]
    first = page.locator("#paid-lines .reason").first.inner_text()
    assert "Empire rises to 3,000" in first
    assert "R-14" in first


def test_what_was_asked_for_waits_and_can_be_taken_back(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("asked")
    page = open_page("seat/2", 360)
    assert "Waits for the banker" in page.inner_text("#asked")
    with page.expect_response("**/command?*"):
        page.click("#asked-list button")
    assert table.commands[0][0]["do"] == "withdraw"


def test_a_refusal_is_told_to_who_asked(open_page: Open, set_scene: Any) -> None:
    set_scene("asked")
    page = open_page("seat/2", 360)
    page.wait_for_selector("#asked:visible")
    set_scene("trade")
    page.wait_for_selector("#notice:visible")
    assert page.inner_text("#notice .notice-text") == "The banker has not booked it."


def test_the_banker_confirms_or_refuses_what_a_player_asks(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("asked")
    page = open_page("banker", 360)
    assert "Bernd buys 2 Red shares" in page.inner_text("#asked")
    assert "−8,000" in page.inner_text("#asked")
    for button in ("Book", "Not so"):
        with page.expect_response("**/command?*"):
            page.click(f"#asked button:has-text('{button}')")
    assert [(sent["do"], sent["asked"]) for sent, _ in table.commands] == [("grant", "w1"), ("refuse", "w1")]


def test_hidden_cash_is_said_to_be_so_and_no_number_is_made_up(open_page: Open, table: Any) -> None:
    table.shown["game"]["hidden_cash"] = True
    page = open_page("tv", 1920)
    assert page.locator(".tv-cash").all_inner_texts() == ["cash hidden"] * 4
    assert page.locator(".tv-worth").all_inner_texts() == [""] * 4
    assert "NaN" not in page.inner_text("main")


def renamed(table: Any, name: str) -> None:
    shown = json.loads(json.dumps(table.shown).replace('"Bernd', json.dumps(name)[:-1]))
    table.shown = {**shown, "revision": shown["revision"] + 1}


CUT = """
[...document.querySelectorAll(
  "h1, h2, .log-line > *, #end-turn, #seat-end, .sentence, .amount-head > *")].filter((node) => {
  const box = node.getBoundingClientRect();
  return node.checkVisibility() && !node.matches(".visually-hidden")
    && (box.right > innerWidth + 1 || (node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 1));
}).map((node) => `${node.id} ${node.className} ${node.scrollWidth} ${node.clientWidth}`)
"""


@pytest.mark.parametrize("path", ["", "banker", "seat/2", "seats", "tv", "virtual", "board"])
@pytest.mark.parametrize("name", [LONG, "W" * 40, "‮مرحبا بالعالم الكبير جدا"], ids=["long", "no break", "RTL"])
def test_a_name_of_any_length_cuts_nothing(open_page: Open, set_scene: Any, table: Any, path: str, name: str) -> None:
    set_scene("after")
    renamed(table, name)
    page = open_page(path, 360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.evaluate(CUT) == []


@pytest.mark.parametrize(
    "path", ["", "setup", "banker", "board", "virtual", "seat/1", "seat/2", "seats", "nothing-here"]
)
def test_text_of_twice_the_size_fits(open_page: Open, set_scene: Any, table: Any, path: str) -> None:
    """WCAG 1.4.4: 200 per cent, on a desk and on a tablet of twice a phone's width."""
    page = open_page(path, 1024)
    page.set_viewport_size({"width": 720, "height": 900})
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    for name in ("trade", "after", "debt", "asked"):
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        assert page.evaluate("document.documentElement.scrollWidth") <= 720, name


ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"


@pytest.mark.parametrize("path", ["", "banker", "seat/2", "board", "virtual", "tv"])
def test_what_a_device_says_is_shown_and_not_run(open_page: Open, table: Any, path: str) -> None:
    shown = table.snapshot()
    shown["devices"] = [{"name": f"dice {ATTACK}", "state": "trouble", "text": ATTACK}]
    shown["problems"] = [{"text": ATTACK, "squares": []}]
    shown["todo"] = [ATTACK]
    shown["simulated"]["dice"] = [ATTACK, "red"]
    shown["log"][0]["text"] = ATTACK
    shown["log"][0]["actor"] = f"player:{ATTACK}"
    table.shown = {**shown, "revision": shown["revision"] + 1}
    page = open_page(path)
    assert page.locator("img[src=x]").count() == 0
    assert page.locator("main script").count() == 0


@pytest.mark.parametrize(
    ("dice", "thrown", "faces"),
    [([["1", "2"]], None, ["not thrown yet"]), ([["1", "2"]], ["1"], ["1, not booked"])],
)
def test_the_dice_tray_has_the_dice_of_the_game(
    open_page: Open, table: Any, dice: Any, thrown: Any, faces: list[str]
) -> None:
    table.shown["game"]["dice"] = dice
    table.shown["simulated"]["dice"] = thrown
    page = open_page("virtual")
    assert page.locator(".v-die").evaluate_all("dice => dice.map((die) => die.ariaLabel)") == faces


def test_no_dice_are_thrown_when_none_are_awaited(open_page: Open, set_scene: Any, simulator: Any) -> None:
    set_scene("after")
    page = open_page("virtual")
    assert page.get_attribute("#v-throw", "aria-disabled") == "true"
    page.locator("#v-throw").click(force=True)
    assert simulator.commands == []


def test_no_sum_stands_beside_a_trade_that_cannot_be(open_page: Open) -> None:
    page = open_page("banker")
    page.fill("#trade-number", "4")  # 5 may be bought, 3 sold
    assert page.inner_text("#trade-buy .trade-sum") == "−16,000"
    assert page.inner_text("#trade-sell .trade-sum") == ""


def test_without_a_colour_die_no_colour_is_told(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("place")
    table.shown["legal"]["place"].update(zone="2", colour="free")
    assert open_page("banker").inner_text("#rolled") == "Rolled zone 2"
    page = open_page("tv", 1920)
    assert page.locator(".tv-die:visible").all_inner_texts() == ["2"]
