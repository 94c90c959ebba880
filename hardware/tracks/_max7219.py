"""Price tracks on a MAX7219: 64 LEDs as four tracks of 16.

Registers as in Maxim's data sheet 19-4452: a register's number and a byte, latched when the select line rises.
"""

from __future__ import annotations

import threading
import warnings
from collections.abc import Mapping, Sequence
from typing import Protocol

from companion.devices import DeviceHealth, Track
from companion.errors import DeviceError
from hardware._device import ClosingDevice
from hardware.tracks._pattern import lights

_DECODE_MODE = 0x09
_INTENSITY = 0x0A
_SCAN_LIMIT = 0x0B
_SHUTDOWN = 0x0C
_DISPLAY_TEST = 0x0F

_LIGHTS = 16
_TRACKS = 4
_BLINK_SECONDS = 0.4


class Spi(Protocol):
    """A wire to the chip; each `write` is framed by the select line. Errors are OSError."""

    def write(self, words: Sequence[int]) -> None: ...

    def close(self) -> None: ...


class Max7219Tracks(ClosingDevice):
    """Lights the tracks of ``companies``, in this order, at most four.

    Track 0 hangs on digits 0 and 1, track 1 on digits 2 and 3, and so on; a track's lights 0 to 7 (from the bottom)
    on its first digit's segments G F E D C B A DP, lights 8 to 15 likewise on its second. ``brightness`` 0 to 15.
    ``blink_seconds``: half a period of blinking, None for lights that are drawn by `show` and `draw` alone.
    """

    def __init__(
        self,
        spi: Spi,
        companies: Sequence[str],
        *,
        brightness: int = 4,
        blink_seconds: float | None = _BLINK_SECONDS,
    ) -> None:
        if len(companies) > _TRACKS:
            raise ValueError(f"a MAX7219 lights {_TRACKS} tracks, not {len(companies)}")
        if not 0 <= brightness <= 15:
            raise ValueError("the brightness of a MAX7219 goes from 0 to 15")
        self._spi = spi
        self._companies = tuple(companies)
        self._brightness = brightness
        self._lock = threading.Lock()
        self._tracks: dict[str, Track] = {}
        self._trouble: str | None = None
        self._closed = threading.Event()
        self._blinker: threading.Thread | None = None
        if blink_seconds is not None:
            self._blinker = threading.Thread(
                target=self._blink, args=(blink_seconds,), name="price tracks", daemon=True
            )
            self._blinker.start()

    def show(self, tracks: Mapping[str, Track]) -> None:
        """Lights them; raises DeviceError when the display is silent, ValueError for a company without a place."""
        for company, track in tracks.items():
            if company not in self._companies or track.length > _LIGHTS:
                raise ValueError(f"no track of {track.length} lights for {company} on this display")
        with self._lock:
            self._tracks = dict(tracks)
        self.draw()

    def draw(self, blink_on: bool = True) -> None:
        """Writes all registers anew, which also heals what a glitch on the wire has done to the chip."""
        with self._lock:
            if self._closed.is_set():
                return
            registers = _frame([self._tracks.get(company) for company in self._companies], self._brightness, blink_on)
            self._write(registers)

    def health(self) -> DeviceHealth:
        if self._closed.is_set():
            return DeviceHealth("price tracks", "off")
        if self._trouble is not None:
            return DeviceHealth("price tracks", "trouble", self._trouble)
        return DeviceHealth("price tracks", "fine")

    def close(self) -> None:
        """Puts the lights out."""
        if self._closed.is_set():
            return
        self._closed.set()
        if self._blinker is not None:
            self._blinker.join()
        with self._lock:
            try:
                self._write([(_SHUTDOWN, 0)])
            finally:
                self._spi.close()

    def _blink(self, seconds: float) -> None:
        blink_on = True
        while not self._closed.wait(seconds):
            blink_on = not blink_on
            try:
                self.draw(blink_on)
            except DeviceError:
                continue  # health() tells it, and the next `show` raises it again

    def _write(self, registers: Sequence[tuple[int, int]]) -> None:
        try:
            for register, value in registers:
                self._spi.write([register, value])
        except OSError as error:
            self._trouble = f"the price tracks do not answer ({error}): check the ribbon cable and that SPI is enabled"
            raise DeviceError(self._trouble) from None
        self._trouble = None


def _frame(tracks: Sequence[Track | None], brightness: int, blink_on: bool) -> list[tuple[int, int]]:
    """The 13 register writes that show these tracks, whatever the chip was told before."""
    digits: list[int] = []
    for place in range(_TRACKS):
        track = tracks[place] if place < len(tracks) else None
        lit = [] if track is None else lights(track, blink_on)
        bits = sum(1 << light for light, on in enumerate(lit) if on)
        digits += [bits & 0xFF, bits >> 8]
    return [
        (_DISPLAY_TEST, 0),
        (_DECODE_MODE, 0),
        (_SCAN_LIMIT, 7),
        (_INTENSITY, brightness),
        *((digit + 1, bits) for digit, bits in enumerate(digits)),
        (_SHUTDOWN, 1),
    ]


class _GpioSpi:
    """The chip on a Pi's SPI port, through gpiozero."""

    def __init__(self, port: int, device: int) -> None:
        # gpiozero looks for the board when it is imported and used: only where such a display is asked for.
        from gpiozero import GPIOZeroError, PinFactoryFallback, SPIDevice

        self._errors = GPIOZeroError
        try:
            with warnings.catch_warnings():
                # Without a Pi it tries four libraries and warns of each; the error below says it once.
                warnings.simplefilter("ignore", PinFactoryFallback)
                self._device = SPIDevice(port=port, device=device)
        except (GPIOZeroError, OSError) as error:
            raise DeviceError(
                f"no price tracks on SPI {port}.{device} ({error}): this needs a Raspberry Pi with SPI enabled "
                "(sudo raspi-config, Interface Options)"
            ) from None

    def write(self, words: Sequence[int]) -> None:
        try:
            self._device._spi.write(list(words))  # gpiozero's way for devices of one's own is its SPIDevice._spi
        except self._errors as error:
            raise OSError(str(error)) from None

    def close(self) -> None:
        self._device.close()


def open_spi(port: int = 0, device: int = 0) -> Spi:
    """The SPI port of a Raspberry Pi, by gpiozero's pin factory; raises DeviceError where there is none."""
    return _GpioSpi(port, device)
