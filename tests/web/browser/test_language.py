"""A real table in chromium: its proposal in the reader's language, chosen with the picker."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import calibration
from companion.journal import Journal
from companion.reading import Seen
from companion.table import Table
from companion.words import LANGUAGES
from tests.web.browser.browsing import visiting
from web import House, create_app

pytestmark = pytest.mark.browser

ROWS = ["rrr.........", *["............"] * 9]
HEADER = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
    "start": {"board": ROWS, "shares": {"Bernd": {"red": 2}}},
}


@pytest.fixture
def proposing() -> Iterator[Table]:
    """Andrea has rolled red for zone 1, and the camera sees a fourth red house beside the chain of three."""
    with Journal(None, lambda: "2026-11-28T20:00:00+00:00") as journal:
        table = Table(journal, calibration.board_file)
        table.command({"do": "new_game", "request": "1", "game": None, "version": 0, "header": HEADER}, "banker")
        roll = {"do": "roll", "player": "Andrea", "zone": "1", "colour": "red"}
        table.command({"do": "event", "request": "2", "game": 1, "version": 0, "event": roll}, "banker")
        table.observe(Seen("shark-1991", "f1", ("rrrr........", *ROWS[1:])))
        yield table


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_s_sentence_ends_once_where_a_question_is_filled_in(
    browser: Any, proposing: Table, language: str
) -> None:
    with visiting(browser, create_app(House(proposing), secret_key=b"x" * 32)) as visit:
        page = visit(f"chains?lang={language}")
        said = "async ([text, reason]) => (await import('/static/js/words.js')).t(text, { reason })"
        text = "{reason}. Tap the board's corners in the picture: its own top left first, then clockwise."
        told = page.evaluate(said, [text, "Which way round does it lie?"])
        assert told.startswith("Which way round does it lie? T")
        assert page.evaluate(said, ["{reason}...", "Yes?"]) == "Yes?..."
        for text in ("What is marked with ?.", "It reads {reason}."):
            assert page.evaluate(said, [text, "?"]).endswith(" ?.")


def test_the_picker_turns_page_and_proposal_german(browser: Any, proposing: Table) -> None:
    with visiting(browser, create_app(House(proposing), secret_key=b"x" * 32)) as visit:
        page = visit("banker", locale="en-GB")
        page.wait_for_selector("#proposal:not([hidden])")
        assert page.inner_text("#proposal-text") == "Andrea puts a red house on D1"
        assert page.inner_text("#book") == "Book"

        page.select_option("#language", "de")
        page.wait_for_selector("html[lang=de] #proposal:not([hidden])")
        assert page.inner_text("#proposal-text") == "Andrea setzt ein rotes Haus auf D1"
        assert page.inner_text("#sentence") == "Andrea: setze ein rotes Haus in Zone 1"
        assert page.inner_text("#book") == "Buchen"
        amounts = page.inner_text("#proposal-amounts")
        assert "Erfolgsprovision: Kette A1-D1 hat jetzt 4 Häuser: Smith & Smith steigt 3.000 → 4.000" in amounts
        assert "Smith & Smith steigt 3.000 → 4.000; 2 Aktien × 1.000" in amounts
        assert "+2.000" in amounts

        # Another page of this browser remembers the language; an address can ask for another one.
        page.goto("/tv")
        page.wait_for_selector("html[lang=de][data-link=live]")
        assert page.inner_text("#tv-sentence") == "Andrea: setze ein rotes Haus in Zone 1"
        page.goto("/snapshot?lang=it")
        shown = json.loads(page.inner_text("body"))
        assert shown["proposal"]["text"] == "Andrea mette un grattacielo rosso su D1"
