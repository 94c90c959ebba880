"""MASTER OF ECONOMY: replay of the recorded games, and `legal`."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import calibration
from bench._compare import Comparison, Way
from companion.games.master_of_economy import MasterOfEconomy
from companion.record import Played, read_lines, render_played, replay

GAMES = Path(__file__).parents[1] / "tests" / "games" / "master_of_economy" / "legal"
ECONOMY = MasterOfEconomy()


def comparisons() -> Iterator[Comparison]:
    """All of MASTER OF ECONOMY."""
    records = [path.read_bytes() for path in sorted(GAMES.glob("*.game.jsonl"))]
    played = [line for content in records for line in _replayed(content)]

    def run(use: Callable[[Played], object]) -> None:
        for content in records:
            deque(map(use, _replayed(content)), maxlen=0)

    yield Comparison(
        "replay of the recorded games",
        "event",
        [
            Way("replay", partial(run, lambda line: None), len(played)),
            Way("replay, each line rendered (--jsonl)", partial(run, render_played), len(played)),
            Way("replay, each event said", partial(run, lambda line: str(line.sentence)), len(played)),
        ],
    )

    def legal() -> None:
        for line in played:
            ECONOMY.legal(line.step.state)

    yield Comparison("legal, all states of the games", "state", [Way("legal", legal, len(played))])


def _replayed(content: bytes) -> Iterator[Played]:
    return replay(read_lines(content), calibration.board_file)
