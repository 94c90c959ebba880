"""From a picture whose pose is known to another of the same board: features of the print that are found again."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.pose import Pose

Array = NDArray[np.float64]
Image = NDArray[np.uint8]

FEATURES = 3000
RATIO = 0.8
"""A feature is taken for found again when its second likeness is worse by this factor."""
NEAR_PX = 3.0
"""How well two pictures' features must agree on the motion between them."""
ENOUGH = 25
"""Features that must agree: accidents do not exceed 10."""


def carry_over(gray: Image, reference: Image, reference_pose: Pose) -> Array | None:
    """The homography (mm to px) of the board in ``gray`` (H, W), carried over from ``reference``; None if not found.

    Fast features first (ORB), then finer ones (SIFT), both after the light is evened out, on the board alone.
    """
    outline = np.round(np.array(reference_pose.corners_px)).astype(np.int32)
    on_board = np.zeros(reference.shape, np.uint8)
    cv2.fillConvexPoly(on_board, outline, (255,))
    light = cv2.createCLAHE(clipLimit=3.0, tileGridSize=(8, 8))
    here, there = (np.asarray(light.apply(picture), np.uint8) for picture in (gray, reference))
    for finder, norm in (
        (cv2.ORB_create(FEATURES, fastThreshold=8), cv2.NORM_HAMMING),  # type: ignore[attr-defined]
        (cv2.SIFT_create(FEATURES), cv2.NORM_L2),  # type: ignore[attr-defined]
    ):
        motion = _motion(finder, norm, here, there, on_board)
        if motion is not None:
            homography = motion @ reference_pose.homography
            return np.asarray(homography / homography[2, 2], float)
    return None


def _motion(finder: cv2.Feature2D, norm: int, here: Image, there: Image, on_board: Image) -> Array | None:
    """(3, 3): where the board's picture in ``there`` has gone in ``here``; None where too few features agree."""
    old_points, old = finder.detectAndCompute(there, on_board)
    new_points, new = finder.detectAndCompute(here, None)
    if old is None or new is None or len(new) < 2:
        return None
    pairs = cv2.BFMatcher(norm).knnMatch(old, new, k=2)
    good = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < RATIO * pair[1].distance]
    if len(good) < ENOUGH:
        return None
    start = np.array([old_points[match.queryIdx].pt for match in good])
    end = np.array([new_points[match.trainIdx].pt for match in good])
    motion, agree = cv2.findHomography(start, end, cv2.USAC_MAGSAC, NEAR_PX, maxIters=5000, confidence=0.999)
    if motion is None or int(agree.sum()) < ENOUGH:
        return None
    return np.asarray(motion, float)
