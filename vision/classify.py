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
SURE, SURE_EMPTY = 0.75, 0.82
"""Mean certainty that a house needs on a clear board, against all else, and that '.' needs where the empty board is
known: a TOP in a long shadow was taken for empty with 0.80. Of 271 fallen houses and coins 23 reach the first."""
SHARE = {"r": 0.8, "b": 0.945, "g": 0.86, "y": 0.84, "t": 0.9}
"""What each letter needs against the other letters alone, "?" left out. On 398 boards that nothing was learned from (68
of them rendered for this alone) the surest wrong ones, with and without the empty board: a TOP for blue 0.93, an empty
square for blue 0.924 (clear towers lean over it) and for green 0.82, a red house for yellow 0.81, an empty square for a
TOP 0.88; none for red above 0.54."""
TINTED, SURELY = {"r": 0.1, "b": 0.2, "g": 0.1, "y": 0.1}, 0.975
"""`tints` below which a colour needs the second against the other letters. A TOP among blue houses was taken for one of
them with 0.956 (tint 0.11), another for green with 0.89 (0.04), a red house for yellow with 0.80 (0.09)."""
PRINT_DARK, BLACK_AS_A_TOP, SURELY_EMPTY = 0.55, 0.22, 0.995
"""On print whose median is darker than the first, against the board's bright tenth, a square whose darkest seventh is
darker than the second may hold a TOP that looks like a shadow: '.' needs the third there. Such TOPs were called empty
with 0.992 (one lamp, print as dark as the TOP); on lighter print in a shadow with 0.80."""
AS_EMPTY, LIKELY = 0.18, 0.6
"""Unlikeness to the empty board below which no house stands there, and the mean certainty that '.' needs then: the
least that one of 24,000 houses in 450 scenes showed is 0.181 (bleached by a lamp, or of clear plastic); the least of
those that were called empty with more than 0.5 is 0.24."""
CLEAR, CLEARLY_EMPTY = 0.97, 0.998
"""Mean certainty in two orientations that every square must have for the other six not to be asked; the second is for
"." where a house might hide. The surest wrong ones were a TOP taken for "." at 0.995, and an empty square for blue at
0.989, which the other six do not mend."""
PIECE, PIECE_SHARE = 0.8, 0.97
"""How likely some piece must be, all colours together, for a square to hold one, whatever its colour may be: against
all else, and against an empty square alone. No empty one of 33,700 squares reached both."""
POSSIBLE = 0.02
"""Mean certainty from which a letter is named as a candidate for a '?'."""
DARK, BURNT = 36.0, 250.0
"""Grey levels: a square is not read when its bright twentieth is darker, or its median brighter, than this."""
BLACK, PLAIN = 40.0, 6.0
"""Nor when its bright twentieth is darker than the first and no more than the second above its median: a black thing,
which was taken for a square in the shade with 0.99; squares in the shade show 8 and more."""

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


ASKED = (
    Opinion("with-empty", 9, (0,), 0.4),
    Opinion("with-empty-2", 9, (0,), 0.4),
    Opinion("alone", 6, (0,), 0.2),
)
"""Whose opinions count where the empty board is known; the first is asked alone at first. They were learned from
different beginnings and err on different squares; the last does not know the empty board and is not misled where its
picture is off. One net in eight orientations called TOPs empty with 0.99 that they call so with 0.86, and less.
"""
ASKED_ALONE = (Opinion("alone", 6, (0, 1, 2, 3), 1.0),)

Certainties = NDArray[np.float32]
"""(N, 7): how likely each of `LETTERS` is for each of N squares; rows sum to 1."""


SURE_IN_MURK = 0.985
"""What every letter needs on a board that is hard to read, where the surest mistakes are made: on one in dim light,
noisy and seen aslant (`clearness` 0.5 and less) TOPs were called empty with up to 0.96."""


@dataclass(frozen=True, slots=True)
class Ease:
    """From which `clearness` on less is needed: ``sure`` up to ``murky``, ``enough`` from ``clear`` on."""

    murky: float
    clear: float
    enough: float
    sure: float = SURE_IN_MURK

    def needed(self, clearness: float) -> float:
        """The mean certainty that is needed on a board as clear as that."""
        share = min(1.0, max(0.0, (clearness - self.murky) / (self.clear - self.murky)))
        return self.sure - max(0.0, self.sure - self.enough) * share


