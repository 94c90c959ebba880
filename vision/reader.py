"""A picture of a board, read: where it lies and what stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from companion.board import Board
from companion.devices import Image
from companion.errors import BoardNotFound, FormatError
from companion.pictures import GREY, is_grey
from companion.reading import Point, Reading
from companion.squares import Square
from vision.classify import Judgement, judge_board, rows
from vision.deciding import candidates
from vision.emptiness import Bareness, Emptiness
from vision.locate import begins_at
from vision.palette import Palette, second_opinion
from vision.patches import Views, views
from vision.placing import place
from vision.pose import Pose


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a reading rests on: the board's pose, what its squares look like, what was found there, the letters.

    ``judged``: how likely each letter is, and what was measured; its letters are those before a palette was asked.
    Squares that cannot be told: ``beyond``, not whole in the picture; ``beyond_empty``, not whole in that of the empty
    board; ``not_empty``, whole there, but not empty; ``covered``, where something lies there, and in this picture too.
    ``empty_unused``: a picture of the empty board was given, but it does not show this view, or not this print;
    ``bareness``: what that picture shows beside the board; where it is of no use, it was not used either.
    ``first_believed``: corners were given, and nothing in the picture tells whether they begin at the right one.
    """

    pose: Pose
    seen: Views
    judged: Judgement
    letters: tuple[str, ...]
    beyond: tuple[Square, ...]
    beyond_empty: tuple[Square, ...]
    not_empty: tuple[Square, ...]
    covered: tuple[Square, ...]
    bareness: Bareness
    empty_unused: bool
    first_believed: bool


def look_at(
    image: Image,
    board: Board,
    *,
    corners: Sequence[Point] | None = None,
    empty: Image | None = None,
    empty_pose: Pose | None = None,
    palette: Palette | None = None,
    emptiness: Emptiness | None = None,
    in_vain: bool = False,
) -> tuple[Reading, Evidence | None]:
    """Reads ``image`` (H, W, 3) uint8 BGR; ``empty`` is a picture of the same view without houses.

    ``corners``: the board's corners in the picture, clockwise from its own top left, where they are known.
    ``empty_pose``: the board's place in ``empty``, where it is known and ``corners`` are not: a camera that no longer
    sees the board as it did there finds none. ``palette``: the owner's colours, as a second opinion. ``emptiness``:
    what is known of ``empty`` from other pictures that were read by it, where there are any. ``in_vain``: the board was
    looked for in ``image`` and not found, so it is not looked for beside ``corners``.

    A board that is not found gives a reading with the reason, and no evidence. An empty picture without ``empty_pose``
    that does not show the same view is not used, nor is one of another print, or with pieces on it. A square that is
    not empty in it reads '?', as does one that is covered in both, or not whole in the picture. Raises FormatError for
    a picture without colours: its houses would be named by chance.
    """
    start = perf_counter()
    if is_grey(image) or (empty is not None and is_grey(empty)):
        raise FormatError(GREY)
    try:
        pose, bare, bare_pose = place(
            image, board, corners=corners, empty=empty, empty_pose=empty_pose, in_vain=in_vain
        )
    except BoardNotFound as error:
        spent = _ms(start)
        return Reading(board.name, reason=error.sentence, ms={"locate": spent, "total": spent}), None
    located = perf_counter()
    squares = board.squares()
    flat = palette is not None and palette.flat
    shown = Bareness()
    if bare is not None and bare_pose is not None:
        shown = (emptiness or Emptiness()).of(bare, bare_pose, flat=flat)
    by = (bare, bare_pose) if shown.of_use else (None, None)
    seen, judged = judge_board(views(image, pose, *by), squares, flat=flat)
    certainties, letters = judged.certainties, judged.letters
    if palette is not None and judged.false_colours != "exchanged":
        letters = second_opinion(palette, seen, squares, certainties, letters, refused=judged.refused)
    beyond, beyond_empty = pose.beyond(image), frozenset[Square]()
    if bare is not None and bare_pose is not None and seen.bare is not None:
        beyond_empty = bare_pose.beyond(bare)
    covered = shown.still_covered(squares, judged.measured) - beyond_empty
    hidden = beyond | beyond_empty | shown.taken | covered
    letters = ["?" if square in hidden else letter for square, letter in zip(squares, letters, strict=True)]
    reading = Reading(
        board.name,
        rows(board, dict(zip(squares, letters, strict=True))),
        pose.corners_px if corners is None else _four(corners),
        tuple(
            (square.name, () if square in hidden else candidates(certainty))
            for square, letter, certainty in zip(squares, letters, certainties, strict=True)
            if letter == "?"
        ),
        ms={"locate": _ms(start, located), "classify": _ms(located), "total": _ms(start)},
    )
    return reading, Evidence(
        pose,
        seen,
        judged,
        tuple(letters),
        _in_order(beyond),
        _in_order(beyond_empty),
        _in_order(shown.taken),
        _in_order(covered),
        shown,
        empty_unused=empty is not None and seen.bare is None and shown.of_use,
        first_believed=corners is not None and begins_at(image, pose) != 0,
    )


def _four(corners: Sequence[Point]) -> tuple[Point, Point, Point, Point]:
    first, second, third, fourth = corners
    return first, second, third, fourth


def _in_order(squares: frozenset[Square]) -> tuple[Square, ...]:
    return tuple(sorted(squares))


def _ms(start: float, end: float | None = None) -> float:
    return round(((perf_counter() if end is None else end) - start) * 1000, 1)
