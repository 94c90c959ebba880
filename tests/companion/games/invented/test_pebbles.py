"""The invented game of docs/adding-a-game.md goes where every game goes: record, table, journal, pages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import calibration
from companion.games import _registry, game, game_names
from companion.record import IllegalLine, read_lines, replay
from tests.companion.table.conftest import At
from tests.web.browser.browsing import visiting
from web import House, create_app

HEADER = {
    "format": "bankhalter-game/1",
    "game": "pebbles",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "heap": 5,
}
TAKES = [("Andrea", 3), ("Bernd", 1), ("Andrea", 1)]
EVENTS = [{"do": "take", "player": player, "pebbles": pebbles} for player, pebbles in TAKES]


@pytest.fixture(autouse=True)
def added(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one line by which a game is added to the program."""
    monkeypatch.setitem(_registry._GAMES, "pebbles", "tests.companion.games.invented:Pebbles")


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None, header=HEADER)
    yield made
    made.journal.close()


def test_the_program_knows_it() -> None:
    assert game_names()[-1] == "pebbles"
    assert game("pebbles").title == "PEBBLES"


def record(*events: dict[str, Any]) -> bytes:
    return "\n".join(json.dumps(line) for line in (HEADER, *events)).encode()


def test_its_record_replays() -> None:
    """Three pebbles, one, and the last one with five more: 9 against 1."""
    *_, last = replay(read_lines(record(*EVENTS)), calibration.board_file)
    assert last.game.result(last.step.state) == {
        "reason": "heap",
        "ranking": [["Andrea"], ["Bernd"]],
        "result": {"Andrea": 9, "Bernd": 1},
    }


def test_what_breaks_its_rules_is_refused_by_line_and_ruling() -> None:
    wrong = {"do": "take", "player": "Andrea", "pebbles": 4}
    with pytest.raises(IllegalLine) as error:
        list(replay(read_lines(record(wrong)), calibration.board_file))
    assert (error.value.line, error.value.ruling) == (2, "P-2")


def test_it_is_played_corrected_and_taken_back_at_the_table(at: At) -> None:
    for event in EVENTS[:2]:
        at.ask("event", event=event)
    assert at.now["wealth"] == {"Andrea": 3, "Bernd": 1}
    first = at.now["log"][-1]["seq"]
    at.ask("correct", seq=first, event={"do": "take", "player": "Andrea", "pebbles": 2})
    assert at.now["wealth"] == {"Andrea": 2, "Bernd": 1}
    assert at.now["view"]["heap"] == 2
    at.ask("undo")  # the correction as a whole
    assert at.now["view"]["heap"] == 1


def test_the_plain_pages_serve_it(at: At) -> None:
    app = create_app(House(at.table, addresses=["http://10.0.0.9:8000/"]), secret_key=b"of the tests only")
    app.config["TESTING"] = True
    client = app.test_client()
    for page in ("/banker", "/seat/1", "/tv", "/", "/board", "/sheet", "/setup"):
        assert client.get(page).status_code == 200, page
    text = client.get("/banker").get_data(as_text=True)
    assert 'data-game="pebbles"' in text
    assert "js/games/plain/banker.js" in text
    assert 'id="plain-acts"' in text
    assert client.get("/snapshot?as=seat-1").get_json()["legal"] == {"take": {"player": "Andrea", "pebbles": [1, 2, 3]}}


@pytest.mark.browser
def test_it_is_played_with_the_plain_page_in_chromium(browser: Any, at: At) -> None:
    app = create_app(House(at.table, addresses=["http://10.0.0.9:8000/"]), secret_key=b"of the tests only")
    with visiting(browser, app) as visit:
        page = visit("banker")
        for player, pebbles in TAKES:
            page.wait_for_selector(f"#sentence >> text={player}: take pebbles")
            page.wait_for_selector(f"html[data-revision='{at.now['revision']}']")
            page.select_option("#plain-acts select", label=str(pebbles))
            with page.expect_response("**/command?*"):
                page.click("#plain-acts button")
        page.wait_for_selector("#over:visible")
        ranking = page.locator("#over-ranking li").all_inner_texts()
    assert [line.split("\n")[-1] for line in ranking] == ["9", "1"]
