"""bankhalter doctor: what is fine, what is wrong, what to do; on a machine without any hardware, too."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory

import calibration
from companion.commands._doctor import Devices, check_buttons, check_dice, check_picture, check_tracks, examine
from companion.devices import Image
from hardware.buttons import GpioButtons, VirtualButtons
from hardware.dice import VirtualDice
from hardware.tracks import ConsoleTracks, PanelTracks, Row, VirtualTracks
from hardware.virtual import VirtualCamera, VirtualTable
from tests.running import RunningTable


class Panel:
    """Two rows of three lights that remember which was lit alone."""

    places, length = 2, 3

    def __init__(self) -> None:
        self.alone: list[tuple[int, int]] = []
        self.cut = False

    def draw(self, rows: Sequence[Row], brightness: int) -> None:
        if self.cut:
            raise OSError("Input/output error")
        lit = [(place, light) for place, row in enumerate(rows) for light, on in enumerate(row.lit) if on]
        if len(lit) == 1:
            self.alone += lit

    def close(self) -> None: ...


def doctor(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "companion", "doctor", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def states(told: subprocess.CompletedProcess[str]) -> dict[str, str]:
    findings: list[dict[str, Any]] = json.loads(told.stdout)["findings"]
    return {finding["name"]: finding["state"] for finding in findings}


def test_a_machine_without_any_hardware_is_in_order(tmp_path: Path) -> None:
    told = doctor("--data", str(tmp_path / "games"), "--port", free_port())
    assert told.returncode == 0, told.stdout + told.stderr
    assert "WRONG" not in told.stdout
    assert not (tmp_path / "games").exists(), "it only looks"


def test_a_file_of_devices_with_a_mistake_is_a_finding_and_the_rest_is_examined_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "devices.toml").write_text("[buttons]\nconfirm = 17\nundo = 17\n")
    told = doctor("--data", str(tmp_path), "--port", free_port(), "--tracks", "console", "--json")
    assert told.returncode == 1, told.stderr
    wrong = [finding for finding in json.loads(told.stdout)["findings"] if finding["state"] == "wrong"]
    assert [finding["name"] for finding in wrong] == ["Devices and pins"]
    assert "GPIO17 is used twice: button confirm and button undo" in wrong[0]["text"]
    assert {"Disk", "Price tracks", "Buttons"} <= states(told).keys()


def test_what_is_wrong_is_said_in_the_language_that_was_asked_for(tmp_path: Path) -> None:
    devices = ("--camera", str(tmp_path / "no.avi"), "--dice", "/dev/no-such-reader", "--tracks", "max7219")
    told = doctor("--data", str(tmp_path), "--port", free_port(), "--lang", "de", *devices)
    wrong = [line for line in told.stdout.splitlines() if line.startswith("WRONG")]
    assert len(wrong) == 3
    for line in wrong:
        assert not re.search(r"\b(the|cannot|is|this)\b", line), line


def test_what_was_asked_for_and_is_not_there_is_wrong_and_the_exit_status_says_so(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        devices = ("--camera", str(tmp_path / "no.avi"), "--dice", "/dev/no-such-reader", "--tracks", "max7219")
        told = doctor("--data", str(tmp_path), "--port", port, "--json", *devices)
    assert told.returncode == 1, told.stderr
    assert json.loads(told.stdout)["ok"] is False
    wrong = {name for name, state in states(told).items() if state == "wrong"}
    assert wrong == {"Camera", "Dice reader", "Price tracks", "Port of the pages"}
    assert all(finding["todo"] for finding in json.loads(told.stdout)["findings"] if finding["state"] == "wrong")


def test_it_speaks_german(tmp_path: Path) -> None:
    told = doctor("--data", str(tmp_path), "--port", free_port(), "--lang", "de")
    assert "Es gibt noch keine Partien" in told.stdout


def test_a_running_table_keeps_its_devices(tmp_path: Path) -> None:
    table = RunningTable(tmp_path, "--camera", "none", "--dice", "by-hand")
    try:
        told = doctor("--data", str(tmp_path), "--json")
    finally:
        table.close()
    assert told.returncode == 0, told.stderr
    assert states(told)["Devices"] == "off"
    assert states(told)["Journal"] == "ok"
    assert "Camera" not in states(told)


@pytest.fixture(scope="module")
def picture(tmp_path_factory: pytest.TempPathFactory) -> Image:
    table = VirtualTable(calibration.board("shark-2001"), tmp_path_factory.mktemp("table") / "t.json", seed=3)
    return VirtualCamera(table).empty_picture()


def test_a_board_in_good_light_is_found_and_dark_and_empty_pictures_say_what_to_do(picture: Image) -> None:
    board = calibration.board("shark-2001")
    found = check_picture(picture, board)
    assert [(str(finding.name), finding.state) for finding in found[:1]] == [("Board in the picture", "ok")]
    assert {finding.state for finding in found} == {"ok"}
    (dark,) = (
        finding for finding in check_picture(np.asarray(picture // 4, np.uint8), board) if finding.state == "wrong"
    )
    assert "more light" in str(dark.todo)
    (black,) = check_picture(np.zeros_like(picture), board)
    assert "more light" in str(black.todo)
    (nothing,) = check_picture(np.full_like(picture, 128), board)
    assert nothing.state == "wrong"
    assert "the whole board" in str(nothing.todo)


def test_a_soft_picture_is_wrong_with_what_to_do(picture: Image) -> None:
    blurred = cv2.GaussianBlur(picture, (0, 0), 4)
    soft = np.asarray(cv2.resize(blurred, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    wrong = [finding for finding in check_picture(soft, calibration.board("shark-2001")) if finding.state == "wrong"]
    assert wrong
    assert all(finding.todo for finding in wrong)


def test_simulated_and_missing_devices_are_no_fault(tmp_path: Path) -> None:
    dice = VirtualDice((("1", "2"),), Random(1))
    devices = Devices(calibration.board("shark-2001"), dice=dice, tracks=VirtualTracks(), buttons=VirtualButtons())
    found = {str(finding.name): finding.state for finding in examine(tmp_path, devices)}
    assert found["Camera"] == found["Dice reader"] == found["Price tracks"] == "off"
    assert found["Buttons"] == "ok"
    assert [finding.state for finding in check_tracks(ConsoleTracks(), walk=True)] == ["off"]
    assert [finding.state for finding in check_dice(None)] == ["off"]


def test_in_a_walk_each_light_is_lit_once_alone() -> None:
    panel = Panel()
    with PanelTracks(panel, frame_s=None) as tracks:
        (finding,) = check_tracks(tracks, walk=True)
    assert finding.state == "ok"
    assert panel.alone == [(place, light) for place in range(2) for light in range(3)]
    panel = Panel()
    panel.cut = True
    (finding,) = check_tracks(PanelTracks(panel, frame_s=None), walk=True)
    assert finding.state == "wrong"
    assert "ribbon cable" in str(finding.text)


def test_a_stuck_button_is_wrong() -> None:
    before, Device.pin_factory = Device.pin_factory, MockFactory()
    now = 0.0
    try:
        with GpioButtons({"undo": 27}, poll_s=None, clock=lambda: now) as buttons:
            assert [finding.state for finding in check_buttons(buttons, None)] == ["ok"]
            Device.pin_factory.pin(27).drive_low()
            buttons.poll()
            now = 30.0
            buttons.poll()
            (finding,) = check_buttons(buttons, None)
            assert finding.state == "wrong"
            assert "undo" in str(finding.text)
    finally:
        Device.pin_factory.reset()
        Device.pin_factory = before
