"""Pictures that people bring along: one at a time, and no larger than reading needs, whatever page they are for."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from companion.devices import Image
from companion.errors import TableBusy
from companion.pictures import decode_smaller
from companion.reading import Point
from companion.sentence import Sentence

MOST_PIXELS = 8_100_000
"""Of larger pictures each two by two pixels are one, so that 12 megapixels take 9 MB and 32 take 24 MB. 2 megapixels at
least are left: a board that fills half of their width has some 60 pixels a square. The nets look at 32, and the limits
of reading were measured on pictures of 1.2 megapixels."""
WAIT_S = 20.0
"""How long waits what no page asks for again; a photo takes up to some 6 s."""

_TURN = threading.Lock()


@contextmanager
def turn(wait_s: float = 0.0) -> Iterator[None]:
    """For as long as a picture is decoded and read: a large one takes all that a small computer has.

    Raises TableBusy while another one is, after so many seconds; the pages ask again (web/static/js/photo.js).
    """
    if not _TURN.acquire(timeout=wait_s):
        raise TableBusy(Sentence("another photo is being read: try again in a moment"))
    try:
        yield
    finally:
        _TURN.release()


def decode_photo(content: bytes, corners: Sequence[Point] = ()) -> tuple[Image, list[Point]]:
    """A picture file of at most `MOST_PIXELS`, and where ``corners`` in the file's own picture are in it.

    Raises FormatError for what is no picture that can be read.
    """
    image, times = decode_smaller(content, MOST_PIXELS)
    return image, [((x + 0.5) / times - 0.5, (y + 0.5) / times - 0.5) for x, y in corners]
