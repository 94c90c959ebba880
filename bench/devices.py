"""How soon a dice reader and a camera are missed when they fail, and how soon they are back. Takes a minute or two."""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

import cv2
import numpy as np

from companion.devices import Device
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware.cameras import LiveCamera
from hardware.dice import SerialDice
from tests.firmware.bench import Bench, build

_REPLUGS = 20
_FAILURES = 5
_LONGEST_S = 30.0
_LOOK_S = 0.005


def figures() -> Iterator[str]:
    """Seconds, measured from outside: by what `health` and `read` say."""
    yield f"{'':52}{'median':>8}{'worst':>8}   (seconds)"
    yield from _dice_reader()
    yield from _cameras()


def _line(what: str, seconds: Sequence[float]) -> str:
    return f"{what:52}{median(seconds):8.2f}{max(seconds):8.2f}   of {len(seconds)}"


def _until(holds: Callable[[], bool]) -> float:
    """Seconds until that is so."""
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > _LONGEST_S:
            raise TimeoutError(f"not within {_LONGEST_S} seconds")
        time.sleep(_LOOK_S)
    return time.monotonic() - begun


def _fine(device: Device) -> bool:
    return device.health().state == "fine"


def _dice_reader() -> Iterator[str]:
    """The reader on its test bench (its core, in real time) is pulled out and put in again; opening it resets it."""
    chance = Random(1)  # noqa: S311 (to repeat)
    missed, back = [], []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(folder)
        with Bench(folder, folder / "line", "core") as bench:
            bench.do("dtr", 1)
            bench.do("live", 1)
            with SerialDice(str(bench.link)) as dice:
                _until(lambda: _fine(dice))
                for _ in range(_REPLUGS):
                    bench.do("unplug")
                    missed.append(_until(lambda: not _fine(dice)))
                    time.sleep(chance.uniform(0, 3))
                    bench.do("plug")
                    back.append(_until(lambda: _fine(dice)))
                    time.sleep(chance.uniform(0, 1))
    yield _line("dice reader pulled out: told", missed)
    yield _line("dice reader put in: heard again (no boot loader)", back)


class Street:
    """An MJPEG stream of ten pictures a second; ``silent``: it sends nothing; ``away``: it hangs up."""

    def __init__(self) -> None:
        self.silent = threading.Event()
        self.away = threading.Event()
        street = self
        jpeg = cv2.imencode(".jpg", np.full((960, 1280, 3), 90, np.uint8))[1].tobytes()
        part = f"--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode() + jpeg + b"\r\n"

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if street.away.is_set():
                    self.send_error(503)
                    return
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=picture")
                self.end_headers()
                try:
                    while not street.away.is_set():
                        if not street.silent.is_set():
                            self.wfile.write(part)
                        time.sleep(0.1)
                except OSError:
                    return  # nobody looks any more

            def log_message(self, format: str, *args: object) -> None:
                return

        self.handler = Handler


@contextmanager
def _stream(street: Street) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), street.handler) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/stream.mjpg"
        street.away.set()
        server.shutdown()
        thread.join()


def _shows(camera: LiveCamera) -> bool:
    try:
        return camera.read(0) is not None
    except DeviceError:
        return False


def _cameras() -> Iterator[str]:
    street, chance = Street(), Random(1)  # noqa: S311 (to repeat)
    with _stream(street) as address, LiveCamera(address) as camera:
        for event, what in ((street.away, "hangs up"), (street.silent, "falls silent")):
            missed, back = [], []
            for _ in range(_FAILURES):
                _until(lambda: _shows(camera))
                event.set()
                missed.append(_until(lambda: not _fine(camera)))
                _until(lambda: not _shows(camera))  # what came before
                time.sleep(chance.uniform(0, 4))
                event.clear()
                back.append(_until(lambda: _shows(camera)))
            yield _line(f"camera {what}: told", missed)
            yield _line("camera is there again: its next picture", back)
    with tempfile.TemporaryDirectory() as name:
        hang = Path(name) / "hang"
        with LiveCamera(0, opener=Hanging(hang)) as camera:
            missed, back = [], []
            for _ in range(_FAILURES):
                _until(lambda: _shows(camera))
                hang.touch()
                missed.append(_until(lambda: not _fine(camera)))
                _until(lambda: not _shows(camera))
                hang.unlink()
                back.append(_until(lambda: _shows(camera)))
            yield _line("camera's driver hangs: told", missed)
            yield _line("its process ended, a new one's first picture", back)


@dataclass
class Hanging:
    """A driver of ten pictures a second that hangs for ever once the file ``hang`` is there."""

    hang: Path
    remark: str | Sentence = ""

    def __call__(self) -> Hanging:
        return self

    def read(self) -> tuple[bool, Any]:
        while self.hang.exists():
            threading.Event().wait()
        time.sleep(0.1)
        return True, np.full((960, 1280, 3), 90, np.uint8)

    def release(self) -> None: ...
