"""Price tracks made of real lights: a panel that is drawn whole, ten times a second."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Protocol

from companion.devices import DeviceHealth, Lights
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware._device import ClosingDevice
from hardware.tracks._pattern import Choreography, Night, Row

BRIGHTEST = 15
FRAME_S = 0.1
_NAME = Sentence("price tracks")


class Panel(Protocol):
    """Lights in ``places`` rows of ``length``."""

    places: int
    length: int

    def draw(self, rows: Sequence[Row], brightness: int) -> None:
        """Lights the rows and nothing else, whatever the panel has been told before; ``brightness`` 0 to 15.

        Raises OSError when the panel does not answer.
        """
        ...

    def close(self) -> None:
        """Puts the lights out and lets go of the wire. May raise OSError."""
        ...


class PanelTracks(ClosingDevice):
    """Price tracks on a panel.

    The panel is drawn whole every ``frame_s`` seconds (None: by `show` and `draw` alone), which also heals what a
    glitch on the wire or a pulled plug has done to it. ``clock`` in seconds, ``time_of_day`` for the night.
    """

    def __init__(
        self,
        panel: Panel,
        *,
        brightness: int = 4,
        night: Night | None = None,
        frame_s: float | None = FRAME_S,
        clock: Callable[[], float] = time.monotonic,
        time_of_day: Callable[[], datetime] = datetime.now,
    ) -> None:
        if not 0 <= brightness <= BRIGHTEST:
            raise ValueError(f"the brightness of price tracks goes from 0 to {BRIGHTEST}")
        self._panel = panel
        self._brightness = brightness
        self._night = night
        self._clock = clock
        self._time_of_day = time_of_day
        self._lock = threading.Lock()
        self._choreography = Choreography()
        self._walk: Sequence[Row] | None = None
        self._trouble: Sentence | None = None
        self._misfit: Sentence | None = None
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None
        if frame_s is not None:
            self._thread = threading.Thread(target=self._keep, args=(frame_s,), name="price tracks", daemon=True)
            self._thread.start()

    def show(self, lights: Lights) -> None:
        """Shows them from now on; raises DeviceError when the panel does not answer or has too few places."""
        longest = max((track.length for track in lights.tracks.values()), default=0)
        if len(lights.tracks) > self._panel.places or longest > self._panel.length:
            self._misfit = Sentence(
                "the game has {companies} companies with {lights} lights, the price tracks {places} places with "
                "{length}: take a larger display",
                {
                    "companies": len(lights.tracks),
                    "lights": longest,
                    "places": self._panel.places,
                    "length": self._panel.length,
                },
            )
            raise DeviceError(self._misfit)
        self._misfit = None
        with self._lock:
            self._choreography.tell(lights, self._clock())
        self.draw()

    def walk(self, place: int, light: int) -> None:
        """Lights this one light alone, to see whether it is there, until `walk_ends`. Raises DeviceError."""
        rows = [
            Row("", tuple((row, column) == (place, light) for column in range(self._panel.length)))
            for row in range(self._panel.places)
        ]
        with self._lock:
            self._walk = rows
        self.draw()

    def walk_ends(self) -> None:
        """Back to the prices."""
        with self._lock:
            self._walk = None

    @property
    def size(self) -> tuple[int, int]:
        """How many tracks there are room for, and how many lights each has."""
        return self._panel.places, self._panel.length

    def draw(self) -> None:
        """Draws the panel as it is to look now; raises DeviceError when it does not answer."""
        with self._lock:
            if self._closed.is_set():
                return
            rows = self._choreography.rows(self._clock()) if self._walk is None else self._walk
            brightness = self._brightness
            if self._night is not None:
                brightness = self._night.limit(self._time_of_day().time(), brightness)
            try:
                self._panel.draw(rows, brightness)
            except OSError as error:
                self._trouble = _silent(error)
                raise DeviceError(self._trouble) from None
            self._trouble = None

    def health(self) -> DeviceHealth:
        if self._closed.is_set():
            return DeviceHealth(_NAME, "off")
        trouble = self._misfit or self._trouble
        if trouble is not None:
            return DeviceHealth(_NAME, "trouble", trouble)
        return DeviceHealth(_NAME, "fine")

    def close(self) -> None:
        """Puts the lights out. Raises DeviceError when the panel does not answer; it is closed all the same."""
        if self._closed.is_set():
            return
        self._closed.set()
        if self._thread is not None:
            self._thread.join()
        with self._lock:
            try:
                self._panel.close()
            except OSError as error:
                raise DeviceError(_silent(error)) from None

    def _keep(self, seconds: float) -> None:
        while not self._closed.wait(seconds):
            try:
                self.draw()
            except DeviceError:
                continue  # health() tells it, and the next `show` raises it again


def _silent(error: OSError) -> Sentence:
    why = {"error": str(error)}
    return Sentence("the price tracks do not answer ({error}): check the ribbon cable and that SPI is enabled", why)
