"""Follows a board over the frames of a fixed camera: what came, what went, and what keeps it from knowing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from companion.board import Board
from companion.devices import Frame, Image
from companion.errors import BoardNotFound
from companion.pictures import is_grey
from companion.reading import Change, Point, Reading, Trouble, TroubleKind
from companion.sentence import Either, Sentence
from companion.squares import Square, parse_square
from vision import stillness
from vision._placing import as_seen_by, first_poses
from vision.classify import LETTERS, PIECES, Certainties, candidates, holds_a_piece, judge, rows
from vision.locate import register, verify
from vision.palette import Palette, second_opinion
from vision.patches import PX, Views, views
from vision.pose import Pose
from vision.rectify import MARGIN, crop, rectify

CHANGED = 0.09
"""Share of a square's pixels that must differ from the last settled picture before the square is read again."""
PIXEL = 0.16
"""Difference of logarithms of a pixel that counts: below a shadow's edge, above noise and JPEG."""
STAYS = 0.75
"""Certainty from which a known letter stays, whatever moved: a shadow that falls on a square does not unmake it. A card
laid on an empty square left it at 0.61."""
COVERED = 3
"""So many changed squares that are neither empty nor a house are a hand or a thing on the board, not a move."""
BLURRED = 0.55
"""Sharpness against the last settled picture's below which a frame is not read."""


