"""The light on the virtual table: the board in it, blocks with their shadows, and the hand that sets them down.

Light is reckoned linearly; `develop` makes pixels of it with a gamma of 2, so a colour c counts as (c / 255) squared.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.devices import Image
from companion.projection import Array
from companion.squares import Square
from hardware.virtual._art import (
    ART_PX_PER_MM,
    HOUSE_COLOURS,
    TABLE_MARGIN_MM,
    TABLE_PX_PER_MM,
    Colour,
    draw_table,
)
from hardware.virtual._view import HEIGHT, WIDTH, View

Light = NDArray[np.float32]

HOUSE_HEIGHT_MM = 22.0
_BOARD_THICKNESS_MM = 2.5
_AMBIENT = 0.42
"""Light from everywhere, as a part of all light in the middle of the board."""
_WARMTH = np.array([0.84, 0.97, 1.06], np.float32)
"""Cast of the lamp, blue-green-red, that the camera's white balance has left."""
_VIGNETTE = 0.22
_BESIDE = 0.62
"""How much of the light from everywhere a wall gets; the table hides the rest."""
_GLOSS = np.float32(0.012)


@dataclass(frozen=True, slots=True)
class Solid:
    """A block that stands on the board: the corners of its base (4, 2) in mm, clockwise, its height, its colour."""

    base_mm: Array
    height_mm: float
    colour: Colour

    @property
    def middle_mm(self) -> Array:
        """(2,): the middle of its base."""
        return np.asarray(self.base_mm.mean(axis=0), float)


class Thing(Protocol):
    """What stands on a board; equal things look alike."""

    def solid(self, board: Board) -> Solid:
        """Its shape on that board."""
        ...


def square_mm(middle_mm: Array, side_mm: float, turn_deg: float) -> Array:
    """(4, 2): the corners of a square of that side, clockwise."""
    cos, sin = np.cos(np.radians(turn_deg)), np.sin(np.radians(turn_deg))
    corners = side_mm / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    return np.asarray(corners @ np.array([[cos, sin], [-sin, cos]]) + middle_mm, float)


@dataclass(frozen=True, slots=True)
class House:
    """A house on a square: how far it stands from the square's middle, and how far it is turned."""

    square: Square
    letter: str
    dx_mm: float = 0.0
    dy_mm: float = 0.0
    turn_deg: float = 0.0

    def middle_mm(self, board: Board) -> Array:
        """(2,): where on the board its middle stands."""
        grid = board.grid
        column, row = self.square.col + 0.5, self.square.row + 0.5
        x, y = grid.origin_mm[0] + column * grid.pitch_mm[0], grid.origin_mm[1] + row * grid.pitch_mm[1]
        return np.array([x + self.dx_mm, y + self.dy_mm])

    def base_mm(self, board: Board) -> Array:
        """(4, 2): the corners of its base, clockwise."""
        return square_mm(self.middle_mm(board), house_width_mm(board), self.turn_deg)

    def solid(self, board: Board) -> Solid:
        """The house as a block."""
        return Solid(self.base_mm(board), HOUSE_HEIGHT_MM, HOUSE_COLOURS[self.letter])


def house_width_mm(board: Board) -> float:
    """Houses are as wide as three fifths of a square, at most 16 mm."""
    return min(16.0, 0.6 * min(board.grid.pitch_mm))


