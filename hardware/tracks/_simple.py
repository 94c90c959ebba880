"""Price tracks without a wire: kept for a page, or written to the console."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import TextIO

from companion.devices import DeviceHealth, Lights, Track
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware._device import ClosingDevice
from hardware.tracks._pattern import Choreography, Film, lights


class VirtualTracks(ClosingDevice):
    """Does what real price tracks do, for a page to show; from several threads. Misbehaves on command: `unplug`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._choreography = Choreography()
        self._gone = False

    def show(self, lights: Lights) -> None:
        """Lights the tracks; raises DeviceError while they are unplugged."""
        with self._lock:
            if self._gone:
                raise DeviceError(Sentence("the virtual price tracks are unplugged: plug them in again"))
            self._choreography.tell(lights, self._clock())

    def film(self) -> Film:
        """What is to be seen from now on."""
        with self._lock:
            return self._choreography.film(self._clock())

    def unplug(self, out: bool = True) -> None:
        """Pulls the plug: the lights go out; or puts it back in."""
        with self._lock:
            self._gone = out
            self._choreography = Choreography()

    def health(self) -> DeviceHealth:
        if self._gone:
            return DeviceHealth(
                Sentence("virtual price tracks"), "trouble", Sentence("The price tracks are unplugged.")
            )
        return DeviceHealth(Sentence("virtual price tracks"), "fine")


class ConsoleTracks(ClosingDevice):
    """Writes what has changed: ``blue   ####............  4`` a company, whose turn it is, a debt, the end."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._write: Callable[[str], object] = (sys.stdout if out is None else out).write
        self._shown = Lights()

    def show(self, told: Lights) -> None:
        """Writes what has changed."""
        before, self._shown = self._shown, told
        width = max(map(len, told.tracks), default=0)
        for company, track in told.tracks.items():
            if before.tracks.get(company) != track:
                self._write(f"{company:{width}}  {_row(track)} {track.lit:2}\n")
        if told.over and not before.over:
            self._write("the game has ended\n")
        elif told.seat and (told.seat, told.debt) != (before.seat, before.debt):
            self._write(f"player {told.seat} {'has to sell shares' if told.debt else 'is next'}\n")

    def health(self) -> DeviceHealth:
        return DeviceHealth(Sentence("price tracks on the console"), "fine")


def _row(track: Track) -> str:
    return "".join("#" if lit else "." for lit in lights(track))
