"""A game as it runs: its journal lines replayed into a stack of states, so that undo is a step back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.board import Board, Boards
from companion.errors import FormatError, JournalError, RuleError, TableError
from companion.games import AnyGame, Entry, Sentence, Step, game
from companion.journal import Line, NewLine
from companion.record import check_header


@dataclass(frozen=True, slots=True)
class Booked:
    """An event in force: its journal line, what it says, and the state and entries that it led to."""

    line: Line
    sentence: Sentence
    step: Step[Any]


@dataclass(slots=True)
class Running:
    """One game with all its journal lines; `extend` takes further ones. Not thread-safe: the table has the lock."""

    id: int
    header: Mapping[str, Any]
    rules: AnyGame
    board: Board | None
    start: Step[Any]
    lines: list[Line] = field(default_factory=list)
    done: list[Booked] = field(default_factory=list)
    undone: list[Booked] = field(default_factory=list)
    log: list[Booked] = field(default_factory=list)
    """Every event that was ever booked in its order, the undone ones too."""

    @property
    def state(self) -> Any:
        return self.done[-1].step.state if self.done else self.start.state

    @property
    def version(self) -> int:
        return len(self.lines)

    @property
    def hides_cash(self) -> bool:
        """Whether a player's money is for himself and the banker alone: agreed at the start, over with the game."""
        return bool(self.header.get("hidden_cash", False)) and self.rules.result(self.state) is None

    def newest(self) -> str:
        """What was booked last, in words; empty at the start."""
        if not self.lines:
            return ""
        if self.lines[-1].kind == "undo":
            return f"taken back: {self.undone[-1].sentence}"
        return str(self.done[-1].sentence)

    def preview(self, raw: Mapping[str, Any]) -> tuple[Sentence, Step[Any]]:
        """What an event says and would lead to; raises FormatError or RuleError."""
        event = self.rules.parse_event(raw)
        sentence = self.rules.describe(self.state, event)
        return sentence, self.rules.apply(self.state, event)

    def events(self) -> tuple[Mapping[str, Any], ...]:
        """The events in force, as in the game record."""
        return tuple(booked.line.event for booked in self.done if booked.line.event is not None)

    def extend(self, lines: Sequence[Line]) -> None:
        """Takes lines that the journal has booked."""
        for line in lines:
            match line.kind:
                case "event":
                    assert line.event is not None
                    sentence, step = self.preview(line.event)
                    booked = Booked(line, sentence, step)
                    self.done.append(booked)
                    self.log.append(booked)
                    self.undone.clear()
                case "undo":
                    self.undone.append(self.done.pop())
                case "redo":
                    self.done.append(self.undone.pop())
            self.lines.append(line)

    def check(self, lines: Sequence[NewLine]) -> None:
        """Raises what would keep these lines from being taken, before they are booked."""
        states = [booked.step.state for booked in (*self.done, *self.undone[::-1])]
        place = len(self.done)
        for line in lines:
            match line.kind:
                case "undo":
                    if place == 0:
                        raise TableError("nothing is left to undo: the game is at its start")
                    place -= 1
                case "redo":
                    if place == len(states):
                        raise TableError("nothing is left to redo")
                    place += 1
                case "event":
                    state = states[place - 1] if place else self.start.state
                    assert line.event is not None
                    states[place:] = [self.rules.apply(state, self.rules.parse_event(line.event)).state]
                    place += 1


def begin(id_: int, header: Mapping[str, Any], boards: Boards) -> Running:
    """A game at its start; raises FormatError for a header that is none."""
    check_header(header)
    rules = game(header["game"])
    start = rules.start(header, boards)
    return Running(id_, header, rules, rules.board(start.state), start)


def resume(id_: int, header: Mapping[str, Any], lines: Sequence[Line], boards: Boards) -> Running:
    """A game as its journal lines left it; raises JournalError when the rules of today refuse one of them."""
    running = begin(id_, header, boards)
    for line in lines:
        try:
            running.extend([line])
        except (FormatError, RuleError) as error:
            raise JournalError(
                f"game {id_} of the journal cannot be resumed: line {line.n} is refused: {error}. "
                "Nothing was changed; begin a new game, or use the bankhalter that wrote it"
            ) from error
    return running


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry with its reason, as pages show it."""
    return {**entry.to_json(), "account": entry.account, "text": str(entry.reason), "ruling": entry.reason.ruling}
