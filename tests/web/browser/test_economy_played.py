"""A whole game of MASTER OF ECONOMY by its pages' forms, as a record has it; banker, phones and television show it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.record import parse_record
from companion.table import Policy
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At
from tests.web.browser.browsing import Open, visiting
from tests.web.browser.economy_forms import by_finger, by_key, fill_in
from tests.web.browser.test_amend import tap_line
from tests.web.fakes import FakeSimulator, app_of

pytestmark = pytest.mark.browser

GAMES = Path(__file__).parents[2] / "games" / "master_of_economy" / "legal"


class Pages:
    """A table with a game on it, served; `open` gives a page of it."""

    def __init__(self, at: At, visit: Open) -> None:
        self.at, self._visit = at, visit

    def open(self, path: str, width: int = 390) -> Any:
        page = self._visit(path, width)
        self.wait(page)
        return page

    def wait(self, page: Any) -> None:
        """Until the page shows the table as it is."""
        page.wait_for_selector(f"html[data-revision='{self.at.now['revision']}']")

    def book(self, page: Any, event: Mapping[str, Any], press: Callable[[Any], None] = by_finger) -> None:
        """Books an event by the page's form."""
        before = self.at.version
        self.wait(page)
        with page.expect_response("**/command?*"):
            fill_in(page, event, self.at.now["legal"], press)
        assert self.at.version == before + 1, (event, page.inner_text("#notice"))


@contextmanager
def served(browser: Any, at: At) -> Iterator[Pages]:
    """The pages of a table."""
    with visiting(browser, app_of(at.table, FakeSimulator())) as visit:
        yield Pages(at, visit)
    at.journal.close()


@pytest.fixture
def pages(browser: Any, request: Any) -> Iterator[Pages]:
    """The pages of a table on which the record named by the test's parameter begins."""
    record = parse_record((GAMES / f"{request.param}.game.jsonl").read_bytes())
    at = At(None, header=dict(record.header))
    with served(browser, at) as pages:
        yield pages


def events_of(name: str) -> list[dict[str, Any]]:
    record = parse_record((GAMES / f"{name}.game.jsonl").read_bytes())
    return [dict(event) for event in record.events if event["do"] != "amend"]


def last_line(name: str) -> dict[str, Any]:
    packed = (GAMES / f"{name}.expected.jsonl.gz").read_bytes()
    line: dict[str, Any] = json.loads(gzip.decompress(packed).splitlines()[-1])
    return line


@pytest.mark.parametrize("pages", ["g0000"], indirect=True)
def test_a_whole_game_is_entered_on_the_bankers_page_and_shown_on_all_others(pages: Pages) -> None:
    banker, phone, tv = pages.open("banker"), pages.open("seat/1"), pages.open("tv", 1280)
    for event in events_of("g0000"):
        pages.book(banker, event, by_key)
    over = last_line("g0000")["over"]
    assert pages.at.now["view"]["over"] == over
    for page in (banker, phone, tv):
        pages.wait(page)
    totals = [str(over["result"][name]).replace("-", "−") for names in over["ranking"] for name in names]
    for page in (banker, phone):
        told = page.locator("#over-ranking li").all_inner_texts()
        assert [line.split("\n")[-1] for line in told] == totals
    winner = over["ranking"][0][0]
    assert winner in tv.inner_text("#tv-sentence")


RARE = ("success", "motion", "vote", "buy_back", "embezzle", "candidate", "elect_vote", "top_up", "forced_sale")


@pytest.mark.parametrize("pages", ["g0010"], indirect=True)
def test_what_a_game_with_the_shadow_company_has_besides_is_entered_by_its_forms(pages: Pages) -> None:
    """All else of the record is booked without a page."""
    banker, tapped = pages.open("banker"), set()
    for event in events_of("g0010"):
        if event["do"] in RARE:
            pages.book(banker, event)
            tapped.add(event["do"])
        else:
            pages.at.ask("event", event=event)
    assert tapped == set(RARE)
    assert pages.at.now["view"]["over"] == last_line("g0010")["over"]


def plainly(event: Mapping[str, Any]) -> dict[str, Any]:
    """An event without its counts of 0 and empty lists, which say nothing (record format)."""
    return {
        key: {name: count for name, count in value.items() if count} if isinstance(value, dict) else value
        for key, value in event.items()
    }


@pytest.mark.parametrize("pages", ["g0010"], indirect=True)
def test_the_form_that_corrects_an_event_begins_with_it_as_it_was(pages: Pages) -> None:
    """For each kind of event: sent as the form was filled in, it is the same event in the place of itself."""
    banker, seen = pages.open("banker", 1280), set()
    for event in events_of("g0010"):
        pages.at.ask("event", event=event)
        if event["do"] in seen:
            continue
        seen.add(event["do"])
        pages.wait(banker)
        banker.locator("#correct summary").press("Enter")
        if event["do"] == "success":  # it lies face down: nobody is told which it was
            banker.select_option("#correct-value", str(event["value"]))
        with banker.expect_request("**/command?*") as sent, banker.expect_response("**/command?*"):
            banker.locator("#correct-book").press("Enter")
        command = sent.value.post_data_json
        assert (command["do"], plainly(command["event"])) == ("correct", plainly(event))
        assert banker.inner_text("#notice") == ""
        banker.wait_for_selector("#correct:not([open])")
    assert len(seen) == 21  # all but sell_factory, which is corrected as build is


