"""Pictures of a market board that people bring along: the empty board once, then the offers on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.commands._turn import WAIT_S, decode_photo, turn
from companion.devices import Image
from companion.errors import FormatError, TableError
from companion.reading import Point
from companion.regions import RegionBoard, RegionReading
from companion.sentence import Sentence, as_it_is
from vision.regions import read_regions


class MarketPhotos:
    """Reads one picture at a time beside the empty board's, which it keeps (web's protocol ``MarketPhotos``).

    ``board`` gives the market board by which pictures are read.
    """

    def __init__(self, board: Callable[[], RegionBoard]) -> None:
        self._board = board
        self._empty: Image | None = None

    def keep_empty(self, content: bytes) -> None:
        """Keeps the picture of the empty board, the bytes of a file.

        Raises FormatError for what is no picture, TableBusy where others are read for long.
        """
        with turn(WAIT_S):
            self._empty = decode_photo(content)[0]

    def read(self, content: bytes, corners: Sequence[Point]) -> RegionReading:
        """The offers in a picture of the same view; ``corners``: the board's, clockwise from its own top left.

        Raises FormatError for what is no picture, TableError without an empty board, TableBusy while another one is
        read.
        """
        empty = self._empty
        if empty is None:
            raise TableError(Sentence("choose a picture of the empty market first"))
        with turn():
            image, places = decode_photo(content, corners)
            reading = read_regions(image, places, self._board(), empty)
        if reading.reason is not None:
            raise FormatError(as_it_is(reading.reason))
        return reading