MURKY, CLEAR_FROM = 0.65, 0.8
"""`clearness` up to which nothing less than `SURE_IN_MURK` is enough for a letter, and from which its own limit is."""
EMPTY_BRIGHT, EMPTY_DARK, EMPTY_BLACK = Ease(0.55, 0.65, 0.75), Ease(0.82, 0.9, 0.88), Ease(0.88, 0.95, 0.94, 0.992)
"""For '.' where the empty board is not known: on a square where a TOP would be seen (`BRIGHT`), on a darker one, and on
one as black as a TOP (`BLACK_ALONE`). The surest wrong ones: 0.79 at a clearness of 0.41 and 0.64 above; 0.93 at 0.81
and 0.867 above 0.9; 0.988 at 0.85 and 0.922 at 0.93."""
BRIGHT = 0.55
"""A square whose darkest seventh is at least so bright, against the board's bright tenth, holds no TOP: those that were
called empty with more than 0.5 were at 0.51 and darker."""
BLACK_ALONE = 0.25
"""A darker one is as black as a TOP is, in whatever light."""
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
    measured = measure(seen, looks, tops="t" in pieces)
    plain = measured.brightness >= BRIGHT if measured.difference is None else measured.difference < AS_EMPTY
    hides = (glance.argmax(axis=1) == LETTERS.index(".")) & ~plain
    if (glance.max(axis=1) < np.where(hides, CLEARLY_EMPTY, CLEAR)).any():
        found = [np.concatenate([found[0], ask(first, first.turns[1:])]), *(ask(each, each.turns) for each in others)]
    shares = [opinion.weight for opinion in (first, *others)][: len(found)]
    certainties = np.average([_without(absent, each).mean(axis=0) for each in found], axis=0, weights=shares)
    hidden = unreadable(looks)
    certainties[hidden] = np.eye(len(LETTERS))[-1]
    letters = decide(certainties, 0.0, measured)
    if "?" in letters:  # only then does it matter how clear the board is
        if len(squares) < MANY * wanted.size:
            whole = _without(absent, odds(weights(first.net), planes, [0])).mean(axis=0)
            glance = whole[MARGIN:-MARGIN, MARGIN:-MARGIN].reshape(-1, len(LETTERS))
        letters = decide(certainties, clearness(glance), measured)
    of_all = np.average([each.mean(axis=0) for each in found], axis=0, weights=shares)
    return Judgement(certainties, letters, surely_pieces(of_all) & ~hidden)


def surely_pieces(certainties: Certainties) -> NDArray[np.bool_]:
    """(N,): whether some piece stands on each square for sure."""
    likely = certainties[:, [LETTERS.index(letter) for letter in PIECES]].sum(axis=1)
    return np.asarray((likely >= PIECE) & (likely >= PIECE_SHARE * (likely + certainties[:, LETTERS.index(".")])))


@dataclass(frozen=True, slots=True)
class Measures:
    """What is measured of N squares beside what the nets say.

    ``brightness`` (N,) and ``tints`` (N, 4): see there; brightness is infinite in a game without TOPs, which might hide
    in the dark. ``difference`` (N,): `unlike_empty`, ``dark_print`` (N,): whether the empty square is as dark as
    `PRINT_DARK`; both None where the empty board is not known.
    """

    brightness: NDArray[np.float64]
    tints: NDArray[np.float64]
    difference: NDArray[np.float64] | None = None
    dark_print: NDArray[np.bool_] | None = None


def measure(seen: Views, looks: Patches, *, tops: bool) -> Measures:
    """The measures of squares with such patches; ``tops``: whether TOPs are in the game."""
    bright = brightness(seen, looks) if tops else np.full(len(looks), np.inf)
    if seen.bare is None:
        return Measures(bright, tints(seen, looks))
    dark_print = print_brightness(seen, looks) < PRINT_DARK
    return Measures(bright, tints(seen, looks), unlike_empty(looks), dark_print)


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


def unreadable(looks: Patches) -> NDArray[np.bool_]:
    """(N,): squares whose own pixels are nearly black, of one black, or burnt out."""
    grey = (_own(looks)[..., :3] @ GREY).reshape(len(looks), -1)
    bright, median = np.percentile(grey, 95, axis=1), np.median(grey, axis=1)
    return np.asarray((bright < DARK) | ((bright < BLACK) & (bright < median + PLAIN)) | (median > BURNT))


def brightness(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N,): the darkest seventh of each square, at the height where it is darker, against the board's bright tenth."""
    own = _own(looks)[..., :6].reshape(len(looks), PX * PX, 2, 3).max(axis=3)
    return np.asarray(np.percentile(own, 15, axis=1).min(axis=1) / _bright_tenth(seen), float)


