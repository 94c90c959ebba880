"""The print of the virtual board, and the table under it. Own drawing: pale zones, a price column, card fields."""

from __future__ import annotations

import colorsys
from collections.abc import Iterator

import cv2
import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.projection import Array

ART_PX_PER_MM = 3.0
TABLE_PX_PER_MM = 0.8
TABLE_MARGIN_MM = 420.0
"""How much of the table is drawn around the board."""

MARKER_MM = 20.0
MARKER_MARGIN_MM = 5.0

_DRAWN_PX_PER_MM = 6.0  # drawn finer than used, so that lettering comes out smooth

Colour = tuple[int, int, int]

HOUSE_COLOURS: dict[str, Colour] = {
    "r": (35, 30, 200),
    "b": (170, 60, 25),
    "g": (60, 120, 25),
    "y": (30, 190, 235),
    "t": (50, 45, 45),
}
"""Plastic of the houses by letter, blue-green-red, before any light falls on it."""

_PRINTED: tuple[Colour, ...] = ((44, 40, 198), (165, 74, 34), (62, 132, 40), (44, 186, 232))
_INK: Colour = (58, 52, 50)
_PAPER: Colour = (226, 236, 238)


def draw_board(board: Board) -> Image:
    """The printed board from above, `ART_PX_PER_MM`."""
    sheet = Sheet(board.size_mm)
    _draw_zones(sheet, board)
    _draw_price_column(sheet, board)
    _draw_card_fields(sheet, board)
    draw_markers(sheet, board)
    width, height = board.size_mm
    size = (round(width * ART_PX_PER_MM), round(height * ART_PX_PER_MM))
    return np.asarray(cv2.resize(sheet.image, size, interpolation=cv2.INTER_AREA), np.uint8)


