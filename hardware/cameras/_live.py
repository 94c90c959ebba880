"""A camera that runs by itself: its newest picture, and what becomes of it when it stalls, hangs or is unplugged."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.devices import DeviceHealth, Frame, Image
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware._device import ClosingDevice
from hardware.cameras._sources import source_opener

STALL_S = 1.5
"""So long a camera may give no picture; one that is slow by nature three times as long as it took for the last."""
SLOWEST_S = 6.0
FIRST_S = 6.0
"""So long it may take to be opened and to give its first picture."""
CHECK_S = 0.2
MOST_ABANDONED = 3
"""So many threads may hang in a driver, each with its buffers; beyond it the camera is not opened again."""
_BACK_OFF_S = (0.5, 2.0)
_CLOSING_S = 1.0


class Capture(Protocol):
    """A camera that is open. ``remark``: what of its settings it does not keep, empty when all is well."""

    remark: str | Sentence

    def read(self) -> tuple[bool, Any]:
        """Whether there is a picture, and the picture; waits for it."""
        ...

    def release(self) -> None: ...


class LiveCamera(ClosingDevice):
    """A camera, a stream or a video file.

    ``source``: a USB camera's number or /dev/video0, picamera, an MJPEG stream's address, or a video file's path.

    A thread holds the newest picture: OpenCV alone would hand out pictures that are seconds old. Another one sees to it
    that a live source which breaks off, stalls or hangs is noticed within two seconds and opened again. A thread that
    hangs in a driver, where nothing can wake it, is left there; its picture does not count if it comes after all.

    A video file is shown picture by picture, none is left out, and then it ends.
    """

    def __init__(
        self,
        source: int | str,
        *,
        open_capture: Callable[[], Capture] | None = None,
        clock: Callable[[], float] = time.monotonic,
        check_s: float | None = CHECK_S,
        back_off_s: tuple[float, float] = _BACK_OFF_S,
    ) -> None:
        self._name = Sentence("camera {source}", {"source": str(source)})
        self._about = {"camera": self._name}
        self._live = not (isinstance(source, str) and Path(source).is_file())
        self._open = source_opener(source) if open_capture is None else open_capture
        self._clock = clock
        self._back_off_s = back_off_s
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._newest: Frame | None = None
        self._count = 0
        self._ended = False
        self._trouble: Sentence | None = None
        self._remark: str | Sentence = ""
        self._started = self._last_picture = clock()
        self._patience_s = FIRST_S
        self._watch = 0
        self._abandoned: list[threading.Thread] = []
        self._thread = self._start()
        self._guard: threading.Thread | None = None
        if check_s is not None and self._live:
            self._guard = threading.Thread(target=self._check_often, args=(check_s,), name=f"{self._name} guard")
            self._guard.daemon = True
            self._guard.start()

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
            silent = {**self._about, "seconds": f"{timeout:g}"}
            raise DeviceError(self._trouble or Sentence("{camera} gave no picture for {seconds} s", silent))

    def check(self) -> None:
        """Notices a camera that gives no pictures, and begins anew with it."""
        with self._changed:
            silent_s = self._clock() - self._last_picture
            if self._closed.is_set() or self._ended or not self._live or silent_s <= self._patience_s:
                return
            self._abandoned = [thread for thread in self._abandoned if thread.is_alive()]
            if len(self._abandoned) >= MOST_ABANDONED:
                self._trouble = Sentence(
                    "{camera} hangs again and again: pull its plug, put it back in, and start the table again",
                    self._about,
                )
                return
            self._trouble = Sentence(
                "{camera} has stalled: it is opened again; if that lasts, pull its plug", self._about
            )
            self._watch += 1
            self._abandoned.append(self._thread)
            self._thread = self._start()

    def health(self) -> DeviceHealth:
        with self._changed:
            if self._ended:
                return DeviceHealth(self._name, "off", Sentence("The video has ended."))
            if self._closed.is_set():
                return DeviceHealth(self._name, "off")
            if self._trouble is not None:
                return DeviceHealth(self._name, "trouble", self._trouble)
            return DeviceHealth(self._name, "fine", self._remark)

    def close(self) -> None:
        """Lets go of the camera; a waiting `read` comes back. A thread that hangs is not waited for."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join(_CLOSING_S)
        if self._guard is not None:
            self._guard.join()

    def _check_often(self, seconds: float) -> None:
        while not self._closed.wait(seconds):
            self.check()

    def _start(self) -> threading.Thread:
        self._last_picture = self._clock()
        self._patience_s = FIRST_S
        thread = threading.Thread(target=self._hold, args=(self._watch,), name=str(self._name), daemon=True)
        thread.start()
        return thread

    def _hold(self, watch: int) -> None:
        shortest, longest = self._back_off_s
        wait = shortest
        while self._on_watch(watch):
            try:
                capture = self._open()
            except DeviceError as error:
                self._tell(watch, error.sentence)
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
            except (cv2.error, OSError, RuntimeError):
                done, image = False, None
            if not done:
                self._break_off(watch)
                break
            any_yet = True
            self._put(np.asarray(image, np.uint8), capture.remark, watch)
        return any_yet

    def _put(self, image: Image, remark: str | Sentence, watch: int) -> None:
        with self._changed:
            if watch != self._watch:
                return
            now = self._clock()
            self._count += 1
            self._newest = Frame(f"{self._count:06d}", image, round(1000 * (now - self._started)))
            if self._patience_s < FIRST_S:
                self._patience_s = min(SLOWEST_S, max(STALL_S, 3 * (now - self._last_picture)))
            else:
                self._patience_s = STALL_S
            self._last_picture = now
            self._trouble, self._remark = None, remark
            self._changed.notify_all()
            if not self._live:
                self._changed.wait_for(lambda: self._newest is None or self._closed.is_set())

    def _break_off(self, watch: int) -> None:
        if self._live:
            text = Sentence("{camera} gives no more pictures: it is opened again; check its cable", self._about)
            self._tell(watch, text)
            return
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _tell(self, watch: int, trouble: Sentence) -> None:
        with self._changed:
            if watch == self._watch:
                self._trouble = trouble
                self._last_picture = self._clock()  # it does not hang: it is tried again and again
                self._patience_s = FIRST_S

    def _on_watch(self, watch: int) -> bool:
        return watch == self._watch and not self._closed.is_set()
