"""Rows of cards on a table, each card half over the one before, as a hand-held camera sees them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.cards import Deck, Rgb
from companion.devices import Image

_PX_PER_MM = 2.5
_TABLE = (58, 88, 120)
_RIM = (236, 240, 242)
_RIM_MM = 3.5
_GAP_MM = 22.0


def draw_rows(
    deck: Deck,
    rows: Sequence[Sequence[str]],
    rng: np.random.Generator,
    *,
    light: float = 1.0,
    lean: float = 0.0,
    turn_deg: float = 0.0,
) -> Image:
    """A picture of rows side by side, (H, W, 3) uint8 BGR; cards by name: a business, multitalent, risk, back.

    The first card of a row is the lowest, each further one lies half over it. ``lean``: how far the camera
    looks from the side, ``turn_deg`` how it is turned, ``light`` how strong the lamp is; ``rng`` lays cards askew and
    makes the sensor's noise.
    """
    width, height = deck.size_mm
    longest = max(len(row) for row in rows)
    size = (len(rows) * (width + _GAP_MM) + 2 * _GAP_MM, height * (longest + 1) / 2 + 3 * _GAP_MM)
    sheet = np.full((round(size[1] * _PX_PER_MM), round(size[0] * _PX_PER_MM), 3), _TABLE, np.uint8)
    grain = cv2.resize(rng.normal(0, 9, (sheet.shape[0] // 3, 8)).astype(np.float32), sheet.shape[1::-1])
    sheet = np.clip(sheet + grain[..., None], 0, 255).astype(np.uint8)
    for column, row in enumerate(rows):
        for place, card in enumerate(row):
            x = 1.5 * _GAP_MM + column * (width + _GAP_MM) + rng.uniform(-1.2, 1.2)
            y = 1.5 * _GAP_MM + place * height / 2 + rng.uniform(-1.5, 1.5)
            _lay(sheet, deck, card, (x, y), float(rng.uniform(-1.5, 1.5)))
    return _seen(sheet, rng, light, lean, turn_deg)


def _lay(sheet: Image, deck: Deck, card: str, at_mm: tuple[float, float], askew_deg: float) -> None:
    face = _face(deck, card)
    height, width = face.shape[:2]
    middle = np.array(at_mm) * _PX_PER_MM + np.array([width, height]) / 2
    move = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), askew_deg, 1.0), float)
    move[:, 2] = move[:, 2] + middle - np.array([width, height]) / 2
    below = move + np.array([[0.0, 0.0, 2.0], [0.0, 0.0, 3.0]])
    shape = (sheet.shape[1], sheet.shape[0])
    whole = np.ones((height, width), np.float32)
    shadow = cv2.GaussianBlur(cv2.warpAffine(whole, below, shape), (0, 0), 2)
    sheet[:] = (sheet * (1 - 0.25 * shadow[..., None])).astype(np.uint8)
    cover = cv2.warpAffine(whole, move, shape)[..., None]
    sheet[:] = (sheet * (1 - cover) + cv2.warpAffine(face, move, shape) * cover).astype(np.uint8)


def _face(deck: Deck, card: str) -> Image:
    width, height = (round(side * _PX_PER_MM) for side in deck.size_mm)
    rim = round(_RIM_MM * _PX_PER_MM)
    face = np.full((height, width, 3), _RIM, np.uint8)
    field = face[rim:-rim, rim:-rim]
    if card == "multitalent":
        for number, tone in enumerate(deck.multitalent):
            step = field.shape[1] // len(deck.multitalent)
            field[:, number * step : (number + 1) * step if number + 1 < len(deck.multitalent) else None] = _bgr(tone)
    elif card == "risk":
        rows = np.arange(field.shape[0])[:, None, None]
        stripes = ((rows + np.arange(field.shape[1])[None, :, None]) // 14) % 2
        field[:] = np.where(stripes == 0, _bgr(deck.risk[0]), _bgr(deck.risk[1]))
    else:
        tone = _bgr(deck.back if card == "back" else deck.colours[card])
        field[:] = tone
        ink = tuple(0.6 * part for part in tone)
        for y in (14, round(height / 2) + 14):
            cv2.putText(field, card[:4], (10, y + 14), cv2.FONT_HERSHEY_DUPLEX, 0.7, ink, 1, cv2.LINE_AA)
    return face


def _bgr(tone: Rgb) -> tuple[int, int, int]:
    return tone[2], tone[1], tone[0]


def _seen(sheet: Image, rng: np.random.Generator, light: float, lean: float, turn_deg: float) -> Image:
    height, width = sheet.shape[:2]
    shift = lean * width / 2
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    target = np.array([[shift, 0], [width - shift, 0], [width, height], [0, height]], np.float32)
    turn = np.vstack([cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, 0.9), [0, 0, 1]])
    matrix = turn @ cv2.getPerspectiveTransform(frame, target)
    table = tuple(int(part) for part in _TABLE)
    leaning = cv2.warpPerspective(sheet, matrix, (width, height), flags=cv2.INTER_LINEAR, borderValue=table)
    across = np.linspace(0.92, 1.06, width, dtype=np.float32)[None, :, None]
    levels = cv2.GaussianBlur(leaning, (0, 0), 0.8).astype(np.float32) * light * across * np.array([0.93, 1.0, 1.05])
    return np.asarray(np.clip(levels + rng.normal(0, 2.5, levels.shape), 0, 255), np.uint8)
