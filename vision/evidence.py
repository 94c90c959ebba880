"""The evidence of a reading for people: the overlay, and for each square its pictures and the numbers that decided."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cv2
import numpy as np

from companion.devices import Image
from companion.reading import Reading
from vision.deciding import LETTERS
from vision.drawing import draw_reading
from vision.measures import unlike_empty
from vision.patches import patches
from vision.reader import Evidence
from vision.rectify import crop

_TILE = 180
"""Pixels of each of a square's pictures."""
_LINE = 18
"""Pixels of a line of text under them."""


def numbers(evidence: Evidence) -> dict[str, dict[str, Any]]:
    """By square: its ``letter``, how ``likely`` each letter is, and how ``unlike_empty`` it is where that is known."""
    squares = evidence.pose.board.squares()
    looks = patches(evidence.seen, squares)
    unlike = unlike_empty(looks) if evidence.seen.bare is not None else [None] * len(squares)
    return {
        square.name: {
            "letter": letter,
            "likely": {letter: round(float(part), 4) for letter, part in zip(LETTERS, certainty, strict=True)},
            **({} if difference is None else {"unlike_empty": round(float(difference), 3)}),
        }
        for square, letter, certainty, difference in zip(
            squares, evidence.letters, evidence.certainties, unlike, strict=True
        )
    }


def draw_evidence(image: Image, reading: Reading, evidence: Evidence) -> tuple[Image, Mapping[str, Image]]:
    """The overlay, and for each square a strip: as seen, at board and roof height, the empty board, the numbers."""
    pose, seen = evidence.pose, evidence.seen
    squares = pose.board.squares()
    looks = (patches(seen, squares) * 255).astype(np.uint8)
    figures = numbers(evidence)
    pictures = {}
    for square, look in zip(squares, looks, strict=True):
        tiles = [cv2.resize(crop(image, pose, square), (_TILE, _TILE), interpolation=cv2.INTER_AREA)]
        for first in range(0, look.shape[2], 3):
            plane = np.ascontiguousarray(look[..., first : first + 3])
            tiles.append(cv2.resize(plane, (_TILE, _TILE), interpolation=cv2.INTER_NEAREST))
        pictures[square.name] = _captioned(np.hstack(tiles), square.name, figures[square.name])
    return draw_reading(image, pose, reading.squares), pictures


def _captioned(strip: Image, name: str, figures: Mapping[str, Any]) -> Image:
    likely = sorted(figures["likely"].items(), key=lambda item: -item[1])[:3]
    words = [f"{name}: {figures['letter']}", "  ".join(f"{letter} {part:.3f}" for letter, part in likely)]
    if "unlike_empty" in figures:
        words.append(f"unlike empty {figures['unlike_empty']:.3f}")
    caption = np.full((_LINE * len(words) + 6, strip.shape[1], 3), 255, np.uint8)
    for number, line in enumerate(words, start=1):
        place = (4, number * _LINE)
        cv2.putText(caption, line, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return np.asarray(np.vstack([strip, caption]), np.uint8)
