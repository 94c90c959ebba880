"""Find a board of districts in a picture by the printed markers at its corners: it has no grid to be found by."""

from __future__ import annotations

import cv2
import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.errors import BoardNotFound
from vision._fiducials import Candidate, fit, fits_markers, glance, with_missing
from vision.pose import Pose, pose_from_homography

MARGIN_MM = 5.0
"""How far the markers lie from the board's edges, as `bankhalter print markers` has them."""
ENOUGH = 3
"""Markers that must agree: two could be mirrored or stretched, and no grid would tell."""


def locate_sheet(image: Image, sheet: Board) -> Pose:
    """The pose of a city's ``sheet`` in ``image`` (H, W, 3) uint8 BGR; raises BoardNotFound with the reason."""
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    markers = with_missing(gray, glance(gray))
    corners = {marker.corner for marker in markers}
    if len(corners) < ENOUGH:
        raise BoardNotFound(
            f"only {len(corners)} of its four corner markers are seen (`bankhalter print markers`); three are needed, "
            "or a calibration with its corners"
        )
    found: Candidate | None = None
    if len(markers) == len(corners):
        found = fit(markers, sheet, MARGIN_MM)
    if found is None or not fits_markers(found.homography, found.markers, sheet):
        raise BoardNotFound(f"the markers that are seen do not lie as those of {sheet.name} would: is this its board?")
    height, width = gray.shape
    return pose_from_homography(found.homography, sheet, (width, height))
