"""Pictures of a board that people bring along: read once, kept for a while, their chains outlined."""

from __future__ import annotations

import secrets
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from companion.board import Board, blank_board
from companion.commands._remarks import FIRST_BELIEVED
from companion.commands._turn import WAIT_S, decode_photo, turn
from companion.devices import Image
from companion.errors import BoardNotFound, FormatError
from companion.games.shark import Counted, count_chains
from companion.projection import Projection
from companion.reading import ChainOutline, Point, Reading
from companion.sentence import Sentence
from companion.squares import parse_square
from vision.drawing import draw_outlines
from vision.locate import locate
from vision.pose import Pose, pose_from_corners
from vision.reader import Evidence, look_at
from vision.rectify import crop, flat_projection, rectify
from vision.watcher import FLAT_PX

KEPT, KEPT_BYTES = 3, 64 * 2**20
"""Photos that are kept for the pages that show them: so many, of so many bytes together, and the newest."""
LONGEST_PX = 1600
"""What pages are shown of a photo is at most so wide or high."""
POSES = 500
"""Kept pictures of which it is remembered where the board lies: those of a long evening."""


@dataclass(frozen=True, slots=True)
class Photo:
    """A picture with what was read of it, and by what; ``evidence`` is None where the board was not found.

    ``in_vain``: without corners the board was looked for and not found.
    """

    image: Image
    board: Board
    reading: Reading
    evidence: Evidence | None = None
    in_vain: bool = False

    @property
    def pose(self) -> Pose | None:
        return None if self.evidence is None else self.evidence.pose


class Photos:
    """Reads photos, one at a time, and keeps the last of them (web's protocol ``Photos``)."""

    def __init__(self, boards: Sequence[Board]) -> None:
        self._boards = {board.name: board for board in boards}
        self._kept: OrderedDict[str, Photo] = OrderedDict()
        self._lock = threading.Lock()

    def read(self, content: bytes, board: str) -> tuple[str, Reading]:
        """Reads the bytes of a picture file; its key here, and what stands on the board of that name.

        Raises FormatError for what is no picture of a size that can be read, or no board; TableBusy while another
        one is read.
        """
        wanted = self._board(board)
        with turn():
            return self._keep(secrets.token_hex(8), read_photo(decode_photo(content)[0], wanted))

    def find(self, key: str, corners: Sequence[Point]) -> tuple[str, Reading]:
        """Reads a kept photo anew with the board's corners as a person has shown them.

        ``corners``: in pixels of the photo's picture "taken". Raises FormatError where there is no such photo
        any more, or the corners are not those of a board, and TableBusy as `read`; what was read of it before then
        stays.
        """
        photo = self._photo(key)
        if photo is None:
            raise FormatError(Sentence("this photo is no longer kept: choose it again"))
        scale = 1 / _shrink(photo.image)
        scaled = [(x * scale, y * scale) for x, y in corners]
        with turn():
            return self._keep(key, _found(_by_corners(photo, scaled)))

    def reading(self, key: str) -> Reading | None:
        """What was read in a kept photo; None where it is no longer kept."""
        photo = self._photo(key)
        return None if photo is None else photo.reading

    def remark(self, key: str) -> Sentence | None:
        """What people should know of how a kept photo was read; None where there is nothing."""
        photo = self._photo(key)
        believed = photo is not None and photo.evidence is not None and photo.evidence.first_believed
        return FIRST_BELIEVED if believed else None

    def picture(self, key: str, kind: str) -> bytes | None:
        """``taken`` or ``flat``, as JPEG, with its chains where the board was found; None where there is none."""
        photo = self._photo(key)
        if photo is None or kind not in ("taken", "flat"):
            return None
        return jpeg(drawn(photo, flat=kind == "flat"))

    def crop(self, key: str, square: str) -> bytes | None:
        """One square of a photo, as JPEG."""
        photo = self._photo(key)
        try:
            place = parse_square(square)
        except ValueError:
            return None
        if photo is None or photo.pose is None or photo.board.zone(place) is None:
            return None
        return jpeg(crop(photo.image, photo.pose, place))

    def _board(self, name: str) -> Board:
        if name not in self._boards:
            values = {"board": name, "boards": ", ".join(self._boards)}
            if not name:
                raise FormatError(Sentence("the board in the photo is not named: there are {boards}", values))
            raise FormatError(Sentence("no board is called {board}: there are {boards}", values))
        return self._boards[name]

    def _photo(self, key: str) -> Photo | None:
        with self._lock:
            return self._kept.get(key)

    def _keep(self, key: str, photo: Photo) -> tuple[str, Reading]:
        with self._lock:
            self._kept[key] = photo
            self._kept.move_to_end(key)
            while len(self._kept) > 1 and self._are_too_many():
                older = list(self._kept)[:-1]  # first those without a board: the last that was read is still shown
                del self._kept[next((each for each in older if not self._kept[each].reading.found), older[0])]
        return key, photo.reading

    def _are_too_many(self) -> bool:
        return len(self._kept) > KEPT or sum(photo.image.nbytes for photo in self._kept.values()) > KEPT_BYTES


