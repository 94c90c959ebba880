"""Follows a board with a grid over the frames of a fixed camera: what came, what went, and what it cannot tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.devices import Frame, Image
from companion.projection import Projection
from companion.reading import ChainOutline, Change, PictureKind, Point, Reading, Seen, Trouble, TroubleKind
from companion.sentence import Either, Sentence, in_turn
from companion.squares import Square, parse_square
from vision import stillness
from vision.classify import Judgement, judge, rows
from vision.deciding import LETTERS, PIECES, Certainties, candidates
from vision.drawing import draw_outlines, draw_reading
from vision.emptiness import Bareness, Emptiness
from vision.false_colours import FalseColours
from vision.following import BLURRED, BLURRED_TEXT, GREY_TEXT, NOTHING_WHERE_IT_WAS, Follower
from vision.locate import begins_at, locate
from vision.measures import spoilt_by
from vision.palette import Palette, second_opinion
from vision.patches import PX, Views, views
from vision.pose import Pose
from vision.rectify import MARGIN, crop, flat_projection, rectify

CHANGED = 0.09
"""Share of a square's pixels that must differ from the last settled picture before the square is read again."""
PIXEL = 0.16
"""Difference of logarithms of a pixel that counts: below a shadow's edge, above noise and JPEG."""
STAYS, LITTLE = 0.75, 0.3
"""Certainty from which a known letter stays where no more than the second of its square's pixels changed: a neighbour's
roof or shadow does not unmake it. In three sequences that kept a letter rightly eight times (0.10 to 0.29 changed) that
was not certain enough to be read anew. The least that a house changed was 0.34, of 1,176 on 40 boards and in the
sequences; TOPs that came left '.' at 0.87, 0.89 and 0.93, a card at 0.61. Pieces of 10 mm changed 0.27 and more, of 8
mm 0.19: there the second protects nothing, but none was left unseen."""
COVERED = 3
"""So many changed squares that are neither empty nor a house are a hand or a thing on the board, not a move."""
FLAT_PX = 60
"""Pixels a square in rectified pictures for people."""


