"""The camera on a Raspberry Pi's ribbon cable, by picamera2."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware.cameras._steady import Wanted, loose_controls, not_kept, steady_controls

_FRAME_US = 100_000
_SETTLE_PICTURES = 20
_TRIES = 10
"""A control holds some pictures after it was set."""


class PiSource:
    """Opens the Pi's camera with exposure, colours and focus that stay as they were when it was first opened.

    Calling it waits until the automatics have settled, two seconds. Raises DeviceError without picamera2 or a camera.
    """

    def __init__(self, size: tuple[int, int], wanted: Wanted) -> None:
        self._size = size
        self._wanted = wanted
        self._controls: dict[str, Any] | None = None

    def __call__(self) -> PiCapture:
        camera = self._open()
        try:
            if self._controls is None:
                for _ in range(_SETTLE_PICTURES):
                    camera.capture_metadata()
                self._controls = steady_controls(camera.capture_metadata(), self._wanted)
            camera.set_controls(self._controls)
            for _ in range(_TRIES):
                loose = loose_controls(self._controls, camera.capture_metadata())
                if not loose:
                    break
        except (RuntimeError, OSError, KeyError) as error:
            camera.close()
            why = {"error": str(error)}
            raise DeviceError(
                Sentence("the Pi's camera gives no pictures ({error}): check its ribbon cable", why)
            ) from None
        return PiCapture(camera, not_kept(loose))

    def _open(self) -> Any:
        try:
            picamera2 = importlib.import_module("picamera2")
        except ImportError:
            raise DeviceError(
                Sentence(
                    "the Pi's camera needs picamera2: {install}, then let the program's environment see it ({venv})",
                    {
                        "install": "sudo apt install python3-picamera2",
                        "venv": "python3 -m venv --system-site-packages .venv",
                    },
                )
            ) from None
        try:
            camera = picamera2.Picamera2()
            # RGB888 is blue-green-red in memory; no queue: a picture begins after it was asked for.
            picture = {"size": self._size, "format": "RGB888"}
            pace = {"FrameDurationLimits": (_FRAME_US, _FRAME_US)}
            camera.configure(camera.create_video_configuration(main=picture, controls=pace, queue=False))
            camera.start()
        except (RuntimeError, IndexError, OSError) as error:
            raise DeviceError(
                Sentence(
                    "the Pi's camera does not start ({error}): check its ribbon cable; {command} should list it",
                    {"error": str(error), "command": "rpicam-hello --list-cameras"},
                )
            ) from None
        return camera


class PiCapture:
    """The Pi's camera, open."""

    def __init__(self, camera: Any, remark: str | Sentence) -> None:
        self._camera = camera
        self.remark = remark

    def read(self) -> tuple[bool, Any]:
        return True, np.ascontiguousarray(self._camera.capture_array("main")[..., :3], np.uint8)

    def release(self) -> None:
        self._camera.stop()
        self._camera.close()
