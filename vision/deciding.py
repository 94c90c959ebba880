"""From how likely each letter is to the letter of a square, or '?': the limits, and the mistakes that they are for."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.measures import Measures

LETTERS = ".rbgyt?"
"""The classes in the order of the network's answers; the last is anything else."""
PIECES = "rbgyt"
"""The letters of all pieces that can be told."""
Certainties = NDArray[np.float32]
"""(N, 7): how likely each of `LETTERS` is for each of N squares; rows sum to 1."""
SURE, SURE_EMPTY = 0.78, 0.85
"""Mean certainty that a house needs on a clear board, against all else, and that '.' needs where the empty board is
known: with it an empty square was taken for a TOP with 0.76, a TOP in a shadow for empty with 0.79 (0.84 by the nets
before). Of 76 fallen houses and coins 2 get a letter all the same, without the empty board 6."""
SHARE = {"r": 0.8, "b": 0.93, "g": 0.93, "y": 0.89, "t": 0.94}
"""What each letter needs against the other letters alone, "?" left out. With the empty board the surest wrong ones in
the open were an empty square for a TOP 0.84 and for blue 0.78 in 230 boards that these nets did not learn from, and for
blue 0.926 (clear towers lean over it), for green 0.919 and for a TOP 0.938 (a sharp shadow on light print) by the nets
before in 391 others; without it an empty square on sand for yellow 0.868. One was above all limits: an empty square
that a green house before it hides by half was called green with 0.998."""
TINTED, SURELY = {"r": 0.1, "b": 0.2, "g": 0.1, "y": 0.1}, 0.965
"""`tints` below which a colour needs the second against the other letters. A TOP among blue houses was taken for one of
them with 0.83 (tint 0.11), a blue house for green with 0.67 (-0.01), a TOP for yellow with 0.62 (-0.02)."""
PRINT_DARK, BLACK_AS_A_TOP, SURELY_EMPTY = 0.55, 0.27, 0.97
"""On print whose median is darker than the first, against the board's bright tenth, a square whose darkest seventh is
darker than the second may hold a TOP that looks like a shadow: '.' needs the third there. The surest that was called
empty had 0.79; by nets that had seen fewer TOPs in shadows it was 0.986, and two whose darkest seventh was at 0.24 and
0.264 had 0.96 and 0.84."""
AS_EMPTY, LIKELY = 0.18, 0.6
"""Unlikeness to the empty board below which no house stands there, and the mean certainty that '.' needs then: the
least that one of 24,000 houses in 450 scenes showed is 0.181 (bleached by a lamp, or of clear plastic); the least of
those that were called empty with more than 0.5 is 0.24."""
PIECE, PIECE_SHARE = 0.8, 0.97
"""How likely some piece must be, all colours together, for a square to hold one, whatever its colour may be: against
all else, and against an empty square alone. No empty one of 33,700 squares reached both."""
POSSIBLE = 0.02
"""Mean certainty from which a letter is named as a candidate for a '?'."""
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


MURKY, CLEAR_FROM = 0.55, 0.7
"""`clearness` up to which nothing less than `SURE_IN_MURK` is enough for a letter, and from which its own limit is."""
EMPTY_BRIGHT, EMPTY_DARK, EMPTY_BLACK = Ease(0.45, 0.6, 0.75), Ease(0.75, 0.9, 0.88), Ease(0.88, 0.95, 0.94, 0.99)
"""For '.' where the empty board is not known: on a square where a TOP would be seen (`BRIGHT`), on a darker one, and on
one as black as a TOP (`BLACK_ALONE`). The surest wrong ones on a darker one: 0.93 at a clearness of 0.77, 0.85 at 0.82
and 0.84 above 0.9; on a black one 0.96 at 0.88; by the nets before 0.988 at 0.85 and 0.922 at 0.93, on a bright one
0.79 at 0.41 and 0.64 above."""
BRIGHT = 0.55
"""A square whose darkest seventh is at least so bright, against the board's bright tenth, holds no TOP: those that were
called empty with more than 0.5 were at 0.51 and darker."""
BLACK_ALONE = 0.25
"""A darker one is as black as a TOP is, in whatever light."""
GLANCED = 0.97
"""Certainty, in two orientations, of the squares that make a board clear."""


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
    if measured.difference is None or measured.print_level is None:
        ease = EMPTY_BRIGHT if bright >= BRIGHT else EMPTY_DARK if bright >= BLACK_ALONE else EMPTY_BLACK
        return ease.needed(clear)
    if measured.difference[number] < AS_EMPTY:
        return LIKELY
    if measured.print_level[number] < PRINT_DARK and bright < BLACK_AS_A_TOP:
        return SURELY_EMPTY
    return Ease(MURKY, CLEAR_FROM, SURE_EMPTY).needed(clear)


def surely_pieces(certainties: Certainties) -> NDArray[np.bool_]:
    """(N,): whether some piece stands on each square for sure."""
    likely = certainties[:, [LETTERS.index(letter) for letter in PIECES]].sum(axis=1)
    return np.asarray((likely >= PIECE) & (likely >= PIECE_SHARE * (likely + certainties[:, LETTERS.index(".")])))


def clearness(glance: Certainties) -> float:
    """How easily a board is read: the share of its squares that are certain in two orientations already, 0..1."""
    return float((glance.max(axis=1) > GLANCED).mean())


def candidates(certainty: Certainties) -> tuple[str, ...]:
    """The letters that a square (7,) may have, likeliest first; empty where it is covered and nothing can be said."""
    order = np.argsort(-certainty)
    return tuple(LETTERS[letter] for letter in order if LETTERS[letter] != "?" and certainty[letter] >= POSSIBLE)
