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
from companion.sentence import Sentence

ENOUGH_PICTURES, ENOUGH_CORNERS = 5, 8
"""Pictures of the sheet, and corners seen in each, that a lens can be measured from."""
SAME_VIEW = 0.02
"""Mean distance of the corners in two pictures, as a share of the picture's longer side, below which the sheet was held
alike."""
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
            width, height = self.figures.size
            values = {"width": width, "height": height, "has_width": image.shape[1], "has_height": image.shape[0]}
            raise FormatError(
                Sentence(
                    "the lens was measured with pictures of {width} x {height} pixels, this one has {has_width} x "
                    "{has_height}: set the camera back, or calibrate again",
                    values,
                )
            )
        return np.asarray(cv2.remap(image, *self._maps, cv2.INTER_LINEAR), np.uint8)


@dataclass(frozen=True)
class SheetSeen:
    """The sheet in a picture of ``size`` (width, height): ``corners`` by number, where they are, where they belong.

    ``places`` (N, 1, 3) in millimetres on the sheet, ``points`` (N, 1, 2) in pixels, ``numbers`` (N,).
    """

    size: tuple[int, int]
    numbers: NDArray[np.int32]
    places: NDArray[np.float32]
    points: NDArray[np.float32]

    def is_like(self, other: SheetSeen) -> bool:
        """Whether the sheet was held as in ``other``: such a picture tells nothing new of the lens."""
        _, here, there = np.intersect1d(self.numbers, other.numbers, return_indices=True)
        if len(here) < ENOUGH_CORNERS:
            return False
        apart = np.linalg.norm(self.points[here] - other.points[there], axis=-1)
        return float(apart.mean()) < SAME_VIEW * max(self.size)


def see_sheet(image: Image, sheet: LensSheet = LENS_SHEET) -> SheetSeen | None:
    """The sheet in ``image`` (H, W, 3); None where fewer than `ENOUGH_CORNERS` of its corners are seen."""
    board = sheet.charuco()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    if numbers is None or len(numbers) < ENOUGH_CORNERS:
        return None
    places, points = board.matchImagePoints(corners, numbers)  # type: ignore[call-overload]
    return SheetSeen((image.shape[1], image.shape[0]), np.ravel(numbers), places, points)


def measure_lens(images: Sequence[Image], sheet: LensSheet = LENS_SHEET) -> LensFigures:
    """The lens by which ``images`` (H, W, 3) of the flat ``sheet`` were taken, from different sides.

    Raises FormatError, saying what is missing, where they do not suffice.
    """
    seen: list[SheetSeen] = []
    for image in images:
        here = see_sheet(image, sheet)
        if here is not None and not any(here.is_like(before) for before in seen):
            seen.append(here)
    return lens_of(seen, len(images))


def lens_of(seen: Sequence[SheetSeen], taken: int) -> LensFigures:
    """The lens that explains the sheet as seen in so many of the pictures ``taken``; raises as `measure_lens`."""
    if len({each.size for each in seen}) > 1:
        raise FormatError(
            Sentence("the pictures of the lens sheet are not all of one size: take them with one setting")
        )
    if len(seen) < ENOUGH_PICTURES:
        raise FormatError(
            Sentence(
                "the lens sheet is seen well in {seen} of {taken} pictures, {enough} are needed: hold it flat, sharp "
                "and large, turned and tilted another way in each",
                {"seen": len(seen), "taken": taken, "enough": ENOUGH_PICTURES},
            )
        )
    size = seen[0].size
    there, here = [each.places for each in seen], [each.points for each in seen]
    # Two radial terms and the tangential ones: a third runs away outside of what the sheet covered.
    misfit, matrix, bends, _, _ = cv2.calibrateCamera(
        there,
        here,
        size,
        None,
        None,
        flags=cv2.CALIB_FIX_K3,
    )
    if misfit > GOOD_PX:
        text = Sentence(
            "the corners of the lens sheet lie {misfit} px off any lens: is it flat, and printed at 100 %?",
            {"misfit": round(misfit, 1)},
        )
        raise FormatError(text)
    rows = tuple(tuple(float(value) for value in row) for row in matrix)
    return LensFigures(size, rows, tuple(float(value) for value in np.ravel(bends)), float(misfit))


class StraightCamera:
    """Another camera's pictures without the bends of its lens; closes that camera with itself.

    ``bent``: the newest picture as it was taken, None before the first.
    """

    def __init__(self, camera: Camera, lens: Lens) -> None:
        self._camera = camera
        self._lens = lens
        self.bent: Image | None = None

    def read(self, timeout: float) -> Frame | None:
        frame = self._camera.read(timeout)
        if frame is None:
            return None
        self.bent = frame.image
        return Frame(frame.name, self._lens.straighten(frame.image), frame.time_ms)

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
