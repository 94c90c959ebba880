"""Buttons bounce, stick and are held; each press counts once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from itertools import pairwise

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.devices import Buttons, Press
from companion.errors import DeviceError
from hardware.buttons import Debouncer, GpioButtons, GpioBuzzer, VirtualButtons


def told(*levels: tuple[float, bool]) -> list[tuple[float, str]]:
    """What comes of levels, each from its moment on (milliseconds), looked at every 5 ms up to 3 s."""
    debouncer = Debouncer(0.8)
    heard = []
    for ms in range(-100, 3000, 5):
        down = [level for at, level in levels if at <= ms][-1:] == [True]
        kind = debouncer.feed(down, ms / 1000)
        if kind is not None:
            heard.append((ms, kind))
    return heard


def test_a_press_is_a_press_when_the_level_has_stood_for_20_ms() -> None:
    assert told((0, True), (200, False)) == [(20, "down"), (220, "short")]


def test_a_bouncing_contact_is_one_press() -> None:
    bounces = [(0, True), (5, False), (10, True), (15, False), (25, True)]
    opens = [(300, False), (305, True), (310, False), (320, True), (325, False)]
    assert told(*bounces, *opens) == [(45, "down"), (345, "short")]


def test_a_spike_is_nothing() -> None:
    assert told((0, True), (15, False)) == []


def test_a_long_press_is_told_while_the_finger_is_down_and_only_once() -> None:
    assert told((0, True), (2000, False)) == [(20, "down"), (800, "long")]


def test_a_button_that_is_down_at_the_start_does_nothing_until_it_was_up() -> None:
    assert told((-100, True), (500, False)) == []
    assert told((-100, True), (500, False), (1000, True), (1100, False)) == [(1020, "down"), (1120, "short")]


@settings(deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2900), st.booleans()), max_size=40))
def test_whatever_a_contact_does_each_down_is_followed_by_at_most_one_press(levels: list[tuple[int, bool]]) -> None:
    kinds = [kind for _, kind in told(*sorted(levels))]
    for before, after in pairwise(kinds):
        assert (before == "down") != (after == "down")
    assert kinds[:1] in ([], ["down"])


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


class Desk:
    """Buttons on mock pins and a clock that goes as it is told."""

    def __init__(self, factory: MockFactory) -> None:
        self.now = 0.0
        self.pins = {"confirm": 17, "undo": 27}
        self.buttons = GpioButtons(self.pins, poll_s=None, clock=lambda: self.now)
        self.factory = factory
        self.run(0.1)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.005)):
            self.now += 0.005
            self.buttons.poll()

    def hold(self, name: str, seconds: float) -> None:
        pin = self.factory.pin(self.pins[name])
        pin.drive_low()
        self.run(seconds)
        pin.drive_high()
        self.run(0.1)

    def heard(self) -> list[tuple[str, str]]:
        return [(press.button, press.kind) for press in iter(lambda: self.buttons.read(0), None)]


def test_buttons_on_pins_are_pressed_by_pulling_them_to_ground(factory: MockFactory) -> None:
    desk = Desk(factory)
    buttons: Buttons = desk.buttons
    assert buttons.names == ("confirm", "undo")
    assert factory.pin(17).pull == "up"
    desk.hold("confirm", 0.2)
    desk.hold("undo", 1.0)
    assert desk.heard() == [("confirm", "down"), ("confirm", "short"), ("undo", "down"), ("undo", "long")]
    desk.buttons.close()
    assert buttons.health().state == "off"


def test_a_press_tells_how_long_it_was_held(factory: MockFactory) -> None:
    desk = Desk(factory)
    desk.hold("confirm", 0.3)
    down, short = desk.buttons.read(0), desk.buttons.read(0)
    assert down == Press("confirm", "down", 0.0)
    assert short is not None
    assert short.held_s == pytest.approx(0.3, abs=0.011)


def test_a_button_that_stays_down_is_trouble_with_its_name(factory: MockFactory) -> None:
    desk = Desk(factory)
    factory.pin(27).drive_low()
    desk.run(19)
    assert desk.buttons.health().state == "fine"
    desk.run(2)
    assert desk.buttons.health().state == "trouble"
    assert "undo" in str(desk.buttons.health().text)
    factory.pin(27).drive_high()
    desk.run(1)
    assert desk.buttons.health().state == "fine"


def test_the_pins_are_looked_at_by_themselves(factory: MockFactory) -> None:
    with GpioButtons({"next": 22}, poll_s=0.001) as buttons:
        while buttons._debouncers["next"]._steady is None:
            buttons.read(0.01)  # it has to be up once first
        factory.pin(22).drive_low()
        assert buttons.read(30) == Press("next", "down", 0.0)


def test_where_there_are_no_pins_it_is_said_for_what(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "none-of-these")
    with pytest.raises(DeviceError, match="no button undo on GPIO27"):
        GpioButtons({"undo": 27})
    with pytest.raises(DeviceError, match="no buzzer on GPIO23"):
        GpioBuzzer(23)


def test_a_pin_that_another_device_has_is_refused(factory: MockFactory) -> None:
    with GpioBuzzer(17), pytest.raises(DeviceError, match="no button confirm on GPIO17"):
        GpioButtons({"confirm": 17})


def test_the_buzzer_is_on_as_long_as_each_sound_says(factory: MockFactory) -> None:
    pauses: list[tuple[bool, float]] = []
    over = threading.Event()

    def pause(seconds: float) -> None:
        pauses.append((bool(factory.pin(23).state), seconds))
        if len(pauses) == 8:
            over.set()

    with GpioBuzzer(23, pause=pause) as buzzer:
        buzzer.sound("done")
        buzzer.sound("refused")
        assert over.wait(30)
    assert [seconds for on, seconds in pauses if on] == [0.08, 0.08, 0.08, 0.3]
    assert buzzer.health().state == "off"


def test_virtual_buttons_are_pressed_on_command() -> None:
    buttons = VirtualButtons()
    buttons.press("undo", "long")
    assert [buttons.read(0), buttons.read(0), buttons.read(0)] == [Press("undo", "down"), Press("undo", "long"), None]
