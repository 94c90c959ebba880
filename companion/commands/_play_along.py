"""A game played along with a camera's frames: each placement is booked, each payment said with its reason."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import msgspec

from companion.board import Board
from companion.devices import Dice
from companion.errors import FormatError
from companion.files import check_savable, locked, read_file
from companion.games import PUBLIC
from companion.journal import Journal
from companion.money import spell
from companion.reading import Change, Reading, Seen, Trouble, unknown_squares
from companion.record import Record, render_record, write_record
from companion.squares import Square, parse_square, with_letter
from companion.table import Policy, Table


@dataclass(frozen=True, slots=True)
class Told:
    """One thing to be printed: an event with its entries (as the table's log has them), or a trouble or problem."""

    frame: str
    text: str
    entries: tuple[Mapping[str, Any], ...] = ()
    event: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """As one JSON object: a booked event with its entries, or a text alone."""
        if self.event is None:
            return {"frame": self.frame, "text": self.text}
        return {"frame": self.frame, "event": self.event, "text": self.text, "entries": list(self.entries)}

    def lines(self) -> Iterator[str]:
        """The event in words, then each payment with its reason and ruling."""
        yield f"{self.frame}  {self.text}"
        for entry in self.entries:
            ruling = f" ({entry['ruling']})" if entry["ruling"] else ""
            amount = spell(entry["amount"], sign=True)
            yield f"    {amount:>8} {entry['account']}: {entry['kind'].replace('_', ' ')}, {entry['text']}{ruling}"


class GameAlong:
    """A game that follows a camera: a throw belongs to the next placement, the turn ends after it.

    The record is written after each booking, so that it is whole whenever the program ends. Raises FormatError for a
    header that is none, and for a record that is there already, or that something else wrote since.
    """

    def __init__(self, header: Mapping[str, Any], board: Board, dice: Dice, record: Path) -> None:
        self.record = record
        self._written: bytes | None = None  # what the record's file holds, if nothing else wrote it
        self.booked = 0
        self._board = board.name
        self._dice = dice
        self._problems: tuple[str, ...] = ()
        self._squares: tuple[str, ...] | None = None
        self._placed = False  # a house came that no throw was taken for yet
        # The newest letter of each square that was ever told, or that stood there when the game began.
        self._last = _letters(header.get("start", {}).get("board", ()))
        with ExitStack() as closing:
            closing.enter_context(_alone(record))
            journal = closing.enter_context(Journal(None, lambda: ""))
            journal.new_game(header)
            self._table = Table(
                journal, lambda _: msgspec.to_builtins(board), policy=Policy(placements=True, turns=True)
            )
            if _holds_another(record, render_record(Record(*self._table.record()))):
                raise FormatError(f"{record} is there already: name another file with --record, or move this one away")
            self._save()
            self._closing = closing.pop_all()

    @property
    def pieces(self) -> str:
        """Letters of the pieces that may stand on the board."""
        setting = self._table.setting()
        assert setting is not None
        return setting.pieces

    def take(
        self, frame: str, news: Sequence[Change | Trouble], reading: Reading | None, pieces_on: Collection[Square] = ()
    ) -> Iterator[Told]:
        """One frame: ``news`` is what the watcher tells of it, ``reading`` all settled squares; what came of it.

        ``pieces_on``: of the squares that read '?', those where some piece stands for sure.
        """
        for item in news:
            if isinstance(item, Trouble):
                yield Told(frame, f"{item.kind}: {item.text}")
            elif self._is_placed(item):
                self._placed = True
        squares = None if reading is None else reading.squares
        doubtful = self._may_have_come(squares)
        by_throw: tuple[Square, str] | None = None
        if len(doubtful) == 1 and reading is not None and doubtful[0] in pieces_on and not self._problems:
            self._take_throw()
            by_throw = self._by_the_throw(doubtful[0], reading)
        if by_throw is not None and reading is not None:
            squares = with_letter(reading.squares, *by_throw)
        elif doubtful:  # until that is told, what comes later would be booked on another's throw
            self._squares = squares
            return
        if self._placed:
            self._take_throw()
        self._placed = False
        self._table.observe(Seen(self._board, frame, squares))
        snapshot = self._table.snapshot()
        new = snapshot["version"] - self.booked
        if new:
            self.booked = snapshot["version"]
            self._save()
        if new and by_throw is not None:
            square, letter = by_throw
            self._last[square] = letter
            text = f"by the throw: a house stands on {square.name}, but the picture does not show its colour"
            yield Told(frame, text)
        for line in reversed(snapshot["log"][:new]):
            yield Told(frame, line["text"], tuple(line["entries"]), line["event"])
        problems = tuple(problem["text"] for problem in snapshot["problems"])
        for text in problems:
            if text not in self._problems:
                yield Told(frame, f"not booked: {text}")
        self._problems, self._squares = problems, squares

    def _is_placed(self, change: Change) -> bool:
        """Whether a piece came: not one that the books have, booked by its throw or put back, nor one seen again."""
        game = self._table.peek()
        assert game is not None
        books = _letters(game.rules.view(game.state, PUBLIC)["board"])
        added = [(parse_square(name), letter) for name, letter in change.added]
        return any(books[square] == "." and self._last.get(square, ".") != letter for square, letter in added)

    def _by_the_throw(self, square: Square, reading: Reading) -> tuple[Square, str] | None:
        """The piece that stands on a square: the only one that the throw allows there, if none looks likelier.

        A throw never overrules the picture: a house of another colour than was thrown is a mistake of the table's.
        """
        boards = {letter: with_letter(reading.squares, square, letter) for letter in self.pieces}
        allowed = [letter for letter, board in boards.items() if self._table.explains(board)]
        likely = [letter for letter in dict(reading.uncertain)[square.name] if letter in self.pieces]
        return (square, allowed[0]) if len(allowed) == 1 and allowed == likely[:1] else None

    def _take_throw(self) -> None:
        if self._table.awaits_throw():
            throw = self._dice.read(0)
            if throw is not None:
                self._table.throw(throw)

    def _may_have_come(self, squares: tuple[str, ...] | None) -> tuple[Square, ...]:
        """The squares that were empty, or never told, and read '?'."""
        read = _letters(squares or ())
        doubtful = tuple(square for square, each in read.items() if each == "?" and self._last.get(square, ".") == ".")
        self._last |= {square: letter for square, letter in read.items() if letter != "?"}
        return doubtful

    def unexplained(self) -> tuple[str, ...]:
        """What the books could not explain so far, in words; empty when all was booked."""
        if self._squares is None:
            return (*self._problems, "no frame could be read")
        unknown = [name for name in unknown_squares(self._squares) if self._last.get(parse_square(name), ".") == "."]
        if not unknown:
            return self._problems
        return (*self._problems, f"what stands on {', '.join(unknown)} is not sure: the game waits for it")

    def _save(self) -> None:
        record = Record(*self._table.record())
        try:
            if self._written is not None and _content(self.record) not in (self._written, None):  # gone, it comes again
                raise FormatError(
                    f"{self.record}: something else wrote this record, so nothing more is written to it: do two "
                    "programs write it? End one of them, and start again with another --record"
                )
            write_record(self.record, record)
            self._written = render_record(record)
        except OSError as error:
            raise _unwritable(self.record, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()


@contextmanager
def _alone(record: Path) -> Iterator[None]:
    """Keeps a second bankhalter from writing the same record; raises FormatError.

    Each writing puts a new file in the record's place, so it is one beside it that is locked, whose name is short
    whatever the record's.
    """
    with ExitStack() as closing:
        try:
            check_savable(record)
            place = Path(os.path.realpath(record))
            name = hashlib.sha256(os.fsencode(place.name)).hexdigest()[:16]
            closing.enter_context(locked(place.with_name(f".{name}.lock")))
        except BlockingIOError:
            raise FormatError(
                f"{record}: another bankhalter writes this record: end it, or name another file with --record"
            ) from None
        except OSError as error:
            raise _unwritable(record, error) from None
        yield


def _unwritable(record: Path, error: OSError) -> FormatError:
    return FormatError(f"{record}: the record cannot be written: {error.strerror}")


def _letters(rows: Sequence[str]) -> dict[Square, str]:
    """What stands on each square of a board, one string a row."""
    return {Square(row, col): letter for row, line in enumerate(rows) for col, letter in enumerate(line)}


def _content(path: Path) -> bytes | None:
    """What a file holds; None where there is none. Raises OSError."""
    try:
        return read_file(path)
    except FileNotFoundError:
        return None


def _holds_another(path: Path, begun: bytes) -> bool:
    """Whether a file holds anything but the ``begun`` record: one that is killed before it books leaves that."""
    try:
        size = path.stat().st_size if path.is_file() else 0
    except OSError:
        return False  # what is in the way there is told when it is written
    return size > 0 and (size != len(begun) or not _is(path, begun))


def _is(path: Path, content: bytes) -> bool:
    try:
        return read_file(path) == content
    except OSError:
        return False
