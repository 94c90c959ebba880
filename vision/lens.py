"""A camera's lens: measured once from pictures of a printed sheet, then taken out of every picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheets import LENS_SHEET, LensSheet
from companion.calibrated import LensFigures
from companion.devices import Camera, DeviceHealth, Frame, Image
from companion.errors import FormatError

ENOUGH_PICTURES, ENOUGH_CORNERS = 5, 8
"""Pictures of the sheet, and corners seen in each, that a lens can be measured from."""
GOOD_PX = 1.5
"""Root mean square distance of the corners from where the measured lens puts them: 0.2 to 0.6 is usual."""


@dataclass(frozen=True)
class Lens:
    """Takes a lens's distortion out of pictures of the size that it was measured with."""

    figures: LensFigures

    @cached_property
    def _maps(self) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
        matrix, bends = np.array(self.figures.matrix), np.array(self.figures.distortion)
        maps = cv2.initUndistortRectifyMap(matrix, bends, np.eye(3), matrix, self.figures.size, cv2.CV_16SC2)
        return maps[0], maps[1]  # type: ignore[return-value]

    def straighten(self, image: Image) -> Image:
        """The picture (H, W, 3) as a straight lens would have taken it; raises FormatError at another size."""
        if (image.shape[1], image.shape[0]) != self.figures.size:
            raise FormatError(
                f"the lens was measured with pictures of {self.figures.size[0]} x {self.figures.size[1]} pixels, "
                f"this one has {image.shape[1]} x {image.shape[0]}: set the camera back, or calibrate again"
            )
        return np.asarray(cv2.remap(image, *self._maps, cv2.INTER_LINEAR), np.uint8)


def measure_lens(images: Sequence[Image], sheet: LensSheet = LENS_SHEET) -> LensFigures:
    """The lens by which ``images`` (H, W, 3) of the flat ``sheet`` were taken, from different sides.

    Raises FormatError, saying what is missing, where they do not suffice.
    """
    sizes = {(image.shape[1], image.shape[0]) for image in images}
    if len(sizes) > 1:
        raise FormatError("the pictures of the lens sheet are not all of one size: take them with one setting")
    board = sheet.charuco()
    finder = cv2.aruco.CharucoDetector(board)
    there, here = [], []
    for image in images:
        corners, numbers, _, _ = finder.detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
        if numbers is not None and len(numbers) >= ENOUGH_CORNERS:
            places, points = board.matchImagePoints(corners, numbers)  # type: ignore[call-overload]
            there.append(places)
            here.append(points)
    if len(there) < ENOUGH_PICTURES:
        raise FormatError(
            f"the lens sheet is seen well in {len(there)} of {len(images)} pictures, {ENOUGH_PICTURES} are needed: "
            "hold it flat, sharp and large, turned and tilted another way in each"
        )
    (size,) = sizes
    # Two radial terms and the tangential ones: a third runs away outside of what the sheet covered.
    misfit, matrix, bends, _, _ = cv2.calibrateCamera(there, here, size, None, None, flags=cv2.CALIB_FIX_K3)
    if misfit > GOOD_PX:
        raise FormatError(
            f"the corners of the lens sheet lie {misfit:.1f} px off any lens: is it flat, and printed at 100 %?"
        )
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    return LensFigures(size, rows, tuple(float(value) for value in np.ravel(bends)), float(misfit))


class StraightCamera:
    """Another camera's pictures without the bends of its lens; closes that camera with itself."""

    def __init__(self, camera: Camera, lens: Lens) -> None:
        self._camera = camera
        self._lens = lens

    def read(self, timeout: float) -> Frame | None:
        frame = self._camera.read(timeout)
        return None if frame is None else Frame(frame.name, self._lens.straighten(frame.image), frame.time_ms)

    def health(self) -> DeviceHealth:
        return self._camera.health()

    def close(self) -> None:
        self._camera.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