class Scene:
    """The board as one view shows it; warped once, then lit with the blocks that stand on it.

    ``art``: its print from above, `ART_PX_PER_MM`. ``rng`` grows the table's wood.
    """

    def __init__(self, board: Board, art: Image, view: View, rng: np.random.Generator) -> None:
        self.board = board
        self._art = art
        self.view = view
        width, height = board.size_mm
        self.lamp_mm = np.array([0.16 * width, -0.18 * height, 1.9 * width])
        self._ground = self._warp_ground(rng)

    def light(self, things: Iterable[Thing]) -> Light:
        """(H, W, 3) linear light that reaches the sensor, with ``things`` on the board, sharp."""
        standing = sorted((thing.solid(self.board) for thing in things), key=self._distance, reverse=True)
        light = self._ground.astype(np.float32)
        light *= np.float32(1 / 255)
        light *= light
        light *= self._shade(standing)[..., None]
        for solid in standing:
            self._draw_solid(light, solid)
        light *= _falloff(slice(HEIGHT), slice(WIDTH))
        light *= _WARMTH
        return light

    def shadow_mm(self, point_mm: Array) -> Array:
        """(2,): where on the board the shadow of a point (3,) above it falls."""
        x, y, z = point_mm
        reach = z / (self.lamp_mm[2] - z)
        return np.asarray(np.array([x, y]) + reach * (np.array([x, y]) - self.lamp_mm[:2]), float)

    def sensor_gain(self, rows: slice, columns: slice) -> Light:
        """What the sensor makes of light in a part of the picture."""
        return np.asarray(_falloff(rows, columns) * _WARMTH, np.float32)

    def _distance(self, solid: Solid) -> float:
        return float(np.hypot(*(solid.middle_mm - self.view.eye_mm[:2])))

    def _warp_ground(self, rng: np.random.Generator) -> Image:
        """(H, W, 3): the board and the table as the view shows them in even light."""
        width, height = self.board.size_mm
        outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], float)
        table = self._warp(draw_table(self.board, rng), TABLE_PX_PER_MM, -TABLE_MARGIN_MM, cv2.BORDER_REFLECT)
        shade = 1 - np.float32(0.45) * _mask([self.view.project(outline + _BOARD_THICKNESS_MM * 0.6)], 1.6)
        inside = _mask([self.view.project(outline)], 0)
        board = self._warp(self._art, ART_PX_PER_MM, 0, cv2.BORDER_REPLICATE)
        for colour in range(3):
            mixed = table[..., colour] * shade * (1 - inside) + board[..., colour] * inside
            table[..., colour] = np.rint(mixed)
        return table

    def _warp(self, drawing: Image, px_per_mm: float, offset_mm: float, border: int) -> Image:
        """(H, W, 3): a drawing that lies in the board's plane, as the view shows it; ``border``: OpenCV's."""
        down = self.view.homography @ _scaling(px_per_mm, offset_mm)
        return np.asarray(cv2.warpPerspective(drawing, down, (WIDTH, HEIGHT), borderMode=border), np.uint8)

    def _spread_lamplight(self) -> Light:
        """(H, W): the lamp's light on the board's plane, 1 - `_AMBIENT` in the board's middle."""
        # It changes slowly: a sixteenth of the points, enlarged, is as good as all.
        columns, rows = np.meshgrid(np.arange(0, WIDTH + 15, 16), np.arange(0, HEIGHT + 15, 16))
        pixels = np.stack([columns, rows, np.ones(columns.shape)], -1).reshape(-1, 3)
        plane = np.asarray(pixels @ np.linalg.inv(self.view.homography).T, float)
        fall = self._fall_of_light(plane[:, :2] / plane[:, 2:]).reshape(columns.shape).astype(np.float32)
        enlarged = cv2.resize(fall, None, fx=16, fy=16, interpolation=cv2.INTER_LINEAR)
        return np.asarray(enlarged[:HEIGHT, :WIDTH], np.float32)

    def _fall_of_light(self, points_mm: Array) -> Array:
        """(N,): the lamp's light on a level surface at (N, 2) points of the board."""
        middle = np.array(self.board.size_mm)[None] / 2

        def level(points: Array) -> Array:
            squared = ((points - self.lamp_mm[:2]) ** 2).sum(-1) + self.lamp_mm[2] ** 2
            return np.asarray(self.lamp_mm[2] / squared**1.5, float)

        return (1 - _AMBIENT) * level(points_mm) / level(middle)

    def _shade(self, solids: list[Solid]) -> Light:
        """(H, W): the light on the board's plane, less in the shadows and where blocks stand."""
        lamplight = self._spread_lamplight()
        if not solids:
            return lamplight + np.float32(_AMBIENT)
        shadows, feet = [], []
        for solid in solids:
            base, middle = solid.base_mm, solid.middle_mm
            tips = np.array([self.shadow_mm(np.append(corner, solid.height_mm)) for corner in base])
            outline = cv2.convexHull(np.concatenate([base, tips]).astype(np.float32))[:, 0]
            shadows.append(self.view.project(outline))
            feet.append(self.view.project(middle + 1.18 * (base - middle)))
        lamplight *= 1 - np.float32(0.92) * _mask(shadows, 2.6)
        lamplight += np.float32(_AMBIENT) * (1 - np.float32(0.45) * _mask(feet, 4.0))
        return lamplight

    def _draw_solid(self, light: Light, solid: Solid) -> None:
        """Its sides that face the camera, then its top."""
        base, middle, height = solid.base_mm, solid.middle_mm, solid.height_mm
        plastic = np.square(np.array(solid.colour, np.float32) / 255)
        lamplight = np.float32(self._fall_of_light(middle[None])[0])
        to_lamp = self.lamp_mm - np.append(middle, height / 2)
        for index in range(4):
            first, second = base[index], base[(index + 1) % 4]
            outward = (first + second) / 2 - middle
            outward /= np.linalg.norm(outward)
            if outward @ (self.view.eye_mm[:2] - (first + second) / 2) <= 0:
                continue
            glance = np.float32(max(0.0, float(outward @ to_lamp[:2]) / to_lamp[2]))
            side = [[*first, 0], [*second, 0], [*second, height], [*first, height]]
            _fill(light, self.view.project(side), plastic * (_BESIDE * _AMBIENT + lamplight * glance))
        roof = self.view.project(np.column_stack([base, np.full(4, height)]))
        lit = plastic * (np.float32(_AMBIENT) + lamplight)
        # Plastic shines a little; the moulded edge of the roof catches more light than its flat.
        _fill(light, roof, 1.25 * lit + 2.5 * _GLOSS)
        _fill(light, roof.mean(0) + 0.86 * (roof - roof.mean(0)), lit + _GLOSS)


