"""What is tapped is sent once, for the state that was seen, over a line that may be cut."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.browser.browsing import Open

pytestmark = pytest.mark.browser


def test_a_proposal_is_booked_with_one_tap(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("proposal")
    page = open_page("banker")
    with page.expect_response("**/command?*") as response:
        page.click("#book")
    assert response.value.status == 200
    (sent, actor) = table.commands[0]
    assert actor == "banker"
    assert sent["do"] == "book"
    assert sent["proposal"] == "aa11"
    assert sent["game"] == 3
    assert sent["version"] == 31
    assert len(sent["request"]) == 32


def test_a_refusal_is_shown_with_its_ruling(open_page: Open, set_scene: Any, table: Any) -> None:
    from companion.errors import RuleError

    table.error = RuleError("R-4", "at price 0 nothing is sold")
    page = open_page("banker")
    page.click("#trade-sell")
    page.wait_for_selector("#notice:visible")
    assert page.inner_text("#notice .notice-text") == "At price 0 nothing is sold (R-4)"


def test_a_lost_answer_is_asked_for_again_with_the_same_request(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    sent = []

    def lose_first(route: Any) -> None:
        sent.append(route.request.post_data_json["request"])
        if len(sent) == 1:
            route.abort()
        else:
            route.continue_()

    page.route("**/command?*", lose_first)
    with page.expect_response("**/command?*"):
        page.click("#undo")
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert [command["do"] for command, _ in table.commands] == ["undo"]


def test_a_command_asked_for_again_is_not_booked_in_the_next_game(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    next_game = table.snapshot()
    next_game["game"]["id"] = 4
    next_game["revision"] += 1
    tries = []

    def begin_another_game(route: Any) -> None:
        tries.append(route.request.post_data_json["game"])
        if len(tries) == 1:
            table.shown = next_game  # of the same version as the game before
            route.abort()
        else:
            route.continue_()

    page.route("**/command?*", begin_another_game)
    page.click("#undo")
    page.wait_for_selector("#notice:visible")
    assert tries == [3, 3]
    assert "another game" in page.inner_text("#notice")
    assert table.commands == []


def test_every_command_says_for_which_game_it_is(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("proposal")
    page = open_page("banker")
    page.click("#correct summary")
    for button in ("#book", "#not-so", "#undo", "#redo", "#correct-book"):
        with page.expect_response("**/command?*"):
            page.click(button)
    sent = [(command["do"], command["game"]) for command, _ in table.commands]
    assert sent == [(do, 3) for do in ("book", "dismiss", "undo", "redo", "correct")]


def booked_elsewhere(table: Any, text: str, event: dict[str, Any]) -> None:
    """Another screen has booked an event that this page does not know of yet."""
    moved = table.snapshot()
    moved["log"].insert(0, {**moved["log"][0], "seq": 32, "event": event, "text": text, "undone": False})
    table.shown = {**moved, "version": 32, "revision": moved["revision"] + 1, "proposal": None}


def test_what_two_screens_book_at_once_is_no_error(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("proposal")
    page = open_page("banker")

    def overtake(route: Any) -> None:
        event = {"do": "place", "player": "Bernd", "company": "red", "square": "C4"}
        booked_elsewhere(table, "Bernd places a red house on C4", event)
        route.continue_()

    page.route("**/command?*", overtake)
    page.click("#book")
    page.wait_for_selector("#notice:visible")
    assert page.inner_text("#notice .notice-text") == "Already booked."
    assert table.commands == []


def test_a_note_that_the_table_has_moved_on_goes_when_it_moves_again(open_page: Open, table: Any) -> None:
    page = open_page("banker")

    def overtake(route: Any) -> None:
        booked_elsewhere(
            table, "Bernd sells 1 red share", {"do": "sell", "player": "Bernd", "company": "red", "shares": 1}
        )
        route.continue_()

    page.route("**/command?*", overtake)
    page.click("#trade-buy")
    page.wait_for_selector("#notice:visible")
    assert page.inner_text("#notice .notice-text") == "The table has moved on since"
    moved = table.snapshot()
    table.shown = {**moved, "version": 33, "revision": moved["revision"] + 1}
    page.wait_for_selector("#notice", state="hidden")


def test_an_answer_that_was_cut_off_is_asked_for_again(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    sent = []

    def cut_first(route: Any) -> None:
        sent.append(route.request.post_data_json["request"])
        if len(sent) == 1:
            route.fulfill(status=200, content_type="application/json", body='{"ok": tr')
        else:
            route.continue_()

    page.route("**/command?*", cut_first)
    with page.expect_response(lambda response: "/command?" in response.url and response.ok):
        page.click("#undo")
    page.wait_for_selector("#undo:not([aria-busy])")
    assert len(sent) == 2
    assert sent[0] == sent[1]
    assert not page.is_visible("#notice")
    assert [command["do"] for command, _ in table.commands] == ["undo"]


def test_a_tap_without_a_connection_is_refused_and_not_kept(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # makes the page try at once
    page.wait_for_selector("#link[data-state=stale]")
    page.click("#undo")
    page.wait_for_selector("#notice:visible")
    assert page.inner_text("#notice .notice-text") == "Not connected: nothing was sent."
    page.context.set_offline(False)
    page.wait_for_selector("#link[data-state=live]", timeout=20_000)
    with page.expect_response("**/command?*"):
        page.click("#trade-sell")
    assert [command["do"] for command, _ in table.commands] == ["event"]


def test_a_page_from_before_a_restart_books_without_a_reload(open_page: Open, table: Any) -> None:
    page = open_page("banker")
    page.context.clear_cookies()
    with page.expect_response(lambda response: "/command?" in response.url and response.ok):
        page.click("#undo")
    assert [command["do"] for command, _ in table.commands] == ["undo"]


def test_what_players_are_called_is_shown_and_not_run(open_page: Open, table: Any) -> None:
    name = "<img src=x onerror=alert(1)>"
    text = table.shown
    text["game"]["players"][0] = name
    for key in ("cash", "shares"):
        text["view"][key][name] = text["view"][key].pop("Andrea")
    text["wealth"][name] = text["wealth"].pop("Andrea")
    text["waiting"]["text"] = f"{name} may trade"
    for path in ("banker", "tv", ""):
        page = open_page(path)
        assert name in page.inner_text("main")
        assert page.locator("main img[src=x]").count() == 0
        page.context.close()


def test_a_cut_line_is_said_and_the_picture_comes_back_whole(open_page: Open, set_scene: Any) -> None:
    page = open_page("banker")
    page.context.set_offline(True)
    page.evaluate("dispatchEvent(new Event('online'))")  # makes the page try at once
    page.wait_for_selector("#link[data-state=stale]")
    assert "Shown is the table as of" in page.inner_text("#link")
    set_scene("proposal")
    page.context.set_offline(False)
    page.wait_for_selector("#link[data-state=live]", timeout=20_000)
    page.wait_for_selector("#proposal:visible")


def test_nothing_moves_under_a_finger(open_page: Open, set_scene: Any) -> None:
    page = open_page("banker", 1920)
    page.hover("#undo")
    page.mouse.down()
    with page.expect_event("console", lambda line: line.text == "heard"):
        page.evaluate(
            "new EventSource('/events').addEventListener('snapshot',"
            " (event) => event.lastEventId === '8' && console.log('heard'))"
        )
        set_scene("proposal")
    assert not page.is_visible("#proposal")
    page.mouse.up()
    page.wait_for_selector("#proposal:visible")
