"""Paper, a pen that draws on it in millimetres, and how a drawing that is too large is tiled over several pages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from math import ceil
from typing import Any

MARGIN_MM = 12.0
"""What is left blank around a page: no printer prints up to the paper's edge, and the scale stands there."""
OVERLAP_MM = 10.0
"""How far neighbouring pages show the same, so that there is something to glue."""
SCALE_MM = 100.0
"""Length of the line on each page by which a person checks that the printer has not shrunk it."""

Grey = float
"""0 black to 1 white."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet of paper, upright: ``width_mm`` is the shorter side."""

    width_mm: float
    height_mm: float

    def turned(self) -> Paper:
        return Paper(self.height_mm, self.width_mm)

    @property
    def room_mm(self) -> tuple[float, float]:
        """What of it can be drawn on."""
        return self.width_mm - 2 * MARGIN_MM, self.height_mm - 2 * MARGIN_MM


PAPERS: dict[str, Paper] = {"a4": Paper(210.0, 297.0), "a3": Paper(297.0, 420.0)}


@dataclass(frozen=True, slots=True)
class Tile:
    """The part of a drawing that one page shows: its top-left corner in the drawing, and its size, in mm."""

    left: float
    top: float
    width: float
    height: float


def tiles(size_mm: tuple[float, float], paper: Paper) -> tuple[Paper, tuple[Tile, ...]]:
    """The pages, row by row, that show a drawing of ``size_mm``; the paper lies whichever way needs fewer of them.

    >>> paper, pages = tiles((400.0, 270.0), PAPERS["a3"])
    >>> paper.width_mm, len(pages)
    (297.0, 2)
    >>> tiles((390.0, 270.0), PAPERS["a3"])[1]
    (Tile(left=0.0, top=0.0, width=390.0, height=270.0),)
    """
    ways = [(lying, _cut(size_mm, lying.room_mm)) for lying in (paper, paper.turned())]
    return min(ways, key=lambda way: len(way[1]))


def _cut(size_mm: tuple[float, float], room_mm: tuple[float, float]) -> tuple[Tile, ...]:
    cuts = []
    for size, room in zip(size_mm, room_mm, strict=True):
        count = max(1, ceil((size - OVERLAP_MM) / (room - OVERLAP_MM)))
        part = (size + (count - 1) * OVERLAP_MM) / count  # all pages of a row are equally wide
        cuts.append([(number * (part - OVERLAP_MM), part) for number in range(count)])
    return tuple(Tile(left, top, width, height) for top, height in cuts[1] for left, width in cuts[0])


