"""How each kind of live source is opened: by OpenCV (USB, stream, file) or by picamera2."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2

from companion.errors import DeviceError
from companion.files import is_there
from companion.sentence import Sentence
from hardware.cameras._apart import Opener
from hardware.cameras._picamera import PiSource
from hardware.cameras._steady import HeldCamera, Wanted, hold_steady

cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
# A camera that is not there is tried again and again: what OpenCV warns of then is said by us, once and in plain words.

_SIZE = (1280, 960)
_RATE = 10
"""Pictures a second: the board changes slowly, and a Pi has better things to do than to decode 30."""
_SETTLE_PICTURES = 20
"""Two seconds, after which a camera's automatics have settled."""
_OPEN_TIMEOUT_MS = 3000
_READ_TIMEOUT_MS = 3000


class _Capture(HeldCamera, Protocol):
    def isOpened(self) -> bool: ...

    def release(self) -> None: ...


@dataclass(slots=True)
class OpenCvCapture:
    """A source that OpenCV has opened."""

    capture: _Capture
    remark: str | Sentence = ""

    def read(self) -> tuple[bool, Any]:
        return self.capture.read()

    def release(self) -> None:
        self.capture.release()


class UsbSource:
    """A USB camera. What its automatics have found when it was first opened is kept, also when it is opened again.

    Raises DeviceError when it is called and there is no such camera.
    """

    def __init__(
        self, source: int | str, wanted: Wanted, open_video: Callable[..., _Capture] = cv2.VideoCapture
    ) -> None:
        self._source = source
        self._wanted = wanted
        self._open_video = open_video
        self._held: Mapping[int, float] = {}

    def __call__(self) -> OpenCvCapture:
        number = str(self._source).isdigit()
        capture = self._open_video(int(self._source) if number else self._source, cv2.CAP_V4L2)
        if not capture.isOpened():
            capture.release()
            raise DeviceError(
                Sentence(
                    "camera {source} cannot be opened: is it plugged in, and are you in the group video? {command} "
                    "lists the cameras",
                    {"source": str(self._source), "command": "v4l2-ctl --list-devices"},
                )
            )
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        for name, value in zip((cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT), _SIZE, strict=True):
            capture.set(name, value)
        capture.set(cv2.CAP_PROP_FPS, _RATE)
        if not self._held:
            for _ in range(_SETTLE_PICTURES):
                capture.read()
        self._held, remark = hold_steady(capture, self._wanted, self._held)
        return OpenCvCapture(capture, remark)


@dataclass(frozen=True, slots=True)
class StreamSource:
    """An MJPEG stream."""

    address: str

    def __call__(self) -> OpenCvCapture:
        timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_TIMEOUT_MS]
        capture = cv2.VideoCapture(self.address, cv2.CAP_FFMPEG, timeouts)
        if not capture.isOpened():
            capture.release()
            raise DeviceError(
                Sentence(
                    "camera {source} cannot be opened: does this address show the stream in a browser?",
                    {"source": self.address},
                )
            )
        return OpenCvCapture(capture)


@dataclass(frozen=True, slots=True)
class FileSource:
    """A video file."""

    path: str

    def __call__(self) -> OpenCvCapture:
        capture = cv2.VideoCapture(self.path)
        if not capture.isOpened():
            capture.release()
            raise DeviceError(
                Sentence(
                    "camera {source} cannot be opened: is this the path of a video, or of a folder of pictures?",
                    {"source": self.path},
                )
            )
        return OpenCvCapture(capture)


def known_cameras(devices: Path = Path("/dev"), names: Path = Path("/sys/class/video4linux")) -> dict[str, str]:
    """The cameras of this machine, by source in the words of the command line, each with its own name; opens none.

    A USB camera has further devices beside the one with its pictures (for what it says of them): these are left out.
    """
    found = {}
    for device in sorted(devices.glob("video*"), key=lambda path: path.name):
        number = device.name.removeprefix("video")
        about = names / device.name
        if number.isdigit() and _line(about / "index") in ("", "0"):
            found[number] = _line(about / "name")
    if importlib.util.find_spec("picamera2") is not None:
        found["picamera"] = ""
    return found


def _line(path: Path) -> str:
    try:
        return path.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""


def source_opener(source: int | str, wanted: Wanted | None = None) -> Opener:
    """What opens a source in the words of the command line; calling it raises DeviceError saying what to do."""
    wanted = wanted or Wanted()
    if source == "picamera":
        return PiSource(_SIZE, wanted)
    if isinstance(source, int) or source.isdigit() or source.startswith("/dev/"):
        return UsbSource(source, wanted)
    if "://" in source:
        return StreamSource(source)
    return FileSource(str(Path(source)))


def may_be_there(source: str, devices: Path = Path("/dev")) -> bool:
    """Whether a source in the words of the command line may be a camera: its device or file is there, or it has none.

    It is not opened: of a stream or a Pi's own camera nothing is known before.
    """
    if source == "picamera" or "://" in source:
        return True
    return is_there(devices / f"video{source}" if source.isdigit() else Path(source))
