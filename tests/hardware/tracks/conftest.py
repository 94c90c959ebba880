"""Models of the chips, by their data sheets: they hear the real traffic on gpiozero's mock pins."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin, MockSPIDevice


class _Pins(MockFactory):
    """Mock pins of which GPIO12 can give pulses."""

    def pin(self, name: object, pin_class: type | None = None, **more: object) -> object:
        return super().pin(name, MockPWMPin if name == 12 and pin_class is None else pin_class, **more)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, _Pins()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


class _Chip(MockSPIDevice):
    """Something on SPI port 0, device 0 of a Pi: clock 11, data 10, select 8. `heard` is called when a write ends."""

    def __init__(self, factory: MockFactory) -> None:
        self.writes = 0
        super().__init__(11, 10, None, 8, pin_factory=factory)

    def on_start(self) -> None:
        self.rx_buf.clear()

    def on_select(self) -> None:
        super().on_select()
        if self.select_pin.state != self.select_high and self.rx_buf:
            self.writes += 1
            self.heard("".join(str(int(bit)) for bit in self.rx_buf))
            self.rx_buf.clear()

    def heard(self, bits: str) -> None:
        """What came between two rises of the select line, first bit first; each chip says what it does with it."""


class Max7219(_Chip):
    """16 bits come in, and count when the select line rises."""

    def __init__(self, factory: MockFactory) -> None:
        super().__init__(factory)
        self.power_up()

    def power_up(self) -> None:
        """As the data sheet says: all registers are cleared, the chip sleeps and scans one digit."""
        self.registers = dict.fromkeys(range(16), 0)

    def heard(self, bits: str) -> None:
        assert len(bits) >= 16
        word = int(bits[-16:], 2)
        self.registers[word >> 8 & 0x0F] = word & 0xFF

    def track(self, place: int) -> str:
        """The lights of a track from the bottom, # is lit; all dark while the chip sleeps."""
        if self.registers[0x0C] != 1:
            return "." * 16
        assert self.registers[0x09] == 0, "segments are driven as they are"
        assert self.registers[0x0B] == 7, "all eight digits are scanned"
        assert self.registers[0x0F] == 0, "not the display test"
        low, high = self.registers[2 * place + 1], self.registers[2 * place + 2]
        return "".join("#" if (low | high << 8) >> light & 1 else "." for light in range(16))

    @property
    def brightness(self) -> int:
        return self.registers[0x0A]


class Strip(_Chip):
    """64 WS2812: each takes the first 24 bits that it hears and passes the rest on; a pause shows them.

    The wire is at 2.4 MHz, so a bit is high for one or two of its samples, and a pause 0.28 ms = 672 low ones.
    """

    def __init__(self, factory: MockFactory) -> None:
        super().__init__(factory)
        self.power_up()

    def power_up(self) -> None:
        self.lamps: list[tuple[int, int, int]] = [(0, 0, 0)] * 64

    def heard(self, bits: str) -> None:
        pulses = [piece for piece in bits.replace("01", "0 1").split(" ") if "1" in piece]
        values = []
        for number, piece in enumerate(pulses, start=1):
            high = piece.count("1")
            assert high in (1, 2), f"a pulse of {high * 0.417:.2f} microseconds"
            low = len(piece) - high
            assert low == 3 - high or number == len(pulses), "a pulse every 1.25 microseconds"
            values.append(high - 1)
        assert len(bits) - len(bits.rstrip("0")) >= 672, "a pause that shows it"
        assert len(values) == 64 * 24
        numbers = [int("".join(map(str, values[at : at + 8])), 2) for at in range(0, len(values), 8)]
        # The order on the wire is green, red, blue.
        self.lamps = [(red, green, blue) for green, red, blue in zip(*[iter(numbers)] * 3, strict=True)]

    def track(self, place: int) -> str:
        return "".join("#" if any(lamp) else "." for lamp in self.lamps[16 * place : 16 * place + 16])

    @property
    def brightness(self) -> int:
        return max(max(lamp) for lamp in self.lamps)


class ShiftChain(_Chip):
    """Eight 74HC595: each bit pushes the others on, QA to QH and into the next chip; a rising RCLK shows them."""

    def __init__(self, factory: MockFactory) -> None:
        self.dim_pin = factory.pin(12)
        super().__init__(factory)
        self.power_up()

    def power_up(self) -> None:
        self.shown = "1" * 64  # anything may stand in it

    def heard(self, bits: str) -> None:
        self.shown = (bits[::-1] + self.shown)[:64]

    def track(self, place: int) -> str:
        return "".join("#" if bit == "1" else "." for bit in self.shown[16 * place : 16 * place + 16])

    @property
    def brightness(self) -> float:
        """OE is low for that share of the time, on which the lights are lit."""
        return 1 - float(self.dim_pin.state)
