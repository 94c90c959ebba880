"""Draws parts and the wires between them: boxes in columns, each wire on a lane of its own. SVG by hand, no library."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, GAP, PITCH, HEAD, LINE = 274, 190, 24, 34, 17
"""A box, the room between columns, the distance of two pins, a box's head, a line of small text; all in pixels."""
_MARGIN, _TITLE, _BETWEEN = 24, 46, 26
_INK, _SOFT, _BOX = "#1b2027", "#5c6470", "#f6f2e8"
COLOURS = {
    "red": "#c22a2a",
    "blue": "#1e5bb8",
    "green": "#1b7440",
    "orange": "#b45f06",
    "violet": "#6a3fb5",
    "brown": "#7a4a21",
    "grey": "#5c6470",
    "black": "#1b2027",
}


@dataclass(frozen=True)
class Part:
    """A part with its pins from the top; ``notes`` stand below them: what goes to the supply, and what is to be set."""

    key: str
    name: str
    left: tuple[str, ...] = ()
    right: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def height(self) -> int:
        rows = max(len(self.left), len(self.right))
        return HEAD + rows * PITCH + 8 + len(self.notes) * LINE + (6 if self.notes else 0)


@dataclass(frozen=True)
class Wire:
    """From a pin on a part's right side to one on the left side of a part in the next column."""

    start: tuple[str, str]
    end: tuple[str, str]
    colour: str = "black"
    text: str = ""


@dataclass
class Drawing:
    """``columns`` of parts from the left. ``foot``: sentences below it."""

    title: str
    columns: Sequence[Sequence[Part]]
    wires: Sequence[Wire]
    foot: Sequence[str] = ()
    _place: dict[str, tuple[int, int]] = field(default_factory=dict)

    def render(self) -> str:
        """The drawing as an SVG file."""
        height = self._lay_out()
        width = 2 * _MARGIN + len(self.columns) * WIDTH + (len(self.columns) - 1) * GAP
        shapes = [text(_MARGIN, 30, self.title, 19, bold=True)]
        for channel in range(len(self.columns) - 1):
            shapes += self._channel(channel)
        for column in self.columns:
            for part in column:
                shapes += self._part(part)
        for line, sentence in enumerate(self.foot):
            shapes.append(text(_MARGIN, height + line * LINE, sentence, 13, _SOFT))
        return document(width, height + len(self.foot) * LINE + 8, shapes)

    def _lay_out(self) -> int:
        lowest = 0
        for number, column in enumerate(self.columns):
            y = _MARGIN + _TITLE - 12
            for part in column:
                self._place[part.key] = (_MARGIN + number * (WIDTH + GAP), y)
                y += part.height + _BETWEEN
            lowest = max(lowest, y)
        return lowest

    def _parts(self) -> dict[str, tuple[int, Part]]:
        return {part.key: (number, part) for number, column in enumerate(self.columns) for part in column}

    def _pin(self, key: str, pin: str, *, right: bool) -> tuple[int, int]:
        """Where a wire meets a pin. Raises ValueError for a pin that the part does not have."""
        part = self._parts()[key][1]
        x, y = self._place[key]
        pins = part.right if right else part.left
        if pin not in pins:
            raise ValueError(f"{part.name} has no pin {pin} on that side")
        row = pins.index(pin)
        return x + (WIDTH if right else 0), y + HEAD + row * PITCH + PITCH // 2

    def _channel(self, channel: int) -> list[str]:
        parts = self._parts()
        here = [wire for wire in self.wires if parts[wire.start[0]][0] == channel]
        runs = [(wire, self._pin(*wire.start, right=True), self._pin(*wire.end, right=False)) for wire in here]
        # Of those that go down the lowest takes the first lane, of those that go up the highest: so they do not cross.
        runs.sort(key=lambda run: -run[1][1] if run[2][1] >= run[1][1] else run[1][1])
        shapes = []
        room = GAP - 110  # the rest is for the texts
        for lane, (wire, (x0, y0), (x1, y1)) in enumerate(runs):
            x = x0 + 14 + room * (lane + 1) // (len(runs) + 1)
            colour = COLOURS[wire.colour]
            shapes.append(
                f'<path d="M{x0} {y0} H{x} V{y1} H{x1}" fill="none" stroke="{colour}" stroke-width="2.2" '
                'stroke-linejoin="round"/>'
            )
            shapes += [f'<circle cx="{px}" cy="{py}" r="3.4" fill="{colour}"/>' for px, py in ((x0, y0), (x1, y1))]
            if wire.text:
                shapes.append(text(x1 - 8, y1 - 4, wire.text, 12, colour, anchor="end"))
        return shapes

    def _part(self, part: Part) -> list[str]:
        x, y = self._place[part.key]
        shapes = [
            f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{part.height}" rx="8" fill="{_BOX}" stroke="{_INK}" '
            'stroke-width="1.5"/>',
            text(x + WIDTH // 2, y + 22, part.name, 15, bold=True, anchor="middle"),
        ]
        for row, pin in enumerate(part.left):
            shapes.append(text(x + 10, y + HEAD + row * PITCH + PITCH // 2 + 4, pin, 13))
        for row, pin in enumerate(part.right):
            shapes.append(text(x + WIDTH - 10, y + HEAD + row * PITCH + PITCH // 2 + 4, pin, 13, anchor="end"))
        below = y + HEAD + max(len(part.left), len(part.right)) * PITCH + 18
        for row, note in enumerate(part.notes):
            shapes.append(text(x + 10, below + row * LINE, note, 12, _SOFT))
        return shapes


def text(
    x: float, y: float, words: str, size: int, colour: str = _INK, *, bold: bool = False, anchor: str = "start"
) -> str:
    """A line of text that begins at, is centred on or ends at a place, by ``anchor``."""
    weight = ' font-weight="700"' if bold else ""
    look = f'font-size="{size}" fill="{colour}" text-anchor="{anchor}"{weight}'
    return f'<text x="{x:g}" y="{y:g}" {look}>{escape(words)}</text>'


def document(width: float, height: float, shapes: Sequence[str]) -> str:
    """A whole SVG file of shapes."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" '
        f'height="{height:g}" font-family="Liberation Sans, Arial, sans-serif">'
    )
    return "\n".join([head, f'<rect width="{width:g}" height="{height:g}" fill="#ffffff"/>', *shapes, "</svg>", ""])
