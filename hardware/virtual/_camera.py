"""A camera above the virtual table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from companion.devices import DeviceHealth, Frame, Image
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware._device import ClosingDevice
from hardware.virtual._room import Room

_NIGHT = 0.004
_FRESH = 4
"""So many pictures are drawn of a table on which nothing changes; from then on the last one is given again."""


_NAME = Sentence("virtual camera")


class VirtualCamera(ClosingDevice):
    """Takes ``fps`` pictures a second of ``table``. Misbehaves on command: `nudge`, `stall`, `dark`.

    Of a table on which nothing changes the same picture is given again and again: drawing one takes longer than
    reading it.
    """

    def __init__(self, table: Room, fps: float = 4.0, clock: Callable[[], float] = time.monotonic) -> None:
        if fps <= 0:
            raise ValueError("a camera takes more than 0 pictures a second")
        self._table = table
        self._period = 1 / fps
        self._clock = clock
        self._started = clock()
        self._due = self._started
        self._count = 0
        self._stalled = False
        self._image: Image | None = None
        self._drawn = (-1, 0)  # what changes the newest picture shows, and how many were drawn of it
        self._reading = threading.Lock()
        self._closed = threading.Event()

    def read(self, timeout: float) -> Frame | None:
        """The next frame, named 000001 and so on; None after `close`. Raises DeviceError when none comes in time."""
        with self._reading:
            wait = max(0.0, self._due - self._clock())
            if self._stalled or wait > timeout:
                self._closed.wait(timeout)
                if self._closed.is_set():
                    return None
                raise DeviceError(f"the virtual camera gave no picture for {timeout:g} s{self._reason()}")
            if self._closed.wait(wait):
                return None
            now = self._clock()
            self._due = now + self._period
            self._count += 1
            return Frame(f"{self._count:06d}", self._picture(now), round(1000 * (now - self._started)))

    def _picture(self, now: float) -> Image:
        changes = self._table.changes
        shown, drawn = self._drawn
        if self._image is None or shown != changes or drawn < _FRESH:
            self._image = self._table.render(now)
            self._drawn = (changes, drawn + 1 if shown == changes else 1)
        return self._image

    def empty_picture(self) -> Image:
        """The view without things and hand, as taken at set-up."""
        return self._table.empty_picture()

    def nudge(self, dx: float, dy: float) -> None:
        """Somebody knocks at the camera: the picture shifts by about (``dx``, ``dy``) pixels and stays so."""
        self._table.nudge(dx, dy)

    def stall(self, on: bool = True) -> None:
        """No more pictures come, until ``stall(False)``."""
        self._stalled = on

    def dark(self, on: bool = True) -> None:
        """Somebody switches the lamp off, or on again."""
        self._table.light = _NIGHT if on else 1.0

    def health(self) -> DeviceHealth:
        if self._closed.is_set():
            return DeviceHealth(_NAME, "off")
        if self._stalled:
            return DeviceHealth(
                Sentence("virtual camera"), "trouble", Sentence("It has been told to stall: no pictures come.")
            )
        if self._table.notice is not None:
            return DeviceHealth(_NAME, "trouble", self._table.notice)
        return DeviceHealth(_NAME, "fine")

    def close(self) -> None:
        """Ends the pictures; a waiting `read` comes back."""
        self._closed.set()

    def _reason(self) -> str:
        return ": it has been told to stall" if self._stalled else ""
