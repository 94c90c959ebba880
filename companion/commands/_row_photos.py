"""Pictures of a player's rows that people bring along: read one at a time, none kept."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import calibration
from companion.cards import SeenRow
from companion.errors import TableError
from companion.pictures import decode_picture
from companion.sentence import Sentence
from vision.cards import read_rows


class RowPhotos:
    """Reads by the deck that comes with the program (web's protocol ``RowPhotos``)."""

    def __init__(self) -> None:
        self._deck = calibration.deck("reibach")
        self._busy = threading.Lock()

    def read(self, content: bytes) -> Sequence[SeenRow]:
        """The rows in the bytes of a picture file, from left to right.

        Raises FormatError for what is no picture, BoardNotFound where no cards are seen, TableError while another
        picture is read.
        """
        if not self._busy.acquire(blocking=False):
            raise TableError(Sentence("another picture is being read: try again in a moment"))
        try:
            return read_rows(decode_picture(content), self._deck)
        finally:
            self._busy.release()
