"""A time-lapse of the board: the pictures that were kept of a game, one after the other, as an MJPG film."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence, Set
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np

from companion.devices import Image
from companion.errors import DeviceError, FormatError, JournalError
from companion.pictures import decode_picture
from companion.review._drawing import thinned
from companion.review._library import Library
from companion.sentence import Sentence

A_SECOND = 3
"""Pictures a second: slow enough to see which house came."""
MOST = 400
"""Pictures of a film at most, evenly chosen: some two minutes, and some ten seconds of work."""
WIDTH = 960
"""Pixels; wider pictures are made smaller."""
_AT_HAND = 2
"""Films that are kept, each of some tens of MB."""


class Album(Protocol):
    """The pictures that were kept of games, as JPEG files."""

    def kept(self, game: int, key: str) -> bytes | None: ...

    def kept_keys(self, game: int) -> Set[str]: ...


class Films:
    """Films of games, made bit by bit, the newest at hand until `close`."""

    def __init__(self, library: Library, album: Album) -> None:
        self._library = library
        self._album = album
        self._folder = tempfile.TemporaryDirectory(prefix="bankhalter-film-")
        self._made: dict[int, tuple[str, ...]] = {}

    def close(self) -> None:
        self._folder.cleanup()

    def keys(self, game: int) -> tuple[str, ...]:
        """The keys of a game's pictures, in the order in which they decided something. Raises JournalError."""
        kept = self._album.kept_keys(game)
        return tuple(moment.picture for moment in self._library.story(game).moments if moment.picture in kept)

    def film(self, game: int) -> Path | None:
        """The file of a game's film, if it was made of all the pictures that there are."""
        made = self._made.get(game)
        return self._path(game) if made and made == self.keys(game) else None

    def make(self, game: int) -> Iterator[tuple[int, int]]:
        """Makes a game's film; tells how many pictures of how many are done.

        Raises JournalError where there is no such game or no picture of it, DeviceError where no film can be written.
        """
        if self.film(game) is not None:
            return
        keys = self.keys(game)
        new = self._path(game).with_suffix(".new.avi")
        yield from write_film(thinned(keys, MOST), lambda key: self._album.kept(game, key), new)
        new.replace(self._path(game))
        self._made.pop(game, None)
        self._made[game] = keys
        while len(self._made) > _AT_HAND:
            oldest = next(iter(self._made))
            del self._made[oldest]
            self._path(oldest).unlink(missing_ok=True)

    def _path(self, game: int) -> Path:
        return Path(self._folder.name) / f"{game}.avi"


def write_film(keys: Sequence[str], picture: Callable[[str], bytes | None], path: Path) -> Iterator[tuple[int, int]]:
    """Writes an AVI file of the pictures in the order of their keys; tells how many of how many are done.

    All have the first one's size. ``picture`` gives the JPEG file of a key, None where it is gone by now. Raises
    JournalError where there is none that can be read, DeviceError where OpenCV was built without its own AVI writer.
    """
    writer: cv2.VideoWriter | None = None
    size = (0, 0)
    try:
        for done, key in enumerate(keys, start=1):
            image = _picture(picture(key))
            if image is not None:
                if writer is None:
                    size = _size(image)
                    writer = cv2.VideoWriter(
                        str(path), cv2.CAP_OPENCV_MJPEG, cv2.VideoWriter.fourcc(*"MJPG"), A_SECOND, size
                    )
                    if not writer.isOpened():
                        raise DeviceError("this OpenCV cannot write a film (MJPG in AVI): take another build of it")
                writer.write(np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8))
            yield done, len(keys)
    finally:
        if writer is not None:
            writer.release()
    if writer is None:
        raise JournalError(Sentence("no pictures were kept of this game"))


def _picture(content: bytes | None) -> Image | None:
    """A picture that was kept; None where it is gone or cannot be read."""
    try:
        return None if content is None else decode_picture(content)
    except FormatError:
        return None


def _size(image: Image) -> tuple[int, int]:
    """Width and height of the film, both even."""
    height, width = image.shape[:2]
    factor = min(1.0, WIDTH / width)
    return round(width * factor) // 2 * 2, round(height * factor) // 2 * 2
