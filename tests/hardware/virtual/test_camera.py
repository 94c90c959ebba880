"""The virtual camera keeps the promises of a camera, and breaks them when told to."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from calibration import board
from companion.devices import Camera
from companion.errors import DeviceError
from companion.squares import parse_square
from hardware.virtual import VirtualCamera, VirtualTable


@pytest.fixture
def table() -> VirtualTable:
    return VirtualTable(board("shark-compact"), None, 1)


def test_frames_have_names_of_their_own_and_times_that_grow(table: VirtualTable) -> None:
    camera: Camera = VirtualCamera(table, fps=1000)
    with camera:
        frames = [camera.read(5) for _ in range(3)]
    assert [frame and frame.name for frame in frames] == ["000001", "000002", "000003"]
    times = [frame.time_ms for frame in frames if frame]
    assert times == sorted(set(times))
    assert camera.health().state == "off"


def test_the_clock_decides_when_the_next_frame_is_due(table: VirtualTable) -> None:
    now = [100.0]
    camera = VirtualCamera(table, fps=4, clock=lambda: now[0])
    first = camera.read(0)
    assert first is not None
    assert first.time_ms == 0
    with pytest.raises(DeviceError, match="gave no picture for 0 s"):
        camera.read(0)
    now[0] += 0.25
    second = camera.read(0)
    assert second is not None
    assert second.time_ms == 250


def test_a_stalled_camera_is_trouble_until_it_recovers(table: VirtualTable) -> None:
    camera = VirtualCamera(table, fps=1000)
    camera.stall()
    with pytest.raises(DeviceError, match="stall"):
        camera.read(0)
    assert camera.health().state == "trouble"
    camera.stall(False)
    assert camera.read(5) is not None
    assert camera.health().state == "fine"


def test_in_the_dark_hardly_anything_is_seen(table: VirtualTable) -> None:
    camera = VirtualCamera(table, fps=1000)
    frame = camera.read(5)
    assert frame is not None
    assert frame.image.mean() > 80
    camera.dark()
    frame = camera.read(5)
    assert frame is not None
    assert frame.image.mean() < 20
    camera.dark(False)
    frame = camera.read(5)
    assert frame is not None
    assert frame.image.mean() > 80


def test_the_empty_picture_shows_no_house(table: VirtualTable) -> None:
    camera = VirtualCamera(table, fps=1000)
    before = camera.empty_picture().astype(int)
    table.put(parse_square("E5"), "r")
    after = camera.empty_picture().astype(int)
    assert (abs(after - before).max(-1) > 60).sum() == 0


def test_closing_wakes_a_reader_that_waits(table: VirtualTable) -> None:
    camera = VirtualCamera(table, fps=1000)
    camera.stall()
    got: list[object] = ["nothing yet"]
    reader = threading.Thread(target=lambda: got.__setitem__(0, camera.read(60)))
    reader.start()
    camera.close()
    reader.join(30)
    assert got == [None]


def test_a_state_file_set_aside_shows_in_the_health(tmp_path: Path) -> None:
    (tmp_path / "table.json").write_text("nonsense")
    camera = VirtualCamera(VirtualTable(board("shark-1991"), tmp_path / "table.json", 1))
    assert camera.health().state == "trouble"
    assert "table.json.aside-1" in str(camera.health().text)


def test_a_camera_without_speed_is_refused(table: VirtualTable) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        VirtualCamera(table, fps=0)
