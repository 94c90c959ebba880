"""Records across games: how often each player has played and won, on what, and against whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from companion.review._summary import Summary
from companion.review._words import box

NOBODY = "N. N."
"""Stands in the books where a player was forgotten; with a number where several of one game were."""


def is_nobody(name: str) -> bool:
    """Whether a name stands for a player who was forgotten.

    >>> is_nobody("N. N."), is_nobody("N. N. 2"), is_nobody("Nina")
    (True, True, False)
    """
    return name == NOBODY or name.startswith(f"{NOBODY} ")


@dataclass(slots=True)
class PlayerRecord:
    """A player's results. ``best``: by game and edition, the most that he had at an end."""

    name: str
    games: int = 0
    won: int = 0
    shared: int = 0
    ranks: int = 0
    best: dict[str, int] = field(default_factory=dict)
    played: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Rivalry:
    """Two who have met: in how many finished games, and who ranked before the other."""

    one: str
    other: str
    games: int
    one_ahead: int
    other_ahead: int


@dataclass(frozen=True, slots=True)
class Records:
    """``players``: most wins first; ``rivalries``: those who met most often first; ``finished``: games that count.

    ``waiting``: games of which it is not known yet whether they count.
    """

    players: tuple[PlayerRecord, ...]
    rivalries: tuple[Rivalry, ...]
    finished: int
    waiting: int = 0


def records(games: Iterable[tuple[Mapping[str, Any], Summary | None]]) -> Records:
    """Records from the headers and summaries of games; only finished games count, and nobody who was forgotten."""
    players: dict[str, PlayerRecord] = {}
    met: Counter[tuple[str, str]] = Counter()
    ahead: Counter[tuple[str, str]] = Counter()
    finished = waiting = 0
    for header, summary in games:
        waiting += summary is None
        if summary is None or not summary.ranking:
            continue
        finished += 1
        named_box = box(header)
        rank = {name: place for place, names in enumerate(summary.ranking, start=1) for name in names}
        named = [name for name in header["players"] if not is_nobody(name) and name in rank]
        for name in named:
            record = players.setdefault(name, PlayerRecord(name))
            record.games += 1
            record.ranks += rank[name]
            record.played[named_box] += 1
            if rank[name] == 1:
                record.won += 1
                record.shared += len(summary.winners) > 1
            if name in summary.result:
                record.best[named_box] = max(record.best.get(named_box, summary.result[name]), summary.result[name])
        for one, other in combinations(sorted(named), 2):
            met[one, other] += 1
            if rank[one] != rank[other]:
                ahead[(one, other) if rank[one] < rank[other] else (other, one)] += 1
    rivalries = [
        Rivalry(one, other, count, ahead[one, other], ahead[other, one]) for (one, other), count in met.most_common()
    ]
    ranked = sorted(players.values(), key=lambda record: (-record.won, -record.games, record.name))
    return Records(tuple(ranked), tuple(rivalries), finished, waiting)
