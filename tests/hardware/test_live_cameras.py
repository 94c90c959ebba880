"""Cameras that run by themselves: the newest picture, and what happens when none comes."""

from __future__ import annotations

import errno
import os
import queue
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion import pictures
from companion.devices import Camera
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware.cameras import Capture, LiveCamera, Opener, source_opener
from hardware.cameras._apart import BrokeOff, News, NotOpened, Opened, Opening, Picture, Process, take_pictures
from tests.running import time_limit

WAIT = 30.0
SHAPE = (48, 64, 3)


def picture(level: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.full(SHAPE, level, np.uint8)


class Driver:
    """A camera in a process of its own, without the process: tells what it is given, then keeps silent."""

    def __init__(self, *, obstinate: bool = False) -> None:
        self.news: queue.SimpleQueue[News | None] = queue.SimpleQueue()
        self.idle = threading.Event()
        self.ended = threading.Event()
        self.obstinate = obstinate
        self._level = 0

    def wait(self, seconds: float) -> News | None:
        try:
            news = self.news.get(timeout=seconds)
        except queue.Empty:
            self.idle.set()
            return None
        if news is None:
            raise EOFError
        return news

    def end(self) -> bool:
        self.ended.set()
        return not self.obstinate

    def tell(self, *news: News | None) -> None:
        """Tells these, and comes back when the camera has heard them and listens again."""
        for each in news:
            self.news.put(each)
        self.look_up()

    def look_up(self) -> None:
        """Comes back when the camera has looked once more, at the time that it is now."""
        for _ in range(2):  # the first look may have begun before
            self.idle.clear()
            assert self.idle.wait(WAIT)

    def open(self, remark: str = "") -> None:
        self.tell(Opening(), Opened(remark, no_camera))

    def give(self, count: int) -> None:
        """``count`` pictures, each of the next level."""
        for _ in range(count):
            self._level += 1
            self.news.put(Picture(picture(self._level)))
        self.look_up()


class Shelf:
    """Drivers that are begun one after the other; the last one again and again."""

    def __init__(self, *drivers: Driver) -> None:
        self._drivers = list(drivers)
        self.begun: list[Opener] = []
        self.now = 0.0

    def begin(self, opener: Opener, live: bool) -> Driver:
        self.begun.append(opener)
        return self._drivers.pop(0) if len(self._drivers) > 1 else self._drivers[0]

    def camera(self) -> LiveCamera:
        return LiveCamera(
            0, opener=no_camera, begin=self.begin, clock=lambda: self.now, check_s=0.002, back_off_s=0.002
        )


def no_camera() -> Capture:
    raise DeviceError(Sentence("camera 0 cannot be opened"))


def levels(camera: Camera, count: int) -> list[int | None]:
    frames = [camera.read(WAIT) for _ in range(count)]
    return [None if frame is None else int(frame.image.mean()) for frame in frames]


def test_camera_for_which_there_is_no_process_now_is_told_and_opened_later() -> None:
    driver, enough = Driver(), threading.Event()

    def begin(opener: Opener, live: bool) -> Driver:
        if not enough.is_set():
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM))
        return driver

    with LiveCamera(0, opener=no_camera, begin=begin, check_s=0.002, back_off_s=0.002) as camera:
        with time_limit(WAIT):
            while camera.health().state != "trouble":
                pass
        assert "cannot be opened now: Cannot allocate memory" in str(camera.health().text)
        enough.set()
        driver.open()
        driver.give(1)
        assert levels(camera, 1) == [1]
        assert camera.health().state == "fine"


def tells_its_standard_error() -> Capture:
    raise DeviceError(Sentence("{place}", {"place": os.readlink("/proc/self/fd/2")}))


