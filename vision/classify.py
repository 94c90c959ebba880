"""What stands on each square: a letter where the evidence suffices, else '?' with the letters that it may be.

A small network (calibration/training says how it learned and what it reaches) looks at every square in eight
orientations. A letter needs a high mean certainty and no orientation that says otherwise; things that are neither an
empty square nor a house (hands, coins, paper) are a class of their own, which reads '?'.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.nets import weights
from companion.board import Board
from companion.devices import Image
from companion.squares import Square
from vision._net import logits
from vision.patches import PX, SPAN, Patches, Views, patches, views
from vision.pose import Pose

LETTERS = ".rbgyt?"
"""The classes in the order of the network's answers; the last is anything else."""

SURE = 0.97
"""Mean certainty that a letter needs."""
POSSIBLE = 0.02
"""Mean certainty from which a letter is named as a candidate for a '?'."""
DARK, BURNT = 40.0, 247.0
"""Grey levels: a square is not read when its bright twentieth is darker, or its median brighter, than this."""

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
    certainties = judge(views(image, pose, empty, empty_pose), squares)
    letters = decide(certainties)
    return SquaresReading(
        squares=rows(pose.board, dict(zip(squares, letters, strict=True))),
        uncertain=tuple(
            (square.name, candidates(row))
            for square, letter, row in zip(squares, letters, certainties, strict=True)
            if letter == "?"
        ),
        certainty={square: float(row.max()) for square, row in zip(squares, certainties, strict=True)},
    )


def judge(seen: Views, squares: Sequence[Square]) -> Certainties:
    """How likely each letter is for each square; a square too dark or burnt out to be read is surely anything else."""
    if not squares:
        return np.empty((0, len(LETTERS)), np.float32)
    looks = patches(seen, squares)
    answers = [logits(net, looks) for net in ensemble("alone" if seen.bare is None else "with-empty")]
    odds = np.exp(np.concatenate(answers) - np.concatenate(answers).max(axis=2, keepdims=True))
    certainties = (odds / odds.sum(axis=2, keepdims=True)).mean(axis=0)
    certainties[unreadable(looks)] = np.eye(len(LETTERS))[-1]
    return np.asarray(certainties, np.float32)


def ensemble(name: str) -> tuple[Mapping[str, NDArray[np.float32]], ...]:
    """The nets that vote together: their weights lie in one file, with the member's number before each name."""
    arrays = weights(name)
    members = sorted({key.split(".")[0] for key in arrays})
    return tuple(
        {key.split(".")[1]: array for key, array in arrays.items() if key.startswith(f"{member}.")}
        for member in members
    )


def unreadable(looks: Patches) -> NDArray[np.bool_]:
    """(N,): squares whose own pixels are nearly black or burnt out."""
    rim = (SPAN - PX) // 2
    own = looks[:, rim:-rim, rim:-rim, :3] @ np.array([29.1, 149.7, 76.2], np.float32)
    grey = own.reshape(len(own), -1)
    return np.asarray((np.percentile(grey, 95, axis=1) < DARK) | (np.median(grey, axis=1) > BURNT))


def decide(certainties: Certainties) -> list[str]:
    """The letter of each square, '?' where none is sure."""
    best = certainties.argmax(axis=1)
    return [LETTERS[letter] if row[letter] >= SURE else "?" for letter, row in zip(best, certainties, strict=True)]


def candidates(certainty: Certainties) -> tuple[str, ...]:
    """The letters that a square (7,) may have, likeliest first; empty where it is covered and nothing can be said."""
    order = np.argsort(-certainty)
    return tuple(LETTERS[letter] for letter in order if LETTERS[letter] != "?" and certainty[letter] >= POSSIBLE)


def rows(board: Board, letters: Mapping[Square, str]) -> tuple[str, ...]:
    """One string a row; '.' where ``letters`` has none."""
    return tuple(
        "".join(letters.get(Square(row, col), ".") for col in range(board.grid.cols)) for row in range(board.grid.rows)
    )
