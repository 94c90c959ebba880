"""A game as it runs: its journal lines replayed into its course, and a log of all that was ever booked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.board import Board, Boards
from companion.errors import FormatError, JournalError, RuleError, TableError, TableStale
from companion.games import AnyGame, game
from companion.journal import Line, NewLine
from companion.record import check_header
from companion.regions import RegionBoard
from companion.sentence import Sentence
from companion.table._course import Booked, Correction, Course
from companion.table._paper import begin_paper, money_kind
from companion.table._viewers import hides_cash


@dataclass(slots=True)
class Running:
    """One game with all its journal lines; `extend` takes further ones. Not thread-safe: the table has the lock.

    ``log``: every event that was ever booked, by its line, in the order of the game, a correction behind what it
    corrects. ``corrected``: which line is corrected by which.
    """

    id: int
    header: Mapping[str, Any]
    board: Board | None
    regions: RegionBoard | None
    course: Course
    lines: list[Line] = field(default_factory=list)
    log: dict[int, Booked] = field(default_factory=dict)
    corrected: dict[int, int] = field(default_factory=dict)

    @property
    def playfield(self) -> str | None:
        """The name of the board that a camera can read; None for a game without one."""
        field = self.board or self.regions
        return None if field is None else field.name

    def place_names(self) -> set[str]:
        """The names of its squares, or of its regions."""
        if self.board is not None:
            return {square.name for square in self.board.squares()}
        return set() if self.regions is None else {*self.regions.outlines}

    @property
    def rules(self) -> AnyGame:
        return self.course.rules

    @property
    def state(self) -> Any:
        return self.course.state

    @property
    def done(self) -> Sequence[Booked]:
        return self.course.done

    @property
    def undone(self) -> Sequence[Booked | Correction]:
        return self.course.undone

    @property
    def version(self) -> int:
        return len(self.lines)

    @property
    def last_key(self) -> str:
        """Tells the newest line from every other that could stand in its place, by when it was booked.

        Everybody is shown it: what the event was, which may be hidden, has no part in it.
        """
        told: list[Any] = [self.id]
        if self.lines:
            last = self.lines[-1]
            told += [last.n, last.time, last.kind, last.target]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    @property
    def hides_cash(self) -> bool:
        """Whether a player's money is for himself and the banker alone: agreed at the start, over with the game."""
        return hides_cash(self.header) and self.rules.result(self.state) is None

    def last(self) -> Booked:
        """The last event in force; raises TableError at the start of the game."""
        if not self.done:
            raise TableError(Sentence("nothing is booked yet: there is nothing to correct"))
        return self.done[-1]

    def undo(self, to: int | None) -> NewLine:
        """The line that takes back the last change (a correction as a whole), or all from the event of ``to`` on."""
        correction = self.course.newest_correction() if to is None else None
        return NewLine("undo", target=to) if correction is None else NewLine("revert", target=correction.line.n)

    def undo_sentence(self) -> Sentence | None:
        """What undo would take back; None at the start of the game."""
        correction = self.course.newest_correction()
        if correction is not None:
            return correction.sentence
        return self.done[-1].sentence if self.done else None

    def newest(self) -> Sentence | None:
        """What was done last, for whoever asks; None at the start, and where it would tell hidden cash."""
        taken_back = bool(self.lines) and self.lines[-1].kind in ("undo", "revert")
        told: Sequence[Booked | Correction] = self.undone[-1:] if taken_back else self.done[-1:]
        if not told or (self.hides_cash and told[0].line.kind == "count"):
            return None
        return Sentence("taken back: {event}", {"event": told[0].sentence}) if taken_back else told[0].sentence

    def events(self) -> tuple[Mapping[str, Any], ...]:
        """The events in force, as in the game record."""
        return tuple(booked.line.event for booked in self.done if booked.line.event and booked.line.kind != "count")

    def extend(self, lines: Sequence[Line]) -> None:
        """Takes lines that the journal has booked."""
        for line in lines:
            changed = self.course.take(line)
            if line.kind == "correct" and line.target is not None:
                self._insert(changed, line)
            self.log.update((booked.line.n, booked) for booked in changed)
            self.corrected = {
                correction.line.target: correction.line.n
                for correction in self.course.corrections
                if correction.line.target is not None
            }
            self.lines.append(line)

    def _insert(self, changed: Sequence[Booked], line: Line) -> None:
        """Puts a correction's own event into the log behind the one that it corrects."""
        own = {booked.line.n: booked for booked in changed if booked.line.n == line.n}
        log, self.log = self.log, {}
        for n, booked in log.items():
            self.log[n] = booked
            if n == line.target:
                self.log |= own

    def check(self, lines: Sequence[NewLine]) -> None:
        """Raises what would keep these lines from being taken, before they are booked."""
        trial = self.course.copy()
        for line in self.as_booked(lines):
            trial.take(line)

    def as_booked(self, lines: Sequence[NewLine]) -> list[Line]:
        """The lines as the journal would book them now."""
        return [
            Line(n, line.kind, line.event, "", "", line.target, line.stop)
            for n, line in enumerate(lines, start=self.version + 1)
        ]


def check_current(running: Running | None, game_: int | None, version: int, last: str | None = None) -> None:
    """Raises TableStale for what was made for another state than the one of now.

    Game and version alone would not tell after a backup was put back: its game may have come to as many lines as
    the one that somebody's page still shows, by others. ``last`` None is an older page, which does not say it.
    """
    known = (None, 0) if running is None else (running.id, running.version)
    if (game_, version) == known and (running is None or last in (None, running.last_key)):
        return
    newest = running.newest() if running is not None and game_ == running.id else None
    if newest is None:
        raise TableStale(Sentence("the table has moved on since: look at it again, nothing was booked"))
    values = {"newest": newest}
    raise TableStale(Sentence("the table has moved on since ({newest}): look at it again, nothing was booked", values))


def begin(id_: int, header: Mapping[str, Any], boards: Boards) -> Running:
    """A game at its start; raises FormatError for a header that is none."""
    check_header(header)
    hides_cash(header)
    rules = game(header["game"])
    start = rules.start(header, boards)
    paper = None
    if money_kind(header) != "accounts":
        paper = begin_paper(rules.notes(start.state), rules.purses(start.state), midway="start" in header)
    regions = rules.regions(start.state, boards)
    return Running(id_, header, rules.board(start.state), regions, Course(rules, start, paper))


def resume(id_: int, header: Mapping[str, Any], lines: Sequence[Line], boards: Boards) -> Running:
    """A game as its journal lines left it; raises JournalError when the rules of today refuse one of them."""
    running = begin(id_, header, boards)
    for line in lines:
        try:
            running.extend([line])
        except (FormatError, RuleError, TableError) as error:
            refused = Sentence(
                "game {game} of the journal cannot be resumed: line {line} is refused: {error}. "
                "Nothing was changed; begin a new game, or use the bankhalter that wrote it",
                {"game": id_, "line": line.n, "error": error.sentence},
            )
            raise JournalError(refused) from error
    return running
