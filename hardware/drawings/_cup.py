"""The printed cup of the dice reader, cut and from above, with its dimensions in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.drawings._svg import COLOURS, document, text


@dataclass(frozen=True, slots=True)
class Cup:
    """All in millimetres. ``play``: the room around a die; ``spot``: the distance of two sensors.

    The six sensors of the number die lie at the centre, at three corners and at two edges of a square of 2 x ``spot``.
    """

    die: float = 16.0
    play: float = 0.5
    acrylic: float = 1.0
    spot: float = 4.0
    rim: float = 25.0
    depth: float = 12.0
    slope: float = 20.0
    wall: float = 2.4
    chamber: float = 6.0
    apart: float = 34.0

    @property
    def well(self) -> float:
        """A well's inner side."""
        return self.die + 2 * self.play

    @property
    def length(self) -> float:
        return self.apart + self.well + 2 * (self.slope + self.wall)

    @property
    def width(self) -> float:
        return self.well + 2 * (self.slope + self.wall)

    @property
    def height(self) -> float:
        return self.chamber + self.acrylic + self.depth + self.rim

    def spots(self) -> tuple[tuple[float, float], ...]:
        """The sensors from the number well's centre, in the order of the inputs A0-A3, A6, A7."""
        step = self.spot
        return ((0, 0), (-step, -step), (step, -step), (step, step), (-step, 0), (0, -step))


_SCALE = 6.0
_INK, _PRINT, _LIGHT = "#1b2027", "#d9d2c0", "#8ec5e8"


def draw_cup(cup: Cup = Cup()) -> str:
    """The cup as an SVG file: cut through both wells, and from above."""
    shapes = [text(24, 34, "Cup of the dice reader (millimetres; print it in black)", 19, bold=True)]
    shapes += _cut(cup, 70, 70)
    shapes += _from_above(cup, 70, 70 + cup.height * _SCALE + 110)
    width = cup.length * _SCALE + 250
    height = 70 + (cup.height + cup.width) * _SCALE + 190
    return document(round(width), round(height), shapes)


def _cut(cup: Cup, x0: float, y0: float) -> list[str]:
    """Cut through both wells: rims, slopes, wells, acrylic, and the chamber with the sensors below."""
    s = _SCALE
    length, height = cup.length * s, cup.height * s
    rim, floor = cup.rim * s, (cup.rim + cup.depth) * s
    centres = [length / 2 - cup.apart / 2 * s, length / 2 + cup.apart / 2 * s]
    half, wall, slope = cup.well / 2 * s, cup.wall * s, cup.slope * s
    outer = [(0.0, 0.0), (wall, 0.0), (wall, rim - slope * 0.6)]
    inner: list[tuple[float, float]] = []
    for centre in centres:
        inner += [(centre - half, rim), (centre - half, floor), (centre + half, floor), (centre + half, rim)]
    outline = [*outer, *inner, (length - wall, rim - slope * 0.6), (length - wall, 0), (length, 0)]
    outline += [(length, height), (0, height)]
    points = " ".join(f"{x0 + x:.1f},{y0 + y:.1f}" for x, y in outline)
    shapes = [f'<polygon points="{points}" fill="{_PRINT}" stroke="{_INK}" stroke-width="1.5"/>']
    for centre, name in zip(centres, ("number die", "colour die"), strict=True):
        left = x0 + centre - half
        shapes.append(_box(left, y0 + floor, 2 * half, cup.acrylic * s, _LIGHT))
        shapes.append(_box(left, y0 + floor + cup.acrylic * s, 2 * half, cup.chamber * s, "#ffffff"))
        die = cup.die * s
        shapes.append(_box(x0 + centre - die / 2, y0 + floor - die, die, die, "#fffdf8", dash=True))
        shapes.append(text(x0 + centre, y0 + floor - die / 2 + 5, name, 14, anchor="middle"))
    for across, _ in cup.spots()[:3]:
        top = y0 + floor + (cup.acrylic + 0.6) * s
        shapes.append(_box(x0 + centres[0] + across * s - 8, top, 16, 14, COLOURS["grey"]))
    beside = x0 + length
    shapes += _upright(beside + 26, y0, y0 + rim, f"{cup.rim:g} rim, against sun")
    shapes += _upright(beside + 26, y0 + rim, y0 + floor, f"{cup.depth:g} well")
    shapes += _upright(beside + 26, y0 + floor + cup.acrylic * s, y0 + height, f"{cup.chamber:g} sensors")
    shapes.append(text(beside + 34, y0 + floor + 2, f"{cup.acrylic:g} acrylic", 13))
    shapes += _level(x0 + centres[0], x0 + centres[1], y0 + height + 24, f"{cup.apart:g}")
    shapes += _level(x0, x0 + length, y0 + height + 52, f"{cup.length:g}")
    return shapes


