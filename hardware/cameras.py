"""Cameras: a folder of pictures, anything that OpenCV can open, the Pi's own camera."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.devices import DeviceHealth, Frame, Image
from companion.errors import DeviceError, FormatError
from companion.pictures import read_picture
from hardware._device import ClosingDevice

_PICTURES = frozenset({".jpg", ".jpeg", ".png"})
_EMPTY_STEM = "empty"
_OPEN_TIMEOUT_MS = 5000
_READ_TIMEOUT_MS = 3000
_STALL_S = 6.0
_BACK_OFF_S = (0.5, 5.0)
_MAINS_PERIOD_US = 10_000


class FolderCamera(ClosingDevice):
    """The pictures of a folder in the order of their names, one each `read`; frames carry the files' names.

    A picture called ``empty`` is the empty board, and left out unless ``include_empty``. Raises DeviceError where
    there is no such folder, or no picture in it.
    """

    def __init__(self, folder: Path, include_empty: bool = False) -> None:
        try:
            files = sorted(path for path in folder.iterdir() if path.suffix.lower() in _PICTURES)
        except OSError as error:
            raise DeviceError(f"{folder}: cannot be read as a folder of pictures: {error.strerror}") from None
        self._files = [path for path in files if include_empty or path.stem != _EMPTY_STEM]
        if not self._files:
            raise DeviceError(f"{folder}: there are no pictures in this folder (wanted: .jpg or .png)")
        self._folder = folder
        self._next = 0
        self._unreadable: str | None = None

    def read(self, timeout: float) -> Frame | None:
        """The next picture, None after the last. Raises DeviceError for a file that is none; then goes on."""
        if self._next >= len(self._files):
            return None
        path, index = self._files[self._next], self._next
        self._next += 1
        try:
            image = read_picture(path)
        except FormatError as error:
            self._unreadable = str(error)
            raise DeviceError(str(error)) from None
        # Files tell no reliable time; one a second keeps them in order.
        return Frame(path.name, image, 1000 * index)

    def health(self) -> DeviceHealth:
        if self._unreadable is not None:
            return DeviceHealth("folder camera", "trouble", self._unreadable)
        if self._next >= len(self._files):
            return DeviceHealth(
                "folder camera", "off", f"All {len(self._files)} pictures of {self._folder} were shown."
            )
        return DeviceHealth("folder camera", "fine")

    def close(self) -> None:
        self._next = len(self._files)


class Capture(Protocol):
    """What of OpenCV's VideoCapture is needed."""

    def read(self) -> tuple[bool, Any]: ...

    def release(self) -> None: ...


