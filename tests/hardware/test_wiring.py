"""The file devices.toml: what hangs on which pin."""

from __future__ import annotations

from datetime import time
from pathlib import Path

import pytest

from companion.errors import DeviceError, FormatError
from hardware.wiring import Wiring, parse_wiring, read_wiring

ALL = """
[tracks]
kind = "ws2812"
spi_device = 1
brightness = 6
[tracks.night]
begins = 22:00:00
ends = 07:30:00
brightness = 1
[buttons]
confirm = 17
undo = 27
next = 22
long_press_ms = 900
[buzzer]
pin = 23
[camera]
source = "0"
exposure_ms = 20
[dice]
source = "serial"
number_die = "pips"
"""


def test_everything_that_may_stand_in_it() -> None:
    wiring = parse_wiring(ALL)
    assert wiring.tracks.kind == "ws2812"
    assert wiring.tracks.night is not None
    assert (wiring.tracks.night.begins, wiring.tracks.night.ends) == (time(22), time(7, 30))
    assert wiring.buttons.pins() == {"confirm": 17, "undo": 27, "next": 22}
    assert wiring.buzzer is not None
    assert wiring.buzzer.pin == 23
    assert wiring.camera.exposure_ms == 20
    assert (wiring.dice.source, wiring.dice.number_die) == ("serial", "pips")
    wiring.check_pins()


def test_nothing_need_stand_in_it() -> None:
    assert parse_wiring("") == Wiring()
    assert Wiring().buttons.pins() == {}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[button]\nconfirm = 4", "button is no key of devices.toml: did you mean buttons?"),
        ("[buttons]\nundoo = 4", "buttons.undoo is no key of devices.toml: did you mean undo?"),
        ("[tracks.night]\nbegin = 22:00:00", "tracks.night.begin is no key.*did you mean begins?"),
        ("qx = 1", "known are tracks, buttons, buzzer, camera, dice"),
        ("[buttons]\nconfirm = 28", r"<= 27.*buttons\.confirm"),
        ("[tracks]\nkind = 'oled'", r"oled.*tracks\.kind"),
        ("[buzzer]", "required.*pin"),
        ("[buttons", "no TOML"),
        (
            "[buttons]\n# the red one\nundo = 27\nconfirm = 'red'",
            "line 4: Expected `int`, got `str`, at buttons.confirm",
        ),
        ("[buttons]\nconfirm = 4\n\n[ 'tracks'.night ]\nbegn = 22:00:00", "line 5: tracks.night.begn is no key"),
        ("buzzer.pin = 99", "line 1: Expected `int` <= 27, at buzzer.pin"),
        ("buzzer = {pin = 99}", "^Expected `int` <= 27, at buzzer.pin"),
        ("[tracks.night]\nends = 07:00:00\nbegins = '22:00'", "line 3: A time is written as 22:00:00, without quotes"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, told: str) -> None:
    with pytest.raises(FormatError, match=told):
        parse_wiring(text)


def test_the_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("[buttons]\nok = 4")
    with pytest.raises(FormatError, match=r"devices\.toml: line 2: buttons\.ok"):
        read_wiring(tmp_path / "devices.toml")
    with pytest.raises(FormatError, match=r"nothing\.toml cannot be read"):
        read_wiring(tmp_path / "nothing.toml")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[buttons]\nconfirm = 17\nnext = 17", "GPIO17 is used twice: button confirm and button next"),
        ("[buttons]\nundo = 5\n[buzzer]\npin = 5", "GPIO5 is used twice: button undo and buzzer"),
        ("[tracks]\nkind = 'max7219'\n[buttons]\nundo = 10", r"GPIO10 .*\(data of SPI 0\) and button undo"),
        ("[tracks]\nkind = 'max7219'\n[buttons]\nundo = 8", r"GPIO8 .*\(select of SPI 0\) and button undo"),
        ("[tracks]\nkind = 'ws2812'\nspi_port = 1\n[buzzer]\npin = 21", r"GPIO21 .*clock of SPI 1\) and buzzer"),
        # Nothing is connected to the chips' answers, but the port has that pin all the same.
        ("[tracks]\nkind = 'max7219'\n[buttons]\nundo = 9", r"GPIO9 .*\(answer of SPI 0\) and button undo"),
        ("[tracks]\nkind = '74hc595'\ndim_pin = 12\n[buzzer]\npin = 12", r"GPIO12 .*dim_pin\) and buzzer"),
    ],
)
def test_two_devices_on_one_pin_are_refused_with_their_names(text: str, told: str) -> None:
    with pytest.raises(DeviceError, match=told):
        parse_wiring(text).check_pins()


def test_a_select_line_that_a_port_has_not_is_refused() -> None:
    with pytest.raises(DeviceError, match="spi_device = 2: SPI 0 has 0 and 1 only"):
        parse_wiring("[tracks]\nkind = 'max7219'\nspi_device = 2").check_pins()
    parse_wiring("[tracks]\nkind = 'max7219'\nspi_port = 1\nspi_device = 2").check_pins()


def test_a_pin_of_a_display_that_is_not_used_is_free() -> None:
    parse_wiring("[buttons]\nundo = 10").check_pins()
    parse_wiring("[tracks]\nkind = 'max7219'\n[buttons]\nundo = 7").check_pins()
