"""Stand-ins for all that a page may ask for: they remember what they were told."""

from __future__ import annotations

import copy
import threading
from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import msgspec
import numpy as np
from flask import Flask

import calibration
from companion.board import Board
from companion.checks import Finding
from companion.commands._market_photos import MarketPhotos
from companion.errors import BoardNotFound, FormatError, RuleError, TableStale
from companion.fields import parse_market_board
from companion.games import BANKER
from companion.games.master_of_economy import MARKET
from companion.games.shark import Shark
from companion.reading import Point, Reading
from companion.sentence import Sentence
from companion.settings import Settings, parse_settings
from companion.table._viewers import role_of, show_to
from tests.web.scenes import BOARD, BOARDS, PLAYERS, scene
from web import House, create_app


class FakeTable:
    """Serves scenes; takes every command that is one, and remembers it."""

    def __init__(self, shown: dict[str, Any]) -> None:
        self._changed = threading.Condition()
        self._shown = shown
        self.commands: list[tuple[dict[str, Any], str]] = []
        self.error: Exception | None = None

    def snapshot(self, viewer: str = BANKER, *, language: str = "en") -> dict[str, Any]:
        """For a player it holds what is his, as the table's own does."""
        return show_to(viewer, {**copy.deepcopy(self.shown), "viewer": role_of(viewer)}, Shark.players_may)

    @property
    def shown(self) -> dict[str, Any]:
        return self._shown

    @shown.setter
    def shown(self, shown: dict[str, Any]) -> None:
        with self._changed:
            self._shown = shown
            self._changed.notify_all()

    def begin_anew(self) -> None:
        """As it was made: for the next test of those that share a server."""
        self.commands.clear()
        self.error = None
        self.shown = scene("trade")

    def show(self, name: str) -> None:
        """Shows another scene from now on."""
        self.shown = {**scene(name), "revision": self.shown["revision"] + 1}

    def wait(self, revision: int, timeout: float) -> int:
        with self._changed:
            self._changed.wait_for(lambda: self._shown["revision"] != revision, timeout)
            return int(self._shown["revision"])

    def ask(self, raw: Mapping[str, Any], player: str) -> dict[str, Any]:
        return self.command(raw, f"player:{player}")

    def command(self, raw: Mapping[str, Any], actor: str) -> dict[str, Any]:
        if "do" not in raw:
            raise FormatError("not a command of the table: do is missing")
        if self.error is not None:
            raise self.error
        game = self.shown["game"]
        if raw.get("game", game and game["id"]) != (game and game["id"]):
            raise TableStale("this command was made for another game")
        if raw.get("version") != self.shown["version"]:
            raise TableStale("the table has moved on since")
        if raw["do"] == "event" and raw["event"].get("square") == "Z9":
            raise RuleError("R-32", "the board has no square Z9")
        self.commands.append((dict(raw), actor))
        return {"ok": True, "version": self.shown["version"] + 1}

    def games(self) -> list[dict[str, Any]]:
        game = {"game": "shark", "edition": "2001", "players": PLAYERS, "created": "", "played": "2026-11-28T20:15:00"}
        return [
            {**game, "id": 3, "name": None, "lines": 31, "archived": False, "open": True},
            {**game, "id": 2, "name": "<b>Friday</b>", "lines": 7, "archived": False, "open": False},
            {**game, "id": 1, "name": None, "lines": 180, "archived": True, "open": False},
        ]

    def peek(self) -> None:
        return None

    def record_of(self, game: int) -> bytes:
        return b'{"format": "bankhalter-game/1"}\n'

    def look_ahead(self, raw: Mapping[str, Any], *, language: str = "en") -> dict[str, Any]:
        if self.error is not None:
            raise self.error
        return {"ok": True, "version": self.shown["version"], "asked": dict(raw)}


class FakeEyes:
    """Draws a board of plain squares."""

    def picture(self, kind: str) -> bytes | None:
        image = np.full((480, 640, 3), (70, 95, 120), np.uint8)
        cv2.rectangle(image, (120, 40), (520, 440), (190, 215, 225), -1)
        colours = {"r": (50, 40, 200), "b": (190, 90, 30), "g": (70, 140, 40), "y": (20, 190, 240), "t": (70, 60, 55)}
        for row, letters in enumerate(BOARD):
            for col, letter in enumerate(letters):
                at = (140 + col * 30, 60 + row * 30)
                cv2.rectangle(image, at, (at[0] + 30, at[1] + 30), (150, 175, 185), 1)
                if letter in colours:
                    cv2.rectangle(image, (at[0] + 5, at[1] + 5), (at[0] + 25, at[1] + 25), colours[letter], -1)
        return bytes(cv2.imencode(".jpg", image)[1].tobytes())

    def kept(self, game: int, key: str) -> bytes | None:
        return self.crop("C4") if key != "none" else None

    def kept_keys(self, game: int) -> set[str]:
        return set()

    def kept_crop(self, game: int, key: str, square: str, board: Board) -> bytes | None:
        return self.crop(square)

    def crop(self, square: str) -> bytes | None:
        if square in ("Z9", "4C"):  # no square of the board, no square at all
            return None
        image = np.full((160, 160, 3), (190, 215, 225), np.uint8)
        cv2.rectangle(image, (40, 40), (120, 120), (50, 40, 200), -1)
        return bytes(cv2.imencode(".jpg", image)[1].tobytes())


NOT_FOUND = Sentence("the board is not found: nothing in the picture looks like its grid")


