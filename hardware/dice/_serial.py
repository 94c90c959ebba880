"""The dice reader on a serial line: a thread listens, opens the port again when it falls silent, and counts throws."""

from __future__ import annotations

import errno
import secrets
import termios
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import serial

from companion.devices import DeviceHealth, Throw
from companion.errors import DeviceError
from companion.sentence import Sentence, counted
from hardware._device import ClosingDevice
from hardware.dice._line import Hello, Status
from hardware.dice._session import PATIENCE_S, TRIES, Session
from hardware.dice._set import DiceSet

_BAUD = 38400
_SILENCE_S = 3.0
_BACK_OFF_S = (0.5, 5.0)
_NAME = Sentence("dice reader")
_NO_PORT = (None, errno.EISDIR, errno.ENOTTY, errno.ENXIO)
"""pyserial gives no number where the file is one, but has no speed to be set."""


class Port(Protocol):
    """An open serial port. All may raise OSError."""

    def read(self) -> bytes:
        """What has come in; b"" when nothing comes for about a tenth of a second."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Look:
    """What a reader sees. ``values``: its measurements, None unless STREAM is on; ``presses``: of its button."""

    hello: Hello | None
    status: Status | None
    values: tuple[int, ...] | None
    presses: int
    not_understood: Sentence | None
    """Why the last throw did not count, if it did not."""


class ReaderRefused(DeviceError):
    """The reader was given a command that it does not carry out; ``code`` and ``faces`` as in the protocol."""

    def __init__(self, answer: tuple[str, ...]) -> None:
        self.code, self.faces = (answer[0], answer[1:]) if answer else ("?", ())
        super().__init__(f"the dice reader refuses: {' '.join(answer)}")


class SerialDice(ClosingDevice):
    """Throws from a dice reader (firmware/PROTOCOL.md).

    ``port``: the port's path; None looks through the serial ports of this machine. ``dice``: what lies in it. A throw
    counts when the reader has twice reported it at rest under a new number, once, however often the report comes or the
    line breaks. What was thrown before the reader was first heard does not count.
    """

    def __init__(
        self,
        port: str | None = None,
        dice: DiceSet | None = None,
        *,
        connect: Callable[[str], Port] | None = None,
        find: Callable[[], Sequence[str]] | None = None,
        clock: Callable[[], float] = time.monotonic,
        silence_s: float = _SILENCE_S,
        back_off_s: tuple[float, float] = _BACK_OFF_S,
    ) -> None:
        self._port = port
        self._connect = open_port if connect is None else connect
        self._find = find_ports if find is None else find
        self._clock = clock
        self._silence_s = silence_s
        self._back_off_s = back_off_s
        self._changed = threading.Condition()
        self._throws: deque[Throw] = deque()
        self._session = Session(DiceSet() if dice is None else dice, secrets.randbelow(2**31))
        self._trouble: Sentence | None = Sentence("The dice reader has not been heard yet.")
        self._last: str | None = None
        self._closed = threading.Event()
        self._listener = threading.Thread(target=self._listen, name="dice reader", daemon=True)
        self._listener.start()

    def read(self, timeout: float) -> Throw | None:
        """The next throw within ``timeout`` seconds, else None. Raises DeviceError when the reader is not heard."""
        with self._changed:
            self._changed.wait_for(lambda: self._throws or self._closed.is_set(), max(0.0, timeout))
            if self._throws:
                return self._throws.popleft()
            if self._trouble is not None and not self._closed.is_set():
                raise DeviceError(self._trouble)
            return None

    def health(self) -> DeviceHealth:
        with self._changed:
            if self._closed.is_set():
                return DeviceHealth(_NAME, "off")
            if self._trouble is not None:
                return DeviceHealth(_NAME, "trouble", self._trouble)
            if self._session.not_understood:
                return DeviceHealth(_NAME, "trouble", self._session.not_understood)
            damaged = self._session.damaged
            text = counted(damaged, "{count} damaged line was dropped.", "{count} damaged lines were dropped.")
            return DeviceHealth(_NAME, "fine", text if damaged else "")

    def look(self) -> Look:
        """What the reader sees now. Raises DeviceError when it is not heard."""
        with self._changed:
            if self._trouble is not None or self._session.hello is None:
                raise DeviceError(self._trouble or Sentence("The dice reader starts anew."))
            session = self._session
            return Look(session.hello, session.status, session.values, session.presses, session.not_understood)

    def command(
        self, kind: str, *fields: str, patience_s: float = PATIENCE_S, start: Hello | None = None
    ) -> tuple[str, ...]:
        """Gives the reader a command (firmware/PROTOCOL.md) and returns what it answers.

        ``start``: the start of the reader that it is meant for; None: whichever. Raises ReaderRefused when it refuses,
        DeviceError when it does not answer, or has been started anew since ``start``.
        """
        with self._changed:
            self._check_start(start)
            command = self._session.request(kind, *fields, patience_s=patience_s)
            self._changed.wait_for(
                lambda: command.answer is not None or command.lost or self._closed.is_set(), TRIES * patience_s + 10
            )
            if command.answer is None:
                self._session.withdraw(command)
                self._check_start(start)
                silent = Sentence(
                    "The dice reader does not answer to {command}: pull its plug, try again.", {"command": kind}
                )
                raise DeviceError(self._trouble or silent)
            if command.refused:
                raise ReaderRefused(command.answer)
            return command.answer

    def _check_start(self, start: Hello | None) -> None:
        if start is not None and self._session.hello not in (None, start):
            raise DeviceError(Sentence("The dice reader was started anew in the middle of the lesson: begin it again."))

    def close(self) -> None:
        """Closes the port; a waiting `read` comes back."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        self._listener.join()

    def _listen(self) -> None:
        shortest, longest = self._back_off_s
        wait = shortest
        while not self._closed.is_set():
            names = self._names()
            soon = any(self._listen_at(name) for name in names)
            # A port that is not there costs nothing to look for, and is wanted the moment that it is plugged in.
            wait = shortest if soon or not names else min(2 * wait, longest)
            self._closed.wait(wait)

    def _names(self) -> Sequence[str]:
        if self._port is not None:
            return [self._port]
        names = self._find()
        if not names:
            self._tell(Sentence("No dice reader is plugged in: check its USB cable."))
        # Where it was heard last it is looked for first: whatever else is plugged in takes three seconds to rule out.
        return sorted(names, key=lambda name: name != self._last)

    def _listen_at(self, name: str) -> bool:
        """Listens at a port until the line breaks or falls silent; whether to try again soon."""
        if self._closed.is_set():
            return False
        try:
            port = self._connect(name)
        except OSError as error:
            self._tell(_why_not_open(name, error))
            return error.errno == errno.ENOENT
        try:
            return self._follow(port, name)
        except OSError as error:
            values = {"port": name, "error": str(error)}
            self._tell(Sentence("The dice reader at {port} was unplugged ({error}).", values))
            return True
        finally:
            port.close()

    def _follow(self, port: Port, name: str) -> bool:
        """Whether a dice reader was heard before the line fell silent; raises OSError when it breaks."""
        opened = self._clock()
        with self._changed:
            self._session.broke()
        try:
            while not self._closed.is_set():
                data = port.read()
                now = self._clock()
                with self._changed:
                    self._throws.extend(self._session.feed(data, now))
                    heard_at, refusal = self._session.heard_at, self._session.refusal
                    outgoing = self._session.outgoing(now)
                    if self._session.hello is not None and self._session.status is not None:
                        self._trouble, self._last = None, name
                    self._changed.notify_all()
                if refusal is not None:
                    self._tell(Sentence("{port}: {refusal}", {"port": name, "refusal": refusal}))
                    return False
                if now - (opened if heard_at is None else heard_at) > self._silence_s:
                    self._tell(
                        Sentence(
                            "Nothing is heard from the dice reader at {port}: pull its plug and put it in again.",
                            {"port": name},
                        )
                    )
                    return heard_at is not None
                if outgoing:
                    port.write(outgoing)
            return False
        finally:
            with self._changed:
                self._session.broke()
                self._changed.notify_all()

    def _tell(self, trouble: Sentence | None) -> None:
        with self._changed:
            self._trouble = trouble


