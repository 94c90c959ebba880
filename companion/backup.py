"""One file that holds everything that was booked: written while a game runs, and put back from it.

It is a ZIP archive of the journal (a whole copy by SQLite's own backup) and of the boards that the games are played on
besides those that come with the program, the figures of one's own markets among them.
"""

from __future__ import annotations

import io
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path

from companion.board import parse_board
from companion.districts import parse_city
from companion.errors import FormatError, JournalError
from companion.fields import parse_market_board
from companion.files import make_folder, read_file, save_whole
from companion.journal import Journal
from companion.own_markets import FORMAT as MARKET_FORMAT
from companion.own_markets import parse_copy
from companion.parsing import decode_object
from companion.quoting import quoted
from companion.sentence import Sentence

JOURNAL = "journal.db"
BOARDS = "boards/"
BEFORE = "before-restore-{}.zip"
"""What a restore calls the backup of what was there."""
LARGEST = 256 * 1024 * 1024
"""Bytes that a backup may hold unpacked: thousands of games; more is no backup of ours."""


class Backups:
    """Backups of a journal and of the boards in a folder. ``changed`` is called when the journal is another one."""

    def __init__(self, journal: Journal, boards: Path, changed: Callable[[], None] = lambda: None) -> None:
        self._journal = journal
        self._boards = boards
        self._changed = changed

    def make(self) -> bytes:
        """A backup as it is now, while games go on. Raises JournalError."""
        packed = io.BytesIO()
        with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            copy = Path(folder) / JOURNAL
            self._journal.backup(copy)
            archive.write(copy, JOURNAL)
            for board in sorted(self._boards.glob("*.json")):
                archive.write(board, BOARDS + board.name)
        return packed.getvalue()

    def write(self, path: Path) -> None:
        """Writes a backup; the file is whole, the old one or the new one. Raises JournalError."""
        content = self.make()
        try:
            save_whole(path, content)
        except OSError as error:
            raise JournalError(
                Sentence(
                    "{file} cannot be written: {reason}; choose another place",
                    {"file": str(path), "reason": error.strerror or str(error)},
                )
            ) from error

    def restore(self, content: bytes) -> Path | None:
        """Puts back what a backup holds, in the place of all games that are there now.

        These are kept in a backup of their own beforehand, whose path is given; None where there was nothing. Raises
        FormatError when the content is no whole backup; nothing has changed then.
        """
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / JOURNAL
            boards = _checked(content, copy)
            before = self._before() if self._journal.games() or any(self._boards.glob("*.json")) else None
            if before is not None:
                self.write(before)
            if boards:
                make_folder(self._boards, above=True)
            for name, board in boards.items():
                save_whole(self._boards / name, board)
            self._journal.load(copy)
        self._changed()
        return before

    def rewrite_kept(self, work: Callable[[Journal], object]) -> None:
        """Does something with the journal in each backup that a restore has left beside this journal.

        Raises JournalError where one cannot be opened or written any more, and what ``work`` raises.
        """
        for path in sorted(self._boards.parent.glob(BEFORE.format("*"))):
            with tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / JOURNAL
                try:
                    boards = _unpack(read_file(path), copy)
                    with Journal(copy, lambda: "") as journal:
                        work(journal)
                        journal.backup(copy.with_name("new.db"))
                except (OSError, FormatError) as error:
                    raise JournalError(f"{path} cannot be rewritten: {error}; delete it if it is not needed") from error
                _pack(path, copy.with_name("new.db"), boards)

    def _before(self) -> Path:
        """A name that is free, beside the journal."""
        numbers = range(1, 10_000)
        names = (self._boards.parent / BEFORE.format(number) for number in numbers)
        return next(path for path in names if not path.exists())


def check_backup(content: bytes) -> None:
    """Raises FormatError when the content is no whole backup."""
    with tempfile.TemporaryDirectory() as folder:
        _checked(content, Path(folder) / JOURNAL)


def _checked(content: bytes, copy: Path) -> dict[str, bytes]:
    """Unpacks a backup as `_unpack` does, its journal brought up to date and found whole. Raises FormatError."""
    boards = _unpack(content, copy)
    try:
        with Journal(copy, lambda: "") as journal:  # refuses one by a newer program
            journal.check()
    except JournalError as error:
        values = {"error": error.sentence}
        raise FormatError(Sentence("the journal in this backup cannot be used: {error}", values)) from None
    return boards


def _pack(path: Path, journal: Path, boards: Mapping[str, bytes]) -> None:
    """Writes a backup of a journal's file and boards, whole or not at all. Raises OSError."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(journal, JOURNAL)
        for name, board in boards.items():
            archive.writestr(BOARDS + name, board)
    save_whole(path, packed.getvalue())


def _unpack(content: bytes, journal: Path) -> dict[str, bytes]:
    """Writes the journal of a backup to a file and gives its boards by their files' names. Raises FormatError."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if sum(info.file_size for info in archive.infolist()) > LARGEST:
                raise FormatError(Sentence("this is no backup: it would be far too large unpacked"))
            names = archive.namelist()
            if JOURNAL not in names:
                raise FormatError(Sentence("this is no backup of bankhalter: there is no journal in it"))
            boards = {}
            for name in names:
                file = name.removeprefix(BOARDS)
                if name == JOURNAL:
                    journal.write_bytes(archive.read(name))
                elif file == name or os.path.basename(file) != file or not file.endswith(".json"):
                    values = {"file": quoted(name)}
                    raise FormatError(Sentence("this is no backup of bankhalter: {file} does not belong there", values))
                else:
                    boards[file] = archive.read(name)
                    _check_board(boards[file])
            return boards
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, zlib.error) as error:
        raise FormatError(Sentence("this is no whole backup of bankhalter: {reason}", {"reason": str(error)})) from None


def _check_board(content: bytes) -> None:
    """Raises FormatError unless it is a board with a grid, of districts or of a market, or the figures of a market."""
    raw = decode_object(content)
    if "districts" in raw:
        parse_city(raw)
    elif "fields" in raw:
        parse_market_board(raw)
    elif raw.get("format") == MARKET_FORMAT:
        parse_copy(raw)
    else:
        parse_board(raw)