class OpenCvCamera(ClosingDevice):
    """A USB camera (``source`` its number, or /dev/video0), an MJPEG stream (its address), or a video file (its path).

    A thread holds the newest picture: OpenCV alone would hand out pictures that are seconds old. A live source that
    breaks off or stalls is opened again. A video file is shown picture by picture, none is left out, and then it ends.
    """

    def __init__(
        self,
        source: int | str,
        *,
        open_capture: Callable[[int | str], Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
        stall_s: float = _STALL_S,
        back_off_s: tuple[float, float] = _BACK_OFF_S,
    ) -> None:
        self._source = source
        self._live = not (isinstance(source, str) and Path(source).is_file())
        self._open = open_source if open_capture is None else open_capture
        self._clock = clock
        self._stall_s = stall_s
        self._back_off_s = back_off_s
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._newest: Frame | None = None
        self._count = 0
        self._ended = False
        self._trouble: str | None = None
        self._started = self._last_picture = clock()
        self._watch = 0
        self._thread = self._start()

    def read(self, timeout: float) -> Frame | None:
        """The newest picture that was not yet handed out; None when a video file has ended, or after `close`."""
        with self._changed:
            self._changed.wait_for(
                lambda: self._newest is not None or self._ended or self._closed.is_set(), max(0.0, timeout)
            )
            if self._closed.is_set():
                return None
            if self._newest is not None:
                frame, self._newest = self._newest, None
                self._changed.notify_all()
                return frame
            if self._ended:
                return None
            if self._clock() - self._last_picture > self._stall_s:
                # The thread may hang in the driver, where nothing can wake it: leave it there and begin anew.
                self._watch += 1
                self._trouble = f"camera {self._source} has stalled: it is opened again; if that lasts, replug it"
                self._thread = self._start()
            raise DeviceError(self._trouble or f"camera {self._source} gave no picture for {timeout:g} s")

    def health(self) -> DeviceHealth:
        name = f"camera {self._source}"
        with self._changed:
            if self._ended:
                return DeviceHealth(name, "off", "The video has ended.")
            if self._closed.is_set():
                return DeviceHealth(name, "off")
            if self._trouble is not None:
                return DeviceHealth(name, "trouble", self._trouble)
            return DeviceHealth(name, "fine")

    def close(self) -> None:
        """Lets go of the camera; a waiting `read` comes back."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        # A thread that hangs in the driver ends with the program, or when the driver gives up.
        self._thread.join(_READ_TIMEOUT_MS / 1000 + 1)

    def _start(self) -> threading.Thread:
        self._last_picture = self._clock()
        thread = threading.Thread(target=self._hold, args=(self._watch,), name=f"camera {self._source}", daemon=True)
        thread.start()
        return thread

    def _hold(self, watch: int) -> None:
        shortest, longest = self._back_off_s
        wait = shortest
        while self._on_watch(watch):
            try:
                capture = self._open(self._source)
            except DeviceError as error:
                self._tell(watch, str(error))
            else:
                try:
                    if self._take_pictures(capture, watch):
                        wait = shortest
                finally:
                    capture.release()
            if self._ended:
                return
            self._closed.wait(wait)
            wait = min(2 * wait, longest)

    def _take_pictures(self, capture: Capture, watch: int) -> bool:
        """Takes pictures until none comes; whether there was any."""
        any_yet = False
        while self._on_watch(watch):
            try:
                done, image = capture.read()
            except cv2.error:
                done, image = False, None
            if not done:
                self._break_off(watch)
                break
            any_yet = True
            self._put(np.asarray(image, np.uint8), watch)
        return any_yet

    def _put(self, image: Image, watch: int) -> None:
        with self._changed:
            if watch != self._watch:
                return
            now = self._clock()
            self._count += 1
            self._newest = Frame(f"{self._count:06d}", image, round(1000 * (now - self._started)))
            self._last_picture = now
            self._trouble = None
            self._changed.notify_all()
            if not self._live:
                self._changed.wait_for(lambda: self._newest is None or self._closed.is_set())

    def _break_off(self, watch: int) -> None:
        if self._live:
            self._tell(watch, f"camera {self._source} gives no more pictures: it is opened again; check its cable")
            return
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _tell(self, watch: int, trouble: str) -> None:
        with self._changed:
            if watch == self._watch:
                self._trouble = trouble

    def _on_watch(self, watch: int) -> bool:
        return watch == self._watch and not self._closed.is_set()


def open_source(source: int | str) -> Capture:
    """Opens a camera, a stream or a video file with OpenCV; raises DeviceError saying what to do."""
    if isinstance(source, int) or source.isdigit() or source.startswith("/dev/"):
        capture = cv2.VideoCapture(int(source) if str(source).isdigit() else source, cv2.CAP_V4L2)
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, 1280)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, 960)
        advice = "is it plugged in, and are you in the group video? v4l2-ctl --list-devices lists the cameras"
    elif "://" in source:
        timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_TIMEOUT_MS]
        capture = cv2.VideoCapture(source, cv2.CAP_FFMPEG, timeouts)
        advice = "does this address show the stream in a browser?"
    else:
        capture = cv2.VideoCapture(source)
        advice = "is this the path of a video?"
    if not capture.isOpened():
        capture.release()
        raise DeviceError(f"camera {source} cannot be opened: {advice}")
    return capture


class PiCamera(ClosingDevice):
    """The camera on a Raspberry Pi's ribbon cable, by picamera2, with fixed exposure and colours.

    Opens the camera and waits until its automatics have settled, about two seconds. Raises DeviceError without
    picamera2 or without a camera.
    """

    def __init__(self, size: tuple[int, int] = (1280, 960), settle_frames: int = 40) -> None:
        try:
            picamera2 = importlib.import_module("picamera2")
        except ImportError:
            raise DeviceError(
                "the Pi's camera needs picamera2: sudo apt install python3-picamera2, then let the virtual environment "
                "see it (python3 -m venv --system-site-packages .venv)"
            ) from None
        try:
            self._camera = picamera2.Picamera2()
            # RGB888 is blue-green-red in memory; no queue: a picture begins after it was asked for.
            self._camera.configure(
                self._camera.create_video_configuration(main={"size": size, "format": "RGB888"}, queue=False)
            )
            self._camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise DeviceError(
                f"the Pi's camera does not start ({error}): check its ribbon cable, "
                "rpicam-hello --list-cameras should list it"
            ) from None
        for _ in range(settle_frames):
            self._camera.capture_metadata()
        self._camera.set_controls(steady_controls(self._camera.capture_metadata()))
        self._job: Any = None
        self._count = 0
        self._started = time.monotonic()
        self._trouble: str | None = None
        self._closed = False

    def read(self, timeout: float) -> Frame | None:
        """A picture taken now; None after `close`. Raises DeviceError when none came in time."""
        if self._closed:
            return None
        if self._job is None:
            self._job = self._camera.capture_array("main", wait=False)
        try:
            image = self._camera.wait(self._job, timeout=timeout)
        except TimeoutError:
            self._trouble = f"the Pi's camera gave no picture for {timeout:g} s: check its ribbon cable"
            raise DeviceError(self._trouble) from None
        self._job = self._trouble = None
        self._count += 1
        taken = round(1000 * (time.monotonic() - self._started))
        return Frame(f"{self._count:06d}", np.ascontiguousarray(image[..., :3], np.uint8), taken)

    def health(self) -> DeviceHealth:
        if self._closed:
            return DeviceHealth("Pi camera", "off")
        if self._trouble is not None:
            return DeviceHealth("Pi camera", "trouble", self._trouble)
        return DeviceHealth("Pi camera", "fine")

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._camera.stop()
            self._camera.close()


def steady_controls(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Controls that keep what the automatics have found (``metadata`` of a picture), all of them given explicitly.

    The exposure becomes a multiple of 10 ms, the period of lamps on 50 Hz mains, so that no stripes wander through the
    picture; the gain makes up for the difference.
    """
    exposure, gain = float(metadata["ExposureTime"]), float(metadata["AnalogueGain"])
    whole = max(1, round(exposure / _MAINS_PERIOD_US)) * _MAINS_PERIOD_US
    return {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": whole,
        "AnalogueGain": max(1.0, gain * exposure / whole),
        "ColourGains": tuple(metadata["ColourGains"]),
    }
