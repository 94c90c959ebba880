"""A camera that runs by itself: its newest picture, and what becomes of it when it stalls, hangs or is unplugged."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

from companion.devices import DeviceHealth, Frame
from companion.errors import DeviceError
from companion.files import is_file
from companion.sentence import Sentence
from hardware._device import ClosingDevice
from hardware.cameras._apart import (
    BACK_OFF_S,
    Apart,
    BrokeOff,
    NotOpened,
    Opened,
    Opener,
    Opening,
    Picture,
    Process,
)
from hardware.cameras._sources import source_opener

STALL_S = 1.5
"""So long a camera may give no picture; one that is slow by nature three times as long as it took for the last."""
SLOWEST_S = 6.0
FIRST_S = 6.0
"""So long it may take to be opened and to give its first picture."""
START_S = 20.0
"""So long its process may take to begin: a Pi that is busy reads Python and OpenCV from a slow card."""
CHECK_S = 0.2


class LiveCamera(ClosingDevice):
    """A camera, a stream or a video file.

    ``source``: a USB camera's number or /dev/video0, picamera, an MJPEG stream's address, or a video file's path.

    A thread holds the newest picture: OpenCV alone would hand out pictures that are seconds old. They come from a
    process of its own, since drivers hang where nothing can wake them: a live source that stalls is noticed within two
    seconds, its process ended, and another one begun. There is never more than one.

    A video file is shown picture by picture, none is left out, and then it ends.
    """

    def __init__(
        self,
        source: int | str,
        *,
        opener: Opener | None = None,
        begin: Callable[[Opener, bool], Apart] = Process,
        clock: Callable[[], float] = time.monotonic,
        check_s: float = CHECK_S,
        back_off_s: float = BACK_OFF_S[0],
    ) -> None:
        self._name = Sentence("camera {source}", {"source": str(source)})
        self._about = {"camera": self._name}
        self._live = not (isinstance(source, str) and is_file(Path(source)))
        self._opener = source_opener(source) if opener is None else opener
        self._begin = begin
        self._clock = clock
        self._check_s = check_s
        self._back_off_s = back_off_s
        self._changed = threading.Condition()
        self._closed = threading.Event()
        self._newest: Frame | None = None
        self._count = 0
        self._ended = False
        self._trouble: Sentence | None = None
        self._remark: str | Sentence = ""
        self._started = clock()
        self._heard = 0.0
        self._patience_s = START_S
        self._shows = False
        self._thread = threading.Thread(target=self._hold, name=str(self._name), daemon=True)
        self._thread.start()

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
        """Lets go of the camera; a waiting `read` comes back."""
        self._closed.set()
        with self._changed:
            self._changed.notify_all()
        self._thread.join()

    def _hold(self) -> None:
        while not self._closed.is_set() and not self._ended:
            try:
                apart = self._begin(self._opener, self._live)
            except OSError as error:  # no memory for a process, or too many of them: perhaps not for long
                values = {**self._about, "reason": error.strerror or str(error)}
                self._tell(Sentence("{camera} cannot be opened now: {reason}", values))
                self._closed.wait(self._back_off_s)
                continue
            self._heard, self._patience_s, self._shows = self._clock(), START_S, False
            try:
                self._follow(apart)
            except EOFError:  # it has crashed
                self._break_off()
                self._closed.wait(self._back_off_s)
            finally:
                ended = apart.end()
            while not ended and not self._closed.wait(self._back_off_s):
                self._tell(Sentence("{camera} hangs and cannot be ended: pull its plug, put it back in", self._about))
                ended = apart.end()

    def _follow(self, apart: Apart) -> None:
        """Takes what a process tells until it stalls; raises EOFError when it is gone."""
        while not self._closed.is_set() and not self._ended:
            news = apart.wait(self._check_s)
            now = self._clock()
            match news:
                case None:
                    # A video file's process waits for us while its last picture is being looked at.
                    if self._live and now - self._heard > self._patience_s:
                        text = Sentence(
                            "{camera} has stalled: it is opened again; if that lasts, pull its plug", self._about
                        )
                        self._tell(text)
                        return
                    continue
                case Picture(image):
                    self._put(Frame(f"{self._count + 1:06d}", image, round(1000 * (now - self._started))), now)
                    continue
                case NotOpened(why):
                    self._tell(why)
                case BrokeOff():
                    self._break_off()
                case Opened(remark, opener):
                    self._opener = opener
                    with self._changed:
                        self._remark = remark
                case Opening():
                    pass
            self._heard, self._patience_s, self._shows = now, FIRST_S, False

    def _put(self, frame: Frame, now: float) -> None:
        took = now - self._heard if self._shows else 0.0  # the first one's time is not the camera's pace
        self._heard, self._patience_s, self._shows = now, min(SLOWEST_S, max(STALL_S, 3 * took)), True
        with self._changed:
            self._count += 1
            self._newest = frame
            self._trouble = None
            self._changed.notify_all()
            if not self._live:
                self._changed.wait_for(lambda: self._newest is None or self._closed.is_set())

    def _break_off(self) -> None:
        if self._live:
            self._tell(Sentence("{camera} gives no more pictures: it is opened again; check its cable", self._about))
            return
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def _tell(self, trouble: Sentence) -> None:
        with self._changed:
            self._trouble = trouble
