"""What real displays would light, found out by models of their chips that hear the traffic on the pins."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from datetime import datetime, time

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

from companion.devices import Lights, PriceTracks, Track
from companion.errors import DeviceError
from hardware.tracks import (
    Max7219Panel,
    Night,
    Panel,
    PanelTracks,
    Row,
    ShiftPanel,
    Ws2812Panel,
    open_dimmer,
    open_spi,
)
from tests.hardware.tracks.conftest import Max7219, ShiftChain, Strip

Chip = Max7219 | Strip | ShiftChain
DARK = "." * 16


def shift_panel() -> Panel:
    return ShiftPanel(open_spi(), open_dimmer(12))


KINDS: list[tuple[type[Chip], Callable[[], Panel]]] = [
    (Max7219, lambda: Max7219Panel(open_spi())),
    (Strip, lambda: Ws2812Panel(open_spi())),
    (ShiftChain, shift_panel),
]
every_panel = pytest.mark.parametrize(("chip_of", "panel_of"), KINDS, ids=["max7219", "ws2812", "74hc595"])


def at_noon() -> datetime:
    return datetime(2026, 11, 28, 12)


def tracks_on(panel: Panel, brightness: int = 4, night: Night | None = None) -> PanelTracks:
    return PanelTracks(panel, brightness=brightness, night=night, frame_s=None, clock=lambda: 0.0, time_of_day=at_noon)


@every_panel
def test_four_tracks_are_lit(factory: MockFactory, chip_of: type[Chip], panel_of: Callable[[], Panel]) -> None:
    chip = chip_of(factory)
    display = tracks_on(panel_of())
    tracks: PriceTracks = display
    tracks.show(Lights({"red": Track(4), "blue": Track(0), "green": Track(9), "yellow": Track(15)}))
    assert [chip.track(place) for place in range(4)] == [
        "####............",
        "................",
        "#########.......",
        "###############.",
    ]
    display.close()
    assert [chip.track(place) for place in range(4)] == [DARK] * 4
    assert display.health().state == "off"


@every_panel
def test_a_display_that_was_plugged_out_shows_everything_with_the_next_frame(
    factory: MockFactory, chip_of: type[Chip], panel_of: Callable[[], Panel]
) -> None:
    chip = chip_of(factory)
    with tracks_on(panel_of()) as display:
        display.show(Lights({"red": Track(2), "blue": Track(5)}))
        chip.power_up()
        display.draw()
        assert [chip.track(place) for place in range(4)] == ["##..............", "#####...........", DARK, DARK]


@every_panel
def test_it_is_darker_at_night(factory: MockFactory, chip_of: type[Chip], panel_of: Callable[[], Panel]) -> None:
    chip = chip_of(factory)
    lit = Lights({"red": Track(2)})
    with tracks_on(panel_of(), brightness=11) as display:
        display.show(lit)
        by_day = chip.brightness
        night = PanelTracks(
            display._panel,
            brightness=11,
            night=Night(time(22), time(7), 2),
            frame_s=None,
            time_of_day=lambda: datetime(2026, 11, 28, 23, 30),
        )
        night.show(lit)
        by_night = chip.brightness
    # 11 and 2 of 0 to 15: the chip's own steps, a quarter, a quarter.
    assert (by_night, by_day) == {Max7219: (2, 11), Strip: (18, 72), ShiftChain: (3 / 16, 12 / 16)}[chip_of]


def test_a_max7219_takes_thirteen_writes_a_frame(factory: MockFactory) -> None:
    chip = Max7219(factory)
    with tracks_on(Max7219Panel(open_spi())) as display:
        display.show(Lights({"red": Track(2)}))
        assert chip.writes == 13


def test_a_glitch_is_healed_by_the_next_frame(factory: MockFactory) -> None:
    chip = Max7219(factory)
    with tracks_on(Max7219Panel(open_spi())) as display:
        display.show(Lights({"red": Track(2)}))
        chip.registers.update({0x0C: 0, 0x09: 0xFF, 0x0B: 1, 0x0F: 1, 1: 0xAA, 5: 0xFF})
        display.draw()
        assert [chip.track(place) for place in range(4)] == ["##..............", *[DARK] * 3]


def test_a_strip_lights_in_the_companies_colours(factory: MockFactory) -> None:
    strip = Strip(factory)
    with tracks_on(Ws2812Panel(open_spi()), brightness=15) as display:
        display.show(Lights({"red": Track(1), "blue": Track(1), "green": Track(1), "yellow": Track(1)}))
        red, blue, green, yellow = (strip.lamps[16 * place] for place in range(4))
        assert red[0] > 0
        assert red[1:] == (0, 0)
        assert blue[2] > 4 * blue[1]
        assert blue[0] == 0
        assert green[1] > 0
        assert green[::2] == (0, 0)
        assert yellow[0] > yellow[1] > 0
        assert yellow[2] == 0


def test_one_light_after_the_other_can_be_looked_at(factory: MockFactory) -> None:
    chip = Max7219(factory)
    with tracks_on(Max7219Panel(open_spi())) as display:
        display.show(Lights({"red": Track(2)}))
        display.walk(3, 15)
        assert [chip.track(place) for place in range(4)] == [DARK, DARK, DARK, "...............#"]
        display.walk_ends()
        display.draw()
        assert chip.track(0) == "##.............."


def test_prices_without_a_place_are_refused_and_told(factory: MockFactory) -> None:
    with tracks_on(Max7219Panel(open_spi())) as display:
        with pytest.raises(DeviceError, match="5 companies"):
            display.show(Lights({str(n): Track(1) for n in range(5)}))
        display.draw()
        assert display.health().state == "trouble", "it is drawn, but not what was told"
        with pytest.raises(DeviceError, match="20 lights"):
            display.show(Lights({"red": Track(1, length=20)}))
        display.show(Lights({"red": Track(1)}))
        assert display.health().state == "fine"


class Wire:
    """A wire that may be cut; says when the blinker has drawn."""

    def __init__(self) -> None:
        self.cut = False
        self.closed = False
        self.first_digits: set[int] = set()
        self.blinked = threading.Event()

    def write(self, words: Sequence[int]) -> None:
        if self.cut:
            raise OSError("Input/output error")
        if words[0] == 1:
            self.first_digits.add(words[1])
            if {0b0001, 0b0011} <= self.first_digits:
                self.blinked.set()

    def close(self) -> None:
        self.closed = True


def test_a_display_that_does_not_answer_is_trouble_until_it_does() -> None:
    wire = Wire()
    display = tracks_on(Max7219Panel(wire))
    wire.cut = True
    with pytest.raises(DeviceError, match=r"Input/output error.*ribbon cable"):
        display.show(Lights({"red": Track(1)}))
    assert display.health().state == "trouble"
    wire.cut = False
    display.draw()
    assert display.health().state == "fine"


def test_closing_a_display_that_does_not_answer_closes_the_wire_all_the_same() -> None:
    wire = Wire()
    display = tracks_on(Max7219Panel(wire))
    wire.cut = True
    with pytest.raises(DeviceError):
        display.close()
    assert wire.closed


def test_the_display_blinks_by_itself() -> None:
    wire = Wire()
    with PanelTracks(Max7219Panel(wire), frame_s=0.001) as display:
        display.show(Lights({"red": Track(2, blink=1)}))
        assert wire.blinked.wait(30)


@pytest.mark.parametrize("brightness", [-1, 16])
def test_a_brightness_that_there_is_not_is_refused(brightness: int) -> None:
    with pytest.raises(ValueError, match="0 to 15"):
        tracks_on(Max7219Panel(Wire()), brightness)


def test_without_a_raspberry_pi_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-of-these")
    with pytest.raises(DeviceError, match="needs a Raspberry Pi with SPI enabled"):
        open_spi()
    with pytest.raises(DeviceError, match="GPIO12 cannot dim"):
        open_dimmer(12)


def test_a_strip_needs_a_port_with_a_speed(factory: MockFactory) -> None:
    with pytest.raises(DeviceError, match="cannot be given a speed"):
        open_spi(rate=2_400_000)  # the mock port is bit-banged


def test_a_row_is_drawn_where_it_stands(factory: MockFactory) -> None:
    chain = ShiftChain(factory)
    panel = ShiftPanel(open_spi())
    panel.draw([Row("", ()), Row("", (False,) * 9 + (True,))], 0)
    assert [chain.track(place) for place in range(4)] == [DARK, ".........#......", DARK, DARK]
    panel.close()
