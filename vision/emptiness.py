"""Whether the picture of the empty board is one: a house that stood there is not seen by what differs from it."""

from __future__ import annotations

from companion.checks import Finding
from companion.devices import Image
from companion.sentence import Sentence
from companion.squares import Square
from vision.classify import judge
from vision.deciding import LETTERS, PIECES
from vision.patches import views
from vision.pose import Pose

A_PIECE = 0.6
"""How likely some piece must be, all colours together: of 12,220 squares of empty boards in 106 pictures one reached
it; houses of clear plastic that no colour was sure for had 0.85 and more."""


def not_empty(empty: Image, pose: Pose, pieces: str = PIECES) -> frozenset[Square]:
    """The squares on which something like a piece stands in a picture (H, W, 3) BGR of the empty board.

    They are read as where no empty board is known; ``pieces``: letters of those that are in the game.
    """
    squares = pose.board.squares()
    likely = (
        judge(views(empty, pose), squares, pieces)
        .certainties[:, [LETTERS.index(letter) for letter in PIECES]]
        .sum(axis=1)
    )
    return frozenset(square for square, piece in zip(squares, likely, strict=True) if piece >= A_PIECE)


def check_empty(empty: Image, pose: Pose) -> Finding:
    """The finding on a picture that is to be kept as that of the empty board."""
    name, found = Sentence("Empty board"), not_empty(empty, pose)
    if not found:
        return Finding(name, "ok", Sentence("nothing stands on it"))
    text = Sentence(
        "something like a house stands on {squares}", {"squares": tuple(each.name for each in sorted(found))}
    )
    return Finding(name, "wrong", text, Sentence("Clear the board and take its picture again."))