class FakePhotos:
    """Reads every photo as the board of the scenes; finds none in a picture of one byte."""

    def read(self, content: bytes, board: str) -> tuple[str, Reading]:
        if not content.startswith(b"\xff\xd8"):
            raise FormatError("this is no picture that can be read (JPEG or PNG)")
        corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
        if content == b"\xff\xd8dark":
            return "dark", Reading(board, reason=NOT_FOUND)
        return "seen", Reading(board, tuple(BOARD), corners)

    def find(self, key: str, corners: Sequence[Point]) -> tuple[str, Reading]:
        if len(corners) != 4:
            raise FormatError("four corners are needed")
        return self.read(b"\xff\xd8", "shark-2001")

    def reading(self, key: str) -> Reading | None:
        return self.read(b"\xff\xd8", "shark-2001")[1] if key == "seen" else None

    def remark(self, key: str) -> Sentence | None:
        return None

    def picture(self, key: str, kind: str) -> bytes | None:
        return FakeEyes().picture(kind)

    def crop(self, key: str, square: str) -> bytes | None:
        return FakeEyes().crop(square)


class FakeBackups:
    """Offers a backup, and takes any that begins like one."""

    def make(self) -> bytes:
        return b"PK, a backup"

    def restore(self, content: bytes) -> None:
        if not content.startswith(b"PK"):
            raise FormatError("this is no whole backup of bankhalter")


class FakeSettings:
    """Keeps settings in memory; one is fixed by an option."""

    def __init__(self) -> None:
        self.now = Settings()
        self.given = {"pictures_mb": "--pictures"}

    def change(self, raw: Mapping[str, Any]) -> None:
        self.now = parse_settings({**msgspec.structs.asdict(self.now), **raw})


class FakeSimulator:
    """Remembers what it was told."""

    def __init__(self) -> None:
        self.commands: list[dict[str, Any]] = []

    def command(self, raw: Mapping[str, Any]) -> None:
        if raw.get("do") not in {"throw", "put", "take", "tidy", "press"}:
            raise FormatError("not a command of the virtual table")
        self.commands.append(dict(raw))

    def lights(self) -> Mapping[str, Any]:
        return {"companies": ["red", "blue"], "frames": [[1, 0], [3, 0], [3, 32768], [3, 0]], "loop": 2, "frame_s": 0.3}


class FakeWorkshop:
    """Devices that were examined, and a lesson of two steps."""

    def __init__(self) -> None:
        self.walked = 0
        self.has_lamps = True
        self.place: int | None = None
        self.presses = 0

    def examine(self) -> list[Finding]:
        todo = Sentence("Check its cable.")
        room = {"folder": "/games", "free": "9.1"}
        return [
            Finding(
                Sentence("Disk"),
                "ok",
                Sentence("{folder} can be written, {free} GB are free", room),
            ),
            Finding(Sentence("Camera"), "wrong", Sentence("{text}", {"text": "<b>no</b> picture"}), todo),
            Finding(Sentence("Dice reader"), "off", Sentence("None: throws are tapped on the banker page")),
        ]

    def walk(self) -> None:
        self.walked += 1

    def dice(self) -> dict[str, Any]:
        lesson = None
        if self.place is not None:
            text = Sentence("Put the number die into its well, on top: {face}.", {"face": str(self.place + 2)})
            lesson = {"place": self.place, "count": 2, "text": text, "done": self.place == 2}
        status = {"state": "LYING", "zone": "4", "colour": "red", "throw": 1}
        look = {
            "hello": None,
            "status": status,
            "values": [10, 20, 30, 40, 50, 60, 70, 80, 90, 0],
            "presses": self.presses,
        }
        return {"heard": True, "text": None, "look": look, "lesson": lesson, "failed": None}

    def teach(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if raw == {"do": "begin", "number_die": "1-6", "wells": "num"}:
            self.place = -1
        elif raw["do"] == "go_on" and raw["place"] == self.place:
            self.place = raw["place"] + 1
        elif raw["do"] == "leave":
            self.place = None
        else:
            raise FormatError("not a command for a lesson")
        return self.dice()


class FakeDesk:
    """A camera that is set up by hand: each test says how far it is."""

    def __init__(self) -> None:
        self.shown: dict[str, Any] = dict(DESK)
        self.steps: list[Mapping[str, Any]] = []
        self.kept: bytes | None = None

    def state(self) -> dict[str, Any]:
        return self.shown

    def picture(self, kind: str) -> bytes | None:
        return cv2.imencode(".jpg", np.full((48, 64, 3), 90, np.uint8))[1].tobytes() if kind == "live" else None

    def tell(self, raw: Mapping[str, Any]) -> dict[str, Any]:
        if raw == {"do": "find"}:
            raise BoardNotFound("the board is not found: nothing in the picture looks like its grid")
        self.steps.append(raw)
        return self.shown

    def file(self) -> bytes | None:
        return self.kept

    def restore(self, content: bytes) -> None:
        if not content.startswith(b"{"):
            raise FormatError(Sentence("it has more than {most} MB", {"most": 32}))
        self.kept = content


DESK: dict[str, Any] = {
    "active": False,
    "cameras": [{"source": "virtual", "name": "", "own": True}, {"source": "2", "name": "<b>Cam</b>", "own": False}],
    "boards": [board.name for board in BOARDS],
    "board": "shark-2001",
    "kept": None,
    "said": None,
}


def app_of(table: FakeTable, simulator: FakeSimulator) -> Flask:
    app = create_app(
        House(
            table,
            FakeEyes(),
            simulator,
            addresses=["http://192.168.1.20:8000/"],
            boards=BOARDS,
            backups=FakeBackups(),
            workshop=FakeWorkshop(),
            settings=FakeSettings(),
            photos=FakePhotos(),
            market_photos=MarketPhotos(lambda: parse_market_board(calibration.board_file(MARKET))),
            desk=FakeDesk(),
        ),
        secret_key=b"of the tests only",
    )
    app.config["TESTING"] = True
    return app
