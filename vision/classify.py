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
SURE = {".": 0.9, "r": 0.8, "b": 0.96, "g": 0.85, "y": 0.85, "t": 0.9}
"""Mean certainty that each letter needs. On 162 boards that nothing was learned from the surest wrong ones were: a TOP
for blue 0.95 (one warm lamp), a TOP taken for empty 0.84 and 0.77 (behind a house; grey on dark print), an empty
square for red 0.73 and for green 0.64 (one lamp), a green house for yellow 0.73 (glare), a clear red one for a TOP
0.85; one more for blue at 0.99, behind tall blue houses seen aslant."""
BLUE_WITHOUT_TOPS = 0.86
"""What blue needs in a game without TOPs, which it is mistaken for: then an empty square for blue had 0.81."""
SURE_ALONE = {".": 0.988, "r": 0.8, "b": 0.86, "g": 0.8, "y": 0.84, "t": 0.86}
"""The same where the empty board is not known, "." on a board that is hard to read. The surest wrong ones: a TOP taken
for empty 0.986 (grey on dark print), an empty square for blue 0.826, a green house for a TOP 0.821 (clear plastic,
glare), a TOP for yellow 0.79, an empty square for red 0.748 and for green 0.507."""
AS_EMPTY, LIKELY = 0.18, 0.6
"""Unlikeness to the empty board below which no house stands there, and the mean certainty that '.' needs then: the
least that one of 24,000 houses in 450 scenes showed is 0.181 (bleached by a lamp, or of clear plastic); the least of
those that were called empty with more than 0.5 is 0.24."""
CLEAR, CLEARLY_EMPTY = 0.97, 0.998
"""Mean certainty in two orientations that every square must have for the other six not to be asked; the second is for
"." where a house might hide. The surest wrong ones were a TOP taken for "." at 0.995, and an empty square for blue at
0.989, which the other six do not mend."""
SURE_OF_A_PIECE = 0.97
"""How likely some piece must be (all colours together) for a square to hold one, whatever its colour may be."""
POSSIBLE = 0.02
"""Mean certainty from which a letter is named as a candidate for a '?'."""
DARK, BURNT = 36.0, 250.0
"""Grey levels: a square is not read when its bright twentieth is darker, or its median brighter, than this."""
BLACK, PLAIN = 40.0, 6.0
"""Nor when its bright twentieth is darker than the first and no more than the second above its median: a black thing,
which was taken for a square in the shade with 0.99; squares in the shade show 8 and more."""

NIGHT = 24.0
"""A square that looks other than when empty is not called empty where its median grey is darker: a TOP in a house's
shadow on dark print was, by both nets, with 0.99. One in ten such squares holds a TOP."""

NEVER = 2.0
"""A certainty that nothing has."""
GREY = np.array([29.1, 149.7, 76.2], np.float32)
"""Weights of blue, green and red in a grey level, for patches from 0 to 1."""

