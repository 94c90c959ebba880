"""Learning the owner's colours from pictures whose squares are known: the one way of the command and of the page."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from math import hypot

import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.errors import FormatError
from companion.quoting import quoted
from companion.reading import Point
from companion.sentence import Sentence
from companion.squares import Square
from vision.classify import judge, judge_board, looks_flat, rows
from vision.deciding import PIECES
from vision.false_colours import WHY
from vision.palette import Palette, colours_alone, is_kind
from vision.patches import Views, views
from vision.placing import place
from vision.pose import Pose

KINDS = "rbgyt"
EACH = 4
"""Pieces of each kind in the layout that is asked for: one may lie badly."""

Sample = tuple[Views, dict[Square, str]]
"""What a picture's squares look like, and what stands on them."""


@lru_cache(maxsize=8)
def asked_layout(board: Board, kinds: str) -> tuple[str, ...]:
    """Rows with `EACH` pieces of each kind, no two side by side; each kind stands in each part of the board.

    A kind that stood in a few columns would be learned in the light that falls there: a lamp at one side would make two
    kinds of one colour, or one of two. Raises FormatError where a kind is no single letter, or the board has too few
    squares.
    """
    if not kinds or not all(map(is_kind, kinds)) or len(set(kinds)) != len(kinds):
        values = {"kinds": quoted(kinds)}
        raise FormatError(Sentence("kinds {kinds}: one letter for each kind of piece, each once", values))
    squares = board.squares()
    if EACH * len(kinds) * 2 > len(squares):
        raise FormatError(
            Sentence(
                "{board} has too few squares for {each} pieces of each kind with room between them",
                {"board": board.name, "each": EACH},
            )
        )
    # Squares of one colour of a chessboard touch at their corners only; of the more frequent one there are enough.
    light, dark = ([square for square in squares if (square.row + square.col) % 2 == each] for each in (0, 1))
    free, letters = (light if len(light) >= len(dark) else dark), dict[Square, str]()
    for number in range(EACH):  # who comes first in a round stands furthest out: each kind is now early, now late
        for kind in kinds if number % 2 == 0 else reversed(kinds):
            letters[_furthest(free, letters, kind)] = kind
    return rows(board, letters)


def _furthest(squares: Sequence[Square], letters: Mapping[Square, str], kind: str) -> Square:
    """The square without a letter that is most unlike those of that kind: in another quarter, row and column.

    Of those that are equal in that, the one furthest from all others.
    """
    middle = [min(places) + max(places) for places in zip(*squares, strict=True)]  # twice as far as it is

    def halves(square: Square) -> tuple[int, ...]:
        return tuple(int(np.sign(2 * place - each)) for place, each in zip(square, middle, strict=True))

    own = [square for square, letter in letters.items() if letter == kind]

    def merit(square: Square) -> tuple[float, ...]:
        apart = min((hypot(square.row - other.row, square.col - other.col) for other in letters), default=0.0)
        return (
            -sum(halves(other) == halves(square) for other in own),
            -halves(square).count(0),  # the middle row and column are in neither half
            -sum((other.row == square.row) + (other.col == square.col) for other in own),
            apart,
        )

    return max((square for square in squares if square not in letters), key=merit)


def sample(
    image: Image,
    board: Board,
    rows: Sequence[str],
    *,
    corners: Sequence[Point] | None = None,
    empty: Image | None = None,
    empty_pose: Pose | None = None,
    hidden: Collection[Square] = (),
) -> Sample:
    """A picture (H, W, 3) on which ``rows`` stand, for `vision.palette.learn_palette`.

    Raises BoardNotFound, and FormatError where red and blue are exchanged (`vision.false_colours`).
    ``corners``: the board's in ``image``, where they are known. ``empty``: the board without pieces, ``empty_pose`` its
    place there where it is known. ``hidden``: squares that are left out, as are those that are not whole in one of the
    pictures.
    """
    pose, bare, bare_pose = place(image, board, corners=corners, empty=empty, empty_pose=empty_pose)
    left_out = pose.beyond(image) | frozenset(hidden)
    seen, judged = judge_board(views(image, pose, bare, bare_pose), board.squares())
    if judged.false_colours == "exchanged":  # black and white pieces on grey print can be learned
        raise FormatError(WHY["exchanged"])
    if bare is not None and bare_pose is not None and seen.bare is not None:
        left_out |= bare_pose.beyond(bare)
    letters = {square: rows[square.row][square.col] for square in board.squares() if square not in left_out}
    return seen, letters


def without_pictures(one: Sample) -> Sample:
    """The same without the whole pictures, for one of many that colours are learned from: no more is read there."""
    seen, letters = one
    return dataclasses.replace(seen, sources=()), letters


def check_layout(one: Sample) -> None:
    """Raises FormatError where the camera surely sees a piece that was not asked for, or none where one was.

    Only pieces that the reader knows are looked for, and their colours may be any: they are what is to be learned. Also
    where it tells none, for it knows no such board: nor would it by the palette.
    """
    seen, letters = one
    squares = [square for square, letter in letters.items() if letter == "." or letter in PIECES]
    judged = judge(seen, squares, flat=looks_flat([one]))
    if judged.unknown and not set(letters.values()).isdisjoint(PIECES):
        raise FormatError(
            Sentence(
                "it cannot be told whether the pieces stand as asked for: the reader knows no such board or pieces, or "
                "not in this light. Take it again in even light"
            )
        )
    read = judged.letters
    wrong = tuple(
        square.name
        for square, letter in zip(squares, read, strict=True)
        if letter != "?" and (letter == ".") != (letters[square] == ".")
    )
    if wrong:
        raise FormatError(
            Sentence("the pieces do not stand as asked for: look at {squares}, then take it again", {"squares": wrong})
        )


def what_was_learned(palette: Palette) -> list[str]:
    """A line for each kind of piece, one for those of the games' own that are missing, and one where they are flat."""
    lines = [f"{letter}: learned from {colour.pieces} pieces" for letter, colour in palette.colours.items()]
    if missing := [letter for letter in KINDS if letter not in palette.colours]:
        tops = " (TOPs)" if "t" in missing else ""
        lines.append(
            f"not learned: {', '.join(missing)}{tops}; with these colours such pieces read '?', so where you play with "
            "them, learn them too"
        )
    return [*lines, "they are flat and fill their squares, as tiles do: so they are read"] if palette.flat else lines


def remark_on_colours(palette: Palette, samples: Sequence[Sample]) -> Sentence | None:
    """What there is to say of a palette that was learned from these pictures: why colours alone name nothing by it."""
    told = colours_alone(palette, samples)
    return told if isinstance(told, Sentence) else None
