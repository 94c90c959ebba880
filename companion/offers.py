"""What a picture of the market board shows: how many offer markers of each company lie on each field."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.fields import Field, name_of
from companion.sentence import Sentence

COMPANIES = ("blue", "yellow", "green", "red")
"""Whose markers they are, in the order in which they are listed."""
Counts = Mapping[Field, Mapping[str, int | None]]
"""Markers by field and company, every company named; None: not known."""


@dataclass(frozen=True, slots=True)
class OffersReading:
    """One picture, read. Where the board was not found ``reason`` says why and there are no counts."""

    board: str
    counts: Counts = field(default_factory=dict)
    reason: str | Sentence | None = None

    @property
    def found(self) -> bool:
        return self.reason is None

    def to_json(self) -> dict[str, Any]:
        """As `bankhalter regions --json` prints it; what is not known is "?"."""
        if not self.found:
            return {"board": self.board, "found": False, "reason": str(self.reason)}
        regions = {
            name_of(place): {company: "?" if count is None else count for company, count in counts.items()}
            for place, counts in self.counts.items()
        }
        return {"board": self.board, "found": True, "regions": regions}