class BoardWatcher(Follower):
    """Takes frames one by one and says what changed on the board.

    ``pieces``: letters of the pieces that are in the game, all that can be told where there is none; ``palette``: the
    owner's colours, as a second opinion; the others as for `Follower`.

    A letter changes only where the picture changed and the new letter is sure. A square that changed and cannot be
    told reads '?' and is looked at again in every settled frame that shows anything else than the one before: the same
    picture once more tells nothing new, and is passed over quickly.
    """

    def __init__(
        self,
        board: Board,
        *,
        empty: Image | Callable[[], Image] | None = None,
        empty_pose: Pose | None = None,
        corners: Sequence[Point] | None = None,
        pieces: str | None = None,
        palette: Palette | None = None,
        agree: int = 1,
        patience: int = 3,
    ) -> None:
        super().__init__(
            board, find=locate, empty=empty, empty_pose=empty_pose, corners=corners, agree=agree, patience=patience
        )
        self.last_reading: Reading | None = None
        self._pieces = PIECES if pieces is None else pieces
        self._palette = palette
        self._flat = palette is not None and palette.flat
        new = palette.new_letters() if palette is not None and pieces is None else ()
        self._told_apart = frozenset((".", *self._pieces, *new))
        self._letters: dict[Square, str] = {}
        self._before: dict[Square, str] = {}  # what stood on the squares that now read '?'
        self.pieces_on: frozenset[Square] = frozenset()
        """Of the squares that read '?', those where some piece stands for sure."""
        self._certainties: dict[Square, NDArray[np.float32]] = {}
        self._settled_views: Views | None = None
        self._emptiness = Emptiness(self._pieces)
        self._print_like = False  # what is printed looks like pieces, so none is told
        self._cut: frozenset[Square] = frozenset()  # not whole in the newest picture
        self._cut_in_empty: frozenset[Square] = frozenset()  # not whole in the picture of the empty board
        self._taken: frozenset[Square] = frozenset()  # not empty in that
        self._covered_too: frozenset[Square] = frozenset()  # covered in both pictures
        self._hidden: frozenset[Square] = frozenset()  # what stands there no picture can tell

    @property
    def first_believed(self) -> bool:
        """Whether the board lies by given corners, and their picture cannot tell if they begin at the right one."""
        image, pose = (self._anchor, self.pose) if self._empty is None else (self._empty, self._empty_pose)
        return self._corners is not None and image is not None and pose is not None and begins_at(image, pose) != 0

    @property
    def squares(self) -> tuple[str, ...] | None:
        """What stands on the board, one string a row, as of the last settled frame; None before the first."""
        return rows(self.board, self._letters) if self._settled_frame is not None else None

    def seen(self, frame: str, text: str | Sentence, kind: TroubleKind | None) -> Seen:
        guesses = {} if self.last_reading is None else dict(self.last_reading.uncertain)
        return Seen(self.board.name, frame, self.squares, text, kind, guesses)

    def draw(
        self, kind: PictureKind, image: Image, pose: Pose, seen: Seen | None, outlines: Sequence[ChainOutline]
    ) -> Image:
        squares = (seen.squares if seen is not None else None) or ()
        if kind == "read":
            return draw_reading(image, pose, squares)
        if kind == "chains":
            return draw_outlines(image, pose, outlines)
        flat = rectify(image, pose, 0.0, FLAT_PX)
        if kind == "chains-flat":
            projection: Projection = flat_projection(pose.board, FLAT_PX)
            return draw_outlines(flat, projection, outlines)
        return flat

    def close_up(self, image: Image, pose: Pose, place: str) -> Image | None:
        try:
            square = parse_square(place)
        except ValueError:
            return None
        return None if pose.board.zone(square) is None else crop(image, pose, square)

    def _compare_with(self, image: Image) -> None:
        assert self.pose is not None
        self._settled_views = self._views(image, self.pose, self._bareness())

    def _under(self, reach: stillness.Mask, pose: Pose, image: Image) -> tuple[str, ...]:
        grid = self.board.grid
        names = []
        for square in self.board.squares():
            x = grid.origin_mm[0] + (square.col + 0.5) * grid.pitch_mm[0]
            y = grid.origin_mm[1] + (square.row + 0.5) * grid.pitch_mm[1]
            col, row = (pose.project([[x, y]])[0] * stillness.SMALL / image.shape[1]).astype(int)
            if 0 <= row < reach.shape[0] and 0 <= col < reach.shape[1] and reach[row, col]:
                names.append(square.name)
        return tuple(names)

    def _read(self, frame: Frame) -> list[Change | Trouble]:
        """Reads the squares that changed and takes the frame as the newest settled one."""
        assert self.pose is not None
        shown = self._bareness()
        seen = self._views(frame.image, self.pose, shown)
        if self._is_blurred(seen):
            return self._wait(frame, "blurred", (), BLURRED_TEXT)
        self._cut = self.pose.beyond(frame.image)
        self._cut_in_empty = self._beyond_empty() if shown.of_use else frozenset()
        self._taken = shown.taken
        self._hidden = self._cut | self._cut_in_empty | self._taken
        suspects, shares = self._suspects(seen)
        judged = judge(seen, suspects, self._pieces, flat=self._flat)
        if judged.false_colours == "exchanged" or (judged.false_colours == "grey" and self._palette is None):
            return self._wait(frame, "dark", (), _FALSE_COLOURS[judged.false_colours])
        self._covered_too = shown.still_covered(suspects, judged.measured)
        self._hidden |= self._covered_too
        certainties, letters, self._print_like = judged.certainties, judged.letters, judged.print_like
        if self._palette is not None:
            letters = self._asked_again(self._palette, seen, suspects, judged)
        letters = ["?" if square in self._hidden else letter for square, letter in zip(suspects, letters, strict=True)]
        known = np.array([square not in self._hidden for square in suspects], bool)
        changed = np.array(shares) > CHANGED  # what lay there before is known, and told with the other doubts
        untold = np.array([letter == "?" for letter in letters], bool)
        foreign = (certainties.argmax(axis=1) == LETTERS.index("?")) & untold & known & changed
        if self._settled_frame is not None and np.count_nonzero(foreign) >= COVERED:
            names = tuple(square.name for square, no in zip(suspects, foreign, strict=True) if no)
            if len(names) > len(self.board.squares()) / 2:
                return self._wait(frame, "moved", (), NOTHING_WHERE_IT_WAS)
            text = Sentence(
                "Something lies on or over {squares}. Take it away; until then what happens is tapped.",
                {"squares": names},
            )
            return self._wait(frame, "covered", names, text)
        change = self._take(frame, suspects, shares, letters, certainties)
        unknown = self._unknown()
        on = zip(suspects, judged.pieces_on, strict=True)
        told = frozenset(unknown) - self._hidden
        self.pieces_on = frozenset(square for square, sure in on if sure and square in told)
        self._take_as_settled(frame)
        self._settled_views = seen
        self.last_reading = self._reading()
        events: list[Change | Trouble] = [] if change is None else [change]
        names = tuple(square.name for square in unknown)
        return events + self._tell_unsure(frame, names, lambda: self._doubts(seen, unknown))

    def _bareness(self) -> Bareness:
        """What the picture of the empty board shows beside it."""
        if self._empty is None or self._empty_pose is None:
            return Bareness()
        return self._emptiness.of(self._empty, self._empty_pose, flat=self._flat)

    def _views(self, image: Image, pose: Pose, shown: Bareness) -> Views:
        """What the squares look like in a picture and, where that is of use, in that of the empty board."""
        return views(image, pose, self._empty, self._empty_pose) if shown.of_use else views(image, pose)

    def _beyond_empty(self) -> frozenset[Square]:
        """The squares that are not whole in the picture of the empty board: they cannot be told by it either."""
        if self._empty is None or self._empty_pose is None:
            return frozenset()
        return self._empty_pose.beyond(self._empty)

    def _is_blurred(self, seen: Views) -> bool:
        if self._settled_views is None:
            return False
        return stillness.sharpness(seen.ground) < BLURRED * stillness.sharpness(self._settled_views.ground)

    def _asked_again(self, palette: Palette, seen: Views, suspects: Sequence[Square], judged: Judgement) -> list[str]:
        """The suspects' letters after the palette has had its say; '?' for a piece that is not in the game.

        It is asked about all squares: the light that its colours are seen by is the whole board's.
        """
        squares = self.board.squares()
        known = dict(zip(suspects, zip(judged.certainties, judged.letters, strict=True), strict=True))
        nothing = np.zeros(len(LETTERS), np.float32)
        odds = np.array([known[square][0] if square in known else nothing for square in squares])
        read = [known[square][1] if square in known else self._letters.get(square, ".") for square in squares]
        told = second_opinion(palette, seen, squares, odds, read, refused=judged.refused)
        opinions = dict(zip(squares, told, strict=True))
        return [opinions[square] if opinions[square] in self._told_apart else "?" for square in suspects]

    def _suspects(self, seen: Views) -> tuple[tuple[Square, ...], tuple[float, ...]]:
        """The squares to be read, and the share of each that changed.

        All squares at first, later those that look other than before or are not yet known.
        """
        squares = self.board.squares()
        if self._settled_views is None:
            return squares, (1.0,) * len(squares)
        shares = dict(zip(squares, changed_share(self._settled_views, seen, squares), strict=True))
        suspects = tuple(
            square
            for square, share in shares.items()
            if share > CHANGED or self._letters[square] == "?" or square in self._hidden
        )
        return suspects, tuple(float(shares[square]) for square in suspects)

    def _take(
        self,
        frame: Frame,
        suspects: Sequence[Square],
        shares: Sequence[float],
        letters: Sequence[str],
        certainties: Certainties,
    ) -> Change | None:
        """Books the letters of the squares that were read; returns what is now settled, if anything."""
        added, removed = [], []
        for square, share, letter, certainty in zip(suspects, shares, letters, certainties, strict=True):
            known = self._letters.get(square, ".")
            settled = self._settled_frame is not None and known != "?" and square not in self._hidden
            likely = (
                certainty[LETTERS.index(known)] if known in LETTERS else 0.0
            )  # of other kinds the nets know nothing
            if settled and share <= LITTLE and likely > STAYS:
                continue
            self._letters[square] = letter
            if letter == "?":
                self._before.setdefault(square, known)
                self._certainties[square] = certainty
                continue
            before = self._before.pop(square, known)
            if letter == before:
                continue
            if before != ".":
                removed.append(square.name)
            if letter != ".":
                added.append((square.name, letter))
        if not added and not removed:
            return None
        return Change(frame.name, tuple(added), tuple(removed), rows(self.board, self._letters))

    def _unknown(self) -> tuple[Square, ...]:
        return tuple(square for square in self.board.squares() if self._letters.get(square) == "?")

    def _doubts(self, seen: Views, unknown: Sequence[Square]) -> Sentence:
        """What to say of squares that cannot be told, at least one: each, or of most of the board how many and why."""
        squares = self.board.squares()
        if 2 * len(unknown) <= len(squares):
            return in_turn(self._doubts_by_cause(unknown))
        causes = self._where_nothing_is_told()
        why = next((cause.most for where, cause in causes if 2 * len(where.intersection(unknown)) > len(unknown)), None)
        light = spoilt_by(seen, squares)
        if why is None and light is None and self._print_like and self._empty is None:
            why = _MOST_PRINTED
        values = {"number": len(unknown), "all": len(squares), "why": why or _BY_LIGHT[light]}
        return Sentence("{number} of {all} squares cannot be told. {why}", values)

    def _doubts_by_cause(self, unknown: Sequence[Square]) -> list[Sentence]:
        """A sentence on all the squares that cannot be told for one cause, or that may hold the same pieces."""
        alike: dict[_Cause | tuple[str, ...], list[str]] = {}
        for square in unknown:
            cause = next((cause for where, cause in self._where_nothing_is_told() if square in where), None)
            alike.setdefault(cause or self._may_be(square) or _COVERED, []).append(square.name)
        return [
            key.of(names) if isinstance(key, _Cause) else _NOT_SURE.of(names, Either(self._words(key)))
            for key, names in alike.items()
        ]

    def _words(self, may_be: tuple[str, ...]) -> list[Sentence]:
        """What letters are called; where further kinds may stand, a piece may be one of them: the nets know none."""
        words = [_WORDS[letter] for letter in may_be]
        others = not self._told_apart <= _WORDS.keys()
        return [*words, _ANOTHER] if others and may_be != (".",) else words

    def _where_nothing_is_told(self) -> tuple[tuple[frozenset[Square], _Cause], ...]:
        """The squares that no picture can tell, by the cause; one that is in several has the first."""
        causes = (self._cut, _CUT), (self._cut_in_empty, _CUT_IN_EMPTY), (self._taken, _NOT_EMPTY)
        return *causes, (self._covered_too, _COVERED_TOO)

    def _may_be(self, square: Square) -> tuple[str, ...]:
        """The letters, of those that the nets know, that a square that reads '?' may have.

        Any of the game where a piece stands that is like none.
        """
        if square in self._hidden:
            return ()
        certainty = self._certainties[square]
        likely = candidates(certainty)
        if square not in self.pieces_on:
            return likely
        if sum(certainty[LETTERS.index(letter)] for letter in likely if letter != ".") > 0.5:
            return tuple(letter for letter in likely if letter != ".")
        return tuple(sorted(self._pieces, key=lambda letter: -certainty[LETTERS.index(letter)]))

    def _reading(self) -> Reading:
        assert self.pose is not None
        uncertain = tuple((square.name, self._may_be(square)) for square in self._unknown())
        return Reading(self.board.name, self.squares or (), self.pose.corners_px, uncertain)


