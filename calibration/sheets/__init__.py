"""Things to print, true to the millimetre: boards with their markers, markers to glue on, the sheet for the lens."""

from calibration.sheets._board import draw_board, marker_mm, print_board, region_marker_mm
from calibration.sheets._lens import LENS_SHEET, LensSheet, print_lens_sheet
from calibration.sheets._markers import print_markers
from calibration.sheets._paper import PAPERS, Paper, Tile, tiles

__all__ = [
    "LENS_SHEET",
    "PAPERS",
    "LensSheet",
    "Paper",
    "Tile",
    "draw_board",
    "marker_mm",
    "print_board",
    "print_lens_sheet",
    "print_markers",
    "region_marker_mm",
    "tiles",
]
