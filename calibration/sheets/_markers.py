"""ArUco markers as rectangles, and a sheet of the four that mark a board's corners."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.sheets._paper import Paper, Pen, print_drawing

MARKER_GAP_MM = 5.0
"""White around a marker, and how far it lies from the board's edges."""
CORNERS = ("top left", "top right", "bottom right", "bottom left")
"""Where on the board the markers 0 to 3 belong."""
FIDUCIALS = cv2.aruco.DICT_4X4_50


def marker_bits(dictionary: int, number: int) -> NDArray[np.bool_]:
    """(N, N): which cells of a marker are white, its black rim included."""
    kind = cv2.aruco.getPredefinedDictionary(dictionary)
    cells = kind.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(kind, number, cells) > 0)


def draw_marker(pen: Pen, dictionary: int, number: int, size: float) -> None:
    """A black and white marker of ``size`` mm at the pen's origin."""
    bits = marker_bits(dictionary, number)
    cell = size / len(bits)
    pen.fill(0, 0, size, size, 0.0)
    for row, col in np.argwhere(bits):
        pen.fill(col * cell, row * cell, cell, cell, 1.0)


def print_markers(size: float, paper: Paper) -> bytes:
    """A PDF file with the four markers of a board's corners, ``size`` mm, each on a square of paper to cut out.

    The square's outer corner is glued flush with the board's: the marker then lies `MARKER_GAP_MM` from both edges.
    """
    box = size + 2 * MARKER_GAP_MM
    pitch = box + 10.0

    def draw(pen: Pen) -> None:
        for number, corner in enumerate(CORNERS):
            place = pen.at((number % 2) * pitch, (number // 2) * (pitch + 6.0))
            place.frame(0, 0, box, box, 0.7, 0.1)
            draw_marker(place.at(MARKER_GAP_MM, MARKER_GAP_MM), FIDUCIALS, number, size)
            for line, words in enumerate((f"{number}: {corner}", "this way up")):  # no wider than the smallest square
                place.text(words, 0, box + 4.0 + line * 3.4, 2.6, 0.0)

    size_mm = (2 * pitch, 2 * (pitch + 6.0))
    return print_drawing("Markers for a board's corners", size_mm, paper, draw)
