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
"""Mean certainty that each letter needs on a board that is hard to read. On 152 scenes that nothing was learned from
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
CLEAR, CLEARLY_EMPTY = 0.97, 0.99
"""Mean certainty in two orientations from which the other six are not asked of a square; the second is for "." where a
house might hide. The surest wrong of 82 boards: a shadow taken for a TOP at 0.949, a TOP taken for "." at 0.984."""
SURE_OF_A_PIECE = 0.97
"""How likely some piece must be (all colours together) for a square to hold one, whatever its colour may be."""
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
class Ease:
    """How much less certainty is enough on a clear board: the surest mistakes are made on boards that are hard to read.

    ``murky``: the `clearness` up to which nothing is eased, ``clear``: from which ``enough`` is enough.
    """

    murky: float
    clear: float
    enough: float

    def needed(self, sure: float, clearness: float) -> float:
        """The mean certainty that is needed where ``sure`` is on a murky board."""
        share = min(1.0, max(0.0, (clearness - self.murky) / (self.clear - self.murky)))
        return sure - max(0.0, sure - self.enough) * share


HOUSES = Ease(0.75, 0.9, 0.85)
"""For houses where the empty board is known. On 82 boards that nothing was learned from the surest wrong one was at
0.72 from a clearness of 0.75 on, and from 0.93 on (51 boards) there was none. Fallen houses look like standing ones."""
HOUSES_ALONE = Ease(0.5, 0.8, 0.85)
"""The same where it is not known: from a clearness of 0.5 on the surest wrong house was at 0.76."""
EMPTY_BRIGHT, EMPTY_DARK = Ease(0.4, 0.65, 0.85), Ease(0.6, 0.85, 0.95)
"""For '.' where the empty board is not known, on a square where a TOP would be seen (`BRIGHT`), and elsewhere. TOPs on
dark print were called empty with 0.982 at a clearness of 0.55, 0.92 at 0.76, 0.89 at 0.87; other houses with 0.89 at
0.49, 0.57 above 0.65. With the empty board '.' is not eased: a grey TOP on grey print had 0.91 on a clear one."""
BRIGHT = 0.55
"""A square whose darkest seventh is at least so bright, against the board's bright tenth, holds no TOP: those that were
called empty with more than 0.5 were at 0.51 and darker."""
GLANCED = 0.97
"""Certainty, in two orientations, of the squares that make a board clear."""
MANY = 0.3
"""So much of the rectified picture must have been asked for to tell from that alone how clear the board is."""


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
    wanted, places = _asked(seen, squares)
    glance = odds(net, planes, [0], absent, wanted).mean(axis=0)[places]
    difference = None if seen.bare is None else unlike_empty(looks)
    bright = brightness(seen, looks) >= BRIGHT if "t" in pieces else np.ones(len(squares), bool)
    plain = bright if difference is None else difference < AS_EMPTY
    hides = (glance.argmax(axis=1) == LETTERS.index(".")) & ~plain
    doubted = glance.max(axis=1) < np.where(hides, CLEARLY_EMPTY, CLEAR)
    wanted[places] = doubted
    rest = odds(net, planes, [1, 2, 3], absent, wanted).mean(axis=0)[places]
    certainties = glance.copy()
    certainties[doubted] = glance[doubted] / 4 + rest[doubted] * np.float32(3 / 4)
    certainties[unreadable(looks)] = np.eye(len(LETTERS))[-1]
    letters = decide(certainties, 0.0, bright, difference)
    if "?" in letters:  # only then does it matter how clear the board is
        if len(squares) < MANY * wanted.size:
            whole = odds(net, planes, [0], absent).mean(axis=0)
            glance = whole[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(-1, len(LETTERS))
        letters = decide(certainties, clearness(glance), bright, difference)
    return certainties, letters


def holds_a_piece(seen: Views, squares: Sequence[Square]) -> list[bool]:
    """For each square whether some piece stands there for sure, though its colour may not be told.

    TOPs count here also in games without them: a house of clear plastic in its own shade is surely a piece, and looks
    most like one of those.
    """
    if not squares:
        return []
    wanted, places = _asked(seen, squares)
    net = weights("alone" if seen.bare is None else "with-empty")
    certainties = odds(net, planes_of(seen), range(4), wanted=wanted).mean(axis=0)[places]
    pieces = [LETTERS.index(letter) for letter in PIECES]
    return [bool(sure) for sure in certainties[:, pieces].sum(axis=1) >= SURE_OF_A_PIECE]


def _asked(seen: Views, squares: Sequence[Square]) -> tuple[NDArray[np.bool_], tuple[NDArray[np.intp], ...]]:
    """The net's squares as a mask of those asked for, and their places in it."""
    wanted = np.zeros([side // PX for side in seen.ground.shape[:2]], bool)
    places = tuple(np.array([(square.row + MARGIN, square.col + MARGIN) for square in squares], np.intp).T)
    wanted[places] = True
    return wanted, places


def clearness(glance: Certainties) -> float:
    """How easily a board is read: the share of its squares that are certain in two orientations already, 0..1."""
    return float((glance.max(axis=1) > GLANCED).mean())


def unreadable(looks: Patches) -> NDArray[np.bool_]:
    """(N,): squares whose own pixels are nearly black or burnt out."""
    rim = (SPAN - PX) // 2
    own = looks[:, rim:-rim, rim:-rim, :3] @ GREY
    grey = own.reshape(len(own), -1)
    return np.asarray((np.percentile(grey, 95, axis=1) < DARK) | (np.median(grey, axis=1) > BURNT))


def brightness(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N,): the darkest seventh of each square, at the height where it is darker, against the board's bright tenth."""
    rim, grid = (SPAN - PX) // 2, slice(MARGIN * PX, -MARGIN * PX)
    own = looks[:, rim:-rim, rim:-rim, :6].reshape(len(looks), PX * PX, 2, 3).max(axis=3)
    darkest = np.percentile(own, 15, axis=1).min(axis=1)
    return np.asarray(darkest * 255 / np.percentile(seen.ground[grid, grid].max(axis=2), 90), float)


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


def decide(
    certainties: Certainties, clear: float, bright: NDArray[np.bool_], difference: NDArray[np.float64] | None = None
) -> list[str]:
    """The letter of each square from its certainties, '?' where none is sure.

    ``clear``: how easily the whole board is read (`clearness`). ``bright`` (N,): squares too bright for a TOP to hide.
    ``difference``: what `unlike_empty` says of the squares where the empty board is known.
    """
    sure, houses = (SURE_ALONE, HOUSES_ALONE) if difference is None else (SURE, HOUSES)
    needed = {letter: houses.needed(sure[letter], clear) for letter in PIECES}
    letters = []
    for number, certainty in enumerate(certainties):
        if difference is None:
            empty = (EMPTY_BRIGHT if bright[number] else EMPTY_DARK).needed(sure["."], clear)
        elif difference[number] < AS_EMPTY:
            empty = LIKELY
        else:
            empty = PLAIN if difference[number] >= UNLIKE else sure["."]
        houses_too = difference is None or difference[number] >= AS_EMPTY
        letter = LETTERS[int(certainty.argmax())]
        own = empty if letter == "." else needed.get(letter, NEVER) if houses_too else NEVER
        letters.append(letter if certainty.max() >= own else "?")
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
