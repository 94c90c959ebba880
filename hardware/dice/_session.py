"""A conversation with a dice reader, without a port: bytes and the time go in, throws and bytes to send come out.

A checksum of 16 bits lets one damaged line in 65,536 pass. So nothing that money follows from rests on one line: a
start of the reader, the throw number from which counting begins, and a throw each need two lines that say the same.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from companion.devices import Throw
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware.dice._line import (
    MAJOR,
    Hello,
    Line,
    LineError,
    LineSplitter,
    Status,
    format_line,
    parse_hello,
    parse_line,
    parse_status,
    parse_values,
)
from hardware.dice._set import DiceSet

ASK_AGAIN_S = 1.0
TRIES = 3
PATIENCE_S = 0.25
_MOST_LINES_A_SECOND = 100
"""More than 38400 baud can carry, so no line is further ahead of the one before."""


@dataclass(slots=True)
class Command:
    """A command on its way. ``answer`` is None until there is one; ``lost``: there will be none."""

    line: bytes
    number: int
    patience_s: float
    tries: int = 0
    sent_at: float = 0.0
    refused: bool = False
    answer: tuple[str, ...] | None = None
    lost: bool = False


class Session:
    """Follows one reader, over as many openings of its port as it takes.

    ``dice``: what lies in it. ``first_command``: numbers of commands count up from it; another one each run, for a
    reader that was not started anew still holds its last answer.
    """

    def __init__(self, dice: DiceSet, first_command: int = 1) -> None:
        self.damaged = 0
        self.not_understood: Sentence | None = None
        """Why the last throw did not count, if it did not."""
        self.refusal: Sentence | None = None
        self.status: Status | None = None
        self.values: tuple[int, ...] | None = None
        self.presses = 0
        self.heard_at: float | None = None
        self._dice = dice
        self._splitter = LineSplitter()
        self._command_number = first_command
        self._commands: deque[Command] = deque()
        self._hello: Hello | None = None
        self._last: Hello | None = None
        self._maybe_hello: Hello | None = None
        self._asked_at: float | None = None
        self._number: int | None = None
        self._number_at = 0.0
        self._counter = _ThrowCounter()

    @property
    def hello(self) -> Hello | None:
        """Which start of which reader is being heard; None while that is not certain."""
        return self._hello

    def broke(self) -> None:
        """The line was broken: the reader may have been started again, or be another one."""
        self._splitter = LineSplitter()
        self._lose_track()
        self.status = self.values = self.refusal = self.heard_at = None
        self._lose_commands()

    def _lose_commands(self) -> None:
        for command in self._commands:
            command.lost = True
        self._commands.clear()

    def request(self, kind: str, *fields: str, patience_s: float = PATIENCE_S) -> Command:
        """Puts a command in line; it is sent by `outgoing` when those before it are done."""
        self._command_number = (self._command_number + 1) % 2**32
        command = Command(format_line(kind, self._command_number, *fields), self._command_number, patience_s)
        self._commands.append(command)
        return command

    def withdraw(self, command: Command) -> None:
        """Nobody waits for its answer any more: it is not to be carried out later."""
        command.lost = True
        if command in self._commands:
            self._commands.remove(command)

    def outgoing(self, now: float) -> bytes:
        """What is to be sent now, if anything: a question who is there, or a command, for the first time or again."""
        # Only who speaks like a dice reader is spoken to: the port may belong to something else.
        if self.heard_at is None or self.refusal is not None:
            return b""
        if self._hello is None:
            if self._asked_at is not None and now - self._asked_at < ASK_AGAIN_S:
                return b""
            self._asked_at = now
            self._command_number = (self._command_number + 1) % 2**32
            return format_line("HELLO", self._command_number)
        while self._commands:
            command = self._commands[0]
            if command.tries and now - command.sent_at < command.patience_s:
                return b""
            if command.tries >= TRIES:
                command.lost = True
                self._commands.popleft()
                continue
            command.tries += 1
            command.sent_at = now
            return command.line
        return b""

    def feed(self, data: bytes, now: float) -> list[Throw]:
        """The throws that these bytes confirm. What is damaged is dropped and counted."""
        throws = []
        for raw in self._splitter.feed(data):
            try:
                throw = self._take(parse_line(raw), now)
            except LineError:
                self.damaged += 1
                continue
            self.heard_at = now
            if throw is not None:
                throws.append(throw)
        return throws

    def _take(self, line: Line, now: float) -> Throw | None:
        if line.kind == "I":
            self._greet(parse_hello(line))
            return None
        status = parse_status(line) if line.kind == "S" else None
        values = parse_values(line) if line.kind == "V" else None
        if not self._in_order(line.number, now):
            return None
        if line.kind in ("A", "E"):
            self._answered(line)
        elif line.kind == "B":
            self.presses += 1
        elif values is not None:
            self.values = values
        if status is None or self._hello is None:
            return None
        self.status = status
        return self._count(self._hello, status)

    def _count(self, hello: Hello, status: Status) -> Throw | None:
        missed = self._counter.missed
        known = self._counter.count(hello, status)
        if known:
            try:
                faces = self._dice.faces(status.zone, status.colour)
            except DeviceError as error:
                self.not_understood = error.sentence
                return None
            self.not_understood = None
            return Throw(faces, f"{hello.identity}-{hello.boots}-{status.throw}")
        if self._counter.missed > missed:
            self.not_understood = Sentence(
                "A throw was taken up before it was understood: throw again, or tap it by hand."
            )
        return None

    def _greet(self, hello: Hello) -> None:
        if hello == self._hello:
            self._maybe_hello = None
        elif hello == self._maybe_hello:
            if self._last not in (None, hello):
                self._lose_commands()  # they were meant for the start before, which has forgotten what it was told
            self._hello = self._last = hello
            self._maybe_hello = None
            self._number = None
            if hello.major != MAJOR:
                what = Sentence("the program") if hello.major > MAJOR else Sentence("the firmware of the reader")
                self.refusal = Sentence(
                    "the dice reader speaks version {theirs} of the protocol, this program version {ours}. To be "
                    "updated: {what}",
                    {"theirs": hello.major, "ours": MAJOR, "what": what},
                )
        else:
            self._lose_track()
            self._maybe_hello = hello

    def _lose_track(self) -> None:
        self._hello = self._maybe_hello = self._asked_at = self._number = None
        self._counter.doubt()

    def _in_order(self, number: int, now: float) -> bool:
        """Whether a line may come after the one before: they count up, and not faster than the wire carries them."""
        before, ago = self._number, now - self._number_at
        if before is not None and not before < number <= before + _MOST_LINES_A_SECOND * (1 + ago):
            # It has started again and its greeting was lost; or the line is one that the checksum let pass.
            self._lose_track()
            return False
        self._number, self._number_at = number, now
        return True

    def _answered(self, line: Line) -> None:
        if not line.fields or not self._commands or line.fields[0] != str(self._commands[0].number):
            return
        command = self._commands.popleft()
        command.refused = line.kind == "E"
        command.answer = line.fields[1:]


class _ThrowCounter:
    """Counts each throw once."""

    def __init__(self) -> None:
        self.missed = 0
        """Throws that are over and were never understood."""
        self._known: Hello | None = None
        self._counted: int | None = None
        """The last throw that is done with, or None: counting begins with the one after the present one."""
        self._before: Status | None = None

    def doubt(self) -> None:
        """What was heard last may be of another start."""
        self._before = None

    def count(self, hello: Hello, status: Status) -> bool:
        """Whether a status confirms a throw that has not been counted."""
        if self._known is None or self._known.identity != hello.identity:
            self._counted = None
        elif self._known.boots != hello.boots:
            self._counted = 0
        self._known = hello
        before, self._before = self._before, status
        if before is None or before.throw != status.throw:
            return False
        if self._counted is None:
            self._counted = status.throw
        if status.throw <= self._counted:
            return False
        # The dice may have been touched between the two: then their faces must still be the same.
        same = (before.zone, before.colour) == (status.zone, status.colour)
        if before.state == "STABLE" and same and status.state in ("STABLE", "LYING"):
            self.missed += status.throw - self._counted - 1
            self._counted = status.throw
            return True
        if before.state == status.state == "EMPTY":
            self.missed += status.throw - self._counted
            self._counted = status.throw
        elif before.state == "STABLE" and status.state != "EMPTY":
            self._before = before  # it stays in mind what was said of this throw as it fell
        return False
