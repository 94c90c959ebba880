"""The evidence of a reading for people: the overlay, and for each square its pictures and the numbers that decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import cv2
import numpy as np

from companion.devices import Image
from companion.reading import Reading
from vision.classify import Judgement
from vision.deciding import LETTERS, PIECES, TINTED
from vision.drawing import draw_reading
from vision.patches import patches
from vision.reader import Evidence
from vision.rectify import crop

_TILE = 180
"""Pixels of each of a square's pictures."""
_LINE = 18
"""Pixels of a line of text under them."""


Figures = Mapping[str, Mapping[str, Any]]
"""By square, its numbers (`numbers`)."""


def numbers(evidence: Evidence) -> Figures:
    """By square: its ``letter``, how ``likely`` each letter is, and what was measured (`vision.measures.Measures`).

    ``first_look``: how likely each letter was before a second look, where that changed anything.
    ``unlike_empty``, ``print_level`` and ``recoloured`` where the empty board is known, ``covered_around``
    (`Judgement`) where it is not; of the board ``torn_squares`` (`vision.deciding.torn_squares`), and its ``clearness``
    where it was asked. Where pieces are flat ``least``: what their letters need in any case, and ``confirmed``: 1 where
    the square's colour confirms its likeliest letter. ``print_like``, ``unknown`` and ``false_colours`` are 1 where for
    the board's or the picture's sake no piece is told, or nothing (`Judgement`).
    """
    judged = evidence.judged
    measured = judged.measured
    figures = {}
    for number, (square, letter) in enumerate(zip(evidence.pose.board.squares(), evidence.letters, strict=True)):
        of = {
            "unlike_empty": None if measured.difference is None else measured.difference[number],
            "print_level": None if measured.print_level is None else measured.print_level[number],
            "brightness": measured.brightness[number],
            "torn_squares": judged.torn,
            "clearness": judged.clear,
            "covered_around": None if judged.covered_around is None else judged.covered_around[number],
            "recoloured": None if measured.recoloured is None else measured.recoloured[number],
            "print_like": judged.print_like or None,
            "unknown": judged.unknown or None,
            "false_colours": judged.false_colours and 1.0,
        }
        figures[square.name] = {
            "letter": letter,
            "likely": _by_letter(LETTERS, judged.certainties[number]),
            **_first_look(judged, number),
            **{name: _rounded(value) for name, value in of.items() if value is not None},
            **_if_flat(judged, number),
            "tints": _by_letter(TINTED, measured.tints[number]),
        }
    return figures


def _if_flat(judged: Judgement, number: int) -> dict[str, Any]:
    if judged.flat is None:
        return {}
    clear = 0.0 if judged.clear is None else judged.clear
    found = {"least": _by_letter(PIECES, (judged.flat.needed(letter, number, clear) for letter in PIECES))}
    return {**found, "confirmed": 1.0} if judged.flat.confirmed[number] else found


def _first_look(judged: Judgement, number: int) -> dict[str, dict[str, float]]:
    before = judged.first_look[number]
    return {} if (before == judged.certainties[number]).all() else {"first_look": _by_letter(LETTERS, before)}


def _by_letter(letters: Iterable[str], values: Iterable[float]) -> dict[str, float]:
    return {letter: _rounded(value) for letter, value in zip(letters, values, strict=True)}


def _rounded(value: float) -> float:
    return round(float(value), 4)


def draw_evidence(
    image: Image, reading: Reading, evidence: Evidence, figures: Figures
) -> tuple[Image, Mapping[str, Image]]:
    """The overlay, and for each square a strip: as seen, at board and roof height, the empty board, its ``figures``."""
    pose, seen = evidence.pose, evidence.seen
    squares = pose.board.squares()
    looks = (patches(seen, squares) * 255).astype(np.uint8)
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
    others = [part for part in ("unlike_empty", "print_level", "brightness", "clearness") if part in figures]
    words = [
        f"{name}: {figures['letter']}",
        "  ".join(f"{letter} {part:.3f}" for letter, part in likely),
        "  ".join(f"{part.replace('_', ' ')} {figures[part]:.3f}" for part in others),
        "tints  " + "  ".join(f"{letter} {tint:.3f}" for letter, tint in figures["tints"].items()),
    ]
    caption = np.full((_LINE * len(words) + 6, strip.shape[1], 3), 255, np.uint8)
    for number, line in enumerate(words, start=1):
        place = (4, number * _LINE)
        cv2.putText(caption, line, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return np.asarray(np.vstack([strip, caption]), np.uint8)
