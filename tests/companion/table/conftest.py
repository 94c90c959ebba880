"""A table at hand: a small game of SHARK that begins in the middle, its journal, and what a camera would see of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.devices import Throw
from companion.journal import Journal
from companion.reading import Seen
from companion.squares import parse_square
from companion.table import Freeze, Policy, Table

HEADER: dict[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "1991",
    "board": "shark-1991",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
    "start": {
        # A red chain of 3 and a lone blue house: red 3,000, blue 1,000.
        "board": ["rrr.........", "............", ".....b......", *["............"] * 7],
        "cash": {"Andrea": 5000, "Bernd": 5000},
        "shares": {"Andrea": {"red": 2}, "Bernd": {"red": 4, "blue": 1}},
        "turn": "Andrea",
    },
}
START = (*HEADER["start"]["board"],)


class At:
    """A table with its journal, and requests that count themselves."""

    def __init__(
        self,
        path: Path | None,
        policy: Policy = Policy(),  # noqa: B008
        header: dict[str, Any] | None = None,
        freeze: Freeze = lambda header: header,
    ) -> None:
        self.journal = Journal(path, lambda: "2026-01-02T03:04:05+00:00")
        if self.journal.open_game() is None:
            self.journal.new_game(header or HEADER)
        self.table = Table(self.journal, calibration.board_file, policy=policy, freeze=freeze)
        self.requests = 0

    def ask(
        self, do: str, request: str | None = None, version: int | None = None, game: int | None = None, **keys: Any
    ) -> dict[str, Any]:
        self.requests += 1
        command = {
            "do": do,
            "request": request or f"r{self.requests}",
            "game": self.game if game is None else game,
            "version": self.version if version is None else version,
            **keys,
        }
        return self.table.command(command, "banker")

    def event(self, do: str, **keys: Any) -> dict[str, Any]:
        return self.ask("event", event={"do": do, "player": self.now["view"]["turn"], **keys})

    @property
    def now(self) -> dict[str, Any]:
        return self.table.snapshot()

    @property
    def game(self) -> int | None:
        game = self.now["game"]
        return None if game is None else int(game["id"])

    @property
    def version(self) -> int:
        return int(self.now["version"])


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None)
    yield made
    made.journal.close()


def seen(change: dict[str, str], rows: tuple[str, ...] = START) -> Seen:
    """A reading: the start's squares with these changed."""
    letters = [list(row) for row in rows]
    for name, letter in change.items():
        square = parse_square(name)
        letters[square.row][square.col] = letter
    return Seen("shark-1991", "f", tuple("".join(row) for row in letters))


def roll(at: At, zone: str = "1", colour: str = "red", key: str = "t1") -> bool:
    return at.table.throw(Throw((zone, colour), key))