def draw_table(board: Board, rng: np.random.Generator) -> Image:
    """The wooden table, `TABLE_PX_PER_MM`; it begins `TABLE_MARGIN_MM` above and to the left of the board."""
    width, height = (round((side + 2 * TABLE_MARGIN_MM) * TABLE_PX_PER_MM) for side in board.size_mm)
    grain = np.zeros((height, width), np.float32)
    for rows, cols, weight in ((24, 3, 0.5), (90, 6, 0.3), (300, 14, 0.2)):
        coarse = rng.standard_normal((rows, cols)).astype(np.float32)
        grain += weight * cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    plank = (np.arange(height) / TABLE_PX_PER_MM // 95).astype(int)
    tone = rng.normal(0, 0.35, plank.max() + 1).astype(np.float32)[plank]
    seam = (np.arange(height) / TABLE_PX_PER_MM % 95 < 1.6).astype(np.float32)
    shade = 1 + 0.10 * grain + 0.12 * tone[:, None] - 0.35 * seam[:, None]
    wood = np.array([72, 112, 158], np.float32) * shade[..., None]
    return np.asarray(np.clip(wood, 0, 255), np.uint8)


class Sheet:
    """Drawing in millimetres."""

    def __init__(self, size_mm: tuple[float, float]) -> None:
        width, height = size_mm
        shape = (round(height * _DRAWN_PX_PER_MM), round(width * _DRAWN_PX_PER_MM), 3)
        self.image: Image = np.full(shape, _PAPER, np.uint8)

    def fill(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        cv2.rectangle(self.image, self._at(x, y), self._at(x + width, y + height), colour, cv2.FILLED)

    def frame(self, x: float, y: float, width: float, height: float, colour: Colour, line_mm: float) -> None:
        line = max(1, round(line_mm * _DRAWN_PX_PER_MM))
        cv2.rectangle(self.image, self._at(x, y), self._at(x + width, y + height), colour, line)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: Colour, line_mm: float) -> None:
        cv2.line(self.image, self._at(*start), self._at(*end), colour, max(1, round(line_mm * _DRAWN_PX_PER_MM)))

    def text(self, text: str, x: float, y: float, height_mm: float, colour: Colour, line_mm: float) -> None:
        """Lettering with its middle at (x, y)."""
        font, line = cv2.FONT_HERSHEY_DUPLEX, max(1, round(line_mm * _DRAWN_PX_PER_MM))
        scale = height_mm * _DRAWN_PX_PER_MM / cv2.getTextSize("8", font, 1, 1)[0][1]
        (width, height), _ = cv2.getTextSize(text, font, scale, line)
        column, row = self._at(x, y)
        cv2.putText(self.image, text, (column - width // 2, row + height // 2), font, scale, colour, line, cv2.LINE_AA)

    def polygon(self, outline: Array, colour: Colour, line_mm: float | None = None) -> None:
        """An outline of (N, 2) mm: filled, or drawn as a line."""
        points = [np.round(outline * _DRAWN_PX_PER_MM).astype(np.int32)]
        if line_mm is None:
            cv2.fillPoly(self.image, points, colour, cv2.LINE_AA)
        else:
            cv2.polylines(self.image, points, True, colour, max(1, round(line_mm * _DRAWN_PX_PER_MM)), cv2.LINE_AA)

    def paste(self, picture: Image, x: float, y: float) -> None:
        column, row = self._at(x, y)
        self.image[row : row + picture.shape[0], column : column + picture.shape[1]] = picture

    @staticmethod
    def _at(x: float, y: float) -> tuple[int, int]:
        return round(x * _DRAWN_PX_PER_MM), round(y * _DRAWN_PX_PER_MM)


def _draw_zones(sheet: Sheet, board: Board) -> None:
    letters = sorted({letter for row in board.zones for letter in row} - {"."})
    tints = {letter: _tint(index / len(letters)) for index, letter in enumerate(letters)}
    pitch_x, pitch_y = board.grid.pitch_mm
    left, top = board.grid.origin_mm
    corners = {square: (left + square.col * pitch_x, top + square.row * pitch_y) for square in board.squares()}
    for square, (x, y) in corners.items():
        sheet.fill(x, y, pitch_x, pitch_y, tints[board.zones[square.row][square.col]])
    for letter in letters:
        places = [corner for square, corner in corners.items() if board.zone(square) == letter]
        x, y = (float(middle) for middle in np.mean(places, axis=0) + np.array(board.grid.pitch_mm) / 2)
        pale = tuple(int(0.72 * part) for part in tints[letter])
        sheet.text(letter, x, y, 1.7 * pitch_y, (pale[0], pale[1], pale[2]), 4)
    for x, y in corners.values():
        sheet.frame(x, y, pitch_x, pitch_y, _INK, 0.4)
    for start, end in _zone_borders(board):
        sheet.line(start, end, _INK, 1.4)


def _zone_borders(board: Board) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The edges between squares of two zones, or of a zone and no square; in mm."""
    pitch_x, pitch_y = board.grid.pitch_mm
    left, top = board.grid.origin_mm
    padded = ["." * (board.grid.cols + 2), *(f".{row}." for row in board.zones), "." * (board.grid.cols + 2)]
    for row in range(board.grid.rows + 1):
        for col in range(board.grid.cols + 1):
            x, y = left + col * pitch_x, top + row * pitch_y
            here = padded[row + 1][col + 1]
            if here != padded[row][col + 1]:
                yield (x, y), (x + pitch_x, y)
            if here != padded[row + 1][col]:
                yield (x, y), (x, y + pitch_y)


def _draw_price_column(sheet: Sheet, board: Board) -> None:
    """Prices 0 to 15 for the four companies, to the right of the grid where there is room."""
    left = board.grid.origin_mm[0] + board.grid.cols * board.grid.pitch_mm[0] + 14
    width = board.size_mm[0] - left - 14
    top = MARKER_MARGIN_MM + MARKER_MM + 12
    step = min(17.0, (board.size_mm[1] - 2 * top) / 16)
    if width < 50 or step < 8:
        return
    lane = (width - 16) / 4
    sheet.fill(left - 3, top - 3, width + 6, 16 * step + 6, (205, 214, 216))
    for price in range(16):
        y = top + (15 - price) * step
        sheet.text(str(price), left + 7, y + step / 2, 0.42 * step, _INK, 0.6)
        for index, colour in enumerate(_PRINTED):
            x = left + 16 + index * lane
            sheet.fill(x + 0.8, y + 0.8, lane - 1.6, step - 1.6, colour)
            sheet.text(str(price), x + lane / 2, y + step / 2, 0.3 * step, _PAPER, 0.4)
    sheet.frame(left - 3, top - 3, width + 6, 16 * step + 6, _INK, 0.8)


def _draw_card_fields(sheet: Sheet, board: Board) -> None:
    """Four fields for the share cards, below the grid where there is room."""
    top = board.grid.origin_mm[1] + board.grid.rows * board.grid.pitch_mm[1] + 10
    height = min(66.0, board.size_mm[1] - top - 10)
    if height < 24:
        return
    edge = MARKER_MARGIN_MM + MARKER_MM + 9
    width = (board.size_mm[0] - 2 * edge - 3 * 8) / 4
    for index, (colour, letter) in enumerate(zip(_PRINTED, "RBGY", strict=True)):
        x = edge + index * (width + 8)
        sheet.fill(x, top, width, height, (214, 224, 226))
        sheet.frame(x, top, width, height, colour, 3)
        sheet.text(letter, x + width / 2, top + height / 2, 0.4 * height, colour, 2)


def draw_markers(sheet: Sheet, board: Board) -> None:
    """ArUco markers 0 to 3, clockwise from the top left, each on white."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    right, bottom = (side - MARKER_MARGIN_MM - MARKER_MM for side in board.size_mm)
    near = MARKER_MARGIN_MM
    for marker, (x, y) in enumerate([(near, near), (right, near), (right, bottom), (near, bottom)]):
        sheet.fill(x - 3, y - 3, MARKER_MM + 6, MARKER_MM + 6, (245, 245, 245))
        picture = cv2.aruco.generateImageMarker(dictionary, marker, round(MARKER_MM * _DRAWN_PX_PER_MM))
        sheet.paste(np.asarray(cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR), np.uint8), x, y)


def _tint(hue: float) -> Colour:
    red, green, blue = colorsys.hsv_to_rgb(hue + 0.09, 0.13, 0.91)
    return round(255 * blue), round(255 * green), round(255 * red)
