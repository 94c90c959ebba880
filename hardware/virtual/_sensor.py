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


def focus(light: Light) -> Light:
    """(H, W, 3) linear light to (H, W, 3) grey levels without noise, 0 to 255 and above where it is too bright."""
    soft = cv2.GaussianBlur(light, (0, 0), _BLUR_PX)
    return np.asarray(np.sqrt(soft, out=soft) * np.float32(255), np.float32)


class Sensor:
    """Makes a picture of levels, with other noise each time."""

    def __init__(self, rng: np.random.Generator) -> None:
        self._rng = rng
        # Drawing millions of random numbers for each picture is slow: two cuts out of one sheet, at places that are
        # drawn anew each time, add up to noise that does not come again.
        shape = (HEIGHT + _SPARE, WIDTH + _SPARE, 3)
        sheet = rng.standard_normal(shape, dtype=np.float32)
        # A sensor's noise is a little smeared by the making of colours out of its mosaic.
        smeared = np.asarray(cv2.GaussianBlur(sheet, (0, 0), 0.6), np.float32)
        self._sheet = np.clip(np.rint(smeared * (_STEPS / smeared.std())), -127, 127).astype(np.int8)

    def expose(self, levels: Light, exposure: float = 1.0) -> Image:
        """The picture of ``levels`` (H, W, 3), through a JPEG; ``exposure`` multiplies the light."""
        flicker = 1 + float(self._rng.normal(0, 0.006))
        bright = levels * np.float32(np.sqrt(exposure) * flicker)
        # Square root of light: shot noise comes out even over the levels, read noise is larger in the dark.
        amount: Light = np.float32(_SHOT_NOISE / 2) + np.float32(_READ_NOISE * 12) / (bright + np.float32(12))
        amount *= self._noise()
        bright += amount
        picture: NDArray[np.uint8] = np.clip(bright, 0, 255, out=bright).astype(np.uint8)
        done, jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
        if not done:
            raise DeviceError(
                "the virtual camera could not make a JPEG: OpenCV was built without it, install opencv-python"
            )
        decoded = cv2.imdecode(jpeg, cv2.IMREAD_COLOR)
        return np.asarray(decoded, np.uint8)

    def _noise(self) -> Light:
        y1, x1, y2, x2 = self._rng.integers(0, _SPARE, 4)
        flipped = self._sheet[::-1, ::-1]
        first = self._sheet[y1 : y1 + HEIGHT, x1 : x1 + WIDTH]
        both: Light = np.add(first, flipped[y2 : y2 + HEIGHT, x2 : x2 + WIDTH], dtype=np.float32)
        both /= np.float32(_STEPS * np.sqrt(2))
        return both
