"""Pictures of a player's rows that people bring along: read one at a time, none kept."""

from __future__ import annotations

from collections.abc import Sequence

import calibration
from companion.cards import SeenRow
from companion.commands._turn import decode_photo, turn
from vision.cards import read_rows


class RowPhotos:
    """Reads by the deck that comes with the program (web's protocol ``RowPhotos``)."""

    def __init__(self) -> None:
        self._deck = calibration.deck("reibach")

    def read(self, content: bytes) -> Sequence[SeenRow]:
        """The rows in the bytes of a picture file, from left to right.

        Raises FormatError for what is no picture, BoardNotFound where no cards are seen, TableBusy while another
        picture is read.
        """
        with turn():
            return read_rows(decode_photo(content)[0], self._deck)