class Asked:
    """A lock that tells who comes to it while it is held."""

    def __init__(self, came: threading.Event) -> None:
        self._lock = threading.Lock()
        self._came = came

    def __enter__(self) -> None:
        if self._lock.locked():
            self._came.set()
        self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_a_driver_that_begins_while_a_picture_is_decoded_keeps_the_standard_error_of_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the decoders write is taken down meanwhile, and nobody would read there what a driver writes later on."""
    begun_or_waiting = threading.Event()
    monkeypatch.setattr(pictures, "_HEARING", Asked(begun_or_waiting))
    own, begun = os.readlink("/proc/self/fd/2"), queue.SimpleQueue[Process]()

    def begin() -> None:
        begun.put(Process(tells_its_standard_error, live=False))
        begun_or_waiting.set()

    decode = cv2.imdecode

    def meanwhile(*given: Any) -> Any:
        threading.Thread(target=begin).start()
        assert begun_or_waiting.wait(WAIT)
        return decode(*given)

    monkeypatch.setattr(cv2, "imdecode", meanwhile)
    _, content = cv2.imencode(".png", picture(90))
    assert pictures.decode_picture(content.tobytes()).shape == SHAPE
    process = begun.get(timeout=WAIT)
    try:
        assert process.wait(WAIT) == Opening()
        assert process.wait(WAIT) == NotOpened(Sentence("{place}", {"place": own}))
    finally:
        process.end()


def test_the_newest_picture_is_given_and_each_only_once() -> None:
    driver = Driver()
    with Shelf(driver).camera() as camera:
        driver.open()
        driver.give(5)
        frame = camera.read(WAIT)
        assert frame is not None
        assert int(frame.image.mean()) == 5, "four older ones are forgotten"
        assert frame.name == "000005"
        with pytest.raises(DeviceError, match="gave no picture"):
            camera.read(0)
        driver.give(1)
        assert levels(camera, 1) == [6]


def test_a_camera_that_breaks_off_is_trouble_until_it_gives_pictures_again() -> None:
    driver = Driver()
    with Shelf(driver).camera() as camera:
        driver.open()
        driver.give(1)
        assert levels(camera, 1) == [1]
        driver.tell(BrokeOff())
        assert camera.health().state == "trouble"
        assert "camera 0 gives no more pictures" in str(camera.health().text)
        driver.tell(Opening(), NotOpened(Sentence("camera 0 cannot be opened: is it plugged in?")))
        assert "is it plugged in" in str(camera.health().text)
        driver.open()
        assert camera.health().state == "trouble", "there is no picture yet"
        driver.give(2)
        frame = camera.read(WAIT)
        assert frame is not None
        assert frame.name == "000003", "names go on, so that none comes twice"
        assert camera.health().state == "fine"


def test_a_camera_that_hangs_is_noticed_within_two_seconds_ended_and_begun_anew() -> None:
    hanging, second = Driver(), Driver()
    shelf = Shelf(hanging, second)
    with shelf.camera() as camera:
        hanging.open()
        hanging.give(1)
        assert levels(camera, 1) == [1]
        shelf.now = 1.4
        hanging.look_up()
        assert camera.health().state == "fine"
        shelf.now = 1.6
        assert hanging.ended.wait(WAIT)
        assert camera.health().state == "trouble"
        assert "camera 0 has stalled" in str(camera.health().text)
        second.open()
        second.give(1)
        assert levels(camera, 1) == [1]
        assert camera.health().state == "fine"


def test_what_a_camera_has_found_of_its_settings_is_told_to_the_next_process() -> None:
    hanging, second = Driver(), Driver()
    shelf = Shelf(hanging, second)
    settled = source_opener(7)
    with shelf.camera():
        hanging.tell(Opening(), Opened("", settled))
        shelf.now = 7.0  # and no picture came in six seconds
        assert hanging.ended.wait(WAIT)
        second.look_up()
    assert shelf.begun == [no_camera, settled]


def test_a_camera_that_is_slow_by_nature_is_given_its_time() -> None:
    driver = Driver()
    shelf = Shelf(driver)
    with shelf.camera() as camera:
        driver.open()
        for now in (0.0, 1.0, 2.0):  # a picture a second
            shelf.now = now
            driver.give(1)
        shelf.now = 2.0 + 2.9
        driver.look_up()
        assert camera.health().state == "fine"
        shelf.now = 2.0 + 3.1
        assert driver.ended.wait(WAIT)
        assert camera.health().state == "trouble"


def test_a_camera_that_is_slow_to_begin_and_to_open_is_given_its_time_too() -> None:
    driver = Driver()
    shelf = Shelf(driver)
    with shelf.camera() as camera:
        shelf.now = 19.0
        driver.look_up()
        assert camera.health().state == "fine"
        driver.tell(Opening())
        shelf.now = 19.0 + 5.9
        driver.look_up()
        assert camera.health().state == "fine"
        shelf.now = 19.0 + 6.1
        assert driver.ended.wait(WAIT)


def test_a_driver_that_cannot_even_be_ended_is_not_begun_a_second_time_beside_it() -> None:
    hanging, second = Driver(obstinate=True), Driver()
    shelf = Shelf(hanging, second)
    with shelf.camera() as camera:
        hanging.open()
        shelf.now = 7.0
        assert hanging.ended.wait(WAIT)
        for _ in range(3):  # it is tried again and again
            hanging.ended.clear()
            assert hanging.ended.wait(WAIT)
        assert "cannot be ended: pull its plug" in str(camera.health().text)
        assert len(shelf.begun) == 1
        hanging.obstinate = False
        second.open()
        second.give(1)
        assert levels(camera, 1) == [1]


def test_a_process_that_crashes_is_begun_anew() -> None:
    crashing, second = Driver(), Driver()
    with Shelf(crashing, second).camera() as camera:
        crashing.news.put(None)
        second.open()
        assert "gives no more pictures" in str(camera.health().text)
        second.give(1)
        assert levels(camera, 1) == [1]


def test_what_a_camera_does_not_keep_is_told() -> None:
    driver = Driver()
    with Shelf(driver).camera() as camera:
        driver.open("it does not keep its focus by itself")
        driver.give(1)
        assert (camera.health().state, camera.health().text) == ("fine", "it does not keep its focus by itself")


def test_closing_wakes_a_reading_thread_and_ends_the_driver() -> None:
    driver = Driver()
    camera = Shelf(driver).camera()
    driver.open()
    got: list[object] = ["nothing yet"]
    reader = threading.Thread(target=lambda: got.__setitem__(0, camera.read(60)))
    reader.start()
    camera.close()
    reader.join(WAIT)
    assert got == [None]
    assert driver.ended.is_set()
    assert camera.health().state == "off"


class Scripted:
    """An opener whose cameras give these levels and then break off; None: it cannot be opened."""

    def __init__(self, *cameras: tuple[int, ...] | None) -> None:
        self._cameras = list(cameras)
        self.released = 0
        self.remark = "it does not keep its focus"
        self._levels: list[int] = []

    def __call__(self) -> Scripted:
        levels = self._cameras.pop(0)
        if levels is None:
            raise DeviceError(Sentence("camera 0 cannot be opened"))
        self._levels = list(levels)
        return self

    def read(self) -> tuple[bool, Any]:
        if not self._levels:
            raise RuntimeError("the driver says that the device is gone")
        return True, picture(self._levels.pop(0))

    def release(self) -> None:
        self.released += 1


class Enough(Exception):
    pass


def test_the_process_opens_a_camera_again_and_waits_longer_each_time_until_there_is_a_picture() -> None:
    source = Scripted(None, None, None, (1, 2), None)
    told: list[str] = []
    paused: list[float] = []

    def pause(seconds: float) -> None:
        paused.append(seconds)
        if len(paused) == 5:
            raise Enough

    with pytest.raises(Enough):
        take_pictures(
            source, lambda news: told.append(type(news).__name__), live=True, back_off_s=(0.5, 2.0), pause=pause
        )
    refused = ["Opening", "NotOpened"]
    assert told == [*refused * 3, "Opening", "Opened", "Picture", "Picture", "BrokeOff", *refused]
    assert paused == [0.5, 1.0, 2.0, 0.5, 1.0]
    assert source.released == 1


def test_the_process_lets_go_of_the_camera_when_nobody_listens_any_more() -> None:
    source = Scripted((1, 2, 3))

    def tell(news: News) -> None:
        if isinstance(news, Picture):
            raise BrokenPipeError

    with pytest.raises(BrokenPipeError):
        take_pictures(source, tell, live=True)
    assert source.released == 1


@dataclass
class HangsAtFirst:
    """A camera whose driver hangs in its second picture for as long as ``mark`` is not there; it makes it then."""

    mark: Path
    remark: str | Sentence = ""
    taken: int = 0

    def __call__(self) -> Capture:
        return self

    def read(self) -> tuple[bool, Any]:
        self.taken += 1
        if self.taken == 2 and not self.mark.exists():
            self.mark.write_text(str(os.getpid()))
            signal.pause()
        return True, picture(100)

    def release(self) -> None: ...


def test_a_driver_that_really_hangs_is_ended_with_its_process_and_no_thread_is_left(tmp_path: Path) -> None:
    before = set(threading.enumerate())
    mark = tmp_path / "hung"
    with LiveCamera(0, opener=HangsAtFirst(mark), check_s=0.02) as camera:
        frames = [camera.read(WAIT) for _ in range(1)]
        while frames[-1] is not None and int(frames[-1].name) < 3:
            frames.append(camera.read(WAIT))
        assert all(frame is not None and int(frame.image.mean()) == 100 for frame in frames)
        assert len(set(threading.enumerate()) - before) == 1
    assert set(threading.enumerate()) <= before
    with pytest.raises(ProcessLookupError):
        os.kill(int(mark.read_text()), 0)


def test_a_camera_that_hangs_does_not_outlive_a_program_that_is_killed(tmp_path: Path) -> None:
    mark = tmp_path / "hung"
    script = f"""
import sys
from pathlib import Path
from hardware.cameras import LiveCamera
from tests.hardware.test_live_cameras import HangsAtFirst
camera = LiveCamera(0, opener=HangsAtFirst(Path({str(mark)!r})))
camera.read(60)
while not Path({str(mark)!r}).exists() or not Path({str(mark)!r}).read_text():
    pass
print("hangs", flush=True)
sys.stdin.read()
"""
    program = [sys.executable, "-c", script]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "hangs\n"
        hung = os.pidfd_open(int(mark.read_text()))
        running.kill()
    ended, _, _ = select.select([hung], [], [], WAIT)
    os.close(hung)
    assert ended, "its process has ended, too"


def test_a_camera_that_is_not_there_is_trouble_with_advice() -> None:
    with LiveCamera("/dev/no-such-camera") as camera:
        pause = threading.Event()
        while camera.health().state == "fine":
            pause.wait(0.01)
        with pytest.raises(DeviceError, match="is it plugged in"):
            camera.read(0)


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
    with pytest.raises(
        DeviceError, match=r"notes\.avi cannot be opened: is this the path of a video, or of a folder of pictures\?"
    ):
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
    with LiveCamera(stream) as camera:
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
