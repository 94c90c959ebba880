"""A thread that follows a camera: every frame goes to the watcher, what it knows goes to the table."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Literal

import cv2

from companion.devices import Camera, DeviceHealth, Frame, Image
from companion.errors import BoardNotFound, DeviceError
from companion.reading import Change, Seen, Trouble
from companion.squares import parse_square
from vision.drawing import draw_reading
from vision.rectify import crop, rectify
from vision.watcher import BoardWatcher

_JPEG = (cv2.IMWRITE_JPEG_QUALITY, 85)
_READ_TIMEOUT = 3.0


class Looker:
    """Follows ``camera`` with ``watcher`` and tells what it sees; holds the newest pictures for pages.

    ``tell`` is called from the looker's own thread, only when something that people would notice has changed. The
    looker does not own the camera: its maker closes it.
    """

    def __init__(self, camera: Camera, watcher: BoardWatcher, tell: Callable[[Seen], None]) -> None:
        self._camera = camera
        self._watcher = watcher
        self._tell = tell
        self._lock = threading.Lock()
        self._frame: Frame | None = None
        self._settled: Image | None = None
        self._told: Seen | None = None
        self._trouble: Trouble | None = None
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="looker", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=2 * _READ_TIMEOUT)

    def health(self) -> DeviceHealth:
        """How the camera's eye fares, for the list of devices."""
        trouble = self._trouble
        return DeviceHealth("board reader", "trouble" if trouble else "fine", trouble.text if trouble else "")

    def _follow(self) -> None:
        while not self._stop.is_set():
            try:
                frame = self._camera.read(_READ_TIMEOUT)
            except DeviceError as error:
                self._say(Seen("", self._squares(), str(error), "lost"))
                self._stop.wait(0.5)
                continue
            if frame is None:
                self._say(Seen("", self._squares(), "the camera's pictures have ended", "lost"))
                return
            self._look(frame)

    def _look(self, frame: Frame) -> None:
        with self._lock:
            lost: Seen | None = None
            try:
                news = self._watcher.see(frame)
            except BoardNotFound as error:
                self._frame = frame
                self._trouble = Trouble(frame.name, "moved", (), str(error))
                lost = Seen(frame.name, None, f"the board is not found: {error}", "lost")
            else:
                self._frame = frame
                if any(isinstance(item, Change) for item in news) or self._settled is None:
                    self._settled = frame.image
        if lost is not None:
            self._say(lost)
            return
        for item in news:
            if isinstance(item, Trouble):
                self._trouble = item
                logging.getLogger(__name__).info("%s: %s %s", item.frame, item.kind, item.text)
        squares, trouble = self._squares(), self._trouble
        if self._watcher.settled and trouble is not None:
            unsure = squares is not None and any("?" in row for row in squares)
            if trouble.kind != "unsure" or not unsure:
                trouble = self._trouble = None
        self._say(Seen(frame.name, squares, trouble.text if trouble else "", trouble.kind if trouble else None))

    def _squares(self) -> tuple[str, ...] | None:
        return self._watcher.squares

    def _say(self, seen: Seen) -> None:
        told = self._told
        if told is None or (told.squares, told.text) != (seen.squares, seen.text):
            self._told = seen
            self._tell(seen)

    # For pages.

    def picture(self, kind: Literal["live", "read", "flat"]) -> bytes | None:
        """The newest frame as a JPEG file: as taken, with what was read drawn on it, or rectified."""
        with self._lock:
            frame, pose, squares = self._frame, self._watcher.pose, self._watcher.squares
        if frame is None:
            return None
        if kind == "live" or pose is None:
            return _jpeg(frame.image)
        if kind == "read":
            return _jpeg(draw_reading(frame.image, pose, squares or ()))
        return _jpeg(rectify(frame.image, pose, 0.0, 60))

    def crop(self, square: str) -> bytes | None:
        """A square in the newest settled picture as a JPEG file; None for what is no square."""
        with self._lock:
            image, pose = self._settled, self._watcher.pose
        try:
            place = parse_square(square)
        except ValueError:
            return None
        if image is None or pose is None or pose.board.zone(place) is None:
            return None
        return _jpeg(crop(image, pose, place))


def _jpeg(image: Image) -> bytes:
    _, data = cv2.imencode(".jpg", image, _JPEG)
    return data.tobytes()
