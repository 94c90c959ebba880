"""Whether the picture of the empty board is one: a house that stood there is not seen by what differs from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.checks import Finding
from companion.devices import Image
from companion.sentence import Sentence
from companion.squares import Square
from vision.classify import MISREAD, Judgement, judge
from vision.deciding import AS_EMPTY, DOUBTED, LETTERS, PIECES, likely_pieces
from vision.measures import Measures
from vision.patches import Views, views
from vision.pose import Pose

A_PIECE = 0.83
"""How likely some piece must be, all colours together: of the squares of 97 empty boards, half of them in one lamp's
light or far aslant, the likeliest had 0.74, one with a thin number 0.80; houses of clear plastic that no colour was
sure for had 0.85 and more."""
PERHAPS, NOT_EMPTY = 0.3, 0.9
"""Or how likely at least, where it is so much likelier than an empty square: a half hidden house of clear plastic had
0.46, an empty square of the print 0.000; of the 97 boards' squares, those with 0.3 and more had 0.84 against it at
most."""
PRINTED = 1 / 12
"""Share of squares on which a piece is likelier than not (`vision.deciding.DOUBTED`), but less than `A_PIECE`, from
which the print looks like pieces: three boards with bold numbers in their squares showed 0.1 to 0.2."""
A_COLOUR = 0.9
"""How likely one colour must be on a square for the print not to be in it, where other squares show another as surely:
numbers are printed in one ink. Of 152 pictures of boards with numbers, thin to bold, in three lights, 146 showed no
second colour so; of 59 of boards in play whose print seemed to look like pieces, in those lights, 55 did. Of 932 of
bare boards 15 did too, all of two prints, and are not used for it."""
A_THING = 0.3
"""How likely anything else must be, as a hand or a card, for a square to be covered: on 30 bare boards none had more
than 0.02, of 34,700 squares of 289 empty pictures 32 did, printed spots on three prints, and a few in a lamp's glare.
Where something smooth was drawn over 9 squares of three of them, all 9 had 0.46 and more if it was skin, red or black;
if white, as bare as the lightest print, all 9 on one and none on two."""
SAME_PLACE = 0.05
"""Two poses in one picture that are not further apart, in squares, are the same place: so far a pose that was found may
be off. Those that photos of one view give were up to 0.02 apart, and shifts by 0.05 made no other square taken."""


MANY_TAKEN = 0.05
"""Share of a board's squares that are taken from which the picture of the empty board is not used; on a board of a kind
that was learned a single one suffices. For others that are overlooked would be called empty where they still stand: of
9,500 pieces of 300 boards, each its own empty picture, 262 were; with one to five pieces left on it, on a dark board,
one. On boards of other kinds some print is named: a thin number on one of 120 squares, and without the empty picture
nothing is told there."""


@dataclass(frozen=True, slots=True)
class Bareness:
    """What a picture of the empty board shows beside it.

    ``taken``: the squares, whole in it, on which something like a piece stands; ``covered``: those that show neither a
    piece nor themselves: something lies there, or a lamp glares on them.
    ``print_like``: the print itself looks like pieces, so that no square is named as taken; ``unknown``: the board is
    of a kind that was not learned. ``of_use``: other pictures may be read by it (`MANY_TAKEN`).
    """

    taken: frozenset[Square] = frozenset()
    covered: frozenset[Square] = frozenset()
    print_like: bool = False
    unknown: bool = False
    of_use: bool = True

    def still_covered(self, squares: Sequence[Square], measured: Measures) -> frozenset[Square]:
        """Of squares, with what was measured on them by this picture, the covered ones that look the same again."""
        if measured.difference is None:
            return frozenset()
        alike = zip(squares, (measured.difference < AS_EMPTY).tolist(), strict=True)
        return frozenset(square for square, same in alike if same and square in self.covered)


def bareness(empty: Image, pose: Pose, pieces: str = PIECES, *, flat: bool = False) -> Bareness:
    """What a picture (H, W, 3) BGR of the empty board shows beside it.

    Its squares are read as where no empty board is known; ``pieces``: letters of those that are in the game, ``flat``:
    that these are flat is known.
    """
    seen, squares = views(empty, pose), pose.board.squares()
    judged, *as_flat = _read_alone(seen, squares, pieces, flat=flat)
    covered = _where(pose, judged.first_look[:, LETTERS.index("?")] > A_THING)
    if _is_print_like(judged):
        likely = _where(pose, likely_pieces(judged.first_look) >= DOUBTED)
        taken = likely - pose.beyond(empty) if _in_colours(judged) else frozenset[Square]()
        return Bareness(taken, covered - taken, print_like=not taken, unknown=judged.unknown, of_use=not taken)
    taken = _taken(pose, judged, *as_flat) - pose.beyond(empty)
    many = len(taken) >= MANY_TAKEN * len(squares)
    of_use = not taken or (judged.unknown and not many)
    return Bareness(taken, covered - taken, unknown=judged.unknown, of_use=of_use)


def _read_alone(seen: Views, squares: Sequence[Square], pieces: str, *, flat: bool) -> tuple[Judgement, ...]:
    """What the board's squares look like, read as where no empty board is known: as of houses, and as of flat pieces.

    The latter only where these are known, or were taken for bare squares: numbers in squares look like tiles too.
    """
    judged = judge(seen, squares, pieces)
    return (judged, judge(seen, squares, pieces, flat=True)) if flat or judged.misread else (judged,)


def _is_print_like(judged: Judgement) -> bool:
    """Whether the print itself looks like pieces; on a board that may be empty fewer doubtful squares tell that."""
    likely = likely_pieces(judged.first_look)
    return judged.print_like or bool(((likely >= DOUBTED) & (likely < A_PIECE)).mean() >= PRINTED)


def _in_colours(judged: Judgement) -> bool:
    """Whether squares surely show pieces of more than one colour, as no print in one ink does."""
    pieces = judged.first_look[:, [LETTERS.index(letter) for letter in PIECES]]
    return len(set(pieces.argmax(axis=1)[pieces.max(axis=1) >= A_COLOUR].tolist())) > 1


def _taken(pose: Pose, judged: Judgement, *as_flat: Judgement) -> frozenset[Square]:
    """The squares that are not empty; all of them where so many hold tiles that others will be overlooked.

    By a picture with 220 tiles in it, of which 184 are named, the other 36 were called empty.
    """
    found = _with_pieces(pose, judged).union(*(_with_pieces(pose, each) for each in as_flat))
    squares = pose.board.squares()
    return frozenset(squares) if judged.misread and len(found) >= MISREAD * len(squares) else found


def _with_pieces(pose: Pose, judged: Judgement) -> frozenset[Square]:
    likely, bare = likely_pieces(judged.first_look), judged.first_look[:, LETTERS.index(".")]
    taken = (likely >= A_PIECE) | ((likely >= PERHAPS) & (likely >= NOT_EMPTY * (likely + bare)))
    return _where(pose, taken)


def _where(pose: Pose, true: NDArray[np.bool_]) -> frozenset[Square]:
    return frozenset(square for square, each in zip(pose.board.squares(), true, strict=True) if each)


class Emptiness:
    """The `bareness` of a picture of the empty board, judged once for all the pictures that are read by it."""

    def __init__(self, pieces: str = PIECES) -> None:
        self._pieces = pieces
        self._judged: tuple[Image, Pose, bool, Bareness] | None = None

    def of(self, empty: Image, pose: Pose, *, flat: bool = False) -> Bareness:
        """As the function; anew only for another picture than the last one, or another place of the board in it."""
        judged = self._judged
        if judged is None or judged[0] is not empty or judged[2] != flat or not _same_place(judged[1], pose):
            judged = self._judged = (empty, pose, flat, bareness(empty, pose, self._pieces, flat=flat))
        return judged[3]


def _same_place(one: Pose, other: Pose) -> bool:
    if one.board != other.board:
        return False
    corners = np.array([one.corners_px, other.corners_px])
    first, second = cv2.perspectiveTransform(corners, np.linalg.inv(one.homography))
    apart = (first - second) / one.board.grid.pitch_mm
    return float(np.linalg.norm(apart, axis=1).max()) <= SAME_PLACE


def check_empty(empty: Image, pose: Pose) -> Finding:
    """The finding on a picture that is to be kept as that of the empty board."""
    name, shown = Sentence("Empty board"), bareness(empty, pose)
    if shown.print_like:
        return Finding(name, "ok", _PRINT_LIKE, _LOOK_YOURSELF)
    if shown.taken:
        text = Sentence("something like a house stands on {squares}", {"squares": _names(shown.taken)})
        todo = Sentence("Clear the board and take its picture again; if it was clear, in more even light.")
        return Finding(name, "wrong", text, todo)
    if shown.unknown:
        return Finding(name, "ok", _UNKNOWN, _LOOK_YOURSELF)
    if shown.covered:
        text = Sentence("something lies on {squares}, or the light hides them", {"squares": _names(shown.covered)})
        todo = Sentence("Clear the board, hands too, see that no lamp glares on it, and take its picture again.")
        return Finding(name, "wrong", text, todo)
    return Finding(name, "ok", Sentence("nothing stands on it"))


_PRINT_LIKE = Sentence("what is printed in its squares looks like pieces, so it cannot be told whether it is empty")


_UNKNOWN = Sentence("it is of a kind that the reader does not know, so it cannot be told whether it is empty")
_LOOK_YOURSELF = Sentence("Look yourself that nothing stands or lies on it.")


def _names(squares: frozenset[Square]) -> tuple[str, ...]:
    return tuple(each.name for each in sorted(squares))
