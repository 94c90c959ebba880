"""The dice reader's lines, as firmware/PROTOCOL.md describes them: text to data and back, no port."""

from __future__ import annotations

import binascii
from dataclasses import dataclass
from typing import Literal, get_args

from companion.errors import FormatError

MAJOR = 1
"""The protocol version that this program speaks; a reader of another one is refused."""
LONGEST = 64
"""Bytes of a line, with its newline."""
VALUES = 9
"""What a reader measures: six spots of the number well, three lamps of the colour well."""
_MOST_STARTS = 999_999

State = Literal["EMPTY", "MOVING", "STABLE", "LYING", "UNSURE"]

_NUMBERS = frozenset("123456S")
_COLOURS = frozenset({"red", "blue", "green", "yellow", "black", "white"})
_NOT_KNOWN = "-"
_COUNTER = 2**32


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its type letter or command, its number, and what follows."""

    kind: str
    number: int
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Hello:
    """What a reader says of itself when it starts: ``boots`` counts its starts, ``identity`` is its own."""

    major: int
    firmware: str
    identity: str
    boots: int


@dataclass(frozen=True, slots=True)
class Status:
    """What lies in the wells. ``throw`` counts the throws since the start; faces are None where not recognised."""

    state: State
    zone: str | None
    colour: str | None
    throw: int


class LineError(FormatError):
    """A line that must not be believed."""


def parse_line(raw: bytes) -> Line:
    """The line in ``raw``, without its newline; raises LineError on a wrong CRC or form."""
    body, star, crc = raw.rpartition(b"*")
    if not star or len(crc) != 4 or crc != _crc(body):
        raise LineError("wrong checksum")
    if not all(0x20 <= byte < 0x7F for byte in body):
        raise LineError("not plain text")
    kind, *rest = body.decode("ascii").split(" ")
    if not kind or not rest or "" in rest:
        raise LineError("a field is missing")
    return Line(kind, _count(rest[0]), tuple(rest[1:]))


def format_line(kind: str, number: int, *fields: str) -> bytes:
    """A line with its CRC and newline.

    >>> format_line("HELLO", 7)
    b'HELLO 7*AD73\\n'
    """
    body = " ".join((kind, str(number), *fields)).encode("ascii")
    return body + b"*" + _crc(body) + b"\n"


def parse_hello(line: Line) -> Hello:
    """An ``I`` line; raises LineError when it is none of a dice reader."""
    if line.kind != "I" or len(line.fields) < 2 or line.fields[0] != "sharkdice":
        raise LineError("not the greeting of a dice reader")
    major, _, _ = line.fields[1].partition(".")
    values = dict(field.split("=", 1) for field in line.fields[2:] if "=" in field)
    boots = _count(values.get("boots", ""))
    if not 0 < boots <= _MOST_STARTS:
        raise LineError(f"no count of starts: {boots}")
    return Hello(_count(major), values.get("fw", "?"), values.get("id", "?"), boots)


def parse_status(line: Line) -> Status:
    """An ``S`` line: ms state num num_margin col col_margin throw; raises LineError."""
    if line.kind != "S" or len(line.fields) < 7:
        raise LineError("not a status")
    ms, state, zone, zone_margin, colour, colour_margin, throw = line.fields[:7]
    _count(ms)
    if max(_count(zone_margin), _count(colour_margin)) > 100:
        raise LineError("a margin above 100 per cent")
    if zone not in _NUMBERS and zone != _NOT_KNOWN:
        raise LineError(f"no face of a number die: {zone}")
    if colour not in _COLOURS and colour != _NOT_KNOWN:
        raise LineError(f"no face of a colour die: {colour}")
    for known in get_args(State):
        if state == known:
            found: State = known
            break
    else:
        raise LineError(f"no state of a reader: {state}")
    if found in ("STABLE", "LYING") and zone == colour == _NOT_KNOWN:
        raise LineError("stable, but without a face")
    return Status(found, None if zone == _NOT_KNOWN else zone, None if colour == _NOT_KNOWN else colour, _count(throw))


def parse_values(line: Line) -> tuple[int, ...]:
    """A ``V`` line: six values of the number well, red, green and blue of the colour well, each 0-255; LineError."""
    if line.kind != "V" or len(line.fields) < VALUES:
        raise LineError("no values")
    values = tuple(_count(field) for field in line.fields[:VALUES])
    if max(values) > 255:
        raise LineError("a value out of range")
    return values


class LineSplitter:
    """Cuts a stream of bytes into lines; what is longer than a line may be is thrown away up to its newline."""

    def __init__(self) -> None:
        self.overlong = 0
        self._rest = bytearray()
        self._skipping = False

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that ``data`` completes, without their newlines."""
        lines: list[bytes] = []
        for byte in data:
            if byte == 0x0A:
                if not self._skipping:
                    lines.append(bytes(self._rest).removesuffix(b"\r"))
                self._rest.clear()
                self._skipping = False
            elif not self._skipping:
                self._rest.append(byte)
                if len(self._rest) >= LONGEST:
                    self.overlong += 1
                    self._skipping = True
        return lines


def _crc(body: bytes) -> bytes:
    return b"%04X" % binascii.crc_hqx(body, 0)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 10) or int(text) >= _COUNTER:
        raise LineError(f"no count: {text!r}")
    return int(text)