def print_brightness(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N,): the median of each square of the empty board, where that is known, against the board's bright tenth."""
    own = _own(looks)[..., 6:9].reshape(len(looks), PX * PX, 3).max(axis=2)
    return np.asarray(np.median(own, axis=1) / _bright_tenth(seen), float)


def _own(looks: Patches) -> Patches:
    """(N, PX, PX, channels): the squares' own pixels."""
    rim = (SPAN - PX) // 2
    return looks[:, rim:-rim, rim:-rim]


def _bright_tenth(seen: Views) -> float:
    """The level of the board's bright tenth, 0..1."""
    grid = slice(MARGIN * PX, -MARGIN * PX)
    return max(1.0, float(np.percentile(seen.ground[grid, grid].max(axis=2), 90))) / 255


def tints(seen: Views, looks: Patches) -> NDArray[np.float64]:
    """(N, 4): how much of the colours r, b, g and y the most coloured part of each square has, at either height.

    The ninth decile of the logarithm of the colour's own channels against the others, less that of the board's bright
    print, which is taken for white.
    """
    rim = (SPAN - 24) // 2
    planes = looks[:, rim:-rim, rim:-rim, :6] * 255 + 3
    soft = np.stack([cv2.blur(part, (5, 5)) for part in planes]).reshape(len(looks), -1, 2, 3)
    print_ = seen.ground[::3, ::3].reshape(-1, 3).astype(np.float32) + 1
    light = print_.sum(axis=1)
    white = np.median(_tints(print_[light >= np.percentile(light, 60)]), axis=0)
    return np.asarray(np.percentile(_tints(soft), 90, axis=1).max(axis=1) - white, float)


def _tints(colours: NDArray[np.float32]) -> NDArray[np.float32]:
    """(..., 4) of (..., 3) blue, green and red."""
    blue, green, red = np.moveaxis(np.log(colours), -1, 0)
    of_each = [
        red - np.maximum(green, blue),
        blue - np.maximum(green, red),
        green - np.maximum(blue, red),
        np.minimum(red, green) - blue,
    ]
    return np.stack(of_each, axis=-1)


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


def decide(certainties: Certainties, clear: float, measured: Measures) -> list[str]:
    """The letter of each square from its certainties, '?' where none is sure.

    ``clear``: how easily the whole board is read (`clearness`).
    """
    letters = []
    for number, certainty in enumerate(certainties):
        letter, sure = LETTERS[int(certainty.argmax())], float(certainty.max())
        if letter == ".":
            enough = sure >= _needed_by_empty(clear, measured, number)
        else:
            enough = letter != "?" and _is_house(
                letter, sure, sure / (1 - float(certainty[-1])), clear, measured, number
            )
        letters.append(letter if enough else "?")
    return letters


def _is_house(letter: str, sure: float, share: float, clear: float, measured: Measures, number: int) -> bool:
    """Whether a letter is certain enough on one square: against all else, and against the other letters alone."""
    if measured.difference is not None and measured.difference[number] < AS_EMPTY:
        return False
    pale = letter in TINTED and measured.tints[number, list(TINTED).index(letter)] < TINTED[letter]
    return sure >= Ease(MURKY, CLEAR_FROM, SURE).needed(clear) and share >= (SURELY if pale else SHARE[letter])


def _needed_by_empty(clear: float, measured: Measures, number: int) -> float:
    """The mean certainty that '.' needs on one square."""
    bright = measured.brightness[number]
    if measured.difference is None or measured.dark_print is None:
        ease = EMPTY_BRIGHT if bright >= BRIGHT else EMPTY_DARK if bright >= BLACK_ALONE else EMPTY_BLACK
        return ease.needed(clear)
    if measured.difference[number] < AS_EMPTY:
        return LIKELY
    if measured.dark_print[number] and bright < BLACK_AS_A_TOP:
        return SURELY_EMPTY
    return Ease(MURKY, CLEAR_FROM, SURE_EMPTY).needed(clear)


def candidates(certainty: Certainties) -> tuple[str, ...]:
    """The letters that a square (7,) may have, likeliest first; empty where it is covered and nothing can be said."""
    order = np.argsort(-certainty)
    return tuple(LETTERS[letter] for letter in order if LETTERS[letter] != "?" and certainty[letter] >= POSSIBLE)


def rows(board: Board, letters: Mapping[Square, str]) -> tuple[str, ...]:
    """One string a row; '.' where ``letters`` has none."""
    return tuple(
        "".join(letters.get(Square(row, col), ".") for col in range(board.grid.cols)) for row in range(board.grid.rows)
    )
