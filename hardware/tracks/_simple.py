"""Price tracks without a wire: kept for a page, or written to the console."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Mapping
from typing import TextIO

from companion.devices import DeviceHealth, Track
from companion.errors import DeviceError
from hardware._device import ClosingDevice
from hardware.tracks._pattern import lights


class VirtualTracks(ClosingDevice):
    """Keeps what it was last told to show; from several threads. Misbehaves on command: `unplug`."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tracks: dict[str, Track] = {}
        self._gone = False

    def show(self, tracks: Mapping[str, Track]) -> None:
        """Lights the tracks; raises DeviceError while they are unplugged."""
        with self._lock:
            if self._gone:
                raise DeviceError("the virtual price tracks are unplugged: plug them in again")
            self._tracks = dict(tracks)

    def lights(self, blink_on: bool = True) -> dict[str, list[bool]]:
        """Each company's lights from the bottom; ``blink_on``: whether blinking lights are in their lit half."""
        with self._lock:
            return {company: lights(track, blink_on) for company, track in self._tracks.items()}

    def tracks(self) -> dict[str, Track]:
        """What was shown last."""
        with self._lock:
            return dict(self._tracks)

    def unplug(self, out: bool = True) -> None:
        """Pulls the plug: the lights go out; or puts it back in."""
        with self._lock:
            self._gone = out
            self._tracks = {}

    def health(self) -> DeviceHealth:
        if self._gone:
            return DeviceHealth("virtual price tracks", "trouble", "The price tracks are unplugged.")
        return DeviceHealth("virtual price tracks", "fine")


class ConsoleTracks(ClosingDevice):
    """Writes a line a company when something changes, as ``blue   ####............  4``."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._write: Callable[[str], object] = (sys.stdout if out is None else out).write
        self._shown: dict[str, Track] = {}

    def show(self, tracks: Mapping[str, Track]) -> None:
        """Writes the tracks that have changed."""
        width = max(map(len, tracks), default=0)
        for company, track in tracks.items():
            if self._shown.get(company) != track:
                row = "".join("#" if lit else "." for lit in lights(track))
                self._write(f"{company:{width}}  {row} {track.lit:2}\n")
        self._shown = dict(tracks)

    def health(self) -> DeviceHealth:
        return DeviceHealth("console price tracks", "fine")
