"""The dice reader's test bench (firmware/bench): its firmware in simavr or its core on the PC, dice in its wells."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Literal, Self

from companion.devices import Throw
from hardware.dice import DiceSet, ReaderRefused, Teacher
from hardware.dice._session import Command, Session

BENCH = Path(__file__).parents[2] / "firmware" / "bench"
NEEDED = "gcc gcc-avr avr-libc libsimavr-dev libelf-dev make"

# The face below, for the face on top. On a plain die they add up to seven; s is a printed shark.
PLAIN = {"1": "6", "2": "5", "3": "4", "4": "3", "5": "2", "6": "1"}
SHARKS_OPPOSITE = {"1": "4", "2": "3", "3": "2", "4": "1", "S": "s"}
SHARKS_BESIDE = {"1": "4", "4": "1", "2": "s", "3": "s", "S": "2"}
COLOURS = {"red": "g", "green": "r", "blue": "y", "yellow": "b", "black": "w", "white": "k"}


def build(folder: Path) -> None:
    """Builds firmware and benches in ``folder``; tells which packages are missing when that cannot be done."""
    made = subprocess.run(
        ["make", "-C", str(BENCH), f"BUILD={folder}"], capture_output=True, text=True, timeout=300, check=False
    )
    if made.returncode:
        raise AssertionError(f"the firmware cannot be built (it needs the Debian packages {NEEDED}):\n{made.stderr}")


@dataclass(frozen=True)
class Place:
    """How a die lies in its well: slop in mm, turn and tilt in degrees."""

    dx: float = 0
    dy: float = 0
    turn: float = 0
    tilt_x: float = 0
    tilt_y: float = 0


def somewhere(chance: Random, slop: float = 0.4, twist: float = 4) -> Place:
    """A die that has fallen flat into its well, a quarter turned or not, with the well's play."""
    turn = 90 * chance.randrange(4) + chance.uniform(-twist, twist)
    return Place(chance.uniform(-slop, slop), chance.uniform(-slop, slop), turn)


class Bench:
    """A running bench. ``link`` leads to the reader's line; without an ``engine`` core it is the real firmware."""

    def __init__(self, folder: Path, link: Path, engine: Literal["avr", "core"], seed: int = 1) -> None:
        self.link = link
        self._process = subprocess.Popen(
            [str(folder / f"bench-{engine}"), str(link), str(folder / "dice-reader.elf"), str(seed)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._answered()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(30)
        self._process.stdout.close()

    def do(self, *words: object) -> list[int]:
        """Gives a command; its answer: the reader's time in ms, its lamp, its buzzer."""
        assert self._process.stdin is not None
        self._process.stdin.write(" ".join(map(str, words)) + "\n")
        self._process.stdin.flush()
        return self._answered()

    def put(self, die: Literal["num", "col"], face: str, place: Place = Place()) -> None:
        """Puts a die in, ``face`` below."""
        self.do("put", die, face, place.dx, place.dy, place.turn, place.tilt_x, place.tilt_y)

    def take(self) -> None:
        self.do("take", "num")
        self.do("take", "col")

    def _answered(self) -> list[int]:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer.startswith("ok"):
            raise AssertionError(f"the bench says: {answer!r}")
        return [int(word) for word in answer.split()[1:]]


class Desk:
    """A bench and the program's side of the line, in the reader's own time: nothing waits for a clock."""

    def __init__(self, bench: Bench, dice: DiceSet = DiceSet()) -> None:  # noqa: B008 (frozen)
        self.bench = bench
        self.session = Session(dice)
        self.throws: list[Throw] = []
        self.now = 0.0
        self._line = self._open()

    def close(self) -> None:
        os.close(self._line)

    def reopen(self) -> None:
        """After the line was cut."""
        os.close(self._line)
        self._line = self._open()
        self.session.broke()

    def _open(self) -> int:
        return os.open(self.bench.link, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)

    def run(self, ms: int, step: int = 100) -> list[int]:
        """Lets ``ms`` pass; the program listens and speaks all the while."""
        shown = [0, 0, 0]
        while ms > 0:
            shown = self.bench.do("run", min(ms, step))
            ms -= step
            self.now = shown[0] / 1000
            self.throws += self.session.feed(self._heard(), self.now)
            outgoing = self.session.outgoing(self.now)
            if outgoing:
                os.write(self._line, outgoing)
        return shown

    def _heard(self) -> bytes:
        data = b""
        try:
            while part := os.read(self._line, 65536):
                data += part
        except BlockingIOError:
            pass
        return data

    def command(self, kind: str, *fields: str, patience_s: float = 0.25) -> tuple[str, ...]:
        """As `SerialDice.command`, in the reader's time."""
        command: Command = self.session.request(kind, *fields, patience_s=patience_s)
        for _ in range(200):
            self.run(50, step=50)
            if command.answer is not None:
                if command.refused:
                    raise ReaderRefused(command.answer)
                return command.answer
            if command.lost:
                break
        raise AssertionError(f"the reader does not answer to {kind}")

    def teach(self, dice: DiceSet, number: dict[str, str], chance: Random) -> None:
        """Goes through the lesson as a person would, who does what each step says."""
        teacher = Teacher(dice, self.command)
        self.bench.take()
        self.run(1000)
        teacher.begin()
        assert teacher.empty() is None
        for count, step in enumerate(teacher.steps()):
            place = somewhere(chance, slop=0.2, twist=2)
            place = Place(place.dx, place.dy, 90 * count + chance.uniform(-2, 2))
            below = number[step.face] if step.well == "num" else COLOURS[step.face]
            if step.face == "S" and "the other shark" in str(step.text):
                below = number.get("S2", below)
            self.bench.put(step.well, below, place)
            self.run(400)  # it is still after 300: STILL_MS in firmware/dice-reader/watch.h
            trouble = teacher.learn(step)
            if trouble is not None and "sees what it saw" in str(trouble):
                trouble = teacher.learn(step)
            assert trouble is None, trouble
        teacher.save()
        self.bench.take()
        self.run(1000)


def fall(bench: Bench, chance: Random, faces: Sequence[str]) -> Iterator[int]:
    """Two dice tumble into their wells: what is to be run, in ms, between looks of what lies there."""
    for _ in range(chance.randrange(1, 4)):
        bench.put("num", chance.choice("123456"), _tumbling(chance))
        bench.put("col", chance.choice("rbgykw"), _tumbling(chance))
        yield chance.randrange(20, 120)
    bench.put("num", faces[0], somewhere(chance))
    bench.put("col", faces[1], somewhere(chance))


def _tumbling(chance: Random) -> Place:
    dx, dy = chance.uniform(-3, 3), chance.uniform(-3, 3)
    return Place(dx, dy, chance.uniform(0, 360), chance.uniform(0, 40), chance.uniform(0, 40))
