"""Follows a board over the frames of a fixed camera: whether a frame may be read, and what keeps it from being read.

What is read on the board is another matter: squares of a grid (`vision.watcher`), stones in regions
(`vision.region_watcher`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from companion.board import Board
from companion.devices import Frame, Image
from companion.errors import BoardNotFound
from companion.pictures import is_grey
from companion.reading import ChainOutline, Change, PictureKind, Point, Seen, Trouble, TroubleKind
from companion.sentence import Sentence
from vision import stillness
from vision.locate import PoseCheck, Verifier, register, verify
from vision.placing import Finder, as_seen_by, first_poses, nudged
from vision.pose import Pose, resized

BLURRED = 0.55
"""Sharpness against the last settled picture's below which a frame is not read."""

NUDGED = 0.03
"""How far off the print is seen, in squares, for the pose to follow: in still frames it is at most 0.008; by 0.14 a TOP
on table/0003 was read as nothing there, and table/0007 had 47 '?' instead of 2."""

LOOKED_AGAIN = 10
"""Frames alike, of those in which the board is not found, of which one is searched: a search takes seconds where there
is no board, and more of the same tells little, but that noise may hide one in a single frame."""


class _NotRecognised(Exception):
    """Nothing of the board is seen where it was: by such a frame nothing may be read.

    ``searched``: whether it was looked for elsewhere in the picture, too.
    """

    def __init__(self, *, searched: bool) -> None:
        super().__init__()
        self.searched = searched


