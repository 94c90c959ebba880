"""A time-lapse of the board: the pictures that were kept of a game, one after the other, as an MJPG film."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import cv2
import numpy as np

from companion.devices import Image
from companion.errors import DeviceError, FormatError
from companion.pictures import decode_picture
from companion.review._drawing import thinned

A_SECOND = 3
"""Pictures a second: slow enough to see which house came."""
MOST = 400
"""Pictures of a film at most, evenly chosen: some two minutes, and some ten seconds of work."""
WIDTH = 960
"""Pixels; wider pictures are made smaller."""


def time_lapse_file(keys: Sequence[str], picture: Callable[[str], bytes | None]) -> bytes | None:
    """An AVI file of the pictures in the order of their keys; None where there is none that can be read.

    All have the first one's size. ``picture`` gives the JPEG file of a key, None where it is gone by now. Raises
    DeviceError where OpenCV was built without its own AVI writer.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "film.avi"
        writer: cv2.VideoWriter | None = None
        size = (0, 0)
        for place in thinned(range(len(keys)), MOST):
            content = picture(keys[place])
            try:
                image = None if content is None else decode_picture(content)
            except FormatError:
                continue
            if image is None:
                continue
            if writer is None:
                size = _size(image)
                fourcc = cv2.VideoWriter.fourcc(*"MJPG")
                writer = cv2.VideoWriter(str(path), cv2.CAP_OPENCV_MJPEG, fourcc, A_SECOND, size)
                if not writer.isOpened():
                    raise DeviceError("this OpenCV cannot write a film (MJPG in AVI): take another build of it")
            writer.write(np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8))
        if writer is None:
            return None
        writer.release()
        return path.read_bytes()


def _size(image: Image) -> tuple[int, int]:
    """Width and height of the film, both even."""
    height, width = image.shape[:2]
    factor = min(1.0, WIDTH / width)
    return round(width * factor) // 2 * 2, round(height * factor) // 2 * 2
