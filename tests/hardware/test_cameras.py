"""Cameras that read files."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.devices import Camera
from companion.errors import DeviceError
from hardware.cameras import FolderCamera, known_cameras, may_be_there


def jpeg(level: int, shape: tuple[int, int] = (20, 30)) -> bytes:
    done, content = cv2.imencode(".jpg", np.full((*shape, 3), level, np.uint8))
    assert done
    return content.tobytes()


def test_pictures_come_in_the_order_of_their_names_and_then_none(tmp_path: Path) -> None:
    for name, level in (("0002.jpg", 200), ("0001.jpg", 100), ("0010.JPG", 50), ("empty.jpg", 0), ("notes.txt", 0)):
        (tmp_path / name).write_bytes(jpeg(level))
    camera: Camera = FolderCamera(tmp_path)
    frames = [camera.read(0) for _ in range(5)]
    assert [frame and (frame.name, int(frame.image.mean().round())) for frame in frames] == [
        ("0001.jpg", 100),
        ("0002.jpg", 200),
        ("0010.JPG", 50),
        None,
        None,
    ]
    assert camera.health().state == "off"


EMPTY_NAMES = ("empty.jpg", "empty.jpeg", "empty.png", "Empty.JPG", "0001-empty.jpg", "0001-empty.png")
"""Names of pictures of the empty board: of all pictures of a folder, or of one."""


@pytest.mark.parametrize("name", EMPTY_NAMES)
def test_no_picture_of_the_empty_board_is_a_frame(tmp_path: Path, name: str) -> None:
    for each in ("0001.jpg", name):
        (tmp_path / each).write_bytes(jpeg(9))
    camera = FolderCamera(tmp_path)
    assert [frame.name for frame in iter(lambda: camera.read(0), None)] == ["0001.jpg"]


def test_the_empty_picture_can_be_asked_for(tmp_path: Path) -> None:
    for name in ("0001.jpg", "empty.jpg"):
        (tmp_path / name).write_bytes(jpeg(9))
    with FolderCamera(tmp_path, include_empty=True) as camera:
        names = [frame.name for frame in iter(lambda: camera.read(0), None)]
    assert names == ["0001.jpg", "empty.jpg"]


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff\xd8\xff\xe0", jpeg(100, (200, 300))[:-700]])
def test_a_file_that_is_no_picture_is_named_and_the_next_one_read(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "0001.jpg").write_bytes(content)
    (tmp_path / "0002.jpg").write_bytes(jpeg(100))
    camera = FolderCamera(tmp_path)
    with pytest.raises(DeviceError, match=r"0001\.jpg.*(take it out of the folder|leave it out)"):
        camera.read(0)
    assert camera.health().state == "trouble"
    frame = camera.read(0)
    assert frame is not None
    assert frame.name == "0002.jpg"


def test_no_folder_and_no_pictures_are_said(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match="nowhere"):
        FolderCamera(tmp_path / "nowhere")
    (tmp_path / "empty.jpg").write_bytes(jpeg(1))
    with pytest.raises(DeviceError, match="no pictures"):
        FolderCamera(tmp_path)


def test_a_picture_lying_on_its_side_is_turned_upright(tmp_path: Path) -> None:
    # TIFF header, one entry: tag 0x0112 (orientation), SHORT, 1 value: 6 = turn a quarter clockwise to see it upright.
    tiff = b"II*\0" + struct.pack("<IHHHIHHI", 8, 1, 0x0112, 3, 1, 6, 0, 0)
    exif = b"Exif\0\0" + tiff
    content = jpeg(100, (20, 30))
    (tmp_path / "a.jpg").write_bytes(content[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + content[2:])
    frame = FolderCamera(tmp_path).read(0)
    assert frame is not None
    assert frame.image.shape == (30, 20, 3)


def test_cameras_of_a_machine_are_those_devices_that_give_pictures(tmp_path: Path) -> None:
    """A USB camera is two devices: its pictures (index 0), and what it says of them (index 1)."""
    devices, names = tmp_path / "dev", tmp_path / "names"
    devices.mkdir()
    for name, index, title in (
        ("video0", "0", "HD Webcam\n"),
        ("video1", "1", "HD Webcam\n"),
        ("video2", "0", "Cam <2>\n"),
    ):
        (devices / name).touch()
        (names / name).mkdir(parents=True)
        (names / name / "index").write_text(f"{index}\n")
        (names / name / "name").write_text(title)
    (devices / "video3").touch()  # of which nothing is said
    (devices / "videodev").touch()
    found = known_cameras(devices, names)
    assert {source: name for source, name in found.items() if source != "picamera"} == {
        "0": "HD Webcam",
        "2": "Cam <2>",
        "3": "",
    }


@pytest.mark.parametrize(
    ("source", "there"),
    [
        ("0", True),
        ("7", False),
        ("{folder}", True),
        ("{folder}/film.avi", False),
        ("nofile", False),
        ("picamera", True),
        ("http://x/stream", True),
    ],
)
def test_a_camera_whose_device_or_file_is_missing_is_not_there(source: str, there: bool, tmp_path: Path) -> None:
    (tmp_path / "video0").touch()
    assert may_be_there(source.format(folder=tmp_path), tmp_path) is there
