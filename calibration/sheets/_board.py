"""A board to play on, drawn from its board file: pale and grey, so that every house stands out from the print."""

from __future__ import annotations

from calibration.sheets._markers import FIDUCIALS, MARKER_GAP_MM, draw_marker
from calibration.sheets._paper import Paper, Pen, print_drawing
from companion.board import Board
from companion.errors import FormatError
from companion.outlines import overlap
from companion.regions import RegionBoard
from companion.squares import Square

LARGEST_MM, SMALLEST_MM = 20.0, 9.0
"""Sides of markers: larger ones are found no better, smaller ones are not found by a camera above the table."""
_SIZES_MM = range(int(LARGEST_MM), int(SMALLEST_MM) - 1, -1)
_PALE = (0.97, 0.90)
"""Greys of neighbouring zones, by the zone's letter."""
_PAPER, _INK, _BORDER, _NAME = 0.99, 0.45, 0.15, 0.72
_LINE_MM, _BORDER_MM = 0.5, 1.2


def marker_mm(board: Board) -> float | None:
    """The side of the largest markers that fit into the board's corners beside its grid; None where none do.

    A marker may lie beside the grid or above it, whichever leaves more room.
    """
    (left, top), (across, down) = board.grid.origin_mm, board.grid.pitch_mm
    right = board.size_mm[0] - left - board.grid.cols * across
    bottom = board.size_mm[1] - top - board.grid.rows * down
    room = min(max(x, y) for x in (left, right) for y in (top, bottom))
    size = min(LARGEST_MM, room - 2 * MARKER_GAP_MM)
    return size if size >= SMALLEST_MM else None


def region_marker_mm(regions: RegionBoard) -> float | None:
    """The side of the largest markers in the corners that cover no ground of a region; None where none do.

    The white around a marker may lie on a region: what is counted there is held against the empty board, with it.
    """
    return next((size for size in _SIZES_MM if not _covers_ground(regions, size)), None)


def _covers_ground(regions: RegionBoard, size: float) -> bool:
    width, height = regions.sheet().size_mm
    near, far = MARKER_GAP_MM, MARKER_GAP_MM + size
    for left, right in ((near, far), (width - far, width - near)):
        for top, bottom in ((near, far), (height - far, height - near)):
            marker = ((left, top), (right, top), (right, bottom), (left, bottom))
            if any(overlap(outline, marker) > 0 for outline in regions.outlines.values()):
                return True
    return False


def print_board(board: Board, paper: Paper, *, markers: bool = True) -> bytes:
    """A PDF file of the board in its true size; raises FormatError where its corners have no room for markers."""
    if markers and marker_mm(board) is None:
        raise FormatError(
            f"{board.name}: no corner has room for a marker of {SMALLEST_MM:.0f} mm with {MARKER_GAP_MM:.0f} mm of "
            "white around it; leave more room around the grid in the board file, or print without markers (--plain)"
        )
    return print_drawing(
        f"Board {board.name}", board.size_mm, paper, lambda pen: draw_board(pen, board, markers=markers)
    )


def draw_board(pen: Pen, board: Board, *, markers: bool) -> None:
    """The board at the pen's origin."""
    width, height = board.size_mm
    pen.fill(0, 0, width, height, _PAPER)
    pen.frame(_LINE_MM / 2, _LINE_MM / 2, width - _LINE_MM, height - _LINE_MM, _BORDER, _LINE_MM)
    _draw_squares(pen, board)
    size = marker_mm(board)
    if markers and size is not None:
        far = (width - MARKER_GAP_MM - size, height - MARKER_GAP_MM - size)
        for number in range(4):
            left = far[0] if number in (1, 2) else MARKER_GAP_MM
            top = far[1] if number in (2, 3) else MARKER_GAP_MM
            draw_marker(pen.at(left, top), FIDUCIALS, number, size)


def _draw_squares(pen: Pen, board: Board) -> None:
    (x, y), (across, down) = board.grid.origin_mm, board.grid.pitch_mm
    zones: dict[str, list[Square]] = {}
    for square in board.squares():
        zones.setdefault(board.zone(square) or "", []).append(square)
    greys = {zone: _PALE[number % 2] for number, zone in enumerate(sorted(zones))}
    small = min(across, down)
    for square in board.squares():
        zone = board.zone(square) or ""
        place = pen.at(x + square.col * across, y + square.row * down)
        place.fill(0, 0, across, down, greys[zone])
        place.text(square.name, across * 0.06, down * 0.94, small * 0.12, _NAME)
    for zone, mine in sorted(zones.items()):
        # One large letter a zone: a small one in each square would look like lines of a grid twice as fine.
        middle_x, middle_y = (
            sum(places) / len(mine) + 0.5 for places in zip(*((s.col, s.row) for s in mine), strict=True)
        )
        pen.text(zone, x + middle_x * across, y + middle_y * down + small * 0.6, small * 1.7, _NAME, centred=True)
    for square in board.squares():
        place = pen.at(x + square.col * across, y + square.row * down)
        place.frame(0, 0, across, down, _INK, _LINE_MM)
    for square in board.squares():
        place = pen.at(x + square.col * across, y + square.row * down)
        here = board.zone(square)
        for beside, start, end in (
            (Square(square.row, square.col - 1), (0.0, 0.0), (0.0, down)),
            (Square(square.row - 1, square.col), (0.0, 0.0), (across, 0.0)),
            (Square(square.row, square.col + 1), (across, 0.0), (across, down)),
            (Square(square.row + 1, square.col), (0.0, down), (across, down)),
        ):
            if board.zone(beside) != here:
                place.line(start, end, _BORDER, _BORDER_MM)
