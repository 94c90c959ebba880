"""A table made by hand: its snapshots show each page in each of its states, without rules or camera."""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest
from flask import Flask

from companion.board import Board, Grid
from companion.checks import Finding
from companion.commands._market_photos import MarketPhotos
from companion.errors import BoardNotFound, FormatError, RuleError, TableStale
from companion.games import BANKER
from companion.games.shark import Shark
from companion.reading import Point, Reading
from companion.sentence import Sentence
from companion.settings import Settings, parse_settings
from companion.table._viewers import role_of, show_to
from web import House, create_app

COLOURS = ("red", "blue", "green", "yellow")
ZONES = [
    "111111222222",
    "111111222222",
    "111111222222",
    "111111222222",
    "111SSSSSS222",
    "111SSSSSS222",
    "333SSSSSS444",
    "333SSSSSS444",
    "333333444444",
    "333333444444",
    "333333444444",
    "333333444444",
]
BOARD = [
    "............",
    ".rrr....b...",
    "..r.....bb..",
    "..........b.",
    "....t.......",
    "......gg....",
    "......g.....",
    "............",
    ".yy......r..",
    "..y.........",
    "......b.....",
    "............",
]
TRUST_H8 = {"do": "trust", "squares": ["H8"]}
PLAYERS = ["Andrea", "Bernd", "Chloé", "Dörte"]


def board_of(name: str, *zones: str) -> Board:
    grid = Grid((0.0, 0.0), (30.0, 30.0), len(zones[0]), len(zones))
    return Board(name, (400.0, 400.0), grid, zones)


BOARDS = (
    board_of("shark-1991", *(["111122223333"] * 5 + ["444455556666"] * 5)),
    board_of("shark-2001", *ZONES),
    board_of("own", "1122", "1SS2", "3SS4", "3344"),
    board_of("every-zone", "123456S"),
    board_of("no-sea", "1234"),
)


def entry(kind: str, player: str, amount: int, text: str, ruling: str, **more: Any) -> dict[str, Any]:
    return {"kind": kind, "player": player, "amount": amount, "text": text, "ruling": ruling, **more}


GAIN = [
    entry("commission", "Bernd", 5000, "Smith & Smith rises to 5,000 with the house on C4", "R-14"),
    entry("dividend", "Bernd", 3000, "3 shares of red, 1,000 each", "R-15", company="red", shares=3, per_share=1000),
    entry("dividend", "Chloé", 1000, "1 share of red, 1,000 each", "R-15", company="red", shares=1, per_share=1000),
    entry(
        "loss", "Andrea", -9000, "3 shares of blue fall by 3,000 each", "R-16", company="blue", shares=3, per_share=3000
    ),
]


def line(seq: int, event: dict[str, Any], text: str, entries: list[dict[str, Any]] = [], **more: Any) -> dict[str, Any]:  # noqa: B006
    base = {
        "seq": seq,
        "event": event,
        "text": text,
        "entries": entries,
        "news": [],
        "undone": False,
        "actor": "banker",
    }
    return {**base, "time": f"2026-11-28T20:{seq:02}:07+01:00", **more}


def _log() -> list[dict[str, Any]]:
    return [
        line(
            31, {"do": "roll", "player": "Bernd", "zone": "1", "colour": "red"}, "Bernd rolls zone 1, red", actor="dice"
        ),
        line(
            30,
            {"do": "buy", "player": "Bernd", "company": "red", "shares": 2},
            "Bernd buys 2 red shares",
            [entry("purchase", "Bernd", -8000, "2 shares at 4,000", "R-4", company="red", shares=2)],
        ),
        line(29, {"do": "end_turn", "player": "Andrea"}, "Andrea ends her turn"),
        line(
            28,
            {"do": "place", "player": "Andrea", "company": "blue", "square": "K4"},
            "Andrea places a blue house on K4",
            [
                entry("commission", "Andrea", 3000, "Empire rises to 3,000", "R-14"),
                entry(
                    "dividend", "Andrea", 3000, "3 shares, 1,000 each", "R-15", company="blue", shares=3, per_share=1000
                ),
            ],
            actor="camera",
        ),
        line(
            27,
            {"do": "place", "player": "Andrea", "company": "blue", "square": "K5"},
            "Andrea places a blue house on K5",
            undone=True,
        ),
        line(
            26,
            {"do": "roll", "player": "Andrea", "zone": "2", "colour": "blue"},
            "Andrea rolls zone 2, blue",
            actor="dice",
        ),
    ]


def _options(company: str, squares: Mapping[str, tuple[int, int, list[str]]]) -> list[dict[str, Any]]:
    return [
        {"company": company, "square": square, "commission": commission, "price": price, "removes": removes}
        for square, (commission, price, removes) in squares.items()
    ]


