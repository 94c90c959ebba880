"""What stands on each square: a letter where the evidence suffices, else '?' with the letters that it may be.

A small network (calibration/training says how it learned and what it reaches) looks at every square in eight
orientations. A letter needs a high mean certainty and no orientation that says otherwise; things that are neither an
empty square nor a house (hands, coins, paper) are a class of their own, which reads '?'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.nets import weights
from companion.board import Board
from companion.devices import Image
from companion.squares import Square
from vision._net import odds
from vision.patches import PX, SPAN, Patches, Views, patches, planes_of, views
from vision.pose import Pose
from vision.rectify import MARGIN

LETTERS = ".rbgyt?"
"""The classes in the order of the network's answers; the last is anything else."""

SURE = {".": 0.97, "r": 0.9, "b": 0.985, "g": 0.9, "y": 0.95, "t": 0.992}
"""Mean certainty that each letter needs, chosen on 107 scenes that nothing was learned from: the deep shadow of a lamp,
and green houses in one, were taken for blue with up to 0.983, a shadow for yellow with 0.935; a yellow house of clear
plastic in its own shade (tests/pictures/seq00) for a TOP with 0.988."""
SURE_ALONE = {".": 0.97, "r": 0.94, "b": 0.986, "g": 0.93, "y": 0.96, "t": 0.992}
DARK_ALONE = {**SURE_ALONE, ".": 0.99}
"""The same where the empty board is not known, on light print and on dark print."""
PLAINLY_EMPTY, PLAIN_LIGHT = 0.12, 0.2
"""Unlikeness to the empty board (`unlike_empty`), and difference of its light, below which the net is not asked and the
square is empty; a smooth sleeve differs by its light alone."""
AS_EMPTY, LIKELY = 0.19, 0.5
"""Unlikeness to the empty board below which no house stands there, and the mean certainty that '.' needs then: the
least that one of 20,000 houses in 300 scenes showed is 0.196 (bleached by a lamp, or of clear plastic)."""
NEARLY_EMPTY, QUITE = 0.28, 0.95
"""The same for what may be a weak shadow: a TOP was taken for one with 0.933."""
DARK_PRINT, IN_THE_DARK = 90.0, 0.995
"""Grey level of the print below which '.' needs the second certainty where a square looks otherwise than empty: a blue
house on dark print was taken for its shadow with 0.990."""
CLEAR = 0.995
"""Mean certainty in two orientations from which the other six are not asked."""
POSSIBLE = 0.02
"""Mean certainty from which a letter is named as a candidate for a '?'."""
DARK, BURNT = 40.0, 247.0
"""Grey levels: a square is not read when its bright twentieth is darker, or its median brighter, than this."""

NEVER = 2.0
"""A certainty that nothing has."""
GREY = np.array([29.1, 149.7, 76.2], np.float32)
"""Weights of blue, green and red in a grey level, for patches from 0 to 1."""

PIECES = "rbgyt"
"""The letters of all pieces that can be told."""

Certainties = NDArray[np.float32]
"""(N, 7): how likely each of `LETTERS` is for each of N squares; rows sum to 1."""


@dataclass(frozen=True, slots=True)
class SquaresReading:
    """All squares of a board, read.

    ``squares``: one string a row ('.' also where the board has no square). ``uncertain``: name and candidates of each
    '?'. ``certainty``: for each square how likely its most likely letter is, 0..1.
    """

    squares: tuple[str, ...]
    uncertain: tuple[tuple[str, tuple[str, ...]], ...]
    certainty: Mapping[Square, float]


def read_squares(
    image: Image, pose: Pose, *, empty: Image | None = None, empty_pose: Pose | None = None
) -> SquaresReading:
    """Reads all squares of ``image`` (H, W, 3) uint8 BGR; ``empty``: the board without houses, by its own pose."""
    squares = pose.board.squares()
    certainties, letters = judge(views(image, pose, empty, empty_pose), squares)
    return SquaresReading(
        squares=rows(pose.board, dict(zip(squares, letters, strict=True))),
        uncertain=tuple(
            (square.name, candidates(row))
            for square, letter, row in zip(squares, letters, certainties, strict=True)
            if letter == "?"
        ),
        certainty={square: float(row.max()) for square, row in zip(squares, certainties, strict=True)},
    )


def judge(seen: Views, squares: Sequence[Square], pieces: str = PIECES) -> tuple[Certainties, list[str]]:
    """How likely each letter is for each square, and the letter that it gets.

    ``pieces``: letters of those that may stand on the board. A square too dark or burnt out to be read is surely
    anything else.
    """
    if not squares:
        return np.empty((0, len(LETTERS)), np.float32), []
    looks = patches(seen, squares)
    net = weights("alone" if seen.bare is None else "with-empty")
    planes = planes_of(seen)
    places = tuple(np.array([(square.row + MARGIN, square.col + MARGIN) for square in squares]).T)
    certainties = odds(net, planes, [0]).mean(axis=0)[places]
    if (certainties.max(axis=1) < CLEAR).any():  # the other three quarters of the work only where a doubt is left
        certainties = certainties / 4 + odds(net, planes, [1, 2, 3]).mean(axis=0)[places] * np.float32(3 / 4)
    certainties = among(certainties, pieces)
    certainties[unreadable(looks)] = np.eye(len(LETTERS))[-1]
    return certainties, decide(certainties, looks, None if seen.bare is None else unlike_empty(looks))