def _falloff(rows: slice, columns: slice) -> Light:
    """(h, w, 1): how much of the light reaches the sensor in a part of the picture, less towards its corners."""
    across = (np.arange(WIDTH, dtype=np.float32)[columns] - WIDTH / 2) / (WIDTH / 2)
    down = (np.arange(HEIGHT, dtype=np.float32)[rows] - HEIGHT / 2) / (WIDTH / 2)
    fall = 1 - _VIGNETTE * (across[None] ** 2 + down[:, None] ** 2) / 1.5625
    return np.asarray(0.88 * fall[..., None], np.float32)


def _scaling(px_per_mm: float, offset_mm: float) -> Array:
    """(3, 3): from pixels of a drawing to mm on the board; centres of pixels lie half a pixel in."""
    shift = offset_mm + 0.5 / px_per_mm
    return np.array([[1 / px_per_mm, 0, shift], [0, 1 / px_per_mm, shift], [0, 0, 1]])


def _mask(outlines: list[Array], blur_px: float) -> Light:
    """(H, W), 0 to 1: inside of any outline, softened."""
    shrink = 2 if blur_px > 2 else 1  # what is soft can be drawn small
    mask = np.zeros((HEIGHT // shrink, WIDTH // shrink), np.uint8)
    for outline in outlines:
        cv2.fillConvexPoly(mask, fixed_point((outline + 0.5) / shrink - 0.5), 255, cv2.LINE_AA, _SHIFT)
    if blur_px:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur_px / shrink), np.uint8)
    if shrink > 1:
        mask = np.asarray(cv2.resize(mask, (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)
    return mask.astype(np.float32) / np.float32(255)


_SHIFT = 4


def fixed_point(outline: Array) -> NDArray[np.int32]:
    """Pixels in sixteenths, as OpenCV's drawing takes them with a shift of 4."""
    return np.round(outline * (1 << _SHIFT)).astype(np.int32)


def _fill(light: Light, outline: Array, colour: Light) -> None:
    """Fills a convex outline, with smooth edges; what lies outside the picture is cut off."""
    left, top = np.maximum(np.floor(outline.min(0)).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(outline.max(0)).astype(int) + 2, (WIDTH, HEIGHT))
    if left >= right or top >= bottom:
        return
    mask = np.zeros((bottom - top, right - left), np.uint8)
    cv2.fillConvexPoly(mask, fixed_point(outline - (left, top)), 255, cv2.LINE_AA, _SHIFT)
    cover = (mask.astype(np.float32) / np.float32(255))[..., None]
    part = light[top:bottom, left:right]
    part += cover * (colour.astype(np.float32) - part)
