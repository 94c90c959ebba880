"""Pictures of a market board that people bring along: the empty board once, then the offers on it."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from pathlib import Path

import calibration
from companion.commands._offers import market_board
from companion.devices import Image
from companion.errors import FormatError, TableError
from companion.fields import MarketBoard, parse_market_board
from companion.offers import OffersReading
from companion.pictures import decode_picture
from companion.reading import Point
from companion.sentence import Sentence
from vision.offers import count_offers

STAND_IN = "master-of-economy-market"


class MarketPhotos:
    """Reads one picture at a time beside the empty board's, which it keeps (web's protocol ``MarketPhotos``).

    ``folder``: of own boards; the first market board in it is read by, else the stand-in that comes with the program.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._empty: Image | None = None
        self._busy = threading.Lock()

    def board(self) -> MarketBoard:
        """The market board by which pictures are read. Raises FormatError naming a file that is none."""
        own = (market_board(str(path)) for path in sorted(self._folder.glob("*.json")))
        found = next((board for board in own if board is not None), None)
        return parse_market_board(calibration.market_file(STAND_IN)) if found is None else found

    def keep_empty(self, content: bytes) -> None:
        """Keeps the picture of the empty board, the bytes of a file. Raises FormatError for what is no picture."""
        self._empty = decode_picture(content)

    def read(self, content: bytes, corners: Sequence[Point]) -> OffersReading:
        """The offers in a picture of the same view; ``corners``: the board's, clockwise from its own top left.

        Raises FormatError for what is no picture, TableError without an empty board or while another one is read.
        """
        empty = self._empty
        if empty is None:
            raise TableError(Sentence("choose a picture of the empty market first"))
        image = decode_picture(content)
        if not self._busy.acquire(blocking=False):
            raise TableError(Sentence("another picture is being read: try again in a moment"))
        try:
            reading = count_offers(image, corners, self.board(), empty)
        finally:
            self._busy.release()
        if reading.reason is not None:
            raise FormatError(reading.reason)
        return reading
