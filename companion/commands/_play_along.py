"""A game played along with a camera's frames: each placement is booked, each payment said with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from companion.board import Board
from companion.devices import Dice
from companion.errors import FormatError
from companion.journal import Journal
from companion.money import spell
from companion.reading import Change, Seen, Trouble
from companion.record import Record, write_record
from companion.table import Policy, Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """How it ended. ``open``: what the books could not explain, in words; empty when all was booked."""

    booked: int
    open: tuple[str, ...]


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
            yield f"    {amount:>8} {entry['player']}: {entry['kind'].replace('_', ' ')}, {entry['text']}{ruling}"


def play_along(
    frames: Iterable[tuple[str, list[Change | Trouble], tuple[str, ...] | None]],
    board: Board,
    header: Mapping[str, Any],
    dice: Dice,
    record: Path,
    tell: Callable[[Told], None],
) -> Outcome:
    """Plays the game of ``header`` along ``frames``: (name, what the watcher tells, all settled squares).

    A throw of ``dice`` belongs to the next placement; the turn ends after it. The record is written after each
    booking, so that it is whole whenever the program ends. Raises FormatError for a header that is none or
    names another board.
    """
    if header.get("board", board.name) != board.name:
        raise FormatError(f'the header\'s board is "{header["board"]}", --board gives "{board.name}"')
    with Journal(None, lambda: "") as journal:
        journal.new_game(header)
        table = Table(journal, lambda _: msgspec.to_builtins(board), policy=Policy(placements=True, turns=True))
        game = _Along(table, dice, record, tell)
        game.save()
        for name, news, squares in frames:
            game.take(name, news, squares)
        return game.outcome()


class _Along:
    def __init__(self, table: Table, dice: Dice, record: Path, tell: Callable[[Told], None]) -> None:
        self._table = table
        self._dice = dice
        self._record = record
        self._tell = tell
        self._booked = 0
        self._problems: tuple[str, ...] = ()
        self._squares: tuple[str, ...] | None = None

    def take(self, frame: str, news: list[Change | Trouble], squares: tuple[str, ...] | None) -> None:
        """One frame: throws when a house has come, shows the board to the table, tells what it made of it."""
        for item in news:
            if isinstance(item, Trouble):
                self._tell(Told(frame, f"{item.kind}: {item.text}"))
            elif item.added and "roll" in self._table.snapshot()["legal"]:
                throw = self._dice.read(0)
                if throw is not None:
                    self._table.throw(throw)
        self._table.observe(Seen(frame, squares))
        snapshot = self._table.snapshot()
        for line in reversed(snapshot["log"][: snapshot["version"] - self._booked]):
            self._tell(Told(frame, line["text"], tuple(line["entries"]), line["event"]))
        if snapshot["version"] != self._booked:
            self._booked = snapshot["version"]
            self.save()
        problems = tuple(problem["text"] for problem in snapshot["problems"])
        for text in problems:
            if text not in self._problems:
                self._tell(Told(frame, f"not booked: {text}"))
        self._problems = problems
        self._squares = squares

    def save(self) -> None:
        header, events = self._table.record()
        write_record(self._record, Record(header, events))

    def outcome(self) -> Outcome:
        if self._squares is None:
            return Outcome(self._booked, (*self._problems, "no frame could be read"))
        unknown = sum(row.count("?") for row in self._squares)
        if unknown:
            return Outcome(self._booked, (*self._problems, f"at the end {unknown} squares cannot be told"))
        return Outcome(self._booked, self._problems)
