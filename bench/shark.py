"""SHARK: replay, one placement with its settlement, `legal`, pricing; against labelling the whole board anew."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import calibration
from bench import _labels as plain
from bench._compare import Comparison, Way
from companion.games.shark import COMPANIES, Shark
from companion.games.shark._chains import Rows, groups
from companion.games.shark._placement import place_house
from companion.games.shark._position import position
from companion.games.shark._state import State
from companion.record import Played, read_lines, render_played, replay
from companion.squares import Square, parse_square

GAMES = Path(__file__).parents[1] / "tests" / "games" / "shark" / "legal"
SHARK = Shark()


def comparisons() -> Iterator[Comparison]:
    """All of SHARK."""
    records = [path.read_bytes() for path in sorted(GAMES.glob("*.game.jsonl"))]
    played = [line for content in records for line in _replayed(content)]
    before = [line.step.state for line in played if not line.step.state.options.top_houses]
    placing = [state for state in before if state.phase == "place"]
    yield _replay(records, len(played))
    yield _placement(records)
    yield _legal("legal, all states of the games", before)
    yield _legal("legal, a house to place", placing)
    yield _legal("legal, the colour free and most squares", [max(placing, key=_options)])
    for events in (100, 1_000, 10_000, 100_000):
        content = _long_record(events)
        yield Comparison(f"replay, {events:,} events", "event", [Way("replay", partial(_through, content), events)])
    for cols, rows in ((12, 10), (25, 25), (50, 50), (100, 100), (200, 200)):
        yield from _sizes(_board(cols, rows), cols, rows)


def _replayed(content: bytes) -> Iterator[Played]:
    return replay(read_lines(content), calibration.board_file)


def _through(content: bytes, use: Callable[[Played], object] = lambda line: None) -> None:
    deque(map(use, _replayed(content)), maxlen=0)


def _replay(records: list[bytes], events: int) -> Comparison:
    def labelled(labels: plain.Labels) -> None:
        """The replay, and the prices of every board from a labelling of it."""
        for content in records:
            _through(content, lambda line: plain.prices(line.step.state.rows, labels))

    def run(use: Callable[[Played], object]) -> None:
        for content in records:
            _through(content, use)

    return Comparison(
        "replay of the recorded games",
        "event",
        [
            Way("replay", partial(run, lambda line: None), events),
            Way("replay, each line rendered (--jsonl)", partial(run, render_played), events),
            Way("replay, prices anew by flood fill", partial(labelled, plain.flood_fill), events),
            Way("replay, prices anew by scipy.ndimage.label", partial(labelled, plain.scipy_label), events),
        ],
    )


def _placement(records: list[bytes]) -> Comparison:
    pairs = []
    for content in records:
        line = None
        for text in content.splitlines()[1:]:
            raw = json.loads(text)
            if line is None:
                line = _replayed(content)
                state = next(line).step.state
            if raw["do"] == "place" and not state.options.top_houses:
                pairs.append((state, SHARK.parse_event(raw)))
            state = next(line).step.state

    def own() -> None:
        for state, event in pairs:
            SHARK.apply(state, event)

    def labelled(labels: plain.Labels) -> None:
        for state, event in pairs:
            square = parse_square(event.square)  # type: ignore[union-attr]
            letter = event.company[0]  # type: ignore[union-attr]
            assert plain.place(state.rows, letter, *square, labels) is not None

    return Comparison(
        "a placement (ours with its settlement and reasons, the others prices alone)",
        "placement",
        [
            Way("apply", own, len(pairs)),
            Way("flood fill", partial(labelled, plain.flood_fill), len(pairs)),
            Way("scipy.ndimage.label", partial(labelled, plain.scipy_label), len(pairs)),
        ],
    )


def _options(state: State) -> int:
    return len(SHARK.legal(state).get("place", {"options": ()})["options"])


def _legal(title: str, states: list[State]) -> Comparison:
    def own() -> None:
        for state in states:
            SHARK.legal(state)

    def labelled(labels: plain.Labels) -> None:
        for state in states:
            if state.roll is not None:
                deque(_labelled_legal(state, labels), maxlen=0)

    for state in states:
        if state.roll is not None and not state.options.seven_cap and not state.options.black_fewest:
            assert _options(state) == len(list(_labelled_legal(state, plain.flood_fill))), "the two must agree"
    return Comparison(
        title,
        "state",
        [
            Way("legal", own, len(states)),
            Way("flood fill, placements alone", partial(labelled, plain.flood_fill), len(states)),
            Way("scipy.ndimage.label, placements alone", partial(labelled, plain.scipy_label), len(states)),
        ],
    )


def _labelled_legal(state: State, labels: plain.Labels) -> Iterator[Any]:
    assert state.roll is not None
    letters = state.roll.colour[0] if state.roll.colour in COMPANIES else "rbgy"
    board = state.table.board
    squares = [(square.row, square.col) for square in board.squares() if board.zone(square) == state.roll.zone]
    return plain.legal(state.rows, letters, squares, labels)


def _long_record(events: int) -> bytes:
    """A game that goes in circles: buy, throw, no legal square (blue fills the zone), sell, next turn."""
    players = ["Andrea", "Bernd"]
    zones = calibration.board("shark-1991").zones
    header = {
        "format": "bankhalter-game/1",
        "game": "shark",
        "edition": "1991",
        "board": "shark-1991",
        "players": players,
        "banker": "Bernd",
        "options": {"seven_cap": True, "houses_per_colour": 40, "no_trade_after_cannot_place": False},
        "start": {
            "board": ["".join("b" if zone == "1" else "." for zone in row) for row in zones],
            "cash": dict.fromkeys(players, 100_000),
        },
    }
    turn: tuple[dict[str, Any], ...] = (
        {"do": "buy", "company": "blue", "shares": 2},
        {"do": "roll", "zone": "1", "colour": "red"},
        {"do": "cannot_place"},
        {"do": "sell", "company": "blue", "shares": 2},
        {"do": "end_turn"},
    )
    lines: list[dict[str, Any]] = [header]
    lines += [{**turn[n % 5], "player": players[n // 5 % 2]} for n in range(events)]
    return "\n".join(map(json.dumps, lines)).encode()


def _board(cols: int, rows: int) -> Rows:
    """Stripes of three columns in each colour, an empty column between them, three of five squares taken."""
    return tuple(
        "".join("." if c % 4 == 3 or (7 * r + 3 * c + r * c) % 5 > 2 else "rbgy"[c // 4 % 4] for c in range(cols))
        for r in range(rows)
    )


def _sizes(board: Rows, cols: int, rows: int) -> Iterator[Comparison]:
    assert [position(board).prices[company] for company in COMPANIES] == plain.prices(board, plain.flood_fill)
    yield Comparison(
        f"pricing a board of {cols} x {rows} from its squares",
        "board",
        [
            Way("position (groups, owners, prices)", partial(position, board)),
            Way("groups alone", partial(groups, board)),
            Way("flood fill", partial(plain.prices, board, plain.flood_fill)),
            Way("scipy.ndimage.label", partial(plain.prices, board, plain.scipy_label)),
        ],
    )
    free = next(c for c, letter in enumerate(board[0]) if letter == "." and c % 4 != 3 and board[0][c - 1] != ".")
    company, square = COMPANIES[free // 4 % 4], Square(0, free)
    seen = position(board)
    yield Comparison(
        f"a placement on a board of {cols} x {rows}",
        "placement",
        [
            Way("carried on", lambda: place_house(seen, company, square).after()),
            Way("flood fill", lambda: plain.place(board, company[0], *square, plain.flood_fill)),
            Way("scipy.ndimage.label", lambda: plain.place(board, company[0], *square, plain.scipy_label)),
        ],
    )