def trade_snapshot() -> dict[str, Any]:
    """Bernd may trade or roll; all else derives from this one."""
    view = {
        "prices": {"red": 4000, "blue": 4000, "green": 3000, "yellow": 3000},
        "cash": {"Andrea": 12000, "Bernd": 23000, "Chloé": 4000, "Dörte": 0},
        "shares": {
            "Andrea": {"red": 0, "blue": 3, "green": 1, "yellow": 0},
            "Bernd": {"red": 3, "blue": 0, "green": 0, "yellow": 2},
            "Chloé": {"red": 1, "blue": 2, "green": 5, "yellow": 0},
            "Dörte": {"red": 0, "blue": 0, "green": 0, "yellow": 12},
        },
        "bank": {company: [10, 6] for company in COLOURS},
        "board": list(BOARD),
        "removed": [],
        "turn": "Bernd",
        "phase": "trade",
        "owes": {},
        "debts": {},
        "out": [],
        "over": None,
    }
    return {
        "revision": 7,
        "version": 31,
        "game": {
            "id": 3,
            "name": "shark",
            "title": "SHARK",
            "edition": "2001",
            "board": "shark-2001",
            "players": PLAYERS,
            "banker": "Bernd",
            "companies": {"red": "Smith & Smith", "blue": "Empire", "green": "NYSO", "yellow": "Wings"},
            "pieces": "rbgyt",
            "dice": [["1", "2", "3", "4", "S", "S"], [*COLOURS, "black", "white"]],
            "over": False,
            "hidden_cash": False,
        },
        "grid": {"cols": 12, "rows": 12, "zones": list(ZONES)},
        "view": view,
        "extras": {},
        "wealth": {"Andrea": 27000, "Bernd": 41000, "Chloé": 31000, "Dörte": 36000},
        "legal": {
            "buy": {
                "player": "Bernd",
                "companies": {company: {"price": view["prices"][company], "max": 5} for company in COLOURS},
            },
            "sell": {
                "player": "Bernd",
                "companies": {"red": {"price": 4000, "max": 3}, "yellow": {"price": 3000, "max": 2}},
            },
            "roll": {"player": "Bernd", "zones": ["1", "2", "3", "4", "S"], "colours": [*COLOURS, "black", "white"]},
        },
        "waiting": {"kind": "trade", "actor": "Bernd", "text": "Bernd may trade, then rolls the dice"},
        "proposal": None,
        "asked": [],
        "todo": [],
        "problems": [],
        "aloud": [],
        "standing": "agrees",
        "tv_speaks": False,
        "ways": [],
        "trusted": [],
        "log": _log()[1:],
        "undo": "Bernd buys 2 red shares",
        "redo": None,
        "board_seen": {"found": True, "squares": list(BOARD), "frame": "0042", "text": ""},
        "tracks": {
            c: {"lit": p // 1000, "blink": 1 if c == "blue" else 0, "length": 16} for c, p in view["prices"].items()
        },
        "devices": [
            {"name": "camera", "state": "fine", "text": "10 pictures a second"},
            {"name": "dice", "state": "trouble", "text": "the reader does not answer: check its cable"},
        ],
        "buttons": {
            "confirm": {"short": None, "long": None},
            "undo": {"short": "take back: Bernd buys 2 red shares", "long": "book again: Bernd rolls zone 1, red"},
            "next": {"short": "Bernd ends the turn", "long": None},
        },
        "simulated": {"houses": _houses(BOARD), "dice": ["3", "red"]},
    }


def _houses(board: list[str]) -> dict[str, str]:
    return {
        f"{chr(65 + col)}{row + 1}": letter
        for row, letters in enumerate(board)
        for col, letter in enumerate(letters)
        if letter != "."
    }


def scene(name: str) -> dict[str, Any]:
    """The snapshot of a state of the game by its name."""
    shown = copy.deepcopy(trade_snapshot())
    view = shown["view"]
    match name:
        case "none":
            shown.update(
                version=0,
                game=None,
                grid=None,
                view=None,
                wealth={},
                legal={},
                log=[],
                undo=None,
                tracks={},
                waiting={"kind": "none", "actor": None, "text": "No game is running: begin one"},
                simulated=None,
            )
        case "pick":
            view.update(phase="pick", turn="Chloé", prices=dict.fromkeys(COLOURS, 0), board=["." * 12] * 12)
            view["cash"] = dict.fromkeys(PLAYERS, 0)
            shown.update(legal={"pick": {"player": "Chloé", "companies": list(COLOURS)}}, log=[], undo=None)
            shown["waiting"] = {"kind": "pick", "actor": "Chloé", "text": "Chloé picks a share"}
        case "place" | "proposal":
            view["phase"] = "place"
            squares = {
                "A2": (5000, 5000, []),
                "E2": (5000, 5000, []),
                "B1": (5000, 5000, []),
                "C1": (5000, 5000, []),
                "D1": (5000, 5000, []),
                "B3": (5000, 5000, []),
                "D3": (5000, 5000, []),
                "C4": (5000, 5000, ["E5"]),
                "F1": (1000, 4000, []),
                "A6": (1000, 4000, []),
            }
            shown["legal"] = {"place": {"player": "Bernd", "options": _options("red", squares)}}
            shown["waiting"] = {"kind": "place", "actor": "Bernd", "text": "Bernd places a red house in zone 1"}
            shown.update(log=_log(), undo="Bernd rolls zone 1, red", redo="Andrea ends her turn")
            if name == "proposal":
                shown["proposal"] = {
                    "id": "aa11",
                    "event": {"do": "place", "player": "Bernd", "company": "red", "square": "C4"},
                    "text": "Bernd places a red house on C4",
                    "entries": GAIN,
                    "news": [],
                    "squares": ["C4"],
                    "prices": {**view["prices"], "red": 5000, "blue": 1000},
                    "todo": ["take the blue houses off J3 and K4"],
                    "by_itself": None,
                }
        case "free":
            shown = scene("place")
            options = [
                option
                for company in (*COLOURS, "top")
                for option in _options(
                    company, {"A2": (5000, 5000, []), "F1": (1000, 4000, []), "A6": (1000, 4000, [])}
                )
            ]
            shown["legal"]["place"]["options"] = options
            shown["waiting"]["text"] = "Bernd places a house of any colour, or a TOP, in zone 1"
        case "after":
            view["phase"] = "trade_after"
            del shown["legal"]["roll"]
            shown["legal"]["end_turn"] = {"player": "Bernd"}
            shown["waiting"] = {"kind": "trade_after", "actor": "Bernd", "text": "Bernd may trade, then ends the turn"}
            shown["todo"] = ["take the blue houses off J3 and K4"]
            shown["ways"] = [
                {"text": "the green house stands on H8", "squares": ["H8"], "command": TRUST_H8},
                {"text": "take back: Bernd places a green house on H8", "squares": ["H8"], "command": {"do": "undo"}},
            ]
            shown["problems"] = [{"text": "H8: the books have a green house, the camera sees none", "squares": ["H8"]}]
            board = [row.replace("t", "?") for row in BOARD]
            board[7] = ".......r...."
            shown["board_seen"] = {"found": True, "squares": board, "frame": "0043", "text": "a hand covers E5"}
        case "debt":
            view.update(phase="debt", owes={"Andrea": 9000})
            sets = [({"blue": 2, "green": 1}, 9000), ({"blue": 3}, 9000), ({"blue": 3, "green": 1}, 10000)]
            shown["legal"] = {
                "forced_sale": {
                    "player": "Andrea",
                    "missing": 9000,
                    "sets": [{"shares": s, "proceeds": p} for s, p in sets],
                }
            }
            shown["waiting"] = {"kind": "debt", "actor": "Andrea", "text": "Andrea owes 9,000 and must sell shares"}
        case "over":
            view.update(
                phase="over",
                over={
                    "reason": "price",
                    "ranking": [["Bernd"], ["Dörte"], ["Chloé"], ["Andrea"]],
                    "result": {"Bernd": 141000, "Dörte": 96000, "Chloé": 88000, "Andrea": 27000},
                },
            )
            view["prices"]["red"] = 15000
            shown["game"]["over"] = True
            shown["wealth"] = dict(view["over"]["result"])
            shown["legal"] = {}
            shown["waiting"] = {"kind": "over", "actor": None, "text": "The game has ended"}
        case "asked":
            shown["asked"] = [
                {
                    "id": "w1",
                    "player": "Bernd",
                    "event": {"do": "buy", "player": "Bernd", "company": "red", "shares": 2},
                    "text": "Bernd buys 2 Red shares for 8,000",
                    "entries": [entry("purchase", "Bernd", -8000, "2 Red × 4,000", "R-4", company="red", shares=2)],
                }
            ]
        case "six":
            players = [*PLAYERS, "Maximilian-Alexander", "Zoë"]
            shown["game"]["players"] = players
            for player in players[4:]:
                view["cash"][player] = 158000
                view["shares"][player] = {"red": 9, "blue": 11, "green": 0, "yellow": 4}
                shown["wealth"][player] = 1_158_000
    return shown


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


@pytest.fixture
def table() -> FakeTable:
    return FakeTable(scene("trade"))


@pytest.fixture
def simulator() -> FakeSimulator:
    return FakeSimulator()


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
            market_photos=MarketPhotos(Path("no folder of own boards")),
            desk=FakeDesk(),
        ),
        secret_key=b"of the tests only",
    )
    app.config["TESTING"] = True
    return app


@pytest.fixture
def app(table: FakeTable, simulator: FakeSimulator) -> Iterator[Flask]:
    app = app_of(table, simulator)
    yield app
    app.extensions["bankhalter"].closing.set()


@pytest.fixture
def set_scene(table: FakeTable) -> Any:
    return table.show
