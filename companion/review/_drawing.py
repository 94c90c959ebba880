"""Boards and charts as SVG text: drawn here, with colours in the file, so that it looks the same wherever it is opened.

A company is a colour, a letter and a shape. Lines of players differ by their dashes and by the letter at their end, so
that they can be told apart without colours. Text from outside is escaped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TypeVar
from xml.sax.saxutils import escape, quoteattr

from companion.board import Board
from companion.squares import Square

T = TypeVar("T")

INKS: Mapping[str, str] = {
    "r": "#c22a2a",
    "b": "#1e5bb8",
    "g": "#1b7440",
    "y": "#f0b90b",
    "t": "#353b43",
    "?": "#fdedcf",
}
"""Fill of each letter on the board."""
PLAYER_INKS = ("#56369e", "#b3510a", "#00707f", "#8a1c5c", "#4d6b00", "#3c4654")
"""Lines of the players in seat order; each has 4.5 : 1 on white at least."""
DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2", "12 6")
CHART_SIDES = (44, 84)
"""What a chart leaves beside its lines, for figures and names."""
PALE, PALE_EDGE = "yellow", "#6d675b"
"""A company whose line would be hard to see on paper, and the ink beneath it."""
PAPER, LINE, INK = "#fffdf8", "#d3cab7", "#1b2027"
ZONES = ("#fbf8f0", "#f0eadb", "#e6ddc9")


def letter_ink(letter: str) -> str:
    """The colour of the letter on a piece."""
    return "#221a00" if letter in "y?" else "#ffffff"


def company_letter(company: str) -> str:
    """The letter of a company on the board, as "r" for red."""
    return company[:1]


def board_svg(board: Board, rows: Sequence[str], title: str, marked: Sequence[str] = ()) -> str:
    """A board with its houses. ``marked``: names of squares that are framed; ``title`` is told to who cannot see."""
    side = 40
    cols, count = board.grid.cols, board.grid.rows
    width, height = (cols + 1) * side, (count + 1) * side
    parts = [_head(width, height, title), _rect(0, 0, width, height, PAPER)]
    names = sorted({letter for row in board.zones for letter in row} - {"."})
    for col in range(cols):
        name = Square(0, col).name[:-1]
        parts.append(_text((col + 1.5) * side, side * 0.65, name, 14, INK, "middle"))
    for row in range(count):
        parts.append(_text(side * 0.5, (row + 1.65) * side, str(row + 1), 14, INK, "middle"))
    for square in board.squares():
        zone = board.zones[square.row][square.col]
        x, y = (square.col + 1) * side, (square.row + 1) * side
        parts.append(_rect(x, y, side, side, ZONES[names.index(zone) % len(ZONES)], LINE))
        letter = rows[square.row][square.col] if rows else "."
        if letter == ".":
            parts.append(_text(x + side / 2, y + side * 0.65, zone, 13, "#6a6557", "middle"))
        else:
            parts.append(piece_svg(letter, x, y, side))
        if square.name in marked:
            parts.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{side - 4}" height="{side - 4}" fill="none" '
                f'stroke="#7a4300" stroke-width="3" stroke-dasharray="5 3"/>'
            )
    return "".join((*parts, "</svg>"))


def piece_svg(letter: str, x: float, y: float, side: float) -> str:
    """A piece in a square: circle R, square B, triangle G, diamond Y, hexagon T."""
    ink = INKS.get(letter, INKS["?"])
    cx, cy, r = x + side / 2, y + side / 2, side * 0.42
    low = 0.13
    match letter:
        case "r":
            shape = f'<circle cx="{cx}" cy="{cy}" r="{r}" fill="{ink}"/>'
        case "b":
            shape = f'<rect x="{cx - r}" y="{cy - r}" width="{2 * r}" height="{2 * r}" rx="3" fill="{ink}"/>'
        case "g":
            low = 0.27
            shape = _polygon([(cx, cy - r), (cx + r, cy + r), (cx - r, cy + r)], ink)
        case "y":
            shape = _polygon([(cx, cy - r), (cx + r, cy), (cx, cy + r), (cx - r, cy)], ink)
        case _:
            half = r / 2
            corners = [(cx - half, cy - r), (cx + half, cy - r), (cx + r, cy)]
            corners += [(cx + half, cy + r), (cx - half, cy + r), (cx - r, cy)]
            shape = _polygon(corners, ink)
    return shape + _text(
        cx, cy + side * low, letter.upper(), round(side * 0.36), letter_ink(letter), "middle", bold=True
    )


def lines_svg(
    series: Mapping[str, Sequence[int]],
    title: str,
    *,
    companies: bool,
    marks: Sequence[tuple[int, str]] = (),
    size: tuple[int, int] = (440, 240),
) -> str:
    """A chart of figures over the moments of a game, steps as they were booked.

    ``companies``: the names are companies, drawn in their colours with their letters, else players. ``marks``:
    (place, text) along the bottom.
    """
    width, height = size
    left, right = CHART_SIDES
    top, bottom = 12, 24
    count = max((len(line) for line in series.values()), default=1)
    low = min(0, *(min(line) for line in series.values())) if series else 0
    high = max((max(line) for line in series.values()), default=0) or 1
    across = (width - left - right) / max(count - 1, 1)
    up = (height - top - bottom) / (high - low)

    def x(place: int) -> float:
        return round(left + place * across, 1)

    def y(figure: int) -> float:
        return round(height - bottom - (figure - low) * up, 1)

    parts = [_head(width, height, title), _rect(0, 0, width, height, PAPER)]
    for figure in even(low, high):
        parts.append(f'<path d="M{left} {y(figure)}H{width - right}" stroke="{LINE}"/>')
        parts.append(
            _text(left - 6, y(figure) + 4, f"{figure // 1000}k" if high >= 5000 else str(figure), 12, INK, "end")
        )
    last = -60.0
    for place, text in marks:
        if x(place) - last >= 34:
            parts.append(_text(x(place), height - 7, text, 12, INK, "middle"))
            parts.append(f'<path d="M{x(place)} {height - bottom}v4" stroke="{INK}"/>')
            last = x(place)
    ends = _apart([(y(line[-1]), name) for name, line in series.items() if line], 15, height - bottom)
    for (name, line), player_ink, dash in zip(series.items(), cycle(PLAYER_INKS), cycle(DASHES)):
        ink = INKS.get(company_letter(name), INK) if companies else player_ink
        path = _steps([(x(place), y(figure)) for place, figure in enumerate(line)])
        dashed = f' stroke-dasharray="{dash}"' if dash and not companies else ""
        if companies and name == PALE:
            parts.append(f'<path d="{path}" fill="none" stroke="{PALE_EDGE}" stroke-width="4"/>')
        parts.append(f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="2.5"{dashed}/>')
        end = ends[name]
        if companies:
            parts.append(piece_svg(company_letter(name), width - right + 4, end - 9, 18))
        else:
            parts.append(_text(width - right + 6, end + 4, _short(name, 12), 12, ink, "start", bold=True))
    return "".join((*parts, "</svg>"))


def spark_svg(series: Mapping[str, Sequence[int]]) -> str:
    """A small chart of each player's wealth, without words: it stands beside a table that says the same."""
    width, height = 120, 32
    count = max((len(line) for line in series.values()), default=1)
    figures = [figure for line in series.values() for figure in line]
    low = min(figures, default=0)
    up = (height - 4) / max(max(figures, default=0) - low, 1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" aria-hidden="true" class="spark">'
    ]
    for line, ink, dash in zip(series.values(), cycle(PLAYER_INKS), cycle(DASHES)):
        points = [
            (round(place * width / max(count - 1, 1), 1), round(height - 2 - (figure - low) * up, 1))
            for place, figure in enumerate(line)
        ]
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        path = "M" + "L".join(f"{px} {py}" for px, py in points)
        parts.append(f'<path d="{path}" fill="none" stroke="{ink}" stroke-width="1.5"{dashed}/>')
    return "".join((*parts, "</svg>"))


