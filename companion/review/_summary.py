"""What the list of games and the records across games need to know of a game, small enough to be kept with it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.review._drawing import spark_svg, thinned
from companion.review._story import Story

KIND = "summary 2"
"""Under which it is kept; another number where what is in it has changed."""
_POINTS = 24
"""Figures of each player's line in the list's small chart."""


class Summary(msgspec.Struct, frozen=True):
    """A game in short. ``ranking``: names by rank, empty while it is not over; ``result``: what each player had.

    ``reason``: why it ended, as the game's rules name it. ``spark``: a small chart (SVG), empty without wealth.
    """

    turns: int
    events: int
    ranking: tuple[tuple[str, ...], ...] = ()
    result: dict[str, int] = {}
    reason: str = ""
    spark: str = ""

    @property
    def winners(self) -> tuple[str, ...]:
        return self.ranking[0] if self.ranking else ()


def summarise(story: Story) -> Summary:
    """A game in short."""
    over: Mapping[str, Any] = story.result or {}
    lines = {} if story.has_secrets else {name: thinned(line, _POINTS) for name, line in story.wealth.items()}
    return Summary(
        turns=story.last.turn,
        events=len(story.moments) - 1,
        ranking=tuple(tuple(names) for names in over.get("ranking", ())),
        result={name: int(amount) for name, amount in dict(over.get("result", {})).items()},
        reason=str(over.get("reason", "")),
        spark=spark_svg(lines) if any(any(line) for line in lines.values()) else "",
    )
