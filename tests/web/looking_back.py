"""A recorded game of 80 turns with a picture of each placement, served to be looked back on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from flask import Flask

import calibration
from companion.journal import Journal
from companion.record import parse_record
from companion.review import Clerk, Films, Library, forget_player
from companion.table import Table, picture_key
from tests.web.fakes import FakeEyes
from web import House, create_app
from web.pin import Pin

GAMES = Path(__file__).parents[1] / "games"
GAME = GAMES / "shark" / "legal" / "g0022.game.jsonl"
RECORD = parse_record(GAME.read_bytes())
EXPECTED: list[dict[str, Any]] = [
    json.loads(line) for line in GAME.with_name("g0022.expected.jsonl").read_text().splitlines()
]
"""By the replay that came with the record: entries and state after each of its lines, the header's first."""
ON_TABLE: dict[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "shark",
    "edition": "2001",
    "board": "shark-2001",
    "players": ["Chloé", "Dörte"],
    "banker": "Dörte",
    "options": {},
}


class KeptEyes(FakeEyes):
    """Eyes with a picture for each placement: its number is the shade of the picture."""

    def __init__(self, pictures: dict[str, bytes]) -> None:
        self.pictures = pictures

    def kept(self, game: int, key: str) -> bytes | None:
        return self.pictures.get(key)

    def kept_keys(self, game: int) -> set[str]:
        return set(self.pictures)


class LookingBack:
    """A journal with the recorded game and another one on the table, and the pages on them."""

    def __init__(self, folder: Path, pin: Pin | None = None) -> None:
        self.journal = Journal(folder / "journal.db", lambda: "2026-01-02T20:15:05+00:00")
        self.game = self.journal.take_in(RECORD.header, RECORD.events, actor="banker")
        self.on_table = self.journal.new_game(ON_TABLE)
        self.library = Library(self.journal, calibration.board_file)
        self.table = Table(self.journal, calibration.board_file)
        placed = [line for line in self.journal.lines(self.game) if line.event and line.event["do"] == "place"]
        self.eyes = KeptEyes({picture_key(line): _picture(number) for number, line in enumerate(placed)})
        self.films = Films(self.library, self.eyes)
        self.clerk = Clerk(self.library, self.films)
        self.app = self._app(pin)

    def _app(self, pin: Pin | None) -> Flask:
        def forget(name: str) -> int:
            games = forget_player(self.journal, calibration.board_file, name)
            self.library.forget_stories()
            self.table.resume()
            return games

        app = create_app(
            House(
                self.table,
                self.eyes,
                library=self.library,
                clerk=self.clerk,
                films=self.films,
                forget=forget,
                pin=pin,
            ),
            secret_key=b"of the tests only",
        )
        app.config["TESTING"] = True
        return app

    def close(self) -> None:
        self.app.extensions["bankhalter"].closing.set()
        self.clerk.close()
        self.films.close()
        self.journal.close()


def _picture(number: int) -> bytes:
    image = np.full((120, 160, 3), 2 * number + 20, np.uint8)
    return bytes(cv2.imencode(".jpg", image)[1].tobytes())
