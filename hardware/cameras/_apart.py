"""A camera driver in a process of its own: it may hang there, and be ended, without harm to the program."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from typing import Any, Protocol

import cv2
import numpy as np

from companion.devices import Image
from companion.errors import DeviceError
from companion.pictures import own_standard_error
from companion.sentence import Sentence

BACK_OFF_S = (0.5, 2.0)
_DYING_S = 1.0
_QUIET = {"OPENCV_LOG_LEVEL": "ERROR", "OPENCV_FFMPEG_LOGLEVEL": "8"}
"""A camera that is away is tried every two seconds: what OpenCV and FFmpeg (8: fatal) have to say then is no news."""


class Capture(Protocol):
    """A camera that is open. ``remark``: what of its settings it does not keep, empty when all is well."""

    remark: str | Sentence

    def read(self) -> tuple[bool, Any]:
        """Whether there is a picture, and the picture; waits for it."""
        ...

    def release(self) -> None: ...


Opener = Callable[[], Capture]
"""Opens a camera; raises DeviceError. It can be pickled, and remembers the settings it has found."""


@dataclass(frozen=True, slots=True)
class Opening:
    """It is being opened."""


@dataclass(frozen=True, slots=True)
class NotOpened:
    """It could not be opened; it is tried again after a while."""

    why: Sentence


@dataclass(frozen=True, slots=True)
class Opened:
    """It is open. ``opener``: as it is now, for the next process."""

    remark: str | Sentence
    opener: Opener


@dataclass(frozen=True, slots=True)
class Picture:
    """(H, W, 3) BGR."""

    image: Image


@dataclass(frozen=True, slots=True)
class BrokeOff:
    """It gives no more pictures; a live one is opened again after a while."""


News = Opening | NotOpened | Opened | Picture | BrokeOff


def take_pictures(
    opener: Opener,
    tell: Callable[[News], None],
    *,
    live: bool,
    back_off_s: tuple[float, float] = BACK_OFF_S,
    pause: Callable[[float], object] = time.sleep,
) -> None:
    """Opens a camera and tells its pictures, again and again; what is not live, until it breaks off.

    Ends with what ``tell`` raises.
    """
    shortest, longest = back_off_s
    wait = shortest
    while True:
        tell(Opening())
        try:
            capture = opener()
        except DeviceError as error:
            tell(NotOpened(error.sentence))
        else:
            try:
                tell(Opened(capture.remark, opener))
                while (image := _read(capture)) is not None:
                    tell(Picture(image))
                    wait = shortest
            finally:
                capture.release()
            tell(BrokeOff())
            if not live:
                return
        pause(wait)
        wait = min(2 * wait, longest)


def _read(capture: Capture) -> Image | None:
    try:
        done, image = capture.read()
    except (cv2.error, OSError, RuntimeError):
        return None
    return np.asarray(image, np.uint8) if done else None


class Apart(Protocol):
    """A camera that somebody else looks through."""

    def wait(self, seconds: float) -> News | None:
        """The next news, None when there is none within ``seconds``. Raises EOFError when nobody looks any more."""
        ...

    def end(self) -> bool:
        """Ends it, whatever it does; whether that worked. May be called again."""
        ...


class Process:
    """`take_pictures` in a process of its own."""

    def __init__(self, opener: Opener, live: bool) -> None:
        self._line, far = Pipe()
        with far, own_standard_error():
            # As multiprocessing would do it, but without running the main module of the program once more.
            code = f"import sys; sys.path[:] = {sys.path!r}; from {__name__} import main; main({far.fileno()})"
            self._process = subprocess.Popen(  # noqa: S603 (this same Python)
                [sys.executable, "-c", code],
                pass_fds=[far.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                env={**_QUIET, **os.environ},
                start_new_session=True,  # Ctrl-C is for the program, which ends its processes itself
            )
        try:
            self._line.send_bytes(pickle.dumps((opener, live)))
        except OSError:
            return  # it has not even begun: `wait` tells

    def wait(self, seconds: float) -> News | None:
        try:
            if not self._line.poll(seconds):
                return None
            news: News = self._line.recv()
        except OSError:
            raise EOFError from None
        return news

    def end(self) -> bool:
        self._line.close()
        self._process.kill()
        try:
            self._process.wait(_DYING_S)
        except subprocess.TimeoutExpired:  # deep in the kernel not even that wakes it
            return False
        return True


def main(descriptor: int) -> None:
    """The process: is told what to open, and tells pictures until nobody listens any more."""
    line = Connection(descriptor)
    opener, live = pickle.loads(line.recv_bytes())  # noqa: S301 (from the program that has started it)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    try:
        take_pictures(opener, line.send, live=live)
    except OSError:
        return  # nobody listens


def _end_with(line: Connection) -> None:
    """Ends this process with the program, also while a driver hangs in it."""
    try:
        line.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
