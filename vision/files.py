"""Pictures from files, turned upright as their camera noted."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.devices import Image
from companion.errors import FormatError


def read_image(path: Path) -> Image:
    """The picture in a file (H, W, 3) uint8 BGR, its EXIF orientation honoured; raises FormatError naming the file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path} cannot be read: {error.strerror}") from None
    image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    if image is None:
        raise FormatError(f"{path} is no picture that can be opened: give a JPEG or PNG file")
    return np.asarray(image, np.uint8)


def pictures_in(folder: Path, *, empties: bool = False) -> list[Path]:
    """The folder's *.jpg in the order of their names; pictures of the empty board only with ``empties``.

    Raises FormatError when there are none.
    """
    if not folder.is_dir():
        raise FormatError(f"{folder} is no folder")
    found = sorted(path for path in folder.iterdir() if path.suffix.lower() in (".jpg", ".jpeg"))
    if not empties:
        found = [path for path in found if path.stem != "empty" and not path.stem.endswith("-empty")]
    if not found:
        raise FormatError(f"{folder} holds no *.jpg pictures")
    return found
