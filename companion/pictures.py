"""Picture files, turned upright as their camera noted."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np

from companion.devices import Image
from companion.errors import FormatError

_JPEG_BEGIN, _JPEG_END = b"\xff\xd8", b"\xff\xd9"


def read_picture(path: Path) -> Image:
    """A picture file as (H, W, 3) uint8 BGR, turned upright by its EXIF data; raises FormatError naming the file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise FormatError(f"{path}: cannot be read: {error.strerror}") from None
    # OpenCV reads what there is of a JPEG and paints the rest grey: houses would vanish without a word.
    if content.startswith(_JPEG_BEGIN) and _JPEG_END not in content[-8192:]:
        raise FormatError(f"{path}: this picture is cut off; copy it again, or take it out of the folder")
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR) if content else None
    except cv2.error:  # far too large, as a header that is nonsense claims
        image = None
    if image is None:
        raise FormatError(f"{path}: this is no picture that can be read; take it out of the folder")
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
