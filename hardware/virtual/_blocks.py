"""A board of regions with blocks on it: its print, the blocks, and a single picture of both."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.projection import Array
from companion.reading import Point
from companion.regions import RegionBoard
from hardware.virtual._art import ART_PX_PER_MM, MARKER_MARGIN_MM, MARKER_MM, Colour, Sheet, draw_markers
from hardware.virtual._scene import Scene, Solid, square_mm
from hardware.virtual._sensor import Sensor, focus
from hardware.virtual._view import look_at

BLOCK_COLOURS: Mapping[str, Colour] = {
    "red": (46, 42, 186),
    "yellow": (40, 190, 232),
    "white": (226, 232, 234),
    "black": (38, 36, 36),
    "blue": (176, 92, 36),
    "green": (62, 128, 42),
}
"""Paint of the blocks, blue-green-red, before any light falls on it."""

LEAST_MM = 2.0
"""Nothing that lies there is thinner: cardboard."""
_INK: Colour = (96, 104, 112)
_LINE_MM = 12.0
"""How far apart the middles of two printed lines stand."""
_HOUSES_MM = 16.0
"""How far apart the printed blocks of houses stand."""


@dataclass(frozen=True, slots=True)
class Block:
    """A block that lies on the board: its colour, its middle in mm, how it is turned, its side and its height."""

    colour: str
    at_mm: tuple[float, float]
    turn_deg: float = 0.0
    side_mm: float = 10.0
    height_mm: float = 10.0

    def solid(self, board: Board) -> Solid:
        """Its shape."""
        base = square_mm(np.asarray(self.at_mm), self.side_mm, self.turn_deg)
        return Solid(base, self.height_mm, BLOCK_COLOURS[self.colour])


def draw_print(board: RegionBoard) -> Image:
    """The printed board from above, `ART_PX_PER_MM`: regions with what stands in them, corner markers."""
    found_by = board.sheet()
    sheet = Sheet(found_by.size_mm)
    for number, (name, corners) in enumerate(board.outlines.items()):
        outline = np.asarray(corners, float)
        tint = (196 - 6 * (number % 4), 206, 214 - 8 * (number % 3))
        sheet.polygon(outline, tint)
        _draw_houses(sheet, outline, tint)
        sheet.polygon(outline, _INK, line_mm=0.8)
        x, y = (float(middle) for middle in outline.mean(axis=0))
        lines = board.printed.get(name, (name,))
        for at, line in enumerate(lines):
            sheet.text(line, x, y + 1 + _LINE_MM * (at - (len(lines) - 1) / 2), 7, _INK, 0.8)
    draw_markers(sheet, found_by)
    width, height = found_by.size_mm
    size = (round(width * ART_PX_PER_MM), round(height * ART_PX_PER_MM))
    return np.asarray(cv2.resize(sheet.image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _draw_houses(sheet: Sheet, outline: Array, tint: Colour) -> None:
    """Pale blocks of houses in a region, of unequal size, so that its print is like no other part of the board."""
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


def in_the_way(board: Board, at_mm: Point, reach_mm: float) -> bool:
    """Whether a thing of that reach around a place would cover one of the printed markers."""
    near = MARKER_MARGIN_MM + MARKER_MM + 3 + reach_mm
    return all(at < near or at > side - near for at, side in zip(at_mm, board.size_mm, strict=True))


def draw_regions(
    board: RegionBoard,
    blocks: Iterable[Block],
    rng: np.random.Generator,
    *,
    light: float = 1.0,
    tilt_deg: float = -12.0,
) -> tuple[Image, tuple[Point, Point, Point, Point]]:
    """A camera's picture of the board, and its four corners in it, clockwise from the board's top left.

    ``rng`` makes the sensor's noise; ``light`` is how strong the lamp is, ``tilt_deg`` how far from straight above the
    camera looks. Raises FormatError for a board whose regions are not measured.
    """
    found_by = board.sheet()
    view = look_at(found_by, tilt_deg=tilt_deg)
    scene = Scene(found_by, draw_print(board), view, np.random.default_rng(3))
    return Sensor(rng).expose(focus(scene.light(blocks)), light), view.corners_px
