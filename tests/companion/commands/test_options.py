"""Which devices are used: as the command line says, else as devices.toml says, else what the command falls back on."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner

from companion.commands import calibrate, chains, dice, doctor, read, regions, run, watch
from companion.commands._options import CornerType, Named, device_wiring
from companion.errors import DeviceError, FormatError

SIMULATED = Named("virtual", "virtual", "virtual")
FILE = """
[camera]
source = "picamera"
gain = 2.0
[dice]
source = "serial"
number_die = "pips"
[tracks]
kind = "console"
"""


def test_without_file_and_options_everything_is_simulated(tmp_path: Path) -> None:
    wiring = device_wiring(None, tmp_path, Named(), SIMULATED)
    assert (wiring.camera.source, wiring.dice.source, wiring.tracks.kind) == ("virtual", "virtual", "virtual")


def test_the_file_in_the_data_folder_holds_unless_the_command_line_says_otherwise(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text(FILE)
    wiring = device_wiring(None, tmp_path, Named(), SIMULATED)
    assert (wiring.camera.source, wiring.dice.source, wiring.tracks.kind) == ("picamera", "serial", "console")
    wiring = device_wiring(None, tmp_path, Named(camera="0", tracks="virtual", number_die="sharks"), SIMULATED)
    assert (wiring.camera.source, wiring.dice.source, wiring.tracks.kind) == ("0", "serial", "virtual")
    assert wiring.dice.number_die == "sharks"
    assert wiring.camera.gain == 2.0


def test_another_file_may_be_named_and_must_be_there(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("tracks.kind = 'console'")
    assert device_wiring(tmp_path / "mine.toml", tmp_path, Named(), SIMULATED).tracks.kind == "console"
    with pytest.raises(FormatError, match=r"nowhere\.toml cannot be read"):
        device_wiring(tmp_path / "nowhere.toml", tmp_path, Named(), SIMULATED)


def test_pins_are_checked_with_the_tracks_that_the_command_line_names(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("[buttons]\nundo = 10")
    device_wiring(None, tmp_path, Named(), SIMULATED)
    with pytest.raises(DeviceError, match="GPIO10 is used twice"):
        device_wiring(None, tmp_path, Named(tracks="max7219"), SIMULATED)


@pytest.mark.parametrize("command", [run, doctor, dice], ids=["run", "doctor", "dice"])
def test_an_empty_port_is_refused_by_its_name(command: ModuleType) -> None:
    told = CliRunner().invoke(command.command, ["--port", ""])
    assert told.exit_code == 2
    assert "--port" in told.output
    assert "range" not in told.output


def test_no_port_is_no_number() -> None:
    assert "'' is not a valid port number" in CliRunner().invoke(run.command, ["--port", ""]).output


@pytest.mark.parametrize(
    "place", ["nan,inf", "1,nan", "-inf,1", "1e300,1", "1,-1e9", "1e999,1", "1", "1,2,3", "a,b", ""]
)
@pytest.mark.parametrize("command", [calibrate, chains, read, regions, watch])
def test_what_is_no_place_in_a_picture_is_refused_wherever_corners_are_given(command: ModuleType, place: str) -> None:
    told = CliRunner().invoke(command.command, ["--corners", "0,0", "100,0", place, "0,100"])
    assert told.exit_code == 2
    wanted = "four are wanted, as in --corners 10,20 800,20 800,600 10,600"
    assert f"{place!r} is no place in the picture: {wanted}" in told.output


@pytest.mark.parametrize("place", ["nan,4", "1,inf", "1e300,1"])
def test_the_last_of_four_corners_that_is_no_place_is_named_too(place: str) -> None:
    told = CliRunner().invoke(read.command, ["a.jpg", "--corners", "0,0", "100,0", "100,100", place])
    assert told.exit_code == 2
    assert f"{place!r} is no place in the picture" in told.output


def test_a_corner_may_lie_beside_the_picture() -> None:
    assert CornerType().convert("-3.5,20000", None, None) == (-3.5, 20000.0)
