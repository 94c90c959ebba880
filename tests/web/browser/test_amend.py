"""From the log of the banker's page: undo to an event, correct one in the middle, each shown before it is booked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.companion.table.conftest import HEADER, At, roll
from tests.web.browser.browsing import visiting
from tests.web.fakes import FakeSimulator, app_of

pytestmark = pytest.mark.browser


@pytest.fixture
def at() -> Iterator[At]:
    """Andrea buys a blue share (1), rolls (2), places red on D1 (3), buys two red shares (4), ends her turn (5)."""
    made = At(None)
    made.ask("event", event={"do": "buy", "player": "Andrea", "company": "blue", "shares": 1})
    roll(made)
    made.event("place", company="red", square="D1")
    made.ask("event", event={"do": "buy", "player": "Andrea", "company": "red", "shares": 2})
    made.event("end_turn")
    yield made
    made.journal.close()


@pytest.fixture
def page(browser: Any, at: At) -> Iterator[Any]:
    with visiting(browser, app_of(at.table, FakeSimulator())) as open_page:
        yield open_page("banker")


def tap_line(page: Any, text: str, button: str) -> None:
    line = page.locator("#log-lines > li", has_text=text).first
    line.locator("summary").click()
    line.get_by_role("button", name=button).click()


def test_an_event_in_the_middle_is_corrected_from_the_log(page: Any, at: At) -> None:
    tap_line(page, "buys 1 Empire", "It was another one")
    assert "buys 1 Empire share" in page.inner_text("#correct-last")
    page.select_option("#correct-kind", "sell")
    page.get_by_role("radiogroup", name="Company", exact=True).last.get_by_role("radio", name="red").click()
    page.click("#correct-book")
    page.wait_for_selector("#amend:visible")
    # 3,000 for the red share instead of 1,000 spent, and one dividend of 1,000 less: 2,000 become 5,000.
    assert "Andrea 2,000 → 5,000 (+3,000)" in page.inner_text("#amend-purses")
    assert at.version == 5
    page.click("#amend-book")
    page.wait_for_selector("#amend", state="hidden")
    assert at.now["view"]["cash"] == {"Andrea": 5000, "Bernd": 9000}
    page.wait_for_selector("#log-lines >> text=a correction")


def test_a_quick_tap_corrects_what_the_form_says(page: Any, at: At) -> None:
    """Both taps before the browser has told the page that the form is open."""
    page.click("#correct summary")
    page.select_option("#correct-kind", "place")
    page.click("#correct summary")
    with page.expect_request("**/command?*") as sent:
        page.evaluate("for (const id of ['#correct summary', '#correct-book']) document.querySelector(id).click()")
    assert sent.value.post_data_json["event"] == {"do": "end_turn", "player": "Andrea"}


def test_the_form_keeps_to_its_event_when_another_is_booked_meanwhile(page: Any, at: At) -> None:
    """It says "Andrea ends her turn": what Bernd does after it is not what it corrects."""
    page.click("#correct summary")
    before = at.now["revision"]
    at.ask("event", event={"do": "buy", "player": "Bernd", "company": "blue", "shares": 1})
    page.wait_for_selector(f"html:not([data-revision='{before}'])")
    page.select_option("#correct-kind", "nothing")
    page.click("#correct-book")
    page.wait_for_selector("#amend:visible")
    assert "ends the turn" in page.inner_text("#correct-last")
    assert at.version == 6


def test_what_was_begun_in_one_game_ends_when_another_is_opened(page: Any, at: At) -> None:
    """Both have five lines: what line 1 or 3 is in the other game the form and the card have never shown."""
    first = at.game
    at.ask("new_game", header=HEADER)
    for _ in range(5):
        at.ask("event", event={"do": "amend", "note": "rain"})
    second = at.game
    at.ask("open_game", target=first)
    page.wait_for_selector("#log-lines >> text=buys 1 Empire")
    tap_line(page, "buys 1 Empire", "It was another one")
    tap_line(page, "red house on D1", "Undo to here")
    page.wait_for_selector("#amend:visible")
    at.ask("open_game", target=second)
    page.wait_for_selector("#amend", state="hidden")
    page.wait_for_selector("#correct:not([open])")
    assert at.version == 5


def test_the_form_that_a_search_in_the_page_opens_has_the_newest_event(page: Any, at: At) -> None:
    """The browser opens it then without a tap on its title."""
    page.evaluate("document.querySelector('#correct').open = true")
    page.wait_for_selector("#correct-last >> text=ends the turn")
    page.select_option("#correct-kind", "nothing")
    page.click("#correct-book")
    page.wait_for_selector("#correct:not([open])")
    assert at.version == 6


def test_what_no_longer_fits_is_told_and_all_can_be_left_as_it_was(page: Any, at: At) -> None:
    tap_line(page, "buys 1 Empire", "It was another one")
    page.fill("#correct-shares", "4")
    page.click("#correct-book")
    page.wait_for_selector("#amend:visible")
    told = page.inner_text("#amend-lines")
    assert "no longer fits" in told
    assert "(R-" in told
    page.click("#amend-leave")
    assert not page.is_visible("#amend")
    assert at.version == 5


def test_undo_to_an_event_shows_what_goes_with_it(page: Any, at: At) -> None:
    tap_line(page, "red house on D1", "Undo to here")
    page.wait_for_selector("#amend:visible")
    assert "Bernd 9,000 → 5,000" in page.inner_text("#amend-purses")
    assert "buys 2 Smith & Smith shares" in page.inner_text("#amend-lines")
    page.click("#amend-book")
    page.wait_for_selector("#amend", state="hidden")
    assert at.now["view"]["cash"] == {"Andrea": 4000, "Bernd": 5000}


def test_nothing_is_sent_while_something_is_missing(page: Any, at: At) -> None:
    page.click("#correct summary")
    page.select_option("#correct-kind", "place")
    assert page.inner_text("#correct-book") == "Choose the company"
    assert page.get_attribute("#correct-book", "aria-disabled") == "true"
    page.get_by_role("radiogroup", name="Company", exact=True).last.get_by_role("radio", name="red").click()
    assert page.inner_text("#correct-book") == "Type the square, as C4"
    page.fill("#correct-square", "d")
    assert page.get_attribute("#correct-book", "aria-disabled") == "true"
    page.fill("#correct-square", "d4")
    assert page.get_attribute("#correct-book", "aria-disabled") is None
    assert at.version == 5


def test_notes_are_counted_against_the_account(page: Any, at: At) -> None:
    assert not page.is_visible("#paper")  # with accounts nothing is said of notes
    at.ask("new_game", header={**HEADER, "x_money": "both"})
    page.wait_for_selector("#paper:visible")
    assert "Andrea not known" in page.inner_text("#paper-hands")
    page.click("#paper summary")
    page.fill("#paper-counts input[name='1000']", "4")
    page.click("#paper-compare")
    page.wait_for_selector("#paper-take:visible")
    assert "1,000 less than the account of 5,000" in page.inner_text("#paper-compared")
    page.fill("#paper-counts input[name='1000']", "5")
    assert not page.is_visible("#paper-take")  # compared was something else
    page.click("#paper-compare")
    page.wait_for_selector("#paper-take:visible")
    page.click("#paper-take")
    page.wait_for_selector("#paper-hands >> text=5 × 1,000")
    assert at.now["paper"]["hands"] == {"Andrea": [[1000, 5]], "Bernd": None}


def test_a_payment_says_its_notes(page: Any, at: At) -> None:
    at.ask("new_game", header={**HEADER, "x_money": "paper"})
    at.ask("count", player="Andrea", notes={"1000": 5})
    at.ask("count", player="Bernd", notes={"5000": 1})
    at.event("buy", company="blue", shares=1)
    line = page.locator("#log-lines > li", has_text="buys 1 Empire share").first
    line.locator("summary").click()
    line.get_by_text("Andrea gives 1 × 1,000").wait_for()


def test_a_game_that_was_put_aside_is_opened_from_the_start_page(page: Any, at: At) -> None:
    at.ask("new_game", header={**HEADER, "players": ["Chloé", "Dörte"], "banker": "Dörte", "start": {"turn": "Chloé"}})
    page.goto(page.url.replace("banker", ""))
    page.wait_for_selector("html[data-link=live]")
    page.get_by_role("button", name="Open again").click()
    page.wait_for_url("**/banker")
    page.wait_for_selector("#log-lines >> text=ends the turn")
    assert at.game == 1


def test_a_game_is_archived_and_deleted_on_the_page_of_games(page: Any, at: At) -> None:
    page.goto(page.url.replace("banker", "games"))
    page.wait_for_selector("html[data-link=live]")
    page.get_by_role("button", name="Archive").click()
    page.wait_for_selector(".g-delete")
    page.wait_for_selector("html[data-link=live]")
    page.get_by_text("Delete", exact=True).click()
    with page.expect_response("**/command?*"):
        page.get_by_role("button", name="Delete for good").click()
    page.wait_for_selector("text=No game is kept here.")
    assert at.table.games() == []


def test_a_game_with_notes_is_begun_on_the_set_up_page(page: Any, at: At) -> None:
    page.goto(page.url.replace("banker", "setup"))
    page.wait_for_selector("html[data-link=live]")
    page.locator("input[name='money'][value='paper']").check()
    page.click("#s-start")
    page.wait_for_url("**/banker")
    page.wait_for_selector("#paper:visible")
    assert at.now["paper"]["kind"] == "paper"


# Andrea's red house on F1 takes blue from 2,000 to 0. Bernd has 1,000 for the loss of 4,000; 3,000 are half of two
# green shares at 3,000, and half of one with three yellow at 1,000.
DEBT = {
    "board": ["rrrrr.......", ".....b......", ".....b......", *["............"] * 5, "ggg.y.......", "............"],
    "cash": {"Bernd": 1000},
    "shares": {"Bernd": {"blue": 2, "green": 2, "yellow": 3}},
    "turn": "Andrea",
}


def test_another_forced_sale_was_made(page: Any, at: At) -> None:
    at.ask("new_game", header={**HEADER, "start": DEBT})
    roll(at, "2", key="t2")
    at.event("place", company="red", square="F1")
    at.ask("event", event={"do": "forced_sale", "player": "Bernd", "shares": {"green": 2}})
    page.wait_for_selector("#log-lines >> text=must sell")
    page.click("#correct summary")
    assert page.input_value("#correct-kind") == "forced_sale"
    assert page.input_value("#correct-player") == "Bernd"
    green, yellow = "#correct-sold input[name=green]", "#correct-sold input[name=yellow]"
    assert (page.input_value(green), page.input_value(yellow)) == ("2", "0")
    page.fill(green, "0")
    assert page.inner_text("#correct-book") == "Type how many shares"
    assert page.get_attribute("#correct-book", "aria-disabled") == "true"
    page.fill(green, "1")
    page.get_by_role("spinbutton", name="yellow").fill("3")
    page.click("#correct-book")
    page.wait_for_selector("#log-lines >> text=1 NYSO and 3 Wings")
    assert at.now["view"]["shares"]["Bernd"] == {"red": 0, "blue": 2, "green": 1, "yellow": 0}
    assert at.now["view"]["cash"] == {"Andrea": 6000, "Bernd": 0}
