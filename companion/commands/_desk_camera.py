"""A camera that the desk has opened itself."""

from __future__ import annotations

import threading

from companion.devices import Camera, Image
from companion.errors import BankhalterError, DeviceError
from companion.sentence import Sentence


class OwnCamera:
    """A camera that the desk has opened itself: a thread holds its newest picture."""

    def __init__(self, camera: Camera) -> None:
        self._camera = camera
        self._image: Image | None = None
        self._trouble = Sentence("the camera is being opened: wait a moment")
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._follow, name="camera desk", daemon=True)
        self._thread.start()

    def newest(self) -> Image:
        """The newest picture; raises DeviceError where none comes."""
        image = self._image  # once: the thread may put None there meanwhile
        if image is None:
            raise DeviceError(self._trouble)
        return image

    def close(self) -> None:
        self._stop.set()
        self._camera.close()
        self._thread.join(timeout=3)

    def _follow(self) -> None:
        while not self._stop.is_set():
            try:
                frame = self._camera.read(2.0)
            except BankhalterError as error:
                self._image, self._trouble = None, error.sentence
                self._stop.wait(0.5)
                continue
            if frame is None:
                self._image, self._trouble = None, Sentence("the camera's pictures have ended")
                return
            self._image = frame.image
