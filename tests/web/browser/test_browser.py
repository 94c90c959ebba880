"""The pages in Debian's chromium: they fit every screen, can be hit by a finger, and send what was tapped.

With BANKHALTER_PICTURES=FOLDER the pictures of all pages are left there, to be looked at.
"""

from __future__ import annotations

import json
import os
from typing import Any

import pytest

from tests.web.browser.browsing import SIZES, VIEWS, Open, tap_square, too_small

pytestmark = pytest.mark.browser


# cards and headings that stand closer to the screen's side than 8 pixels
AT_THE_EDGE = """
[...document.querySelectorAll("main h1:not(.visually-hidden), main .card")].filter((node) => node.checkVisibility())
  .filter((node) => { const box = node.getBoundingClientRect(); return box.left < 8 || box.right > innerWidth - 8; })
  .map((node) => node.id || node.textContent.trim().slice(0, 20))
"""


NAMELESS = """
[...document.querySelectorAll("button, a, input, select")].filter((node) =>
  node.checkVisibility() && !(node.getAttribute("aria-label") || node.textContent.trim() || node.title
    || node.closest("label")?.textContent.trim())).map((node) => node.outerHTML.slice(0, 120))
"""


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize("widths", [(360, 390), (1024, 1920)], ids=["finger", "mouse"])
def test_a_page_fits_its_screen_and_what_is_pressed_on_it_fits_a_finger(
    open_page: Open, set_scene: Any, table: Any, widths: tuple[int, ...], path: str
) -> None:
    folder = os.environ.get("BANKHALTER_PICTURES")
    page = open_page(path, widths[0])
    for number, name in enumerate(VIEWS[path]):
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        for width in widths:
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
            assert page.evaluate(AT_THE_EDGE) == [], (name, width)
            if folder:
                theme = "dark" if number % 2 else "light"
                page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
                page.wait_for_timeout(300)
                page.screenshot(path=f"{folder}/{path or 'start'}-{name}-{width}.png", full_page=width < 1000)
            if width == 360:
                assert too_small(page) == [], name
                assert page.evaluate(NAMELESS) == [], name


@pytest.mark.parametrize("width", [390, 1024, 1920])
def test_a_forced_sale_is_seen_without_scrolling(open_page: Open, set_scene: Any, table: Any, width: int) -> None:
    set_scene("debt")
    shown = table.snapshot()
    table.shown = {**shown, "todo": ["Andrea: take the blue houses on E1, F1, G1, H1, E2, F2 and G2 off the board"]}
    page = open_page("banker", width)
    first, bar = page.locator("#debt button").first.bounding_box(), page.locator(".undo-bar").bounding_box()
    assert first["y"] + first["height"] <= bar["y"]


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


CUT = """
[...document.querySelectorAll("#players .number, #players .share, #players .name")].filter((node) => {
  const text = document.createRange();
  text.selectNodeContents(node);
  const [inner, outer] = [text.getBoundingClientRect(), node.getBoundingClientRect()];
  const panel = document.getElementById("players").getBoundingClientRect();
  return inner.left < outer.left - 0.5 || inner.right > outer.right + 0.5 || outer.right > panel.right;
}).map((node) => `${node.className} ${node.textContent}`)
"""


def test_amounts_of_seven_digits_are_whole_on_a_phone(open_page: Open, set_scene: Any, table: Any) -> None:
    set_scene("six")
    for player in table.shown["game"]["players"]:
        table.shown["view"]["cash"][player] = 2_888_000
        table.shown["wealth"][player] = 8_888_000
        table.shown["view"]["shares"][player] = dict.fromkeys(("red", "blue", "green", "yellow"), 28)
    table.shown["view"]["prices"] = dict.fromkeys(("red", "blue", "green", "yellow"), 15_000)
    page = open_page("banker", 360)
    assert page.inner_text("#players-body tr:first-child .cash") == "2,888,000"
    assert page.evaluate(CUT) == []


def test_squares_of_the_rolled_zone_are_large_enough_on_a_phone(open_page: Open, set_scene: Any) -> None:
    set_scene("place")
    box = open_page("banker", 360).locator("#board-grid [data-square=C4]").bounding_box()
    assert box["width"] >= 44


CONTRAST = """
(() => {
  const luminance = (rgb) => {
    const [r, g, b] = rgb.map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const ground = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const colour = rgba(getComputedStyle(at).backgroundColor);
      if (colour[3] > 250) return colour.slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !node.checkVisibility({ visibilityProperty: true })) continue;
    if (node.closest("svg, .cell, .lit, [aria-disabled=true], :disabled, noscript, .skip, .visually-hidden")) continue;
    const ink = rgba(getComputedStyle(node).color).slice(0, 3);
    const [light, dark] = [luminance(ink), luminance(ground(node))].sort((a, b) => b - a);
    const ratio = (light + 0.05) / (dark + 0.05);
    if (ratio < LEAST) found.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim().slice(0, 40)}`);
  }
  return found;
})()
"""


@pytest.mark.parametrize(
    ("path", "scenes"),
    [
        ("", ["trade"]),
        ("setup", ["trade"]),
        ("banker", ["after", "proposal", "debt"]),
        ("board", ["after"]),
        ("virtual", ["after"]),
        ("tv", ["trade"]),
    ],
)
def test_text_stands_out_from_its_ground(
    open_page: Open, set_scene: Any, table: Any, path: str, scenes: list[str]
) -> None:
    """WCAG 2: 4.5 to 1 (AA), and 7 to 1 (AAA) on the television."""
    page = open_page(path, 1920, reduced_motion="reduce")
    grounds = set()
    for name in scenes:
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_selector(f"html[data-theme={theme}]")
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
            assert page.evaluate(CONTRAST.replace("LEAST", "7" if path == "tv" else "4.5")) == [], (name, theme)
    assert len(grounds) == 2


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


def test_the_language_that_the_browser_prefers_is_spoken_at_once(open_page: Open, set_scene: Any) -> None:
    set_scene("trade")
    page = open_page("banker", 1024, locale="fr-CH")
    assert page.get_attribute("html", "lang") == "fr"
    assert page.inner_text("#trade-buy .trade-verb") == "Acheter 1"
    assert "23\u202f000" in page.inner_text("#players-body")


@pytest.mark.parametrize("locale", ["de", "it", "fr"])
@pytest.mark.parametrize("path", ["", "setup", "banker", "board", "virtual", "tv"])
def test_longer_words_fit_every_screen_too(open_page: Open, set_scene: Any, table: Any, path: str, locale: str) -> None:
    page = open_page(path, 360, locale=locale)
    for name in VIEWS[path]:
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        for width in (360, 1024):
            page.set_viewport_size({"width": width, "height": SIZES[width]})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (name, width)