def thinned(line: Sequence[T], most: int) -> list[T]:
    """At most so many parts of a line, evenly, the first and the last among them.

    >>> thinned([0, 1, 2, 3, 4, 5, 6, 7, 8], 3)
    [0, 4, 8]
    """
    if len(line) <= most:
        return list(line)
    return [line[round(place * (len(line) - 1) / (most - 1))] for place in range(most)]


def _steps(points: Sequence[tuple[float, float]]) -> str:
    """A path in steps: a figure stays until the event that changes it."""
    parts, before = [], None
    for px, py in points:
        if before is None:
            parts.append(f"M{px} {py}")
        elif py != before:
            parts.append(f"H{px}V{py}")
        before = py
    if len(points) > 1:
        parts.append(f"H{points[-1][0]}")
    return "".join(parts)


def _apart(ends: list[tuple[float, str]], gap: float, lowest: float) -> dict[str, float]:
    """Heights for the words at the lines' ends, at least ``gap`` apart."""
    placed: dict[str, float] = {}
    before = -gap
    for height, name in sorted(ends):
        before = max(height, before + gap)
        placed[name] = before
    over = before - lowest
    return {name: height - over for name, height in placed.items()} if over > 0 else placed


def even(low: int, high: int) -> list[int]:
    """Round figures for the lines across a chart, at most seven.

    >>> even(0, 15000)
    [0, 5000, 10000, 15000]
    """
    steps = (factor * 10**power for power in range(19) for factor in (1, 2, 5))
    step = next(step for step in steps if (high - low) / step <= 6)
    return list(range(-(-low // step) * step, high + 1, step))


def _short(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _head(width: float, height: float, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
        f"aria-label={quoteattr(title)} font-family=\"system-ui, 'Liberation Sans', sans-serif\">"
        f"<title>{escape(title)}</title>"
    )


def _rect(x: float, y: float, width: float, height: float, fill: str, stroke: str = "none") -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{stroke}"/>'


def _polygon(corners: Sequence[tuple[float, float]], fill: str) -> str:
    points = " ".join(f"{round(px, 1)},{round(py, 1)}" for px, py in corners)
    return f'<polygon points="{points}" fill="{fill}"/>'


def _text(x: float, y: float, text: str, size: int, fill: str, anchor: str, *, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return (
        f'<text x="{round(x, 1)}" y="{round(y, 1)}" font-size="{size}" fill="{fill}" text-anchor="{anchor}"{weight}>'
        f"{escape(text)}</text>"
    )
