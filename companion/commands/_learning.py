"""Learning the owner's colours from pictures whose squares are known: the one way of the command and of the page."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.board import Board
from companion.devices import Image
from companion.errors import FormatError
from companion.quoting import quoted
from companion.reading import Point
from companion.sentence import Sentence
from companion.squares import Square
from vision.classify import judge, judge_board, rows
from vision.deciding import PIECES
from vision.palette import Palette, colours_alone, is_kind
from vision.patches import Views, views
from vision.placing import place
from vision.pose import Pose

KINDS = "rbgyt"
EACH = 4
"""Pieces of each kind in the layout that is asked for: one may lie badly."""

Sample = tuple[Views, dict[Square, str]]
"""What a picture's squares look like, and what stands on them."""


def asked_layout(board: Board, kinds: str) -> tuple[str, ...]:
    """Rows with `EACH` pieces of each kind, spread over the board so that each kind stands in each part of it.

    Raises FormatError where a kind is no single letter, or the board has too few squares.
    """
    if not kinds or not all(map(is_kind, kinds)) or len(set(kinds)) != len(kinds):
        values = {"kinds": quoted(kinds)}
        raise FormatError(Sentence("kinds {kinds}: one letter for each kind of piece, each once", values))
    squares = board.squares()
    wanted = EACH * len(kinds)
    if wanted * 2 > len(squares):
        raise FormatError(
            Sentence(
                "{board} has too few squares for {each} pieces of each kind with room between them",
                {"board": board.name, "each": EACH},
            )
        )
    step = len(squares) / wanted
    letters = {squares[int((number + 0.5) * step)]: kinds[number % len(kinds)] for number in range(wanted)}
    return rows(board, letters)


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
    """A picture (H, W, 3) on which ``rows`` stand, for `vision.palette.learn_palette`; raises BoardNotFound.

    ``corners``: the board's in ``image``, where they are known. ``empty``: the board without pieces, ``empty_pose`` its
    place there where it is known. ``hidden``: squares that are left out, as are those that are not whole in one of the
    pictures.
    """
    pose, bare, bare_pose = place(image, board, corners=corners, empty=empty, empty_pose=empty_pose)
    left_out = pose.beyond(image) | frozenset(hidden)
    seen, _ = judge_board(views(image, pose, bare, bare_pose), board.squares())
    if bare is not None and bare_pose is not None and seen.bare is not None:
        left_out |= bare_pose.beyond(bare)
    letters = {square: rows[square.row][square.col] for square in board.squares() if square not in left_out}
    return seen, letters


def check_layout(one: Sample) -> None:
    """Raises FormatError where the camera surely sees a piece that was not asked for, or none where one was.

    Only pieces that the reader knows are looked for, and their colours may be any: they are what is to be learned.
    """
    seen, letters = one
    squares = [square for square, letter in letters.items() if letter == "." or letter in PIECES]
    read = judge(seen, squares).letters
    wrong = tuple(
        square.name
        for square, letter in zip(squares, read, strict=True)
        if letter != "?" and (letter == ".") != (letters[square] == ".")
    )
    if wrong:
        raise FormatError(
            Sentence("the pieces do not stand as asked for: look at {squares}, then take it again", {"squares": wrong})
        )


def remark_on_colours(palette: Palette, samples: Sequence[Sample]) -> Sentence | None:
    """What there is to say of a palette that was learned from these pictures: why colours alone name nothing by it."""
    told = colours_alone(palette, samples)
    return told if isinstance(told, Sentence) else None
