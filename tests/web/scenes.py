"""A table made by hand: its snapshots show each page in each of its states, without rules or camera."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from companion.board import Board, Grid

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
        "draft": None,
        "trusted": [],
        "log": _log()[1:],
        "undo": "Bernd buys 2 red shares",
        "redo": None,
        "board_seen": {"found": True, "squares": list(BOARD), "frame": "0042", "text": ""},
        "pictures": True,
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