class _SerialPort:
    def __init__(self, name: str) -> None:
        self._serial = serial.Serial(name, _BAUD, timeout=0.1, write_timeout=0.5, exclusive=True)

    def read(self) -> bytes:
        return bytes(self._serial.read(max(1, self._serial.in_waiting)))

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        try:
            self._serial.close()
        except OSError:
            return  # its plug was pulled: there is nothing left to be closed


def open_port(name: str) -> Port:
    """Opens a serial port at the reader's speed; raises OSError. Opening resets an Arduino: that is in order."""
    try:
        return _SerialPort(name)
    except termios.error as error:  # pulled out while it was being set up; it is no OSError
        raise OSError(*error.args) from None


def find_ports(folder: Path = Path("/dev/serial")) -> list[str]:
    """The serial ports of this machine by lasting names: by-id where a device has an id, else by-path."""
    # ttyUSB0 may be ttyUSB1 after a plug is pulled; cheap CH340 adapters have no id of their own, only a place.
    names: dict[Path, str] = {}
    for kind in ("by-id", "by-path"):
        try:
            links = sorted((folder / kind).iterdir())
        except OSError:
            continue  # there is none, or the last plug is being pulled just now
        for link in links:
            names.setdefault(link.resolve(), str(link))
    return list(names.values())


def _why_not_open(name: str, error: OSError) -> Sentence:
    values = {"port": name, "group": "dialout", "error": str(error), "command": "ls /dev/serial/by-id"}
    if error.errno == errno.EACCES:
        return Sentence(
            "The dice reader at {port} may not be opened: add yourself to the group {group} and log in again.", values
        )
    if error.errno == errno.ENOENT:
        return Sentence("The dice reader at {port} is not plugged in: check its USB cable.", values)
    if error.errno in _NO_PORT:
        return Sentence("{port} is no serial port ({error}): {command} shows those that there are.", values)
    return Sentence("The dice reader at {port} cannot be opened ({error}): is another program using it?", values)
