"""The sheet by which a camera's lens is measured: a ChArUco board, a chess board with markers in its white squares."""

from __future__ import annotations

from dataclasses import dataclass

import cv2

from calibration.sheets._markers import draw_marker
from calibration.sheets._paper import Paper, Pen, print_drawing


@dataclass(frozen=True, slots=True)
class LensSheet:
    """A ChArUco board of ``cols`` x ``rows`` squares. Its markers are of another family than a board's."""

    cols: int = 7
    rows: int = 5
    square_mm: float = 36.0
    marker_mm: float = 27.0
    dictionary: int = cv2.aruco.DICT_5X5_50

    def charuco(self) -> cv2.aruco.CharucoBoard:
        """The same in OpenCV's words; its lengths are in mm."""
        kind = cv2.aruco.getPredefinedDictionary(self.dictionary)
        return cv2.aruco.CharucoBoard((self.cols, self.rows), self.square_mm, self.marker_mm, kind)


LENS_SHEET = LensSheet()
"""What `bankhalter print sheet` prints: fits on A4."""


def print_lens_sheet(paper: Paper, sheet: LensSheet = LENS_SHEET) -> bytes:
    """A PDF file of the sheet. The black squares and the markers lie as OpenCV (4.6 and later) expects them."""
    size_mm = (sheet.cols * sheet.square_mm, sheet.rows * sheet.square_mm)

    def draw(pen: Pen) -> None:
        number = 0
        inset = (sheet.square_mm - sheet.marker_mm) / 2
        for row in range(sheet.rows):
            for col in range(sheet.cols):
                place = pen.at(col * sheet.square_mm, row * sheet.square_mm)
                if (row + col) % 2 == 0:
                    place.fill(0, 0, sheet.square_mm, sheet.square_mm, 0.0)
                else:
                    draw_marker(place.at(inset, inset), sheet.dictionary, number, sheet.marker_mm)
                    number += 1

    return print_drawing("Sheet for the camera's lens: glue it on something flat", size_mm, paper, draw)
