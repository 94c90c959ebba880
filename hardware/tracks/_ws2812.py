"""A strip of 64 WS2812 lamps as four tracks of 16, on the data line of an SPI port.

Worldsemi's data sheet: a bit is a pulse of 0.4 or 0.8 microseconds in 1.25; a pause of at least 0.05 milliseconds (for
newer lamps 0.28) shows what was sent. At 2.4 million bits a second a bit of the strip is three of the port: 100 or 110.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.tracks._pattern import Row
from hardware.tracks._spi import Spi

WS2812_RATE = 2_400_000
_PAUSE = [0] * 96
"""0.32 milliseconds."""
_LEVEL = 6
"""Of 255, for each step of the brightness: all 64 lamps at their brightest draw about 1 ampere."""
_COLOURS = {
    "red": (16, 0, 0),
    "blue": (0, 2, 16),
    "green": (0, 14, 0),
    "yellow": (13, 9, 0),
}
"""Red, green and blue in sixteenths; as near to the houses' colours as the lamps come."""
_OTHER = (8, 8, 8)


def _widened(byte: int) -> tuple[int, int, int]:
    """The three bytes of the port for one of the strip."""
    wide = 0
    for place in range(7, -1, -1):
        wide = wide << 3 | (0b110 if byte >> place & 1 else 0b100)
    return wide >> 16, wide >> 8 & 0xFF, wide & 0xFF


_WIDE = tuple(_widened(byte) for byte in range(256))
"""Worked out once: a Pi draws ten frames a second."""


def encode(colours: Sequence[tuple[int, int, int]]) -> list[int]:
    """The port's bytes for lamps of these colours (red, green, blue, each 0 to 255), nine a lamp.

    >>> [f"{byte:08b}" for byte in encode([(0, 255, 0)])[:3]], len(encode([(1, 2, 3)] * 64))
    (['11011011', '01101101', '10110110'], 576)
    """
    return [sent for red, green, blue in colours for byte in (green, red, blue) for sent in _WIDE[byte]]


class Ws2812Panel:
    """Four tracks of 16 lamps, one after the other, each from its bottom; in the companies' colours."""

    places = 4
    length = 16

    def __init__(self, spi: Spi) -> None:
        self._spi = spi

    def draw(self, rows: Sequence[Row], brightness: int) -> None:
        level = (brightness + 1) * _LEVEL
        lamps = [(0, 0, 0)] * (self.places * self.length)
        for place, row in enumerate(rows):
            red, green, blue = (share * level // 16 for share in _COLOURS.get(row.company, _OTHER))
            for light, on in enumerate(row.lit):
                if on:
                    lamps[place * self.length + light] = (red, green, blue)
        # The pause before it too: the line may have been in the middle of something when the strip was plugged in.
        self._spi.write([*_PAUSE, *encode(lamps), *_PAUSE])

    def close(self) -> None:
        try:
            self.draw((), 0)
        finally:
            self._spi.close()