class Follower(ABC):
    """Takes frames one by one; whoever knows what lies on the board reads those that are fit.

    ``empty``: a picture of the board with nothing on it by the same camera, or what makes one when the first frame
    comes; ``empty_pose`` its pose where it is known.
    ``corners``: the board's corners in the camera's pictures, clockwise from its own top left, where ``find`` does not
    find the board. ``agree``: how many still frames must follow one another before a state is taken: 1 for single
    pictures, 3 for a live camera. ``patience``: how many frames a hand may take before people are told of it.
    """

    def __init__(
        self,
        board: Board,
        *,
        find: Finder,
        empty: Image | Callable[[], Image] | None,
        empty_pose: Pose | None,
        corners: Sequence[Point] | None,
        agree: int,
        patience: int,
    ) -> None:
        self.board = board
        self.pose: Pose | None = None
        self._shape: tuple[int, ...] = ()  # of the pictures that the pose is of
        self.settled = False
        self._find = find
        self._empty: Image | None = None if callable(empty) else empty
        self._make_empty: Callable[[], Image] | None = empty if callable(empty) else None
        self._empty_pose = empty_pose
        self._corners = tuple(corners) if corners is not None else None
        self._agree = agree
        self._patience = patience
        self._settled_frame: Frame | None = None
        self._settled_pose: Pose | None = None
        self._settled_small: tuple[Image, stillness.Mask] | None = None
        self._reference: Image | None = None  # small: the newest picture of this view with nothing reaching in
        self._anchor: Image | None = None  # what the pose was found in: a drift adds up against it, however slow
        self.placed = False
        """Whether the pose is that of the newest frame, as far as that is known: not where the board is not found."""
        self._verifier = Verifier()
        self._newest: Image | None = None
        self._still = 0
        self._reaching = 0
        self._told: dict[TroubleKind, tuple[tuple[str, ...], str]] = {}  # which places, and what is said of them
        self._unfound_in: tuple[Image, tuple[int, ...]] | None = (
            None  # searched in vain: small, and the picture's shape
        )
        self._alike = 0  # frames since then that show the same

    # What only those know who read the board.

    @abstractmethod
    def _read(self, frame: Frame) -> list[Change | Trouble]:
        """Reads a frame in which the board is found and nothing moves; ends in `_take_as_settled` or `_wait`."""

    @abstractmethod
    def _compare_with(self, image: Image) -> None:
        """Takes ``image``, the last settled picture at the frames' new size, as what the next is compared with."""

    @abstractmethod
    def _under(self, reach: stillness.Mask, pose: Pose, image: Image) -> tuple[str, ...]:
        """Names of the places whose middle lies under a mask of the small picture."""

    @abstractmethod
    def seen(self, frame: str, text: str | Sentence, kind: TroubleKind | None) -> Seen:
        """What is known now, with how the camera fares."""

    @abstractmethod
    def draw(
        self, kind: PictureKind, image: Image, pose: Pose, seen: Seen | None, outlines: Sequence[ChainOutline]
    ) -> Image:
        """The picture of that kind for people, of an ``image`` in which ``seen`` was read; depends on nothing else."""

    @abstractmethod
    def close_up(self, image: Image, pose: Pose, place: str) -> Image | None:
        """A picture of one place; None where there is none of that name. Depends on nothing else."""

    # What is the same for all boards.

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
            return self._wait(frame, "dark", (), GREY_TEXT)
        if self._shows_no_board_again(picture, frame.image.shape):
            return []
        pose = self.pose
        try:
            told = self._place(frame, picture)
        except _NotRecognised as error:
            self._unfound_in, self._alike = (picture, frame.image.shape) if error.searched else None, 0
            return self._reached(frame, (), _UNRECOGNISED)
        except BoardNotFound as error:
            self._unfound_in, self._alike = (picture, frame.image.shape) if self.pose is pose else None, 0
            self.placed = False
            if self.pose is None:
                return self._wait(frame, "unfound", (), self._unfound(error))
            return self._wait(frame, "moved", (), _moved(error) if self._is_of(frame) else _of_another_size(error))
        self.placed = True
        return told + self._look(frame, picture)

    def _look(self, frame: Frame, picture: Image) -> list[Change | Trouble]:
        """The rest of `see`, where the board's place in the frame is known."""
        assert self.pose is not None
        grid = self._grid(frame)
        reach = self._reach(picture, grid)
        if reach is not None:
            return self._reached(frame, self._under(reach, self.pose, frame.image), _REACHED)
        if not self._is_still(picture, grid):
            return []
        return self._read(frame)

    def _shows_no_board_again(self, picture: Image, shape: tuple[int, ...]) -> bool:
        """Whether the small picture shows the same as the newest that was searched in vain, and not too often.

        ``shape``: that of the picture itself, in which more may be seen where it is larger.
        """
        before, self._unfound_in = self._unfound_in, None
        self._alike += 1
        if before is None or before[1] != shape or self._alike >= LOOKED_AGAIN:
            return False
        if not stillness.unchanged(picture, before[0], np.ones(picture.shape[:2], bool)):
            return False
        self._unfound_in = before
        return True

    def _reach(self, picture: Image, grid: stillness.Mask) -> stillness.Mask | None:
        """(h, w): what reaches in over the grid; None where nothing does, or nothing is known to compare with."""
        if self._reference is None:
            return None
        reach = stillness.reaching_in(stillness.difference(picture, self._reference))
        return reach if (reach & grid).any() else None

    def _fits(self, frame: Frame) -> bool:
        """Whether the frame has the size of the settled one."""
        return self._settled_frame is not None and frame.image.shape == self._settled_frame.image.shape

    def _is_of(self, frame: Frame) -> bool:
        """Whether the pose is of pictures as large as the frame."""
        return frame.image.shape == self._shape

    def _grid(self, frame: Frame) -> stillness.Mask:
        """(h, w) of the small picture: where the grid is, or everywhere as long as that is not known."""
        if self.pose is None or not self._is_of(frame):
            return np.ones(stillness.small(frame.image).shape[:2], bool)
        return stillness.grid_mask(self.pose, frame.image)

    def _place(self, frame: Frame, picture: Image) -> list[Change | Trouble]:
        """Finds the board's pose, or checks that it still holds; a pose that had to be found again is told.

        Raises BoardNotFound where the board was moved and is not found again, _NotRecognised where nothing of it is
        seen: the last state is then kept.
        """
        if self.pose is None:
            self.pose, self._empty_pose = first_poses(
                frame.image, self.board, self._empty, self._empty_pose, self._corners, self._find
            )
            self._shape, self._anchor = frame.image.shape, frame.image
            if self._empty is not None and self._empty_pose is not None:
                self._anchor = as_seen_by(self._empty, self._empty_pose, self.pose, frame.image)
                self._reference = stillness.small(self._anchor)
            return []
        assert self._anchor is not None
        if not self._is_of(frame):
            return self._place_resized(frame, self.pose, self._anchor)
        check = self._verifier.verify(frame.image, self.pose, self._anchor)
        if check.is_sure:
            self._follow(frame.image, self.pose, self._anchor, check)
            return []
        reached = not check.shifted and self._reach(picture, self._grid(frame)) is not None
        if reached and check.holds:
            return []
        if reached and self._reaching < self._patience:  # it may be a hand, and to look for the board takes long
            raise _NotRecognised(searched=False)
        try:
            pose = register(frame.image, self._anchor, self.pose)
        except BoardNotFound:
            if reached:
                raise _NotRecognised(searched=True) from None
            if self._settled_frame is None and self._empty is None:
                self.pose = None  # nothing was read by it: perhaps it was found under a hand
            raise
        self._anchor = as_seen_by(self._anchor, self.pose, pose, frame.image)
        self._reference = stillness.small(self._anchor)
        self.pose, self._still, self._newest = pose, 0, None
        return self._wait(frame, "moved", (), _FOUND_AGAIN)

    def _follow(self, image: Image, pose: Pose, anchor: Image, check: PoseCheck) -> None:
        """Follows a nudge that is too small to be told: squares are read best by where they are to a fiftieth."""
        new_pose = nudged(image, anchor, pose) if check.worst_squares > NUDGED else None
        if new_pose is not None:
            self._anchor = as_seen_by(anchor, pose, new_pose, image)
            self._reference = None if self._reference is None else stillness.small(self._anchor)
            self.pose, self._still, self._newest = new_pose, 0, None

    def _place_resized(self, frame: Frame, pose: Pose, anchor: Image) -> list[Change | Trouble]:
        """Carries the pose over to a frame of another size, or finds the board there; raises BoardNotFound.

        What frames are compared with is taken to the new size as well: what happened meanwhile must not get lost.
        """
        image = frame.image
        carried = resized(pose, self._shape, image.shape)
        if carried is None or not verify(image, carried, _as_large(anchor, pose, carried, image)).is_sure:
            carried = register(image, anchor, pose)
        self._anchor = _as_large(anchor, pose, carried, image)
        if self._reference is not None:
            self._reference = stillness.small(self._anchor)
        self.pose, self._shape = carried, image.shape
        if self._settled_frame is not None and self._settled_pose is not None:
            settled = _as_large(self._settled_frame.image, self._settled_pose, self.pose, image)
            self._settled_frame = Frame(self._settled_frame.name, settled, self._settled_frame.time_ms)
            self._settled_pose = self.pose
            self._reference = stillness.small(settled)
            self._compare_with(settled)
        self._still, self._newest = 0, None
        return self._wait(frame, "moved", (), _RESIZED)

    def _unfound(self, error: BoardNotFound) -> Sentence:
        """What is said where the board was never found: nothing can have moved."""
        values = {"reason": error.sentence}
        if self._empty is None:
            return Sentence("Nothing can be read yet: {reason}", values)
        return Sentence(
            "The camera does not see the board as its picture of the empty board shows it ({reason}). Is this that "
            "camera, and that board? If so, take that picture again, or calibrate again.",
            values,
        )

    def _wait(
        self, frame: Frame, kind: TroubleKind, squares: tuple[str, ...], text: Sentence
    ) -> list[Change | Trouble]:
        """Takes nothing from this frame; tells of the trouble if it is new."""
        self.settled = False
        self._still = 0
        if self._told.get(kind) == (squares, text.text):
            return []
        self._told[kind] = (squares, text.text)
        self._told.pop("unsure", None)  # this one hides it: it is told again once this one is over
        return [Trouble(frame.name, kind, squares, text)]

    def _reached(self, frame: Frame, squares: tuple[str, ...], text: Sentence) -> list[Change | Trouble]:
        """A hand reaches in: usual while somebody moves, a trouble that ``text`` tells when it stays."""
        self._reaching += 1
        if self._reaching <= self._patience or "covered" in self._told:
            self.settled = False
            self._still = 0
            return []
        return self._wait(frame, "covered", squares, text)

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

    def _take_as_settled(self, frame: Frame) -> None:
        """Takes a frame that was read as the newest settled one."""
        for kind in ("unfound", "covered", "dark", "blurred", "moved"):
            self._told.pop(kind, None)
        self._reaching = 0
        self._settled_frame, self._settled_pose, self.settled = frame, self.pose, True
        self._reference = stillness.small(frame.image)
        self._settled_small = (self._reference, self._grid(frame))

    def _tell_unsure(
        self, frame: Frame, names: tuple[str, ...], text: Callable[[], Sentence]
    ) -> list[Change | Trouble]:
        """The trouble of places that cannot be told, if there are others than the last time; ``text`` says it."""
        if not names:
            self._told.pop("unsure", None)
            return []
        if self._told.get("unsure") == (names, ""):
            return []
        self._told["unsure"] = (names, "")
        return [Trouble(frame.name, "unsure", names, text())]


