"""Cameras that run by themselves: the newest picture, and what happens when none comes."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.devices import Camera
from companion.errors import DeviceError
from hardware.cameras import LiveCamera, source_opener

WAIT = 30.0
SHAPE = (48, 64, 3)


def picture(level: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.full(SHAPE, level, np.uint8)


class FakeCapture:
    """A camera driver that gives the pictures that it is allowed to, then waits, breaks off or hangs."""

    remark = ""

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

    def open(self) -> FakeCapture:
        if not self._captures:
            raise DeviceError("camera 0 cannot be opened")
        return self._captures.pop(0)

    def camera(self) -> LiveCamera:
        return LiveCamera(0, open_capture=self.open, clock=lambda: self.now, check_s=None, back_off_s=(0.01, 0.01))


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


def test_a_camera_that_hangs_is_noticed_within_two_seconds_left_there_and_opened_anew() -> None:
    hanging, second = FakeCapture(), FakeCapture()
    shelf = Shelf(hanging, second)
    camera = shelf.camera()
    assert hanging.waiting.wait(WAIT)
    hanging.give(1)
    assert levels(camera, 1) == [1]
    shelf.now = 1.4
    camera.check()
    assert camera.health().state == "fine"
    shelf.now = 1.6
    camera.check()
    assert camera.health().state == "trouble"
    assert "camera 0 has stalled" in str(camera.health().text)
    assert second.waiting.wait(WAIT)
    second.give(1)
    assert levels(camera, 1) == [1]
    assert camera.health().state == "fine"
    hanging.allowed.release()  # it wakes up after all: its picture is old and must not be shown
    assert hanging.released.wait(WAIT)
    with pytest.raises(DeviceError):
        camera.read(0)
    second.break_off()
    camera.close()


def test_the_guard_looks_by_itself() -> None:
    hanging, second = FakeCapture(), FakeCapture()
    shelf = Shelf(hanging, second)
    camera = LiveCamera(0, open_capture=shelf.open, clock=lambda: shelf.now, check_s=0.01)
    assert hanging.waiting.wait(WAIT)
    hanging.give(1)
    shelf.now = 2.0
    assert second.waiting.wait(WAIT)
    for capture in (hanging, second):
        capture.break_off()
    camera.close()


def test_a_camera_that_is_slow_by_nature_is_given_its_time() -> None:
    capture = FakeCapture()
    shelf = Shelf(capture)
    camera = shelf.camera()
    assert capture.waiting.wait(WAIT)
    for now in (0.0, 1.0, 2.0):  # a picture a second
        shelf.now = now
        capture.give(1)
    shelf.now = 2.0 + 2.9
    camera.check()
    assert camera.health().state == "fine"
    shelf.now = 2.0 + 3.1
    camera.check()
    assert camera.health().state == "trouble"
    capture.break_off()
    camera.close()


def test_a_camera_that_is_slow_to_open_is_given_its_time_too() -> None:
    capture = FakeCapture()
    shelf = Shelf(capture)
    camera = shelf.camera()
    assert capture.waiting.wait(WAIT)
    shelf.now = 5.9
    camera.check()
    assert camera.health().state == "fine"
    capture.break_off()
    camera.close()


def test_a_driver_that_hangs_again_and_again_keeps_a_few_threads_and_no_more() -> None:
    hanging = [FakeCapture() for _ in range(9)]
    shelf = Shelf(*hanging)
    before = threading.active_count()
    camera = shelf.camera()
    for _ in range(8):
        shelf.now += 10.0
        camera.check()
    assert threading.active_count() - before == 4, "three that hang, and the newest one"
    assert "hangs again and again" in str(camera.health().text)
    # Those that hang come back to life: then there is room again.
    for capture in hanging[:4]:
        assert capture.waiting.wait(WAIT)
        capture.break_off()
    pause = threading.Event()
    while not hanging[4].waiting.is_set():
        shelf.now += 10.0
        camera.check()
        pause.wait(0.02)
    for capture in hanging[4:]:
        capture.break_off()
    camera.close()
    while threading.active_count() > before:
        pause.wait(0.02)


def test_a_program_with_a_camera_that_hangs_ends_all_the_same() -> None:
    script = """
import threading
from hardware.cameras import LiveCamera
class Hanging:
    remark = ""
    def read(self): threading.Event().wait()
    def release(self): pass
camera = LiveCamera(0, open_capture=Hanging)
camera.close()
print("closed")
"""
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert told.stdout == "closed\n"


def test_what_a_camera_does_not_keep_is_told() -> None:
    capture = FakeCapture()
    capture.remark = "it does not keep its focus by itself"
    camera = Shelf(capture).camera()
    assert capture.waiting.wait(WAIT)
    capture.give(1)
    assert (camera.health().state, camera.health().text) == ("fine", "it does not keep its focus by itself")
    capture.break_off()
    camera.close()


def test_a_camera_that_is_not_there_is_trouble_with_advice() -> None:
    with LiveCamera("/dev/no-such-camera", back_off_s=(0.01, 0.01)) as camera:
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
    with LiveCamera(str(video)) as camera:
        shown = levels(camera, 6)
        assert shown[-1] is None
        assert [level for level in shown if level is not None] == pytest.approx([20, 60, 100, 140, 180], abs=3)
        assert camera.read(0) is None
        assert camera.health().state == "off"


def test_a_file_that_is_no_video_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.avi").write_text("no video")
    with pytest.raises(DeviceError, match=r"notes\.avi cannot be opened: is this the path of a video\?"):
        source_opener(str(tmp_path / "notes.avi"))()


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
    with LiveCamera(stream, back_off_s=(0.01, 0.01)) as camera:
        seen: list[int] = []
        # A level that falls tells that the stream has begun anew.
        while len(seen) < 2 or seen[-1] >= seen[-2]:
            frame = camera.read(WAIT)
            assert frame is not None
            assert frame.image.shape == SHAPE
            seen.append(int(frame.image.mean().round()))
        assert len(seen) < 600


def test_a_camera_that_is_not_there_is_told_in_our_words_alone(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(DeviceError, match="camera 97 cannot be opened"):
        source_opener("97")()
    assert capfd.readouterr() == ("", "")
