"""What a MAX7219 would light, found out by a model of the chip that hears the real traffic on the pins."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockSPIDevice

from companion.devices import PriceTracks, Track
from companion.errors import DeviceError
from hardware.tracks import Max7219Tracks, open_spi

COMPANIES = ("red", "blue", "green", "yellow")


class Chip(MockSPIDevice):
    """A MAX7219 by its data sheet: 16 bits come in, and count when the select line rises."""

    def __init__(self, factory: MockFactory) -> None:
        self.registers: dict[int, int] = {}
        self.writes = 0
        # SPI port 0, device 0 of a Pi: clock 11, data 10, select 8.
        super().__init__(11, 10, None, 8, pin_factory=factory)

    def on_start(self) -> None:
        self.rx_buf.clear()

    def on_select(self) -> None:
        super().on_select()
        if self.select_pin.state != self.select_high and self.rx_buf:
            assert len(self.rx_buf) >= 16
            word = int("".join(str(int(bit)) for bit in self.rx_buf[-16:]), 2)
            self.registers[word >> 8 & 0x0F] = word & 0xFF
            self.writes += 1
            self.rx_buf.clear()

    def track(self, place: int) -> str:
        """The lights of a track from the bottom, # is lit; all dark while the chip sleeps."""
        if self.registers.get(0x0C) != 1:
            return "." * 16
        assert self.registers[0x09] == 0, "segments are driven as they are"
        assert self.registers[0x0B] == 7, "all eight digits are scanned"
        assert self.registers[0x0F] == 0, "not the display test"
        low, high = self.registers[2 * place + 1], self.registers[2 * place + 2]
        return "".join("#" if (low | high << 8) >> light & 1 else "." for light in range(16))


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def tracks_on_pins() -> Max7219Tracks:
    return Max7219Tracks(open_spi(), COMPANIES, blink_seconds=None)


def test_four_tracks_are_lit_by_thirteen_register_writes(factory: MockFactory) -> None:
    chip = Chip(factory)
    display = tracks_on_pins()
    tracks: PriceTracks = display
    tracks.show({"red": Track(4), "blue": Track(0), "green": Track(9), "yellow": Track(15)})
    assert chip.writes == 13
    assert [chip.track(place) for place in range(4)] == [
        "####............",
        "................",
        "#########.......",
        "###############.",
    ]
    display.close()


def test_the_topmost_lights_blink(factory: MockFactory) -> None:
    chip = Chip(factory)
    with tracks_on_pins() as display:
        display.show({"blue": Track(10, blink=3)})
        assert chip.track(1) == "##########......"
        display.draw(blink_on=False)
        assert chip.track(1) == "#######........."


def test_a_glitch_is_healed_by_the_next_frame(factory: MockFactory) -> None:
    chip = Chip(factory)
    with tracks_on_pins() as display:
        display.show({"red": Track(2)})
        chip.registers.update({0x0C: 0, 0x09: 0xFF, 0x0B: 1, 0x0F: 1, 1: 0xAA, 5: 0xFF})
        display.draw()
        assert [chip.track(place) for place in range(4)] == ["##..............", *["................"] * 3]


def test_closing_puts_the_lights_out(factory: MockFactory) -> None:
    chip = Chip(factory)
    with tracks_on_pins() as display:
        display.show({"red": Track(2)})
    assert chip.registers[0x0C] == 0
    assert display.health().state == "off"


def test_a_company_without_a_place_is_refused() -> None:
    with Max7219Tracks(Wire(), COMPANIES) as display:
        with pytest.raises(ValueError, match="purple"):
            display.show({"purple": Track(1)})
        with pytest.raises(ValueError, match="20 lights"):
            display.show({"red": Track(1, length=20)})


class Wire:
    """A wire that may be cut; says when the blinker has drawn."""

    def __init__(self) -> None:
        self.cut = False
        self.closed = False
        self.first_digits: list[int] = []
        self.blinked = threading.Event()

    def write(self, words: Sequence[int]) -> None:
        if self.cut:
            raise OSError("Input/output error")
        if words[0] == 1:
            self.first_digits.append(words[1])
            if {0b0001, 0b0011} <= set(self.first_digits):
                self.blinked.set()

    def close(self) -> None:
        self.closed = True


def test_a_display_that_does_not_answer_is_trouble_until_it_does() -> None:
    wire = Wire()
    display = Max7219Tracks(wire, COMPANIES, blink_seconds=None)
    wire.cut = True
    with pytest.raises(DeviceError, match=r"Input/output error.*ribbon cable"):
        display.show({"red": Track(1)})
    assert display.health().state == "trouble"
    wire.cut = False
    display.show({"red": Track(1)})
    assert display.health().state == "fine"


def test_closing_a_display_that_does_not_answer_closes_the_wire_all_the_same() -> None:
    wire = Wire()
    display = Max7219Tracks(wire, COMPANIES, blink_seconds=None)
    wire.cut = True
    with pytest.raises(DeviceError):
        display.close()
    assert wire.closed


def test_the_display_blinks_by_itself() -> None:
    wire = Wire()
    with Max7219Tracks(wire, COMPANIES, blink_seconds=0.001) as display:
        display.show({"red": Track(2, blink=1)})
        assert wire.blinked.wait(30)


@pytest.mark.parametrize("brightness", [-1, 16])
def test_a_brightness_that_the_chip_does_not_have_is_refused(brightness: int) -> None:
    with pytest.raises(ValueError, match="0 to 15"):
        Max7219Tracks(Wire(), COMPANIES, brightness=brightness)


def test_more_tracks_than_the_chip_has_are_refused() -> None:
    with pytest.raises(ValueError, match="4 tracks"):
        Max7219Tracks(Wire(), (*COMPANIES, "grey"))


def test_without_a_raspberry_pi_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-of-these")
    with pytest.raises(DeviceError, match="needs a Raspberry Pi with SPI enabled"):
        open_spi()
