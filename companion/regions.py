"""What a picture of a board of regions shows: how many stones of each colour lie in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

COLOURS = ("red", "yellow", "white", "black")
"""The colours of stones, in the order in which they are listed."""
Counts = Mapping[str, Mapping[str, int | None]]
"""Stones by region and colour, every colour named; None: not known."""


@dataclass(frozen=True, slots=True)
class RegionReading:
    """One picture, read. Where the board was not found ``reason`` says why and there are no counts."""

    board: str
    counts: Counts = field(default_factory=dict)
    reason: str | None = None

    @property
    def found(self) -> bool:
        return self.reason is None

    def to_json(self) -> dict[str, Any]:
        """As `bankhalter regions --json` prints it; what is not known is "?"."""
        if not self.found:
            return {"board": self.board, "found": False, "reason": self.reason}
        return {"board": self.board, "found": True, "regions": regions_json(self.counts)}


def regions_json(counts: Counts) -> dict[str, dict[str, int | str]]:
    """Counts fit for JSON: what is not known is "?"."""
    return {
        name: {colour: "?" if count is None else count for colour, count in found.items()}
        for name, found in counts.items()
    }