def _from_above(cup: Cup, x0: float, y0: float) -> list[str]:
    s = _SCALE
    length, width, well = cup.length * s, cup.width * s, cup.well * s
    shapes = [
        _box(x0, y0, length, width, _PRINT),
        _box(x0 + cup.wall * s, y0 + cup.wall * s, length - 2 * cup.wall * s, width - 2 * cup.wall * s, "#efe9da"),
    ]
    centres = [(x0 + length / 2 + side * cup.apart / 2 * s, y0 + width / 2) for side in (-1, 1)]
    for x, y in centres:
        shapes.append(_box(x - well / 2, y - well / 2, well, well, _LIGHT))
    (nx, ny), (cx, cy) = centres
    for (across, down), name in zip(cup.spots(), ("A0", "A1", "A2", "A3", "A6", "A7"), strict=True):
        shapes.append(_box(nx + across * s - 8, ny + down * s - 6, 16, 12, COLOURS["grey"]))
        shapes.append(text(nx + across * s, ny + down * s + 17, name, 10, anchor="middle"))
    shapes.append(f'<circle cx="{cx - 14:g}" cy="{cy:g}" r="9" fill="#ffffff" stroke="{_INK}"/>')
    shapes.append(text(cx - 14, cy + 24, "RGB", 10, anchor="middle"))
    shapes.append(_box(cx + 8, cy - 7, 14, 14, COLOURS["grey"]))
    shapes.append(text(cx + 15, cy + 24, "A4", 10, anchor="middle"))
    shapes += _level(nx - well / 2, nx + well / 2, y0 + width + 24, f"{cup.well:g}")
    shapes += _upright(x0 + length + 26, y0, y0 + width, f"{cup.width:g}")
    note = f"A die of {cup.die:g} has {cup.play:g} of play on each side. The sensors are {cup.spot:g} apart."
    shapes.append(text(x0, y0 + width + 56, note, 13))
    return shapes


def _box(x: float, y: float, width: float, height: float, fill: str, *, dash: bool = False) -> str:
    dashes = ' stroke-dasharray="5 4"' if dash else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{fill}" stroke="{_INK}" '
        f'stroke-width="1.2"{dashes}/>'
    )


def _upright(x: float, y0: float, y1: float, words: str) -> list[str]:
    marks = f"M{x - 5:.1f} {y0:.1f} H{x + 5:.1f} M{x:.1f} {y0:.1f} V{y1:.1f} M{x - 5:.1f} {y1:.1f} H{x + 5:.1f}"
    return [f'<path d="{marks}" stroke="{_INK}" fill="none"/>', text(x + 10, (y0 + y1) / 2 + 5, words, 13)]


def _level(x0: float, x1: float, y: float, words: str) -> list[str]:
    marks = f"M{x0:.1f} {y - 5:.1f} V{y + 5:.1f} M{x0:.1f} {y:.1f} H{x1:.1f} M{x1:.1f} {y - 5:.1f} V{y + 5:.1f}"
    return [f'<path d="{marks}" stroke="{_INK}" fill="none"/>', text((x0 + x1) / 2, y - 6, words, 13, anchor="middle")]
