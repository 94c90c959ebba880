"""A board of districts with stones on it: its print, the stones as blocks, and a single picture of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.districts import City
from companion.projection import Array
from companion.reading import Point
from hardware.virtual._art import ART_PX_PER_MM, MARKER_MARGIN_MM, MARKER_MM, Colour, Sheet, draw_markers
from hardware.virtual._scene import Scene, Solid, square_mm
from hardware.virtual._sensor import Sensor, focus
from hardware.virtual._view import look_at

STONE_COLOURS: Mapping[str, Colour] = {
    "red": (46, 42, 186),
    "yellow": (40, 190, 232),
    "white": (226, 232, 234),
    "black": (38, 36, 36),
}
"""Paint of the stones, blue-green-red, before any light falls on it."""

_INK: Colour = (96, 104, 112)
_PARK: Colour = (176, 206, 178)
_HOUSES_MM = 16.0
"""How far apart the printed blocks of houses stand."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A block that lies on the board: its colour, its middle in mm, how it is turned, its side and its height."""

    colour: str
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    side_mm: float = 10.0
    height_mm: float = 10.0

    def solid(self, board: Board) -> Solid:
        """The stone as a block."""
        base = square_mm(np.asarray(self.at_mm), self.side_mm, self.turn_deg)
        return Solid(base, self.height_mm, STONE_COLOURS[self.colour])


def draw_print(city: City) -> Image:
    """The printed board from above, `ART_PX_PER_MM`: districts with their names and values, parks, corner markers."""
    board = city.sheet()
    sheet = Sheet(board.size_mm)
    for number, district in enumerate(city.districts.values()):
        outline = np.asarray(district.outline, float)
        tint = _PARK if district.park else (196 - 6 * (number % 4), 206, 214 - 8 * (number % 3))
        sheet.polygon(outline, tint)
        _draw_houses(sheet, outline, tint)
        sheet.polygon(outline, _INK, line_mm=0.8)
        x, y = (float(middle) for middle in outline.mean(axis=0))
        sheet.text(district.name, x, y - 5, 7, _INK, 0.8)
        sheet.text("x2" if district.park else str(district.value), x, y + 7, 7, _INK, 0.8)
    draw_markers(sheet, board)
    width, height = board.size_mm
    size = (round(width * ART_PX_PER_MM), round(height * ART_PX_PER_MM))
    return np.asarray(cv2.resize(sheet.image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _draw_houses(sheet: Sheet, outline: Array, tint: Colour) -> None:
    """Pale blocks of houses in a district, of unequal size, so that its print is like no other part of the board."""
    rng = np.random.default_rng(np.round(outline.ravel()).astype(np.int64))
    dark: Colour = (int(0.9 * tint[0]), int(0.9 * tint[1]), int(0.9 * tint[2]))
    left, top = outline.min(axis=0)
    right, bottom = outline.max(axis=0)
    for y in np.arange(top, bottom, _HOUSES_MM):
        for x in np.arange(left, right, _HOUSES_MM):
            width, height = rng.uniform(5, 12, 2)
            corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
            inside = [cv2.pointPolygonTest(outline.astype(np.float32), corner, True) > 2 for corner in corners]
            if all(inside):
                sheet.fill(float(x), float(y), float(width), float(height), dark)


def in_the_way(city: City, at_mm: Point, reach_mm: float) -> bool:
    """Whether a thing of that reach around a place would cover one of the printed markers."""
    size = city.sheet().size_mm
    near = MARKER_MARGIN_MM + MARKER_MM + 3 + reach_mm
    return all(at < near or at > side - near for at, side in zip(at_mm, size, strict=True))


def draw_city(
    city: City, stones: Iterable[Stone], rng: np.random.Generator, *, light: float = 1.0, tilt_deg: float = -12.0
) -> tuple[Image, tuple[Point, Point, Point, Point]]:
    """A camera's picture of the board, and its four corners in it, clockwise from the board's top left.

    ``rng`` makes the sensor's noise; ``light`` is how strong the lamp is, ``tilt_deg`` how far from straight above the
    camera looks. Raises FormatError for a board whose regions are not measured.
    """
    board = city.sheet()
    view = look_at(board, tilt_deg=tilt_deg)
    scene = Scene(board, draw_print(city), view, np.random.default_rng(3))
    return Sensor(rng).expose(focus(scene.light(stones)), light), view.corners_px