class BoardWatcher:
    """Takes frames one by one and says what changed on the board.

    ``empty``: a picture of the board without houses by the same camera, or what makes one when the first frame comes;
    ``empty_pose`` its pose where it is known.
    ``corners``: the board's corners in the camera's pictures, clockwise from its own top left, where the board is not
    found by itself. ``pieces``: letters of the pieces that are in the game. ``palette``: the owner's colours, as a
    second opinion. ``agree``: how many still frames must follow one another before a state is taken: 1 for single
    pictures, 3 for a live camera. ``patience``: how many frames a hand may take before people are told of it.

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
        pieces: str = PIECES,
        palette: Palette | None = None,
        agree: int = 1,
        patience: int = 3,
    ) -> None:
        self.board = board
        self.pose: Pose | None = None
        self.settled = False
        self.last_reading: Reading | None = None
        self._empty: Image | None = None if callable(empty) else empty
        self._make_empty: Callable[[], Image] | None = empty if callable(empty) else None
        self._empty_pose = empty_pose
        self._corners = tuple(corners) if corners is not None else None
        self._pieces = pieces
        self._palette = palette
        self._agree = agree
        self._patience = patience
        self._letters: dict[Square, str] = {}
        self._before: dict[Square, str] = {}  # what stood on the squares that now read '?'
        self._certainties: dict[Square, NDArray[np.float32]] = {}
        self._pieces_on: set[Square] = set()  # of the squares that read '?', those where some piece stands for sure
        self._settled_frame: Frame | None = None
        self._settled_views: Views | None = None
        self._settled_small: tuple[Image, stillness.Mask] | None = None
        self._reference: Image | None = None  # the newest picture of this view with nothing reaching in
        self._anchor: Image | None = None  # what the pose was found in: a drift adds up against it, however slow
        self._newest: Image | None = None
        self._still = 0
        self._reaching = 0
        self._told: dict[TroubleKind, tuple[str, ...]] = {}

    @property
    def squares(self) -> tuple[str, ...] | None:
        """What stands on the board, one string a row, as of the last settled frame; None before the first."""
        return rows(self.board, self._letters) if self._settled_frame is not None else None

    def crop(self, square: str) -> Image | None:
        """A square and its surroundings in the newest settled frame; None before there is one."""
        if self._settled_frame is None or self.pose is None:
            return None
        return crop(self._settled_frame.image, self.pose, parse_square(square))

    def flat(self, px: int = 60) -> Image | None:
        """The grid of the newest settled frame seen straight from above, ``px`` pixels a square."""
        if self._settled_frame is None or self.pose is None:
            return None
        return rectify(self._settled_frame.image, self.pose, 0.0, px)

    def see(self, frame: Frame) -> list[Change | Trouble]:
        """Looks at the next frame; returns the changes that are settled with it and the troubles that begin with it."""
        if self._make_empty is not None:
            self._empty, self._make_empty = self._make_empty(), None
        if self.settled and self._settled_frame is not None and frame.image is self._settled_frame.image:
            return []
        picture = stillness.small(frame.image)
        if self.settled and self._settled_small is not None and self._fits(frame):
            before, grid = self._settled_small
            if stillness.unchanged(picture, before, grid):
                self._newest = picture
                return []
        if stillness.is_dark(picture, self._grid(frame)):
            return self._wait(frame, "dark", (), Sentence("The board is too dark to be read: more light, please."))
        if is_grey(picture):
            return self._wait(frame, "dark", (), _GREY)
        try:
            told = self._place(frame)
        except BoardNotFound as error:
            return self._wait(frame, "moved", (), _moved(error))
        return told + self._look(frame, picture)

    def _look(self, frame: Frame, picture: Image) -> list[Change | Trouble]:
        """The rest of `see`, where the board's place in the frame is known."""
        assert self.pose is not None
        grid = self._grid(frame)
        if self._reference is not None:
            reach = stillness.reaching_in(stillness.difference(picture, stillness.small(self._reference)))
            if (reach & grid).any():
                return self._reached(frame, self._under(reach, self.pose, frame.image))
        if not self._is_still(picture, grid):
            return []
        seen = views(frame.image, self.pose, self._empty, self._empty_pose)
        if self._is_blurred(seen):
            return self._wait(frame, "blurred", (), _BLURRED)
        return self._settle(frame, seen)

    def _fits(self, frame: Frame) -> bool:
        """Whether the frame has the size of the settled one."""
        return self._settled_frame is not None and frame.image.shape == self._settled_frame.image.shape

    def _grid(self, frame: Frame) -> stillness.Mask:
        """(h, w) of the small picture: where the grid is, or everywhere as long as that is not known."""
        if self.pose is None:
            return np.ones(stillness.small(frame.image).shape[:2], bool)
        return stillness.grid_mask(self.pose, frame.image)

    def _place(self, frame: Frame) -> list[Change | Trouble]:
        """Finds the board's pose, or checks that it still holds; a pose that had to be found again is told.

        Raises BoardNotFound where the board was moved and is not found again: the last state is then kept.
        """
        if self.pose is None:
            self.pose, self._empty_pose = first_poses(
                frame.image, self.board, self._empty, self._empty_pose, self._corners
            )
            if self._empty is not None and self._empty_pose is not None:
                self._anchor = as_seen_by(self._empty, self._empty_pose, self.pose, frame.image)
                self._reference = self._anchor
            return []
        if self._anchor is None or verify(frame.image, self.pose, self._anchor).state != "moved":
            return []
        pose = register(frame.image, self._anchor, self.pose)
        self._anchor = as_seen_by(self._anchor, self.pose, pose, frame.image)
        self._reference = self._anchor
        self.pose, self._still, self._newest = pose, 0, None
        return self._wait(frame, "moved", (), _FOUND_AGAIN)

    def _wait(
        self, frame: Frame, kind: TroubleKind, squares: tuple[str, ...], text: Sentence
    ) -> list[Change | Trouble]:
        """Takes nothing from this frame; tells of the trouble if it is new."""
        self.settled = False
        self._still = 0
        if self._told.get(kind) == squares:
            return []
        self._told[kind] = squares
        return [Trouble(frame.name, kind, squares, text)]

    def _reached(self, frame: Frame, squares: tuple[str, ...]) -> list[Change | Trouble]:
        """A hand reaches in: usual while somebody moves, a trouble when it stays."""
        self._reaching += 1
        if self._reaching <= self._patience or "covered" in self._told:
            self.settled = False
            self._still = 0
            return []
        return self._wait(frame, "covered", squares, _REACHED)

    def _under(self, reach: stillness.Mask, pose: Pose, image: Image) -> tuple[str, ...]:
        """Names of the squares whose middle lies under a mask of the small picture."""
        grid = self.board.grid
        names = []
        for square in self.board.squares():
            x = grid.origin_mm[0] + (square.col + 0.5) * grid.pitch_mm[0]
            y = grid.origin_mm[1] + (square.row + 0.5) * grid.pitch_mm[1]
            col, row = (pose.project([[x, y]])[0] * stillness.SMALL / image.shape[1]).astype(int)
            if 0 <= row < reach.shape[0] and 0 <= col < reach.shape[1] and reach[row, col]:
                names.append(square.name)
        return tuple(names)

    def _is_still(self, picture: Image, grid: stillness.Mask) -> bool:
        """Whether enough frames in a row, this one the last, show the same."""
        if self._newest is not None and self._agree > 1:
            moving = (stillness.difference(picture, self._newest) & grid).sum() > 0.001 * grid.sum()
            if moving:
                self._still = 0
                self.settled = False
        self._newest = picture
        self._still += 1
        return self._still >= self._agree

    def _is_blurred(self, seen: Views) -> bool:
        if self._settled_views is None:
            return False
        return stillness.sharpness(seen.ground) < BLURRED * stillness.sharpness(self._settled_views.ground)

    def _settle(self, frame: Frame, seen: Views) -> list[Change | Trouble]:
        """Reads the squares that changed and takes the frame as the newest settled one."""
        suspects = self._suspects(seen)
        certainties, letters = judge(seen, suspects, self._pieces)
        if self._palette is not None:
            letters = self._asked_again(self._palette, seen, suspects, certainties, letters)
        foreign = certainties.argmax(axis=1) == LETTERS.index("?")
        if self._settled_frame is not None and np.count_nonzero(foreign) >= COVERED:
            names = tuple(square.name for square, no in zip(suspects, foreign, strict=True) if no)
            if len(names) > len(self.board.squares()) / 2:
                return self._wait(frame, "moved", (), _NOTHING_WHERE_IT_WAS)
            text = Sentence("Something lies on or over {squares}.", {"squares": names})
            return self._wait(frame, "covered", names, text)
        for kind in ("covered", "dark", "blurred", "moved"):
            self._told.pop(kind, None)
        self._reaching = 0
        change = self._take(frame, suspects, letters, certainties)
        unknown = self._unknown()
        self._pieces_on = {square for square, sure in zip(unknown, holds_a_piece(seen, unknown), strict=True) if sure}
        self._settled_frame, self._settled_views, self.settled = frame, seen, True
        self._settled_small = (stillness.small(frame.image), self._grid(frame))
        self._reference = frame.image
        if self._anchor is None:
            self._anchor = frame.image
        self.last_reading = self._reading()
        events: list[Change | Trouble] = [] if change is None else [change]
        return events + self._unsure(frame)

    def _asked_again(
        self, palette: Palette, seen: Views, suspects: Sequence[Square], certainties: Certainties, letters: list[str]
    ) -> list[str]:
        """The suspects' letters after the palette has had its say; '?' for a piece that is not in the game.

        It is asked about all squares: the light that its colours are seen by is the whole board's.
        """
        squares = self.board.squares()
        known = dict(zip(suspects, zip(certainties, letters, strict=True), strict=True))
        nothing = np.zeros(len(LETTERS), np.float32)
        odds = np.array([known[square][0] if square in known else nothing for square in squares])
        read = [known[square][1] if square in known else self._letters.get(square, ".") for square in squares]
        opinions = dict(zip(squares, second_opinion(palette, seen, squares, odds, read), strict=True))
        return [opinions[square] if opinions[square] in f".{self._pieces}" else "?" for square in suspects]

    def _suspects(self, seen: Views) -> tuple[Square, ...]:
        """The squares to be read: all at first, later those that look other than before or are not yet known."""
        squares = self.board.squares()
        if self._settled_views is None:
            return squares
        share = changed_share(self._settled_views, seen, squares)
        return tuple(
            square
            for square, part in zip(squares, share, strict=True)
            if part > CHANGED or self._letters[square] == "?"
        )

    def _take(
        self, frame: Frame, suspects: Sequence[Square], letters: Sequence[str], certainties: Certainties
    ) -> Change | None:
        """Books the letters of the squares that were read; returns what is now settled, if anything."""
        added, removed = [], []
        for square, letter, certainty in zip(suspects, letters, certainties, strict=True):
            known = self._letters.get(square, ".")
            if self._settled_frame is not None and known != "?" and certainty[LETTERS.index(known)] > STAYS:
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

    def _unsure(self, frame: Frame) -> list[Change | Trouble]:
        """The trouble of squares that cannot be told, if there are others than the last time."""
        unknown = self._unknown()
        if not unknown:
            self._told.pop("unsure", None)
            return []
        names = tuple(square.name for square in unknown)
        if self._told.get("unsure") == names:
            return []
        self._told["unsure"] = names
        return [Trouble(frame.name, "unsure", names, _one_after_the_other([self._doubt(square) for square in unknown]))]

    def _unknown(self) -> tuple[Square, ...]:
        return tuple(square for square in self.board.squares() if self._letters.get(square) == "?")

    def _doubt(self, square: Square) -> Sentence:
        """A sentence on a square that cannot be told."""
        may_be = self._may_be(square)
        if not may_be:
            return Sentence("{square} is covered, or something lies there that is no house.", {"square": square.name})
        values = {"square": square.name, "pieces": Either(_WORDS[letter] for letter in may_be)}
        return Sentence("{square} is not sure: {pieces}?", values)

    def _may_be(self, square: Square) -> tuple[str, ...]:
        """The letters that a square that reads '?' may have: any of the game where a piece stands that is like none."""
        certainty = self._certainties[square]
        likely = candidates(certainty)
        if square not in self._pieces_on:
            return likely
        if sum(certainty[LETTERS.index(letter)] for letter in likely if letter != ".") > 0.5:
            return tuple(letter for letter in likely if letter != ".")
        return tuple(sorted(self._pieces, key=lambda letter: -certainty[LETTERS.index(letter)]))

    def _reading(self) -> Reading:
        assert self.pose is not None
        uncertain = tuple((square.name, self._may_be(square)) for square in self._unknown())
        return Reading(self.board.name, self.squares or (), self.pose.corners_px, uncertain)


