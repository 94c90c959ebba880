"""The books at the end of a game record, for commands that set a picture beside them."""

from __future__ import annotations

from pathlib import Path

import calibration
from companion.errors import FormatError
from companion.files import read_file
from companion.record import Played, read_lines, replay


def record_end(record: Path) -> Played:
    """The last line of a record, played; raises FormatError naming the file, UnreadableLine or IllegalLine."""
    try:
        content = read_file(record)
    except OSError as error:
        raise FormatError(f"{record} cannot be read: {error.strerror}") from None
    *_, last = replay(read_lines(content), calibration.board_file)
    return last
