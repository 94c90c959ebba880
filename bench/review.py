"""Looking back: a game of 500 events opened and jumped about in, a list of 1,000 games; what the server takes."""

from __future__ import annotations

import atexit
import tempfile
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from flask import Flask

import calibration
from bench._compare import Comparison, Way
from companion.journal import Journal
from companion.record import parse_record
from companion.review import Library
from companion.review._summary import KIND as SUMMARY
from companion.table import Table
from web import House, create_app

GAMES = Path(__file__).parents[1] / "tests" / "games" / "shark" / "legal"
OTHER = GAMES.parents[1] / "master_of_economy" / "legal"
EVENTS, SHELF = 500, 1_000
TIME = "2026-01-02T03:04:05.678+00:00"


def comparisons() -> Iterator[Comparison]:
    """Opening, jumping, listing; every way is the whole answer of the server, without the network."""
    folder = tempfile.TemporaryDirectory()
    atexit.register(folder.cleanup)
    with Journal(Path(folder.name) / "journal.db", lambda: TIME) as journal:
        long = _long_game(journal)
        library = Library(journal, calibration.board_file)
        library.catch_up(long)
        table = Table(journal, calibration.board_file)
        app = create_app(House(table, library=library), secret_key=b"of the benchmark")
        yield _long(app, library, long)
        _fill(journal, library, long)
        yield _list(app)
        yield _other(app, library, journal)


def _long(app: Flask, library: Library, game: int) -> Comparison:
    lines = [moment.n for moment in library.story(game).moments]
    places = cycle([len(lines) // 3, len(lines) - 1, 1, len(lines) // 2])

    def anew() -> None:
        library.forget_stories()
        _get(app, f"/review/{game}")

    return Comparison(
        f"a game of {len(lines) - 1} events ({library.story(game).last.turn} turns)",
        "page",
        [
            Way("the page, the game at hand", lambda: _get(app, f"/review/{game}")),
            Way("the page, the game replayed first", anew),
            Way("jump to a moment", lambda: _get(app, f"/review/{game}/moment/{lines[next(places)]}")),
            Way("the page at a moment (a link)", lambda: _get(app, f"/review/{game}?at={lines[next(places)]}")),
            Way("the whole ledger", lambda: _get(app, f"/review/{game}/ledger")),
            Way("the page in German", lambda: _get(app, f"/review/{game}?lang=de")),
        ],
    )


def _other(app: Flask, library: Library, journal: Journal) -> Comparison:
    """The dearest game to look back on: for what everybody has at a moment it is played to an end from there."""
    records = [parse_record(path.read_bytes()) for path in sorted(OTHER.glob("*.game.jsonl"))]
    record = max(records, key=lambda one: len(one.events))
    game = journal.take_in(record.header, record.events, actor="banker")

    def anew() -> None:
        library.forget_stories()
        _get(app, f"/review/{game}")

    return Comparison(
        f"a game of MASTER OF ECONOMY of {len(record.events)} events",
        "page",
        [
            Way("the page, the game at hand", lambda: _get(app, f"/review/{game}")),
            Way("the page, the game replayed first", anew),
            Way("jump to a moment", lambda: _get(app, f"/review/{game}/moment/{len(record.events) // 2}")),
        ],
    )


def _list(app: Flask) -> Comparison:
    return Comparison(
        f"a library of {SHELF} games",
        "page",
        [
            Way("the list, newest games", lambda: _get(app, "/review")),
            Way("the list, a page in the middle", lambda: _get(app, "/review?page=8")),
            Way("records across games", lambda: _get(app, "/records")),
        ],
    )


def _get(app: Flask, path: str) -> None:
    response = app.test_client().get(path)
    assert response.status_code == 200, path


def _long_game(journal: Journal) -> int:
    """A game of 500 events: the longest of the recorded ones, with remarks in between until it has them."""
    records = [parse_record(path.read_bytes()) for path in sorted(GAMES.glob("*.game.jsonl"))]
    record = max(records, key=lambda one: len(one.events))
    events = list(record.events)
    for number in range(EVENTS - len(events)):  # remarks between the events: replayed, shown and counted like any
        events.insert(2 * number + 1, {"do": "amend", "note": f"remark {number}"})
    return journal.take_in(record.header, events, actor="banker")


def _fill(journal: Journal, library: Library, game: int) -> None:
    """The shelf filled with games of real length, their summaries worked out (all like the first: only rows count)."""
    records = [parse_record(path.read_bytes()) for path in sorted(GAMES.glob("*.game.jsonl"))]
    for number in range(SHELF - 1):
        record = records[number % len(records)]
        taken = journal.take_in(record.header, record.events, actor="banker")
        if number < len(records):
            library.catch_up(taken)
            kept = journal.derived_of(taken, SUMMARY)
        else:
            kept = journal.derived_of(game + 1 + number % len(records), SUMMARY)
        assert kept is not None
        journal.keep_derived(taken, record.header, SUMMARY, kept)
