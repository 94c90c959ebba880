"""A MAX7219: 64 LEDs as four tracks of 16.

Registers as in Maxim's data sheet 19-4452: a register's number and a byte, latched when the select line rises.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.tracks._pattern import Row
from hardware.tracks._spi import Spi

_DECODE_MODE = 0x09
_INTENSITY = 0x0A
_SCAN_LIMIT = 0x0B
_SHUTDOWN = 0x0C
_DISPLAY_TEST = 0x0F


class Max7219Panel:
    """Four tracks of 16 LEDs on one chip.

    Track 0 hangs on digits 0 and 1, track 1 on digits 2 and 3, and so on; a track's lights 0 to 7 (from the bottom)
    on its first digit's segments G F E D C B A DP, lights 8 to 15 likewise on its second.
    """

    places = 4
    length = 16

    def __init__(self, spi: Spi) -> None:
        self._spi = spi

    def draw(self, rows: Sequence[Row], brightness: int) -> None:
        """Writes all registers, so that a chip that was without power shows the same as one that was not."""
        digits = [0] * (2 * self.places)
        for place, row in enumerate(rows):
            bits = sum(1 << light for light, on in enumerate(row.lit) if on)
            digits[2 * place], digits[2 * place + 1] = bits & 0xFF, bits >> 8
        self._write((_DISPLAY_TEST, 0), (_DECODE_MODE, 0), (_SCAN_LIMIT, 7), (_INTENSITY, brightness))
        self._write(*((digit + 1, bits) for digit, bits in enumerate(digits)), (_SHUTDOWN, 1))

    def close(self) -> None:
        try:
            self._write((_SHUTDOWN, 0))
        finally:
            self._spi.close()

    def _write(self, *registers: tuple[int, int]) -> None:
        for register, value in registers:
            self._spi.write([register, value])
