"""The dice reader on a serial line: a thread listens, opens the port again when it falls silent, and counts throws."""

from __future__ import annotations

import errno
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

import serial

from companion.devices import DeviceHealth, Throw
from companion.errors import DeviceError
from hardware._device import ClosingDevice
from hardware.dice._line import (
    MAJOR,
    Hello,
    LineError,
    LineSplitter,
    Status,
    format_line,
    parse_hello,
    parse_line,
    parse_status,
)

_BAUD = 38400
_SILENCE_S = 3.0
_BACK_OFF_S = (0.5, 5.0)
_ASK_AGAIN_S = 1.0


class Port(Protocol):
    """An open serial port. All may raise OSError."""

    def read(self) -> bytes:
        """What has come in; b"" when nothing comes for about a tenth of a second."""
        ...

    def write(self, data: bytes) -> None: ...

    def close(self) -> None: ...


class SerialDice(ClosingDevice):
    """Throws from a dice reader (firmware/PROTOCOL.md).

    ``port``: the port's path; None looks through the serial ports of this machine. A throw counts when the reader
    reports it at rest under a new number, once, however often the report comes or the line breaks. What was thrown
    before the reader was first heard does not count.
    """

    def __init__(
        self,
        port: str | None = None,
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
        self._counter = _ThrowCounter()
        self._trouble: str | None = "The dice reader has not been heard yet."
        self._damaged = 0
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
                return DeviceHealth("dice reader", "off")
            if self._trouble is not None:
                return DeviceHealth("dice reader", "trouble", self._trouble)
            text = f"{self._damaged} damaged lines were dropped." if self._damaged else ""
            return DeviceHealth("dice reader", "fine", text)

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
            heard = any(self._listen_at(name) for name in self._names())
            wait = shortest if heard else min(2 * wait, longest)
            self._closed.wait(wait)

    def _names(self) -> Sequence[str]:
        if self._port is not None:
            return [self._port]
        names = self._find()
        if not names:
            self._tell("No dice reader is plugged in: check its USB cable.")
        return names

    def _listen_at(self, name: str) -> bool:
        """Listens at a port until the line breaks or falls silent; whether a dice reader was heard there."""
        if self._closed.is_set():
            return False
        try:
            port = self._connect(name)
        except OSError as error:
            self._tell(_why_not_open(name, error))
            return False
        heard = False
        try:
            heard = self._follow(port, name)
        except OSError as error:
            heard = True  # it was open: try again soon
            self._tell(f"The dice reader at {name} was unplugged ({error}).")
        finally:
            port.close()
        return heard

    def _follow(self, port: Port, name: str) -> bool:
        splitter = LineSplitter()
        heard = False
        last_heard = last_asked = self._clock()
        number = 0
        self._counter.forget_greeting()
        while not self._closed.is_set():
            lines = splitter.feed(port.read())
            now = self._clock()
            for raw in lines:
                try:
                    refusal = self._take(raw)
                except LineError:
                    self._damaged += 1
                    continue
                if refusal is not None:
                    self._tell(f"{name}: {refusal}")
                    return False
                heard, last_heard = True, now
            if now - last_heard > self._silence_s:
                self._tell(f"Nothing is heard from the dice reader at {name}: pull its plug and put it in again.")
                return heard
            # Only who speaks like a dice reader is spoken to: the port may belong to something else.
            if heard and not self._counter.greeted and now - last_asked > _ASK_AGAIN_S:
                number, last_asked = number + 1, now
                port.write(format_line("HELLO", number))
        return heard

    def _take(self, raw: bytes) -> str | None:
        """Takes a line in; why this reader is refused, if it is. Raises LineError."""
        line = parse_line(raw)
        if line.kind == "I":
            hello = parse_hello(line)
            if hello.major != MAJOR:
                return (
                    f"the dice reader speaks version {hello.major} of the protocol, this program version {MAJOR}: "
                    f"update the {'program' if hello.major > MAJOR else 'firmware of the reader'}"
                )
            self._counter.greet(hello)
        elif line.kind == "S":
            throw = self._counter.count(line.number, parse_status(line))
            if self._counter.greeted:
                self._tell(None)
            if throw is not None:
                with self._changed:
                    self._throws.append(throw)
                    self._changed.notify_all()
        return None

    def _tell(self, trouble: str | None) -> None:
        with self._changed:
            self._trouble = trouble


class _ThrowCounter:
    """Counts each throw once. Used by the listening thread alone."""

    def __init__(self) -> None:
        self._hello: Hello | None = None
        self._known: Hello | None = None
        self._counted = 0
        self._number = -1

    @property
    def greeted(self) -> bool:
        """Whether it is known which start of which reader is being heard."""
        return self._hello is not None

    def forget_greeting(self) -> None:
        """The line was broken: the reader may have been started again, or be another one."""
        self._hello = None
        self._number = -1

    def greet(self, hello: Hello) -> None:
        self._hello = hello
        self._number = -1

    def count(self, number: int, status: Status) -> Throw | None:
        """The throw that a status reports for the first time; ``number`` is that of its line."""
        if self._hello is None:
            return None
        if number < self._number:  # lines count up: it has started again, and its greeting was lost
            self.forget_greeting()
            return None
        self._number = number
        if self._known is None or self._known.identity != self._hello.identity:
            self._counted = status.throw
        elif self._known.boots != self._hello.boots:
            self._counted = 0
        self._known = self._hello
        if status.state != "STABLE" or status.throw <= self._counted or not (status.zone and status.colour):
            return None
        self._counted = status.throw
        key = f"{self._hello.identity}-{self._hello.boots}-{status.throw}"
        return Throw((status.zone, status.colour), key)


class _SerialPort:
    def __init__(self, name: str) -> None:
        self._serial = serial.Serial(name, _BAUD, timeout=0.1, write_timeout=0.5, exclusive=True)

    def read(self) -> bytes:
        return bytes(self._serial.read(max(1, self._serial.in_waiting)))

    def write(self, data: bytes) -> None:
        self._serial.write(data)

    def close(self) -> None:
        self._serial.close()


def open_port(name: str) -> Port:
    """Opens a serial port at the reader's speed; raises OSError. Opening resets an Arduino: that is in order."""
    return _SerialPort(name)


def find_ports(folder: Path = Path("/dev/serial")) -> list[str]:
    """The serial ports of this machine by lasting names: by-id where a device has an id, else by-path."""
    # ttyUSB0 may be ttyUSB1 after a plug is pulled; cheap CH340 adapters have no id of their own, only a place.
    names: dict[Path, str] = {}
    for kind in ("by-id", "by-path"):
        place = folder / kind
        if place.is_dir():
            for link in sorted(place.iterdir()):
                names.setdefault(link.resolve(), str(link))
    return list(names.values())


def _why_not_open(name: str, error: OSError) -> str:
    if error.errno == errno.EACCES:
        return f"The dice reader at {name} may not be opened: add yourself to the group dialout and log in again."
    if error.errno == errno.ENOENT:
        return f"The dice reader at {name} is not plugged in: check its USB cable."
    return f"The dice reader at {name} cannot be opened ({error}): is another program using it?"