_WORDS = {
    ".": Sentence("empty"),
    "r": Sentence("red"),
    "b": Sentence("blue"),
    "g": Sentence("green"),
    "y": Sentence("yellow"),
    "t": Sentence("a TOP"),
}
_REACHED = Sentence("Something reaches over the board: please clear the view.")
_FOUND_AGAIN = Sentence("The camera or the board has moved; the board is found again.")
_BLURRED = Sentence("The picture is blurred: is the camera shaking or out of focus?")
_GREY = Sentence("The picture has no colours: switch the camera's night vision off, or give it more light.")
_NOTHING_WHERE_IT_WAS = Sentence(
    "Nothing is where it was: was the board turned, or the camera moved? Put it back as it was."
)


def _moved(error: BoardNotFound) -> Sentence:
    return Sentence("The camera or the board has moved: {reason}.", {"reason": error.sentence})


def _one_after_the_other(sentences: Sequence[Sentence]) -> Sentence:
    first, *rest = sentences
    return Sentence("{one} {rest}", {"one": first, "rest": _one_after_the_other(rest)}) if rest else first


def changed_share(before: Views, after: Views, squares: Sequence[Square]) -> NDArray[np.float64]:
    """(N,): the share of each square's pixels, at the board's height or a roof's, that look other than before."""
    shares = []
    for one, other in ((before.ground, after.ground), (before.roof, after.roof)):
        logs = [np.log(picture.astype(np.float32) + 12) for picture in (one, other)]
        change = logs[0] - logs[1]
        change -= np.median(change, axis=(0, 1))
        different = np.abs(change).max(axis=2) > PIXEL
        tops = [(square.row + MARGIN) * PX for square in squares]
        lefts = [(square.col + MARGIN) * PX for square in squares]
        shares.append([float(different[t : t + PX, le : le + PX].mean()) for t, le in zip(tops, lefts, strict=True)])
    return np.asarray(np.max(shares, axis=0), float)