PIECES = "rbgyt"
"""The letters of all pieces that can be told."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """A net that is asked where there is a doubt: in which quarter turns, each also mirrored, and its weight.

    ``channels``: of `planes_of`, how many it looks at.
    """

    net: str
    channels: int
    turns: tuple[int, ...]
    weight: float


ASKED = (Opinion("with-empty", 9, (0, 1), 0.8), Opinion("alone", 6, (0,), 0.2))
"""Whose opinions count where the empty board is known; the first is asked alone at first. The second does not know the
empty board and is not misled where that is off: on 186 boards the surest '.' that was wrong had 0.99 without it."""
ASKED_ALONE = (Opinion("alone", 6, (0, 1, 2, 3), 1.0),)

Certainties = NDArray[np.float32]
"""(N, 7): how likely each of `LETTERS` is for each of N squares; rows sum to 1."""


@dataclass(frozen=True, slots=True)
class Ease:
    """How much less certainty '.' needs on a clear board: the surest mistakes are made on boards that are hard to read.

    ``murky``: the `clearness` up to which nothing is eased, ``clear``: from which ``enough`` is enough.
    """

    murky: float
    clear: float
    enough: float

    def needed(self, sure: float, clearness: float) -> float:
        """The mean certainty that is needed where ``sure`` is on a murky board."""
        share = min(1.0, max(0.0, (clearness - self.murky) / (self.clear - self.murky)))
        return sure - max(0.0, sure - self.enough) * share


EMPTY_BRIGHT, EMPTY_DARK = Ease(0.55, 0.65, 0.8), Ease(0.85, 0.9, 0.94)
"""For '.' where the empty board is not known, on a square where a TOP would be seen (`BRIGHT`), and elsewhere. Of 156
boards the surest wrong ones where a TOP would be seen had 0.982 at a clearness of 0.54 (under a hand) and 0.656 above;
elsewhere 0.986 at 0.80, 0.981 at 0.84, 0.931 at 0.95. With the empty board '.' is not eased."""
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
    judged = judge(views(image, pose, empty, empty_pose), squares)
    return SquaresReading(
        squares=rows(pose.board, dict(zip(squares, judged.letters, strict=True))),
        uncertain=tuple(
            (square.name, candidates(row))
            for square, letter, row in zip(squares, judged.letters, judged.certainties, strict=True)
            if letter == "?"
        ),
        certainty={square: float(row.max()) for square, row in zip(squares, judged.certainties, strict=True)},
    )


@dataclass(frozen=True, slots=True)
class Judgement:
    """What N squares look like to the net: how likely each letter is, the letter that each gets, and what is on it.

    ``pieces_on`` (N,): whether some piece stands there for sure, though its colour may not be told. TOPs count there
    also in games without them: a house of clear plastic in its own shade is surely a piece, and looks most like one.
    Never where a square is too dark or burnt out to be read.
    """

    certainties: Certainties
    letters: list[str]
    pieces_on: NDArray[np.bool_]


def judge(seen: Views, squares: Sequence[Square], pieces: str = PIECES) -> Judgement:
    """What stands on each square.

    ``pieces``: letters of those that may stand on the board; the net learned to tell houses apart in games without
    TOPs, which houses of clear plastic can look like. A square too dark or burnt out to be read is surely
    anything else.
    """
    if not squares:
        return Judgement(np.empty((0, len(LETTERS)), np.float32), [], np.empty(0, bool))
    looks = patches(seen, squares)
    planes = planes_of(seen)
    absent = [LETTERS.index(letter) for letter in PIECES if letter not in pieces]
    wanted, (row, col) = _asked(seen, squares)

    def ask(opinion: Opinion, turns: Sequence[int]) -> Certainties:
        return odds(weights(opinion.net), planes[..., : opinion.channels], turns, wanted)[:, row, col]

    first, *others = ASKED_ALONE if seen.bare is None else ASKED
    found = [ask(first, first.turns[:1])]
    glance = _without(absent, found[0]).mean(axis=0)
    difference = None if seen.bare is None else unlike_empty(looks)
    bright = brightness(seen, looks) >= BRIGHT if "t" in pieces else np.ones(len(squares), bool)
    plain = bright if difference is None else difference < AS_EMPTY
    hides = (glance.argmax(axis=1) == LETTERS.index(".")) & ~plain
    if (glance.max(axis=1) < np.where(hides, CLEARLY_EMPTY, CLEAR)).any():
        found = [np.concatenate([found[0], ask(first, first.turns[1:])]), *(ask(each, each.turns) for each in others)]
    shares = [opinion.weight for opinion in (first, *others)][: len(found)]
    certainties = np.average([_without(absent, each).mean(axis=0) for each in found], axis=0, weights=shares)
    levels = grey_levels(looks)
    hidden = unreadable(*levels)
    certainties[hidden] = np.eye(len(LETTERS))[-1]
    letters = decide(certainties, 0.0, bright, difference, tops="t" in pieces)
    if "?" in letters and difference is None:  # only then does it matter how clear the board is
        if len(squares) < MANY * wanted.size:
            whole = _without(absent, odds(weights(first.net), planes, [0])).mean(axis=0)
            glance = whole[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(-1, len(LETTERS))
        letters = decide(certainties, clearness(glance), bright, difference)
    night = levels[1] < NIGHT if difference is None else (levels[1] < NIGHT) & (difference >= AS_EMPTY)
    letters = ["?" if letter == "." and dark else letter for letter, dark in zip(letters, night, strict=True)]
    kinds = [LETTERS.index(letter) for letter in PIECES]
    likely = np.average([each[..., kinds].sum(axis=2).mean(axis=0) for each in found], axis=0, weights=shares)
    return Judgement(certainties, letters, (likely >= SURE_OF_A_PIECE) & ~hidden)


def _without(absent: Sequence[int], found: Certainties) -> Certainties:
    """The same where some classes cannot be: the others (..., 7) are weighed against each other alone."""
    if not absent:
        return found
    others = np.maximum(found, np.float32(1e-30))
    others[..., list(absent)] = 0
    return np.asarray(others / others.sum(axis=-1, keepdims=True), np.float32)


def _asked(seen: Views, squares: Sequence[Square]) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """The net's squares as a mask of those asked for, and their rows and columns in it (2, N)."""
    wanted = np.zeros([side // PX for side in seen.ground.shape[:2]], bool)
    places = np.array([(square.row + MARGIN, square.col + MARGIN) for square in squares], np.intp).T
    wanted[places[0], places[1]] = True
    return wanted, places


def clearness(glance: Certainties) -> float:
    """How easily a board is read: the share of its squares that are certain in two orientations already, 0..1."""
    return float((glance.max(axis=1) > GLANCED).mean())


def grey_levels(looks: Patches) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """(N,) twice, 0..255: the bright twentieth and the median of each square's own pixels."""
    rim = (SPAN - PX) // 2
    grey = (looks[:, rim:-rim, rim:-rim, :3] @ GREY).reshape(len(looks), -1)
    return np.percentile(grey, 95, axis=1), np.asarray(np.median(grey, axis=1), float)


def unreadable(bright: NDArray[np.float64], median: NDArray[np.float64]) -> NDArray[np.bool_]:
    """(N,): squares of such `grey_levels` are nearly black, of one black, or burnt out."""
    return np.asarray((bright < DARK) | ((bright < BLACK) & (bright < median + PLAIN)) | (median > BURNT))


def brightness(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N,): the darkest seventh of each square, at the height where it is darker, against the board's bright tenth."""
    rim, grid = (SPAN - PX) // 2, slice(MARGIN * PX, -MARGIN * PX)
    own = looks[:, rim:-rim, rim:-rim, :6].reshape(len(looks), PX * PX, 2, 3).max(axis=3)
    darkest = np.percentile(own, 15, axis=1).min(axis=1)
    return np.asarray(darkest * 255 / max(1.0, float(np.percentile(seen.ground[grid, grid].max(axis=2), 90))), float)


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
    certainties: Certainties,
    clear: float,
    bright: NDArray[np.bool_],
    difference: NDArray[np.float64] | None = None,
    *,
    tops: bool = True,
) -> list[str]:
    """The letter of each square from its certainties, '?' where none is sure.

    ``clear``: how easily the whole board is read (`clearness`). ``bright`` (N,): squares too bright for a TOP to hide.
    ``difference``: what `unlike_empty` says of the squares where the empty board is known. ``tops``: whether TOPs
    are in the game.
    """
    letters = []
    for number, certainty in enumerate(certainties):
        letter = LETTERS[int(certainty.argmax())]
        if letter == "?":
            needed = NEVER
        elif difference is None:
            ease = EMPTY_BRIGHT if bright[number] else EMPTY_DARK
            needed = ease.needed(SURE_ALONE[letter], clear) if letter == "." else SURE_ALONE[letter]
        elif difference[number] < AS_EMPTY:
            needed = LIKELY if letter == "." else NEVER
        else:
            needed = BLUE_WITHOUT_TOPS if letter == "b" and not tops else SURE[letter]
        letters.append(letter if certainty.max() >= needed else "?")
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
