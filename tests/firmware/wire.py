"""A serial line that damages what it carries, and a reader that speaks as PROTOCOL.md says."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from companion.devices import Throw
from hardware.dice import DiceSet
from hardware.dice._line import LineError, format_line, parse_line
from hardware.dice._session import Session

ZONES = "123456S"
COLOURS = ("red", "blue", "green", "yellow", "black", "white")
STATES = ("EMPTY", "MOVING", "STABLE", "LYING", "UNSURE")


@dataclass
class Spoken:
    """What a reader says, line by line, throw after throw; ``thrown`` holds the truth."""

    chance: Random
    thrown: list[Throw] = field(default_factory=list)
    number: int = 0
    boots: int = 17
    throw: int = 0

    def hello(self) -> bytes:
        return format_line("I", 0, "sharkdice", "1.0", "fw=0.1.0", "id=4f2a01", "rst=por", f"boots={self.boots}")

    def turn(self) -> list[bytes]:
        """The lines of one throw, from the empty wells on."""
        zone, colour = self.chance.choice(ZONES), self.chance.choice(COLOURS)
        lines = [self._status("EMPTY") for _ in range(3)]
        lines += [self._status("MOVING") for _ in range(2)]
        self.throw += 1
        self.thrown.append(Throw((zone, colour), f"4f2a01-{self.boots}-{self.throw}"))
        return lines + [self._status("STABLE", zone, colour) for _ in range(5)]

    def _status(self, state: str, zone: str = "-", colour: str = "-") -> bytes:
        self.number += 1
        return format_line("S", self.number, str(100 * self.number), state, zone, "60", colour, "55", str(self.throw))

    def forged(self) -> bytes:
        """A line with anything in it that the ranges allow, and a checksum that is right."""
        chance = self.chance
        zone, colour = chance.choice((*ZONES, "-")), chance.choice((*COLOURS, "-"))
        throw = chance.choice((self.throw, self.throw + 1, max(0, self.throw - 1), chance.randrange(2**32)))
        number = chance.choice(
            (self.number, self.number + 1, self.number + chance.randrange(90), chance.randrange(2**32))
        )
        if chance.random() < 0.2:
            boots, name = chance.choice((self.boots + 1, self.boots - 1, 5)), chance.choice(("4f2a01", "4f2b01"))
            return format_line("I", 0, "sharkdice", "1.0", "fw=0.1.0", f"id={name}", "rst=por", f"boots={boots}")
        return format_line("S", number % 2**32, "77", chance.choice(STATES), zone, "60", colour, "55", str(throw))


def damage(line: bytes, chance: Random) -> bytes:
    """A line with some of its bytes changed, lost or doubled, or in part another; never the line itself."""
    body = bytearray(line[:-1])
    while bytes(body) == line[:-1]:
        for _ in range(chance.choice((1, 1, 2, 3, 5, 9))):
            place = chance.randrange(len(body))
            match chance.randrange(5):
                case 0:
                    body[place] = chance.randrange(256)
                case 1:
                    body[place] ^= 1 << chance.randrange(8)
                case 2:
                    body[place] = ord(chance.choice("0123456789ABCDEF S*"))
                case 3 if len(body) > 1:
                    del body[place]
                case _:
                    body.insert(place, body[place])
    return bytes(body).replace(b"\n", b"\r") + b"\n"


@dataclass
class Heard:
    """What came of it."""

    damaged: int = 0
    passed: int = 0
    """Damaged lines whose checksum and form were right all the same."""
    wrong: list[Throw] = field(default_factory=list)
    right: int = 0
    thrown: int = 0


def listen(chance: Random, lines: int, *, forge: bool = False) -> Heard:
    """A reader's lines with a damaged one before each, or a forged one before each tenth; ``lines`` such in all."""
    reader, session, heard = Spoken(chance), Session(DiceSet()), Heard()
    now, true, known = 0.0, set[Throw](), set[str]()
    session.feed(2 * reader.hello(), now)
    while heard.damaged < lines:
        spoken = reader.turn()
        true.add(reader.thrown[-1])
        throws: list[Throw] = []
        for line in spoken:
            now += 0.1
            if not forge or chance.random() < 0.1:
                bad = reader.forged() if forge else damage(line, chance)
                heard.damaged += 1
                heard.passed += not forge and passes(bad)
                throws += session.feed(bad, now)
            throws += session.feed(line, now)
            if session.outgoing(now).startswith(b"HELLO"):
                throws += session.feed(reader.hello(), now)
        for throw in throws:
            if throw in true and throw.key not in known:
                heard.right += 1
            else:
                heard.wrong.append(throw)
            known.add(throw.key)
    heard.thrown = len(reader.thrown)
    return heard


def passes(line: bytes) -> bool:
    try:
        parse_line(line[:-1].removesuffix(b"\r"))
    except LineError:
        return False
    return True