@pytest.mark.parametrize("pages", ["g0000"], indirect=True)
def test_a_wrong_offer_is_put_right_and_the_trade_worked_out_anew(pages: Pages) -> None:
    events = events_of("g0000")
    last = next(at for at, event in enumerate(events) if event["do"] == "offers") + 1
    for event in events[: last + 1]:
        pages.at.ask("event", event=event)
    assert pages.at.now["view"]["step"] != "offers"
    banker = pages.open("banker", 1280)
    company = events[last]["company"]
    banker.click("#correct summary")
    for box in banker.locator("#correct-import input, #correct-export input").all():
        box.fill("0" if box.get_attribute("type") == "number" else "")
    banker.fill("#correct-import [name=building]", "1")
    with banker.expect_response("**/command?*"):
        banker.click("#correct-book")
    pages.wait(banker)
    newest = pages.at.now["log"][0]
    assert newest["event"] == {"do": "offers", "company": company, "import": {"building": 1}, "export": {}}
    assert banker.locator("#log-lines >> text=a correction").count() == 1


def test_what_an_undo_changes_on_a_companys_board_is_told_before_it_is_booked(browser: Any) -> None:
    """A quarry at 3 and a coal mine at 3 (M-3): 19 of 25 are left, and come back."""
    at = At(None, header=header_of(2))
    for plant in ("quarry", "coal_mine"):
        at.ask("event", event={"do": "build", "company": "red", "type": plant})
    with served(browser, at) as pages:
        banker = pages.open("banker", 1280)
        tap_line(banker, "builds a quarry", "Undo to here")
        banker.wait_for_selector("#amend:visible")
        assert banker.locator("#amend-purses li").all_inner_texts() == ["Red Socks 19 → 25 (+6)"]
        assert "Nobody" not in banker.inner_text("#amend-lines")


@pytest.fixture
def phones(browser: Any) -> Iterator[Pages]:
    """The pages of a table where what players do on their phones is booked at once; nobody has done anything yet."""
    at = At(None, Policy(players=True), header=header_of(2))
    with served(browser, at) as pages:
        yield pages


def test_phases_played_at_once_are_booked_in_the_companies_order(phones: Pages) -> None:
    """Bernd, whose company comes second, decides first; Andrea then closes her turn, and his follows by itself."""
    at = phones.at
    andrea, bernd = phones.open("seat/1"), phones.open("seat/2")
    assert andrea.locator("#me-ahead").is_hidden()
    form = bernd.locator("#me-ahead [data-company=blue]")
    form.get_by_label("A quarry").fill("2")
    form.get_by_label("A coal mine").fill("1")
    form.get_by_role("button", name="Ready").click()
    assert "Ready: it is booked" in form.inner_text()
    assert at.version == 0
    phones.book(andrea, {"do": "build", "company": "red", "type": "shipyard"})
    phones.wait(andrea)
    with andrea.expect_response("**/command?*"):
        fill_in(andrea, {"do": "done", "company": "red"}, at.now["legal"])
    bernd.wait_for_selector("#sentence:has-text('supply the factories of Red Socks')")
    log = [(line["event"]["do"], line["event"]["company"], line["actor"]) for line in reversed(at.now["log"])]
    assert log == [
        ("build", "red", "player:Andrea"),
        ("done", "red", "player:Andrea"),
        ("build", "blue", "player:Bernd"),
        ("build", "blue", "player:Bernd"),
        ("build", "blue", "player:Bernd"),
        ("done", "blue", "player:Bernd"),
    ]
    assert at.now["view"]["companies"]["blue"]["factories"] == {
        **dict.fromkeys(at.now["view"]["companies"]["blue"]["factories"], 0),
        "quarry": 2,
        "coal_mine": 1,
    }


def test_what_the_banker_refuses_ends_what_was_decided_ahead(browser: Any) -> None:
    """What was to follow the refused event was decided together with it: the phone asks for nothing more of it."""
    at = At(None, header=header_of(2))
    with served(browser, at) as pages:
        banker, bernd = pages.open("banker", 1280), pages.open("seat/2")
        form = bernd.locator("#me-ahead [data-company=blue]")
        form.get_by_label("A quarry").fill("1")
        form.get_by_role("button", name="Ready").click()
        at.ask("event", event={"do": "done", "company": "red"})
        banker.wait_for_selector("#asked-list :text('builds a quarry')")
        wishes: list[Any] = []
        bernd.on("request", lambda request: wishes.append(request.post_data) if "/command" in request.url else None)
        banker.get_by_role("button", name="Not so", exact=True).locator("visible=true").click()
        banker.wait_for_selector("#asked", state="hidden")
        at.ask("event", event={"do": "build", "company": "blue", "type": "shipyard"})
        pages.wait(bernd)
        bernd.evaluate("fetch('/token')")
        assert wishes == []
        assert at.now["asked"] == []


def test_a_year_is_played_from_the_phones_and_cash_stays_hidden(phones: Pages) -> None:
    """The events of a record of two players until the first meeting's end; each by who decides it."""
    at = phones.at
    record = parse_record((GAMES / "g0000.game.jsonl").read_bytes())
    at.ask("new_game", header=dict(record.header))
    players = at.now["game"]["players"]
    pages = {player: phones.open(f"seat/{seat}") for seat, player in enumerate(players, start=1)}
    for event in events_of("g0000"):
        if at.now["view"]["year"] == 2:
            break
        decides = event.get("player", at.now["view"]["turn"]["player"])
        phones.book(pages[decides], event, by_key)
    assert at.now["view"]["year"] == 2
    own = at.now["view"]["players"]
    for player, page in pages.items():
        phones.wait(page)
        other = next(name for name in players if name != player)
        assert page.inner_text("#mine-cash") == str(own[player]["cash"])
        assert page.locator("#me-players-body tr", has_text=other).locator("td").first.inner_text() == "hidden"
