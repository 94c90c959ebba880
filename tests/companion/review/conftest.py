"""A small game in a journal that can be looked back on, and the recorded games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.journal import Journal
from companion.review import Library

GAMES = Path(__file__).parents[2] / "games"
RECORDED = sorted(GAMES.glob("*/legal/*.game.jsonl"))
SHARK = [path for path in RECORDED if path.parent.parent.name == "shark"]
HEADER: dict[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
    "start": {
        # A red chain of 3 and a lone blue house on E1: red 3,000, blue 1,000.
        "board": ["rrr.b.......", *["............"] * 9],
        "cash": {"Andrea": 5000, "Bernd": 5000},
        "shares": {"Andrea": {"red": 2}, "Bernd": {"red": 1, "blue": 4}},
        "turn": "Andrea",
    },
}
TAKE_OVER = (
    {"do": "buy", "player": "Andrea", "company": "blue", "shares": 1},
    {"do": "roll", "player": "Andrea", "zone": "1", "colour": "red"},
    {"do": "place", "player": "Andrea", "company": "red", "square": "D1"},
    {"do": "end_turn", "player": "Andrea"},
)
"""Andrea buys a blue share for 1,000, then red takes blue over: red 3,000 -> 4,000, blue 1,000 -> 0."""


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db", lambda: "2026-01-02T03:04:05+00:00") as journal:
        yield journal


@pytest.fixture
def library(journal: Journal) -> Library:
    return Library(journal, calibration.board_file)
