"""Eight 74HC595 in a chain: 64 LEDs as four tracks of 16.

The port's clock and data go to SRCLK and SER, its select line to RCLK: when it rises, what was shifted in is shown.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardware.tracks._pattern import Row
from hardware.tracks._spi import Dimmer, Spi


class ShiftPanel:
    """Two chips a track, in their order in the chain: lights 0 to 7 on the first one's QA to QH, 8 to 15 on the second.

    ``dimmer`` drives the chips' OE; without one they are always as bright as their resistors let them.
    """

    places = 4
    length = 16

    def __init__(self, spi: Spi, dimmer: Dimmer | None = None) -> None:
        self._spi = spi
        self._dimmer = dimmer

    def draw(self, rows: Sequence[Row], brightness: int) -> None:
        chips = [0] * (2 * self.places)
        for place, row in enumerate(rows):
            bits = sum(1 << light for light, on in enumerate(row.lit) if on)
            chips[2 * place], chips[2 * place + 1] = bits & 0xFF, bits >> 8
        self._spi.write(chips[::-1])  # what is sent first is pushed on to the end of the chain
        if self._dimmer is not None:
            self._dimmer.set((brightness + 1) / 16)

    def close(self) -> None:
        try:
            self.draw((), 0)
        finally:
            self._spi.close()
            if self._dimmer is not None:
                self._dimmer.close()
