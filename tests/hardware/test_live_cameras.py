"""Cameras that run by themselves: the newest picture, and what happens when none comes."""

from __future__ import annotations

import sys
import threading
import types
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices import Camera
from companion.errors import DeviceError
from hardware.cameras import OpenCvCamera, PiCamera, open_source, steady_controls

WAIT = 30.0
SHAPE = (48, 64, 3)


def picture(level: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.full(SHAPE, level, np.uint8)


class FakeCapture:
    """A camera driver that gives the pictures that it is allowed to, then waits, breaks off or hangs."""

    def __init__(self) -> None:
        self.allowed = threading.Semaphore(0)
        self.waiting = threading.Event()
        self.released = threading.Event()
        self.broken = False
        self._level = 0

    def read(self) -> tuple[bool, Any]:
        if not self.allowed.acquire(blocking=False):
            self.waiting.set()
            self.allowed.acquire()
        if self.broken:
            return False, None
        self._level += 1
        return True, picture(self._level)

    def give(self, count: int) -> None:
        """Lets ``count`` pictures be taken; comes back when the camera wants one more."""
        self.waiting.clear()
        self.allowed.release(count)
        assert self.waiting.wait(WAIT)

    def break_off(self) -> None:
        self.broken = True
        self.allowed.release()

    def release(self) -> None:
        self.released.set()


class Shelf:
    """Captures that are opened one after the other."""

    def __init__(self, *captures: FakeCapture) -> None:
        self._captures = list(captures)
        self.now = 0.0

    def open(self, source: int | str) -> FakeCapture:
        if not self._captures:
            raise DeviceError(f"camera {source} cannot be opened")
        return self._captures.pop(0)

    def camera(self) -> OpenCvCamera:
        return OpenCvCamera(0, open_capture=self.open, clock=lambda: self.now, stall_s=6, back_off_s=(0.01, 0.01))


def levels(camera: Camera, count: int) -> list[int | None]:
    frames = [camera.read(WAIT) for _ in range(count)]
    return [None if frame is None else int(frame.image.mean()) for frame in frames]


def test_the_newest_picture_is_given_and_each_only_once() -> None:
    capture = FakeCapture()
    camera = Shelf(capture).camera()
    assert capture.waiting.wait(WAIT)
    capture.give(5)
    frame = camera.read(WAIT)
    assert frame is not None
    assert int(frame.image.mean()) == 5, "four older ones are forgotten"
    assert frame.name == "000005"
    with pytest.raises(DeviceError, match="gave no picture"):
        camera.read(0)
    capture.give(1)
    assert levels(camera, 1) == [6]
    capture.break_off()
    camera.close()


def test_a_camera_that_breaks_off_is_opened_again() -> None:
    first, second = FakeCapture(), FakeCapture()
    camera = Shelf(first, second).camera()
    assert first.waiting.wait(WAIT)
    first.give(1)
    assert levels(camera, 1) == [1]
    first.break_off()
    assert first.released.wait(WAIT)
    assert second.waiting.wait(WAIT)
    assert camera.health().state == "trouble"
    second.give(2)
    frame = camera.read(WAIT)
    assert frame is not None
    assert frame.name == "000003", "names go on, so that none comes twice"
    assert camera.health().state == "fine"
    second.break_off()
    camera.close()


def test_a_camera_that_hangs_in_its_driver_is_left_there_and_opened_anew() -> None:
    hanging, second = FakeCapture(), FakeCapture()
    shelf = Shelf(hanging, second)
    camera = shelf.camera()
    assert hanging.waiting.wait(WAIT)
    shelf.now = 5.0
    with pytest.raises(DeviceError, match="gave no picture"):
        camera.read(0)
    shelf.now = 6.5
    with pytest.raises(DeviceError, match="has stalled"):
        camera.read(0)
    assert camera.health().state == "trouble"
    assert second.waiting.wait(WAIT)
    second.give(1)
    assert levels(camera, 1) == [1]
    hanging.allowed.release()  # it wakes up after all: its picture is old and must not be shown
    assert hanging.released.wait(WAIT)
    with pytest.raises(DeviceError):
        camera.read(0)
    second.break_off()
    camera.close()


def test_a_camera_that_is_not_there_is_trouble_with_advice() -> None:
    with OpenCvCamera("/dev/no-such-camera", back_off_s=(0.01, 0.01)) as camera:
        pause = threading.Event()
        while camera.health().state == "fine":
            pause.wait(0.01)
        with pytest.raises(DeviceError, match="is it plugged in"):
            camera.read(0)


def test_closing_wakes_a_reading_thread_and_lets_go_of_the_camera() -> None:
    capture = FakeCapture()
    camera = Shelf(capture).camera()
    assert capture.waiting.wait(WAIT)
    got: list[object] = ["nothing yet"]
    reader = threading.Thread(target=lambda: got.__setitem__(0, camera.read(60)))
    reader.start()
    capture.break_off()
    camera.close()
    reader.join(WAIT)
    assert got == [None]
    assert capture.released.is_set()
    assert camera.health().state == "off"


@pytest.fixture
def video(tmp_path: Path) -> Path:
    path = tmp_path / "video.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for level in (20, 60, 100, 140, 180):
        writer.write(picture(level))
    writer.release()
    return path


def test_a_video_file_is_shown_whole_and_then_ends(video: Path) -> None:
    with OpenCvCamera(str(video)) as camera:
        shown = levels(camera, 6)
        assert shown[-1] is None
        assert [level for level in shown if level is not None] == pytest.approx([20, 60, 100, 140, 180], abs=3)
        assert camera.read(0) is None
        assert camera.health().state == "off"


def test_a_file_that_is_no_video_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.avi").write_text("no video")
    with pytest.raises(DeviceError, match=r"notes\.avi cannot be opened: is this the path of a video\?"):
        open_source(str(tmp_path / "notes.avi"))


class _Stream(BaseHTTPRequestHandler):
    """An MJPEG stream of ever lighter pictures, as IP cameras send it."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
        self.end_headers()
        try:
            for level in range(1, 251):
                content = cv2.imencode(".jpg", picture(level))[1].tobytes()
                head = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(content)}\r\n\r\n"
                self.wfile.write(head.encode() + content + b"\r\n")
        except OSError:
            return  # the camera was closed

    def log_message(self, format: str, *args: object) -> None:
        return


@pytest.fixture
def stream() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), _Stream) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/stream.mjpg"
        server.shutdown()
        thread.join()


def test_an_mjpeg_stream_is_read_and_opened_again_when_it_ends(stream: str) -> None:
    with OpenCvCamera(stream, back_off_s=(0.01, 0.01)) as camera:
        seen: list[int] = []
        # A level that falls tells that the stream has begun anew.
        while len(seen) < 2 or seen[-1] >= seen[-2]:
            frame = camera.read(WAIT)
            assert frame is not None
            assert frame.image.shape == SHAPE
            seen.append(int(frame.image.mean().round()))
        assert len(seen) < 600


def test_fixed_exposure_is_a_multiple_of_the_mains_period_and_as_bright_as_before() -> None:
    controls = steady_controls({"ExposureTime": 23000, "AnalogueGain": 2.0, "ColourGains": (1.9, 1.5), "Lux": 90})
    # 23 ms at gain 2 are 20 ms at gain 2.3.
    assert controls == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 20000,
        "AnalogueGain": pytest.approx(2.3),
        "ColourGains": (1.9, 1.5),
    }


def test_a_very_short_exposure_becomes_one_period_with_the_least_gain() -> None:
    controls = steady_controls({"ExposureTime": 800, "AnalogueGain": 1.0, "ColourGains": (1.0, 1.0)})
    assert (controls["ExposureTime"], controls["AnalogueGain"]) == (10000, 1.0)


def test_without_picamera2_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(DeviceError, match="sudo apt install python3-picamera2"):
        PiCamera()


class _Picamera2:
    """As picamera2 behaves: jobs that may not be done in time."""

    asleep = False

    def __init__(self) -> None:
        self.controls: dict[str, Any] = {}
        self.running = False

    def create_video_configuration(self, main: dict[str, Any], queue: bool) -> dict[str, Any]:
        return {"main": main, "queue": queue}

    def configure(self, configuration: dict[str, Any]) -> None:
        assert configuration["main"]["format"] == "RGB888", "blue-green-red in memory"

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False

    def close(self) -> None:
        assert not self.running

    def capture_metadata(self) -> dict[str, Any]:
        return {"ExposureTime": 20000, "AnalogueGain": 1.5, "ColourGains": (2.0, 1.0)}

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.controls = controls

    def capture_array(self, name: str, wait: bool) -> str:
        return name

    def wait(self, job: str, timeout: float) -> Any:
        if self.asleep:
            raise TimeoutError
        return picture(77)


def test_the_pi_camera_gives_pictures_until_it_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    module = types.ModuleType("picamera2")
    module.__dict__["Picamera2"] = _Picamera2
    monkeypatch.setitem(sys.modules, "picamera2", module)
    camera = PiCamera(settle_frames=3)
    assert levels(camera, 2) == [77, 77]
    monkeypatch.setattr(_Picamera2, "asleep", True)
    with pytest.raises(DeviceError, match="ribbon cable"):
        camera.read(0.1)
    assert camera.health().state == "trouble"
    monkeypatch.setattr(_Picamera2, "asleep", False)
    assert levels(camera, 1) == [77]
    assert camera.health().state == "fine"
    camera.close()
    assert camera.read(1) is None


def test_no_camera_on_the_ribbon_cable_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoCamera:
        def __init__(self) -> None:
            raise IndexError("list index out of range")  # what picamera2 says then

    module = types.ModuleType("picamera2")
    module.__dict__["Picamera2"] = NoCamera
    monkeypatch.setitem(sys.modules, "picamera2", module)
    with pytest.raises(DeviceError, match="check its ribbon cable"):
        PiCamera()
