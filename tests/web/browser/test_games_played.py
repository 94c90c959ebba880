"""BIG SHOT and REIBACH & CO played in Debian's chromium, by taps, to their ends; what comes out is the records' own.

A record's last round is tapped after the rest was booked; a score sheet is played whole. The pages are those of the
running table with its rules and its journal.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.record import parse_record
from tests.companion.table.conftest import At
from tests.web.browser.browsing import visiting
from tests.web.fakes import FakeSimulator, app_of

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[2] / "games"
Start = Callable[[At, str], Any]


@pytest.fixture
def start(browser: Any) -> Iterator[Start]:
    """Serves a table and opens a page of it; the snapshot of the table is what the page must show."""
    with ExitStack() as stack:
        yield lambda at, path: stack.enter_context(visiting(browser, app_of(at.table, FakeSimulator())))(path)


def booked(name: str, left: int | None) -> tuple[At, list[dict[str, Any]], dict[str, Any]]:
    """A table with a record on it but for its last events (None: all), those, and the last line of its replay."""
    record = parse_record((GAMES / f"{name}.game.jsonl").read_bytes())
    left = len(record.events) if left is None else left
    at = At(None, header=dict(record.header))
    for event in record.events[: len(record.events) - left]:
        at.ask("event", event=dict(event))
    packed, plain = GAMES / f"{name}.expected.jsonl.gz", GAMES / f"{name}.expected.jsonl"
    text = gzip.decompress(packed.read_bytes()) if packed.exists() else plain.read_bytes()
    return at, [dict(event) for event in record.events[-left:]], json.loads(text.splitlines()[-1])


def shown(page: Any, at: At) -> None:
    """Waits until the page shows the table as it is."""
    page.wait_for_selector(f"html[data-revision='{at.now['revision']}']")


def big_shot(page: Any, event: dict[str, Any]) -> None:
    match event["do"]:
        case "roll":
            page.click(f"#bs-die-faces button >> nth={event['die'] - 1}")
            page.click("#bs-die-book")
        case "bid":
            page.fill("#bs-bid-number", str(event["amount"]))
            page.click("#bs-bid")
        case "pass":
            page.click("#bs-pass")
        case "loan":
            page.locator("#bs-loans button").first.click()
        case "choose_purse":
            page.click(f"#bs-purses button[aria-label={event['colour']}]")
        case "place":
            if page.locator("#bs-hand button").count() > 1:
                page.locator("#bs-hand button", has_text=event["colour"]).click()
            page.click(f"#bs-city [data-district={event['district']}]")
            page.click("#bs-place")


CARDS = {"risk": "a Risk card", "multitalent": "a Multitalent", "reibach": "a Reibach card", "luxury": "luxury goods"}


def choose(page: Any, host: str, text: str) -> None:
    page.locator(f"{host} button", has=page.get_by_text(text, exact=True)).click()


def reibach(page: Any, event: dict[str, Any]) -> None:
    kinds = {"take_open": "Take an open card", "draw": "Draw from the pile", "dealmaker": "Lay a dealmaker"}
    kind = {**kinds, "lay": "Lay a card", "replace": "Next card"}[event["do"]]
    choose(page, "#rb-kind", kind)
    card = event.get("replaced_by") if event["do"] == "take_open" else event["card"]
    if event["do"] == "take_open":
        page.locator("#rb-taken button", has=page.get_by_text(named(event["card"]), exact=True)).first.click()
    if event["do"] == "lay":
        page.click(f"#rb-row button >> nth={event['at']}")
    hidden = page.locator("#rb-card button", has_text="not shown")
    if card != "reibach" and hidden.count():
        hidden.click()
    else:
        choose(page, "#rb-card", named(card))
    page.click("#rb-book")


def named(card: str) -> str:
    return CARDS.get(card, card)


def play(page: Any, at: At, events: list[dict[str, Any]], tap: Callable[[Any, dict[str, Any]], None]) -> None:
    for event in events:
        before = at.version
        shown(page, at)
        if event["do"] == "lay":
            rows = [row["row"] for row in at.now["legal"]["lay"]["rows"]]
            event = {**event, "at": rows.index(event["row"])}
        with page.expect_response("**/command?*"):
            tap(page, event)
        assert at.version == before + 1, (event, page.inner_text("#notice"))
    shown(page, at)


@pytest.mark.parametrize("name", ["g0001", "g0004", "g0007", "g0013"], ids=["three", "hard", "four", "two"])
def test_the_last_round_of_big_shot_is_tapped_to_its_result(start: Start, name: str) -> None:
    at, events, expected = booked(f"big_shot/legal/{name}", 9)
    page = start(at, "banker")
    play(page, at, [event for event in events if event["do"] != "amend"], big_shot)
    over = expected["over"]
    assert at.now["view"]["over"] == over
    told = page.locator("#over-ranking li").all_inner_texts()
    totals = [str(over["result"][name]).replace("-", "−") for names in over["ranking"] for name in names]
    assert [line.split("\n")[-1] for line in told] == totals
    page.click("#undo")
    page.wait_for_selector("#bs-placing:visible")
    assert at.now["view"]["over"] is None


def test_a_stone_on_another_district_is_corrected_in_big_shot(start: Start) -> None:
    at, events, _ = booked("big_shot/legal/g0001", 2)
    page = start(at, "banker")
    shown(page, at)
    wrong, right = (
        events[0]["district"],
        next(
            option["district"]
            for option in at.now["legal"]["place"]["options"]
            if option["district"] != events[0]["district"] and not option["decides"]
        ),
    )
    play(page, at, events[:1], big_shot)
    page.click("#correct summary")
    assert page.input_value("#correct-district") == wrong
    page.select_option("#correct-district", right)
    with page.expect_response("**/command?*"):
        page.click("#correct-book")
    lying = at.now["view"]["districts"]
    assert lying[right]["stones"].get(events[0]["colour"], 0) >= 1
    page.wait_for_selector("#log-lines >> text=a correction")


@pytest.mark.parametrize("name", ["g0001", "g0004"], ids=["three", "two"])
def test_the_end_of_a_tracked_game_of_reibach_is_tapped(start: Start, name: str) -> None:
    at, events, expected = booked(f"reibach/legal/{name}", 12)
    page = start(at, "banker")
    play(page, at, [event for event in events if event["do"] != "amend"], reibach)
    over = expected["over"]
    assert at.now["view"]["over"] == over
    told = page.locator("#over-ranking li").all_inner_texts()
    assert [line.split("\n")[-1] for line in told] == [
        str(over["result"][name]).replace("-", "−") for names in over["ranking"] for name in names
    ]


def test_a_whole_game_of_big_shot_is_tapped(start: Start) -> None:
    at, events, expected = booked("big_shot/legal/g0007", None)
    page = start(at, "banker")
    play(page, at, [event for event in events if event["do"] != "amend"], big_shot)
    assert {key: at.now["view"][key] for key in expected if key in at.now["view"]} == {
        key: what for key, what in expected.items() if key in at.now["view"]
    }


def test_a_whole_tracked_game_of_reibach_is_tapped(start: Start) -> None:
    at, events, expected = booked("reibach/legal/g0001", None)
    page = start(at, "banker")
    play(page, at, [event for event in events if event["do"] != "amend"], reibach)
    assert {key: at.now["view"][key] for key in expected if key in at.now["view"]} == {
        key: what for key, what in expected.items() if key in at.now["view"]
    }


EXAMPLE = {
    # The second scoring of the rules' worked example: A 11, B 12, C 13.
    "A": {"oil": 4, "property": 2, "gambling": 1, "antiques": (1, 0, 1)},
    "B": {"oil": 2, "luxury": (1, 0, 1), "art": 1},
    "C": {"oil": 2, "property": 2, "antiques": 2, "jewellery": 1, "gold": 1},
}


def test_a_score_sheet_is_played_from_the_set_up_to_the_end(start: Start) -> None:
    """Thrice the example; at the third B has two empty dealmakers and C five hand cards: 33, 32, 34."""
    at = At(None)
    page = start(at, "setup?game=reibach")
    names = page.locator(".s-player input[type=text]")
    expect(names).to_have_count(2)  # who plays in the game before
    page.click("#s-add")
    for seat, name in enumerate("ABC"):
        names.nth(seat).fill(name)
    page.click("[name=mode][value=sheet]")
    with page.expect_navigation(url="**/banker"):
        page.click("#s-start")
    page.wait_for_selector("html[data-link=live]")
    for scoring in (1, 2, 3):
        for player, rows in EXAMPLE.items():
            shown(page, at)
            assert page.input_value("#rb-report-player") == player
            for business, lying in rows.items():
                cards, multitalents, risk = lying if isinstance(lying, tuple) else (lying, 0, 0)
                row = f"#rb-report-rows [data-key={business}]"
                page.fill(f"{row} [name=cards]", str(cards))
                page.fill(f"{row} [name=multitalents]", str(multitalents))
                page.fill(f"{row} [name=risk]", str(risk))
            if scoring == 3:
                page.fill("#rb-empty", "2" if player == "B" else "0")
                page.fill("#rb-hand", "5" if player == "C" else "0")
            with page.expect_response("**/command?*"):
                page.click("#rb-report-book")
        shown(page, at)
        with page.expect_response("**/command?*"):
            page.click("#rb-score-now")
    shown(page, at)
    assert at.now["view"]["scores"] == {"A": [11, 11, 11], "B": [12, 12, 8], "C": [13, 13, 8]}
    totals = page.locator(".rb-sheet .rb-total td").all_inner_texts()
    assert totals == ["33", "32", "34"]
    gambling = page.locator(".rb-sheet tbody tr", has_text="gambling").locator("td").all_inner_texts()
    assert gambling == ["4", "4", "4", "–", "–", "–", "–", "–", "–"]
    page.goto(page.url.replace("banker", "sheet"))
    page.wait_for_selector("#rb-why >> text=gambling: the only row")
    assert "B luxury goods: the Risk card doubles it" in page.inner_text("#rb-why")


def test_the_bids_come_from_the_seats(start: Start) -> None:
    """From his phone a player bids for himself; the banker books it."""
    at, _, _ = booked("big_shot/legal/g0007", 144)
    while at.now["view"]["phase"] != "auction":
        at.event("roll", die=1)
    turn = at.now["view"]["turn"]
    seat = at.now["game"]["players"].index(turn) + 1
    page = start(at, f"seat/{seat}")
    shown(page, at)
    page.fill("#bs-bid-number", "3")
    with page.expect_response("**/command?*"):
        page.click("#bs-bid")
    page.wait_for_selector("#asked >> text=bids 3 million")
    [asked] = at.now["asked"]
    at.ask("grant", asked=asked["id"])
    shown(page, at)
    assert at.now["view"]["bid"] == {"player": turn, "amount": 3}
    assert not page.is_visible("#bs-bid-acts")
