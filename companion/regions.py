"""Boards of regions for a camera, and what a picture shows of one: how many blocks of each colour lie in each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from companion.board import Board, blank_board
from companion.errors import FormatError
from companion.outlines import Outline, faults
from companion.sentence import Sentence

COLOURS = ("red", "yellow", "white", "black")
"""The colours of stones, in the order in which they are listed."""
COMPANIES = ("blue", "yellow", "green", "red")
"""Whose offer markers they are, in the order in which they are listed."""
WIDEST_MM = 2000
"""No table has room for a larger board, and no small computer for its picture laid flat: a nought too many."""
Counts = Mapping[str, Mapping[str, int | None]]
"""Blocks by region and colour, every colour named; None: not known."""


@dataclass(frozen=True, slots=True)
class RegionBoard:
    """A board of regions as a camera has to know it.

    ``outlines``: the corners of each region in mm from the board's top left; () and ``size_mm`` None where nobody has
    measured them. ``blocks``: what lies on it, square blocks of ``colours``, ``side_mm`` wide and ``height_mm`` high.
    ``single``: regions that hold one block at most. ``titles``: what regions are called where people read of them, if
    it is not their name; ``printed``: what stands in each of them on the board, line by line. ``stand_in``: its places
    are no real board's.
    """

    name: str
    size_mm: tuple[float, float] | None
    outlines: Mapping[str, Outline]
    blocks: Literal["stones", "markers"]
    colours: tuple[str, ...]
    side_mm: float
    height_mm: float
    single: frozenset[str] = frozenset()
    titles: Mapping[str, Sentence] = field(default_factory=dict)
    printed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    stand_in: bool = False

    def sheet(self) -> Board:
        """The board as cameras find it: its size, under a plain grid that is printed nowhere.

        Raises FormatError where nothing can be counted in the regions.
        """
        trouble = self.trouble()
        if trouble is not None or self.size_mm is None:
            raise FormatError(trouble or "")
        return blank_board(self.name, self.size_mm)

    def trouble(self) -> Sentence | None:
        """Why nothing can be counted in the regions; None where it can."""
        if self.size_mm is None:
            return Sentence(
                "the regions of {board} are not measured: draw their outlines on the page Board of BIG SHOT",
                {"board": self.name},
            )
        if max(self.size_mm) > WIDEST_MM:
            width, height = (round(side) for side in self.size_mm)
            return Sentence(
                "the board {board} is said to be {width} by {height} mm: "
                "none is read that is wider or higher than {most}",
                {"board": self.name, "width": width, "height": height, "most": WIDEST_MM},
            )
        return next((fault.text for fault in faults(self.outlines, self.size_mm, self.side_mm)), None)

    def title(self, region: str) -> Sentence | str:
        """What a region is called where people read of it."""
        return self.titles.get(region, region)


@dataclass(frozen=True, slots=True)
class RegionReading:
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
        return {"board": self.board, "found": True, "regions": regions_json(self.counts)}


def regions_json(counts: Counts) -> dict[str, dict[str, int | str]]:
    """Counts fit for JSON: what is not known is "?"."""
    return {
        name: {colour: "?" if count is None else count for colour, count in found.items()}
        for name, found in counts.items()
    }
