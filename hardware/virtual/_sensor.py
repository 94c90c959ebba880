"""The virtual camera's sensor: blur of the lens, noise, flicker, and the JPEG that a camera sends."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.devices import Image
from companion.errors import DeviceError
from hardware.virtual._scene import Light
from hardware.virtual._view import HEIGHT, WIDTH

_BLUR_PX = 0.6
_SHOT_NOISE = 3.0
"""Noise of a white pixel, in grey levels."""
_READ_NOISE = 1.3
_SPARE = 160
_STEPS = 24
"""Steps in which the sheet of noise counts a standard deviation: so it takes a byte a value."""
_JPEG_QUALITY = 88
_BAND = 96
"""Rows that are worked on at a time, so that what is in between takes little memory."""

Levels = NDArray[np.float16]
"""Grey levels of a whole picture; half the memory of `Light`, and finer than its noise by far."""


def focus(light: Light) -> Levels:
    """(H, W, 3) linear light to (H, W, 3) grey levels without noise, 0 to 255 and above where it is too bright.

    ``light`` is used up.
    """
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), _BLUR_PX, dst=light), np.float32)
    np.sqrt(soft, out=soft)
    soft *= np.float32(255)
    return soft.astype(np.float16)


class Sensor:
    """Makes a picture of levels, with other noise each time."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        # Drawing millions of random numbers for each picture is slow: two cuts out of one sheet, at places that are
        # drawn anew each time, add up to noise that does not come again.
        shape = (HEIGHT + _SPARE, WIDTH + _SPARE, 3)
        sheet = rng.standard_normal(shape, dtype=np.float32)
        # A sensor's noise is a little smeared by the making of colours out of its mosaic.
        smeared = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.6, dst=sheet), np.float32)
        smeared *= np.float32(_STEPS / smeared.std())
        self._sheet = np.clip(np.rint(smeared, out=smeared), -127, 127, out=smeared).astype(np.int8)

    def expose(self, levels: Levels | Light, exposure: float = 1.0) -> Image:
        """The picture of ``levels`` (H, W, 3), through a JPEG; ``exposure`` multiplies the light."""
        flicker = 1 + float(self._rng.normal(0, 0.006))
        gain = np.float32(np.sqrt(exposure) * flicker)
        y1, x1, y2, x2 = self._rng.integers(0, _SPARE, 4)
        first = self._sheet[y1 : y1 + HEIGHT, x1 : x1 + WIDTH]
        second = self._sheet[::-1, ::-1][y2 : y2 + HEIGHT, x2 : x2 + WIDTH]
        picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
        for top in range(0, HEIGHT, _BAND):
            rows = slice(top, top + _BAND)
            bright = levels[rows].astype(np.float32)
            bright *= gain
            # Square root of light: shot noise comes out even over the levels, read noise is larger in the dark.
            amount: Light = np.float32(_SHOT_NOISE / 2) + np.float32(_READ_NOISE * 12) / (bright + np.float32(12))
            noise: Light = np.add(first[rows], second[rows], dtype=np.float32)
            amount *= noise / np.float32(_STEPS * np.sqrt(2))
            bright += amount
            picture[rows] = np.clip(bright, 0, 255, out=bright)
        done, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if not done:
            raise DeviceError(
                "the virtual camera could not make a JPEG: OpenCV was built without it, install opencv-python"
            )
        decoded = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        return np.asarray(decoded, np.uint8)
