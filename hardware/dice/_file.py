"""Throws from a file."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.devices import DeviceHealth, Throw
from companion.errors import DeviceError, FormatError
from companion.files import read_file
from companion.parsing import NOT_UTF8, check_encoding, plainly
from hardware._device import ClosingDevice


class _Line(msgspec.Struct, frozen=True):
    zone: str
    colour: str


class FileDice(ClosingDevice):
    """The throws of a JSON Lines file, ``{"zone": "3", "colour": "red"}`` a line, one each `read`.

    A throw's key is the file's name and the line, so a file that is read again counts once. Raises DeviceError when
    there is no such file, FormatError as ``FILE:LINE`` when a line is no throw, and for a file without any.
    """

    def __init__(self, path: Path) -> None:
        try:
            content = read_file(path)
        except OSError as error:
            raise DeviceError(f"{path}: cannot be read as a file of throws: {error.strerror}") from None
        try:
            check_encoding(content)
        except FormatError as error:
            raise FormatError(f"{path}: {error}") from None
        self._path = path
        self._throws = [
            _parse(line, f"{path}:{number}", f"{path.name}:{number}")
            for number, line in enumerate(content.splitlines(), 1)
            if line.strip()
        ]
        if not self._throws:
            raise FormatError(f'{path}: no throw stands in it: write one a line, {{"zone": "3", "colour": "red"}}')
        self._next = 0

    def read(self, timeout: float) -> Throw | None:
        """The next throw of the file at once; None after the last."""
        if self._next >= len(self._throws):
            return None
        self._next += 1
        return self._throws[self._next - 1]

    @property
    def throws(self) -> tuple[Throw, ...]:
        """All throws of the file, read or not."""
        return tuple(self._throws)

    def place(self, throw: Throw) -> str:
        """Where one of them stands, as ``FILE:LINE``."""
        return str(self._path.with_name(throw.key))

    def health(self) -> DeviceHealth:
        if self._next >= len(self._throws):
            return DeviceHealth(
                "dice file", "off", f"All {len(self._throws)} throws of {self._path.name} have been read."
            )
        return DeviceHealth("dice file", "fine")

    def close(self) -> None:
        self._next = len(self._throws)


def _parse(line: bytes, place: str, key: str) -> Throw:
    try:
        entry = msgspec.json.decode(line, type=_Line)
    except UnicodeDecodeError:
        raise FormatError(f'{place}: no throw, {NOT_UTF8}: write {{"zone": "3", "colour": "red"}}') from None
    except msgspec.DecodeError as error:
        reason = plainly(error, line)
        raise FormatError(f'{place}: no throw, {reason}: write {{"zone": "3", "colour": "red"}}') from None
    if not entry.zone or not entry.colour:
        raise FormatError(f'{place}: an empty face: write {{"zone": "3", "colour": "red"}}')
    return Throw((entry.zone, entry.colour), key)