_REACHED = Sentence("Something reaches over the board: please clear the view.")
_UNRECOGNISED = Sentence("Nothing of the board is recognised: clear the view, or put the camera back as it was.")
_FOUND_AGAIN = Sentence("The camera or the board has moved; the board is found again.")
_RESIZED = Sentence("The camera's pictures have another size than before; the board is found again.")
GREY_TEXT = Sentence("The picture has no colours: switch the camera's night vision off, or give it more white light.")
BLURRED_TEXT = Sentence("The picture is blurred: is the camera shaking or out of focus?")
NOTHING_WHERE_IT_WAS = Sentence(
    "Nothing is where it was: was the board turned, or the camera moved? Put it back as it was."
)


def _moved(error: BoardNotFound) -> Sentence:
    return Sentence("The camera or the board has moved: {reason}.", {"reason": error.sentence})


def _of_another_size(error: BoardNotFound) -> Sentence:
    values = {"reason": error.sentence}
    return Sentence("The camera's pictures have another size, and the board is not found in them: {reason}.", values)


def _as_large(picture: Image, pose: Pose, new_pose: Pose, around: Image) -> Image:
    """As `as_seen_by`, where the new picture may be much smaller: then its pixels are means, as a camera's are."""
    share = around.shape[1] / picture.shape[1]
    size = (around.shape[1], max(1, round(picture.shape[0] * share)))
    if share < 1:
        less: Image = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
        smaller = resized(pose, picture.shape, less.shape)
        if smaller is not None:
            picture, pose = less, smaller
    return as_seen_by(picture, pose, new_pose, around)
