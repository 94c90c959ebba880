"""What the camera saw, as the table and other programs take it (docs/formats.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

import msgspec

from companion.regions import Counts
from companion.sentence import Sentence
from companion.squares import Square

FARTHEST_PX = 100_000
"""No place that is spoken of lies farther from a picture's top left: no picture is half as wide."""
_Pixels = Annotated[float, msgspec.Meta(ge=-FARTHEST_PX, le=FARTHEST_PX)]
Point = tuple[_Pixels, _Pixels]
"""A place in a picture: x to the right, y down, in pixels; (0, 0) is the centre of the top-left pixel."""


def is_place(x: float, y: float) -> bool:
    """Whether these numbers can be a `Point`, as files and pages have them checked by its type.

    >>> is_place(812.5, -3), is_place(float("nan"), 96), is_place(812, float("inf"))
    (True, False, False)
    """
    return abs(x) <= FARTHEST_PX and abs(y) <= FARTHEST_PX


PictureKind = Literal["live", "read", "flat", "chains", "chains-flat"]
"""The camera's picture for people: as taken, with what was read drawn on it, rectified, with the chains outlined."""

TroubleKind = Literal["unfound", "covered", "moved", "dark", "blurred", "unsure"]
"""What keeps a camera from knowing; ``unfound``: its board was not found yet, ``moved``: no longer where it was."""


def unknown_squares(rows: Sequence[str]) -> tuple[str, ...]:
    """Names of the squares that read '?', by row, then column.

    >>> unknown_squares(["..?", "?r."])
    ('C1', 'A2')
    """
    return tuple(
        Square(row, col).name for row, letters in enumerate(rows) for col, letter in enumerate(letters) if letter == "?"
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """One picture, read.

    ``squares``: one string a row: '.' empty, r b g y house, t TOP, '?' not known. ``uncertain``: square name and
    candidates for each '?'. ``corners_px``: the board's corners clockwise from its own top left. When the board was
    not found, ``reason`` says why, ``squares`` is empty and ``corners_px`` None. ``ms``: milliseconds a step took.
    """

    board: str
    squares: tuple[str, ...] = ()
    corners_px: tuple[Point, Point, Point, Point] | None = None
    uncertain: tuple[tuple[str, tuple[str, ...]], ...] = ()
    reason: Sentence | str | None = None
    ms: Mapping[str, float] = field(default_factory=dict)

    @property
    def found(self) -> bool:
        return self.reason is None

    def to_json(self) -> dict[str, Any]:
        """The reading as one JSON object of the reading format; its reason is still to be said (`spoken`)."""
        if not self.found:
            return {"board": self.board, "found": False, "reason": self.reason, "ms": dict(self.ms)}
        return {
            "board": self.board,
            "found": True,
            "corners_px": [[round(x, 2), round(y, 2)] for x, y in self.corners_px or ()],
            "squares": list(self.squares),
            "uncertain": [[name, list(letters)] for name, letters in self.uncertain],
            "ms": dict(self.ms),
        }


@dataclass(frozen=True, slots=True)
class ChainOutline:
    """A chain's squares, to be outlined together in a picture. ``letter``: of its houses; ``label`` stands at it."""

    letter: str
    label: str
    squares: frozenset[Square]


@dataclass(frozen=True, slots=True)
class Change:
    """A change of the board that is taken as settled: what came, what went, and all squares after it."""

    frame: str
    added: tuple[tuple[str, str], ...]
    removed: tuple[str, ...]
    squares: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "frame": self.frame,
            "added": [list(pair) for pair in self.added],
            "removed": list(self.removed),
            "squares": list(self.squares),
        }


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that keeps the camera from knowing, to be told to people. ``text`` says what to do."""

    frame: str
    kind: TroubleKind
    squares: tuple[str, ...] = ()
    text: str | Sentence = ""

    def to_json(self) -> dict[str, Any]:
        return {"frame": self.frame, "trouble": self.kind, "squares": list(self.squares), "text": str(self.text)}


Key = tuple[str, str]
"""Where something may be seen: a square and "", or a region and a colour."""
Places = Mapping[Key, str]
"""What is at each place: a letter on a square, a number of stones in a region; "?" where that is not known."""


def places_of(squares: Sequence[str] | None, regions: Counts | None) -> Places | None:
    """A reading of rows of letters or of counts in regions, place by place; None where there is neither.

    >>> places_of([".r"], None)
    {('A1', ''): '.', ('B1', ''): 'r'}
    >>> places_of(None, {"D1": {"red": 2, "black": None}})
    {('D1', 'red'): '2', ('D1', 'black'): '?'}
    """
    if regions is not None:
        return {
            (name, colour): "?" if count is None else str(count)
            for name, counts in regions.items()
            for colour, count in counts.items()
        }
    if squares is None:
        return None
    return {
        (Square(row, col).name, ""): letter for row, letters in enumerate(squares) for col, letter in enumerate(letters)
    }


@dataclass(frozen=True, slots=True)
class Seen:
    """What the camera knows at a moment (nothing before it has settled), and how it fares in words.

    ``board``: the name of the board that it looks for. ``squares`` (of a board with a grid) has '?' and ``regions`` (of
    a board of districts) None where the newest settled picture does not tell. ``text`` is empty when all is well,
    ``kind`` then None. ``guesses``: of squares with '?', the letters that they may be, the likeliest first; none where
    nothing can be said. ``about``: the squares or regions that a text of another kind than "unsure" is about.
    """

    board: str
    frame: str
    squares: tuple[str, ...] | None
    text: str | Sentence = ""
    kind: TroubleKind | None = None
    guesses: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    regions: Counts | None = None
    about: tuple[str, ...] = ()

    @property
    def places(self) -> Places | None:
        """What is seen, place by place; None before anything is."""
        return places_of(self.squares, self.regions)

    @property
    def unknown(self) -> tuple[str, ...]:
        """Names of the squares or regions where something is not known."""
        return tuple(dict.fromkeys(name for (name, _), what in (self.places or {}).items() if what == "?"))
