"""What stands on each square: a letter where the evidence suffices, else '?' with the letters that it may be.

A small network (calibration/training says how it learned and what it reaches) looks at the whole board, where there is
a doubt in eight orientations. A letter needs a high mean certainty; things that are neither an empty square nor a house
(hands, coins, paper) are a class of their own, which reads '?'.
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

SURE = {".": 0.94, "r": 0.95, "b": 0.95, "g": 0.88, "y": 0.9, "t": 0.95}
"""Mean certainty that each letter needs. On 152 scenes that nothing was learned from (calibration/training/README.md)
the surest wrong ones were: a TOP taken for empty 0.926, a yellow house for red 0.941 and a shadow for blue 0.943 (warm
single lamps), a blue house for a TOP 0.939 (glare)."""
SURE_ALONE = {".": 0.986, "r": 0.93, "b": 0.95, "g": 0.8, "y": 0.9, "t": 0.91}
"""The same where the empty board is not known; the surest wrong ones were a half-hidden TOP taken for empty 0.985,
a yellow house for red 0.910, a shadow for blue 0.945 and for yellow 0.869, a blue house for a TOP 0.881."""
AS_EMPTY, LIKELY = 0.19, 0.8
"""Unlikeness to the empty board below which no house stands there, and the mean certainty that '.' needs then: the
least that one of 20,000 houses in 300 scenes showed is 0.187 (bleached by a lamp, or of clear plastic), and that one
was called empty with 0.550."""
UNLIKE, PLAIN = 0.8, 0.975
"""Unlikeness from which '.' needs the second certainty: only the sharpest shadows reach it, and a red house bleached by
a lamp, at 0.85, was called empty with 0.970."""
CLEAR = 0.995
"""Mean certainty in two orientations from which the other six are not asked of a square."""
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

    ``pieces``: letters of those that may stand on the board; the net learned to tell houses apart in games without
    TOPs, which houses of clear plastic can look like. A square too dark or burnt out to be read is surely
    anything else.
    """
    if not squares:
        return np.empty((0, len(LETTERS)), np.float32), []
    looks = patches(seen, squares)
    net = weights("alone" if seen.bare is None else "with-empty")
    planes = planes_of(seen)
    absent = [LETTERS.index(letter) for letter in PIECES if letter not in pieces]
    places = tuple(np.array([(square.row + MARGIN, square.col + MARGIN) for square in squares]).T)
    wanted = np.zeros([side // PX + 1 for side in planes.shape[:2]], bool)
    wanted[places] = True
    certainties = odds(net, planes, [0], absent, wanted).mean(axis=0)[places]
    doubted = certainties.max(axis=1) < CLEAR
    wanted[places] = doubted
    rest = odds(net, planes, [1, 2, 3], absent, wanted).mean(axis=0)[places]
    certainties[doubted] = certainties[doubted] / 4 + rest[doubted] * np.float32(3 / 4)
    certainties[unreadable(looks)] = np.eye(len(LETTERS))[-1]
    return certainties, decide(certainties, None if seen.bare is None else unlike_empty(looks))


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


def decide(certainties: Certainties, difference: NDArray[np.float64] | None = None) -> list[str]:
    """The letter of each square from its certainties, '?' where none is sure.

    ``difference``: what `unlike_empty` says of the squares where the empty board is known.
    """
    letters = []
    for number, certainty in enumerate(certainties):
        needed: Mapping[str, float] = SURE_ALONE
        if difference is not None:
            needed = {".": LIKELY} if difference[number] < AS_EMPTY else SURE
            if difference[number] >= UNLIKE:
                needed = {**SURE, ".": PLAIN}
        letter = LETTERS[int(certainty.argmax())]
        letters.append(letter if certainty.max() >= needed.get(letter, NEVER) else "?")
    return letters


def candidates(certainty: Certainties) -> tuple[str, ...]:
    """The letters that a square (7,) may have, likeliest first; empty where it is covered and nothing can be said."""
    order = np.argsort(-certainty)
    return tuple(LETTERS[letter] for letter in order if LETTERS[letter] != "?" and certainty[letter] >= POSSIBLE)


def rows(board: Board, letters: Mapping[Square, str]) -> tuple[str, ...]:
    """One string a row; '.' where ``letters`` has none."""
    return tuple(
        "".join(letters.get(Square(row, col), ".") for col in range(board.grid.cols)) for row in range(board.grid.rows)
    )
