"""A board of districts with stones on it, as a camera above the table sees it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.districts import City
from companion.errors import FormatError

PX_PER_MM = 2.4
_MARGIN_MM = 25.0
_TABLE = (62, 84, 104)
_PAPER = (205, 214, 220)
STONE_COLOURS = {"red": (46, 42, 186), "yellow": (40, 190, 232), "white": (226, 232, 234), "black": (38, 36, 36)}
"""Blue, green, red."""

Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stone:
    """A block that lies on the board: its colour, its middle in mm, and how it is turned."""

    colour: str
    at_mm: tuple[float, float]
    turn_deg: float = 0.0


def draw_city(
    city: City, stones: Iterable[Stone], rng: np.random.Generator, *, light: float = 1.0, lean: float = 0.0
) -> tuple[Image, tuple[tuple[float, float], ...]]:
    """A picture of the board, and its four corners in it, clockwise from the board's top left.

    ``rng`` makes the sensor's noise; ``light`` is how strong the lamp is; ``lean`` how far the camera looks from the
    side: the far edge of the board is so much shorter. Raises FormatError for a board whose regions are not measured.
    """
    if city.size_mm is None:
        raise FormatError(f"the regions of {city.name} are not measured: its board file has no outlines")
    width, height = (round((side + 2 * _MARGIN_MM) * PX_PER_MM) for side in city.size_mm)
    sheet = np.full((height, width, 3), _TABLE, np.uint8)
    corners = _px(np.array([[0, 0], [city.size_mm[0], 0], [*city.size_mm], [0, city.size_mm[1]]], float))
    cv2.fillPoly(sheet, [_fixed(corners)], _PAPER, cv2.LINE_AA, 4)
    for number, district in enumerate(city.districts.values()):
        outline = _fixed(_px(np.asarray(district.outline, float)))
        tint = (176, 206, 178) if district.park else (196 - 6 * (number % 4), 206, 214 - 8 * (number % 3))
        cv2.fillPoly(sheet, [outline], tint, cv2.LINE_AA, 4)
        cv2.polylines(sheet, [outline], True, (96, 104, 112), 2, cv2.LINE_AA, 4)
    for stone in stones:
        shadow = _px(_block(stone, city.stone_mm) + 1.2)
        patch = sheet.copy()
        cv2.fillPoly(patch, [_fixed(shadow)], (0, 0, 0), cv2.LINE_AA, 4)
        sheet = np.asarray(cv2.addWeighted(sheet, 0.72, patch, 0.28, 0), np.uint8)
    for stone in stones:
        cv2.fillPoly(sheet, [_fixed(_px(_block(stone, city.stone_mm)))], STONE_COLOURS[stone.colour], cv2.LINE_AA, 4)
    shift = lean * width / 2
    target = np.array([[shift, 0], [width - shift, 0], [width, height], [0, height]], np.float32)
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(frame, target)
    leaning = cv2.warpPerspective(sheet, matrix, (width, height), flags=cv2.INTER_LINEAR)
    levels = cv2.GaussianBlur(leaning, (0, 0), 0.7).astype(np.float32) * light
    noisy = np.clip(levels + rng.normal(0, 2.5, levels.shape), 0, 255).astype(np.uint8)
    moved = cv2.perspectiveTransform(corners.astype(np.float32)[None], matrix)[0]
    return noisy, tuple((float(x), float(y)) for x, y in moved)


def _block(stone: Stone, side_mm: float) -> Points:
    turn = np.deg2rad(stone.turn_deg)
    half = side_mm / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    rotation = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    return np.asarray(half @ rotation + np.asarray(stone.at_mm), float)


def _px(points_mm: Points) -> Points:
    return np.asarray((points_mm + _MARGIN_MM) * PX_PER_MM, float)


def _fixed(points_px: Points) -> NDArray[np.int32]:
    """With four binary places, as the drawing functions take them."""
    return np.round(points_px * 16).astype(np.int32)