def read_photo(image: Image, board: Board) -> Photo:
    """Reads a picture of a board, (H, W, 3) uint8 BGR; raises FormatError for one without colours."""
    reading, evidence = look_at(image, board)
    return Photo(image, board, reading, evidence, in_vain=not reading.found)


def _by_corners(photo: Photo, corners: Sequence[Point]) -> Photo:
    """A photo read anew by the board's corners in it, in pixels of its image."""
    reading, evidence = look_at(photo.image, photo.board, corners=corners, in_vain=photo.in_vain)
    return replace(photo, reading=reading, evidence=evidence)


def _found(photo: Photo) -> Photo:
    """The photo, if its board was found in it; else raises FormatError with the reason."""
    if photo.reading.reason is not None:
        raise FormatError(photo.reading.reason)
    return photo


def chain_outlines(rows: Sequence[str]) -> tuple[ChainOutline, ...]:
    """Each chain of a board with its number and size; lone houses without one."""
    return tuple(_outline(counted) for counted in count_chains(rows)) if rows else ()


def _outline(counted: Counted) -> ChainOutline:
    group = counted.group
    size = f"{group.size}+?" if counted.unsure else f"{group.size}"
    label = f"#{counted.number}: {size}" if group.is_chain else f"#{counted.number}"
    return ChainOutline(group.company[0], label, frozenset(group.houses | group.tops))


def drawn(photo: Photo, *, flat: bool) -> Image:
    """The photo for people, as taken or rectified, with its chains outlined where the board was found."""
    outlines = chain_outlines(photo.reading.squares)
    if photo.pose is None:
        return _shrunk(photo.image)
    if flat:
        picture = rectify(photo.image, photo.pose, 0.0, FLAT_PX)
        return draw_outlines(picture, flat_projection(photo.board, FLAT_PX), outlines)
    shrink = _shrink(photo.image)
    scale = np.diag([shrink, shrink, 1.0])
    return draw_outlines(_shrunk(photo.image), Projection(scale @ photo.pose.matrix, photo.board), outlines)


def _shrink(image: Image) -> float:
    return min(1.0, LONGEST_PX / float(max(image.shape[:2])))


def _shrunk(image: Image) -> Image:
    factor = _shrink(image)
    if factor == 1.0:
        return image
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA), np.uint8)


def jpeg(image: Image) -> bytes:
    """The picture as a JPEG file."""
    return cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, 85))[1].tobytes()


class KeptCrops:
    """Squares of the pictures that are kept of games: in each of them the board is looked for once."""

    def __init__(self) -> None:
        self._poses: OrderedDict[tuple[int, str], Pose | None] = OrderedDict()

    def crop(self, game: int, key: str, content: bytes, board: Board, square: str) -> bytes | None:
        """A square of the picture of that key, the bytes of a file, as JPEG.

        None where the board is not found in it for certain. Raises TableBusy where others are read for long.
        """
        try:
            place = parse_square(square)
        except ValueError:
            return None
        if board.zone(place) is None:
            return None
        with turn(WAIT_S):
            try:
                image = decode_photo(content)[0]
            except FormatError:
                return None
            pose = self._pose(game, key, image, board)
            return None if pose is None else jpeg(crop(image, pose, place))

    def _pose(self, game: int, key: str, image: Image, board: Board) -> Pose | None:
        """Where the board lies in it; called by one at a time."""
        if (game, key) not in self._poses:
            try:
                self._poses[game, key] = locate(image, board)
            except BoardNotFound:
                self._poses[game, key] = None
            if len(self._poses) > POSES:
                self._poses.popitem(last=False)
        return self._poses[game, key]


def flatten(content: bytes, corners: Sequence[Point], size_mm: tuple[float, float]) -> bytes:
    """The bytes of a picture file of a board laid flat, as JPEG: the board alone, from its top left.

    Raises FormatError for what is no picture, BoardNotFound for corners that are none, TableBusy where others are read
    for long.
    """
    with turn(WAIT_S):
        image, places = decode_photo(content, corners)
        pose = pose_from_corners(places, blank_board("", size_mm), (image.shape[1], image.shape[0]))
        scale = LONGEST_PX / max(size_mm)
        width, height = (max(1, round(side * scale)) for side in size_mm)
        plane = np.array([[1 / scale, 0, 0.5 / scale], [0, 1 / scale, 0.5 / scale], [0, 0, 1]])
        how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        flat = cv2.warpPerspective(image, pose.homography @ plane, (width, height), flags=how)
    return jpeg(np.asarray(flat, np.uint8))
