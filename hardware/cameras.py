"""Cameras: a folder of pictures, anything that OpenCV can open, the Pi's own camera."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.devices import DeviceHealth, Frame, Image
from companion.errors import DeviceError
from hardware._device import ClosingDevice

_PICTURES = frozenset({".jpg", ".jpeg", ".png", ".bmp", ".webp", ".tif", ".tiff"})
_EMPTY_STEM = "empty"
_JPEG_BEGIN, _JPEG_END = b"\xff\xd8", b"\xff\xd9"


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
            raise DeviceError(f"{folder}: there are no pictures in this folder (wanted: .jpg, .png, ...)")
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
        except DeviceError as error:
            self._unreadable = str(error)
            raise
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


def read_picture(path: Path) -> Image:
    """A picture file as (H, W, 3) uint8 BGR, turned upright by its EXIF data; raises DeviceError naming the file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DeviceError(f"{path}: cannot be read: {error.strerror}") from None
    # OpenCV reads what there is of a JPEG and paints the rest grey: houses would vanish without a word.
    if content.startswith(_JPEG_BEGIN) and _JPEG_END not in content[-8192:]:
        raise DeviceError(f"{path}: this picture is cut off; copy it again, or take it out of the folder")
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    except cv2.error:  # far too large, as a header that is nonsense claims
        image = None
    if image is None:
        raise DeviceError(f"{path}: this is no picture that can be read; take it out of the folder")
    return np.asarray(image, np.uint8)