class Pen:
    """Draws on a page in millimetres from ``origin_mm``, a place on the paper from its top-left corner; y runs down."""

    def __init__(self, canvas: Any, paper: Paper, origin_mm: tuple[float, float] = (0.0, 0.0)) -> None:
        self._canvas = canvas
        self._paper = paper
        self._origin = origin_mm

    def at(self, left: float, top: float) -> Pen:
        """A pen whose origin is that place of this one."""
        return Pen(self._canvas, self._paper, (self._origin[0] + left, self._origin[1] + top))

    def fill(self, left: float, top: float, width: float, height: float, grey: Grey) -> None:
        """A filled rectangle."""
        self._canvas.setFillGray(grey)
        x, y = self._point(left, top + height)
        self._canvas.rect(x, y, _points(width), _points(height), stroke=0, fill=1)

    def line(self, start: tuple[float, float], end: tuple[float, float], grey: Grey, width: float) -> None:
        """A line whose middle runs from ``start`` to ``end``."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(_points(width))
        self._canvas.line(*self._point(*start), *self._point(*end))

    def frame(self, left: float, top: float, width: float, height: float, grey: Grey, line: float) -> None:
        """The outline of a rectangle."""
        self._canvas.setStrokeGray(grey)
        self._canvas.setLineWidth(_points(line))
        x, y = self._point(left, top + height)
        self._canvas.rect(x, y, _points(width), _points(height), stroke=1, fill=0)

    def text(self, words: str, left: float, base: float, size: float, grey: Grey, *, centred: bool = False) -> None:
        """A line of text ``size`` mm high, its base line at ``base``."""
        self._canvas.setFillGray(grey)
        self._canvas.setFont("Helvetica", _points(size))
        x, y = self._point(left, base)
        (self._canvas.drawCentredString if centred else self._canvas.drawString)(x, y, words)

    def stamp(self, name: str) -> None:
        """What was drawn under that name before, its bottom left at the origin."""
        self._canvas.translate(*self._point(0, 0))
        self._canvas.doForm(name)

    @contextmanager
    def within(self, left: float, top: float, width: float, height: float) -> Iterator[None]:
        """Nothing is drawn outside of the rectangle meanwhile."""
        self._canvas.saveState()
        path = self._canvas.beginPath()
        path.rect(*self._point(left, top + height), _points(width), _points(height))
        self._canvas.clipPath(path, stroke=0)
        yield
        self._canvas.restoreState()

    def _point(self, left: float, top: float) -> tuple[float, float]:
        return _points(self._origin[0] + left), _points(self._paper.height_mm - self._origin[1] - top)


def _points(mm: float) -> float:
    """A PDF counts in points: 72 an inch."""
    return mm * 72 / 25.4


def print_drawing(title: str, size_mm: tuple[float, float], paper: Paper, draw: Callable[[Pen], None]) -> bytes:
    """A PDF file of a drawing (``draw`` gets a pen at its top-left corner), over as many pages as it takes.

    Each page has a line of `SCALE_MM`, marks where neighbouring pages are cut, and says which page it is.
    """
    from reportlab.pdfgen.canvas import Canvas  # takes its time, and only who prints needs it

    lying, pages = tiles(size_mm, paper)
    file = BytesIO()
    canvas = Canvas(file, pagesize=(_points(lying.width_mm), _points(lying.height_mm)), invariant=1)
    canvas.setTitle(title)
    canvas.setCreator("bankhalter")
    width, height = size_mm
    canvas.beginForm("drawing", 0, 0, _points(width), _points(height))  # once for all pages, however many they are
    draw(Pen(canvas, Paper(width, height)))
    canvas.endForm()
    columns = len({tile.left for tile in pages})
    for number, tile in enumerate(pages):
        corner = Pen(canvas, lying).at(MARGIN_MM, MARGIN_MM)
        with corner.within(0, 0, tile.width, tile.height):
            corner.at(-tile.left, height - tile.top).stamp("drawing")
        words = title
        if len(pages) > 1:
            row, column = divmod(number, columns)
            place = f"page {number + 1} of {len(pages)}: row {row + 1}, column {column + 1}. Cut at the marks; glue."
            words = f"{title}: {place}"
            _cutting_marks(corner, tile, size_mm)
        _scale(Pen(canvas, lying), lying, words)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def _cutting_marks(pen: Pen, tile: Tile, size_mm: tuple[float, float]) -> None:
    """Short lines in the margin where a page that lies under its neighbour is covered up to."""
    for across, edge, full in ((True, tile.left, size_mm[0]), (False, tile.top, size_mm[1])):
        length, other = (tile.width, tile.height) if across else (tile.height, tile.width)
        marks = [OVERLAP_MM / 2] if edge > 0 else []
        if edge + length < full - 0.01:
            marks.append(length - OVERLAP_MM / 2)
        for mark in marks:
            for begin in (-5.0, other + 1.0):
                start, end = (mark, begin), (mark, begin + 4.0)
                pen.line(start if across else start[::-1], end if across else end[::-1], 0.0, 0.2)


def _scale(pen: Pen, paper: Paper, words: str) -> None:
    base = paper.height_mm - 5.0
    pen.line((MARGIN_MM, base), (MARGIN_MM + SCALE_MM, base), 0.0, 0.3)
    for end in (MARGIN_MM, MARGIN_MM + SCALE_MM):
        pen.line((end, base - 1.5), (end, base + 1.5), 0.0, 0.3)
    pen.text(
        f"This line is {SCALE_MM:.0f} mm long: print at 100 %, not fitted to the page.", MARGIN_MM, base - 2, 2.2, 0.2
    )
    pen.text(words, MARGIN_MM + SCALE_MM + 4, base, 2.2, 0.2)