@dataclass(frozen=True, slots=True, eq=False)
class _Cause:
    """Why squares cannot be told: what is said of ``one``, of ``many``, and where it is so of ``most``."""

    one: Sentence
    many: Sentence
    most: Sentence | None = None

    def of(self, squares: Sequence[str], pieces: Either | None = None) -> Sentence:
        """What is said of these squares, at least one; ``pieces``: what may stand there, where that is said."""
        values = {} if pieces is None else {"pieces": pieces}
        if len(squares) == 1:
            return Sentence(self.one.text, {"square": squares[0], **values})
        return Sentence(self.many.text, {"squares": tuple(squares), **values})


_CUT = _Cause(
    Sentence("{square} is not whole in the camera's picture: let it see the whole board."),
    Sentence("{squares} are not whole in the camera's picture: let it see the whole board."),
    Sentence("Most of them are not whole in the camera's picture: let it see the whole board."),
)
_CUT_IN_EMPTY = _Cause(
    Sentence("{square} is not whole in the picture of the empty board: take that picture again, of the whole board."),
    Sentence("{squares} are not whole in the picture of the empty board: take that picture again, of the whole board."),
    Sentence(
        "Most of them are not whole in the picture of the empty board: take that picture again, of the whole board."
    ),
)
_NOT_EMPTY = _Cause(
    Sentence("Something stands on {square} in the picture of the empty board: take that picture again."),
    Sentence("Something stands on {squares} in the picture of the empty board: take that picture again."),
    Sentence("On most of them something stands in the picture of the empty board: take that picture again."),
)
_COVERED_TOO = _Cause(
    Sentence(
        "Something lies on {square}, as in the picture of the empty board: take it away and take that picture again."
    ),
    Sentence(
        "Something lies on {squares}, as in the picture of the empty board: take it away and take that picture again."
    ),
    Sentence(
        "On most of them something lies, as in the picture of the empty board: take it away and take that picture "
        "again."
    ),
)
_COVERED = _Cause(
    Sentence("{square} is covered, or something lies there that is no house."),
    Sentence("{squares} are covered, or something lies there that is no house."),
)
_NOT_SURE = _Cause(
    Sentence("{square} is not sure: {pieces}?"),
    Sentence("{squares} are not sure: {pieces}?"),
)
_MOST_PRINTED = Sentence(
    "What is printed in them looks like pieces: take a picture of the empty board, as the set-up does."
)
_BY_LIGHT = {
    "dark": Sentence("Most of them are too dark: more light, please."),
    "burnt": Sentence("Most of them are burnt out: less light on the board, please."),
    None: Sentence("Is this the board that is named, and is the view of it clear?"),
}
_FALSE_COLOURS: dict[FalseColours, Sentence] = {
    "grey": GREY_TEXT,
    "exchanged": Sentence(
        "Red and blue are exchanged against the picture of the empty board: set the camera as it was, or take that "
        "picture again."
    ),
}
_WORDS = {
    ".": Sentence("empty"),
    "r": Sentence("red"),
    "b": Sentence("blue"),
    "g": Sentence("green"),
    "y": Sentence("yellow"),
    "t": Sentence("a TOP"),
}
_ANOTHER = Sentence("another piece")


def changed_share(before: Views, after: Views, squares: Sequence[Square]) -> NDArray[np.float64]:
    """(N,): the share of each square's pixels, at the board's height or a roof's, that look other than before."""
    shares = []
    for one, other in ((before.ground, after.ground), (before.roof, after.roof)):
        changed = stillness.different(one, other, PIXEL)
        high, wide = (side // PX for side in changed.shape)
        shares.append(changed.reshape(high, PX, wide, PX).mean(axis=(1, 3)))
    places = tuple(np.array([(square.row + MARGIN, square.col + MARGIN) for square in squares], np.intp).T)
    return np.asarray(np.max(shares, axis=0)[places], float)