def among(certainties: Certainties, pieces: str) -> Certainties:
    """Certainties when only some pieces are on the table: what spoke for another one speaks for anything else ('?').

    The pieces that may be there keep the certainty that they had: knowing the game makes no letter surer.
    """
    absent = [LETTERS.index(letter) for letter in PIECES if letter not in pieces]
    kept = certainties.copy()
    kept[:, LETTERS.index("?")] += certainties[:, absent].sum(axis=1)
    kept[:, absent] = 0
    return kept


def unreadable(looks: Patches) -> NDArray[np.bool_]:
    """(N,): squares whose own pixels are nearly black or burnt out."""
    rim = (SPAN - PX) // 2
    own = looks[:, rim:-rim, rim:-rim, :3] @ GREY
    grey = own.reshape(len(own), -1)
    return np.asarray((np.percentile(grey, 95, axis=1) < DARK) | (np.median(grey, axis=1) > BURNT))


def unlike_empty(looks: Patches) -> NDArray[np.float64]:
    """(N,): how far the middle of each patch (N, SPAN, SPAN, 9) differs from the empty board's, but for smooth light.

    The ninth decile of the difference of logarithms, less its own blur: 0.05 to 0.2 for an empty square in even light,
    0.2 and more for a house; up to 0.8 also for the sharp edge of a shadow.
    """
    light = np.log(looks[..., 0:3] * 255 + 10) - np.log(looks[..., 6:9] * 255 + 10)
    planes = np.ascontiguousarray(light.transpose(0, 3, 1, 2))
    fine, coarse = _blurs()
    rest = np.abs(fine @ planes @ fine.T - coarse @ planes @ coarse.T).max(axis=1)
    return np.asarray(np.percentile(rest.reshape(len(rest), -1), 90, axis=1), float)


@cache
def _blurs() -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Matrices (SPAN / 2, SPAN) that blur the middle of a patch along a side: finely, and so that only light stays."""

    def blur(sigma: float) -> NDArray[np.float32]:
        units = np.repeat(np.eye(SPAN, dtype=np.float32)[:, :, None], SPAN, axis=2)
        return np.stack([cv2.GaussianBlur(unit, (0, 0), sigma)[:, 0] for unit in units], axis=1)

    rim = SPAN // 4
    fine = blur(0.8)
    return fine[rim:-rim], (blur(7) @ fine)[rim:-rim]


def decide(certainties: Certainties, looks: Patches, difference: NDArray[np.float64] | None = None) -> list[str]:
    """The letter of each square from its certainties and its patch, '?' where none is sure.

    ``difference``: what `unlike_empty` says of patches that hold the empty board.
    """
    needed = _needed_alone(looks) if difference is None else _needed(looks, difference)
    letters = []
    for certainty, sure in zip(certainties, needed, strict=True):
        letter = LETTERS[int(certainty.argmax())]
        letters.append(letter if certainty.max() >= sure.get(letter, NEVER) else "?")
    return letters


def _needed_alone(looks: Patches) -> list[Mapping[str, float]]:
    return [DARK_ALONE if grey < DARK_PRINT else SURE_ALONE for grey in _grey(looks[..., 0:3])]


def _needed(looks: Patches, unlike: NDArray[np.float64]) -> list[Mapping[str, float]]:
    """For each square the certainty that each letter needs; a letter that is left out is impossible."""
    needed: list[Mapping[str, float]] = []
    for difference, grey in zip(unlike, _grey(looks[..., 6:9]), strict=True):
        if difference < AS_EMPTY:
            needed.append({".": LIKELY})
        elif grey < DARK_PRINT:
            needed.append(SURE | {".": IN_THE_DARK})
        elif difference < NEARLY_EMPTY:
            needed.append(SURE | {".": QUITE})
        else:
            needed.append(SURE)
    return needed


def _grey(planes: Patches) -> NDArray[np.float64]:
    """(N,): the median grey level of the middle of each plane (N, SPAN, SPAN, 3)."""
    rim = SPAN // 4
    return np.asarray(np.median((planes[:, rim:-rim, rim:-rim] @ GREY).reshape(len(planes), -1), axis=1), float)


def candidates(certainty: Certainties) -> tuple[str, ...]:
    """The letters that a square (7,) may have, likeliest first; empty where it is covered and nothing can be said."""
    order = np.argsort(-certainty)
    return tuple(LETTERS[letter] for letter in order if LETTERS[letter] != "?" and certainty[letter] >= POSSIBLE)


def rows(board: Board, letters: Mapping[Square, str]) -> tuple[str, ...]:
    """One string a row; '.' where ``letters`` has none."""
    return tuple(
        "".join(letters.get(Square(row, col), ".") for col in range(board.grid.cols)) for row in range(board.grid.rows)
    )
