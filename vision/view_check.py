"""Whether a camera's view of the board suffices: size, tilt, light and focus, each with what to do about it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.checks import Finding
from companion.devices import Image
from companion.pictures import is_grey
from companion.sentence import Sentence
from companion.squares import Square
from vision import stillness
from vision.pose import Pose
from vision.rectify import AROUND, rectify

SMALL_PX = 18.0
"""Pixels of a square below which too little of a house is seen: a patch of the classifier has 16."""
SMALL_PIECE_PX = 7.0
"""The same of a stone or marker on a board of regions: virtual pictures made smaller count with `?` from 6 px on."""
TILTED_DEG = 45.0
"""Angle from straight above beyond which houses hide one another."""
DIM, DARK_SHARE = 90.0, 0.25
"""Grey level that the board's brightest twentieth should reach, and the share of it that may be nearly black."""
GLARE_SHARE = 0.03
"""Share of the grid that may be burnt out by a lamp's reflection."""
SOFT = 0.22
"""`stillness.sharpness` of the grid, laid flat as large as it is seen, below which the lens is out of focus."""
LARGEST_PX = 48
PARTS = 3
"""`weak_squares` looks at the grid in so many parts across and down: a square alone may be plain or dark print."""


def check_view(image: Image, pose: Pose, piece_mm: float | None = None) -> tuple[Finding, ...]:
    """Findings on the size, tilt, light and focus of a board seen by ``pose`` in ``image`` (H, W, 3) BGR.

    ``piece_mm``: the side of what is counted on a board of regions; None where squares are looked at.
    """
    return (_size(pose, piece_mm), *check_sight(image, pose))


def check_sight(image: Image, pose: Pose) -> tuple[Finding, ...]:
    """The same without the size, for a board whose grid is printed nowhere."""
    flat = _flat(image, pose)
    light, glare = _light(flat)
    if is_grey(image):
        todo = Sentence("Switch the camera's night vision off, or give it more light.")
        light = Finding(Sentence("Light"), "wrong", Sentence("the picture has no colours"), todo)
    return (_tilt(pose), light, glare, _focus(flat))


def weak_squares(image: Image, pose: Pose) -> tuple[Square, ...]:
    """The squares in those parts of the grid where light or focus fall short, by the same measures as `check_view`."""
    flat, board = _flat(image, pose), pose.board
    px = flat.shape[0] // (board.grid.rows + 2 * AROUND)
    parts = [
        (rows[0], rows[-1] + 1, cols[0], cols[-1] + 1)
        for rows in np.array_split(np.arange(board.grid.rows), PARTS)
        for cols in np.array_split(np.arange(board.grid.cols), PARTS)
        if len(rows) and len(cols)
    ]
    weak: set[tuple[int, int]] = set()
    for top, bottom, left, right in parts:
        part = flat[(top + AROUND) * px : (bottom + AROUND) * px, (left + AROUND) * px : (right + AROUND) * px]
        if any(finding.state != "ok" for finding in (*_light(part), _focus(part))):
            weak.update((int(row), int(col)) for row in range(top, bottom) for col in range(left, right))
    return tuple(square for square in board.squares() if (square.row, square.col) in weak)


def _flat(image: Image, pose: Pose) -> Image:
    """The grid straight from above, as large as it is seen."""
    return rectify(image, pose, 0.0, int(np.clip(round(square_px(pose)), 8, LARGEST_PX)))


def square_px(pose: Pose) -> float:
    """The side of the smallest of the grid's corner squares in the picture, in pixels (square root of its area)."""
    grid = pose.board.grid
    (x, y), (across, down) = grid.origin_mm, grid.pitch_mm
    sides = []
    for col in (0, grid.cols - 1):
        for row in (0, grid.rows - 1):
            left, top = x + col * across, y + row * down
            box = pose.project([[left, top], [left + across, top], [left + across, top + down], [left, top + down]])
            sides.append(float(np.sqrt(cv2.contourArea(box.astype(np.float32)))))
    return min(sides)


def tilt_deg(pose: Pose) -> float:
    """The angle between the camera's line of sight to the board's middle and straight down."""
    eye = np.linalg.svd(pose.matrix)[2][-1]
    place = eye[:3] / eye[3]
    middle = np.array([pose.board.size_mm[0] / 2, pose.board.size_mm[1] / 2, 0.0])
    sight = place - middle
    return float(np.degrees(np.arccos(abs(sight[2]) / np.linalg.norm(sight))))


def _size(pose: Pose, piece_mm: float | None) -> Finding:
    px, small, text = square_px(pose), SMALL_PX, Sentence("a square is {pixels} pixels wide")
    if piece_mm is not None:
        across, down = pose.board.grid.pitch_mm
        px, small = px * piece_mm / float(np.sqrt(across * down)), SMALL_PIECE_PX
        text = Sentence("a piece is {pixels} pixels wide")
    name, text = Sentence("Size"), Sentence(text.text, {"pixels": round(px)})
    if px < small:
        return Finding(name, "wrong", text, Sentence("Bring the camera nearer, or use more pixels."))
    return Finding(name, "ok", text)


def _tilt(pose: Pose) -> Finding:
    tilt = tilt_deg(pose)
    name, text = Sentence("Tilt"), Sentence("the camera looks {degrees} degrees aslant", {"degrees": round(tilt)})
    if tilt > TILTED_DEG:
        return Finding(name, "wrong", text, Sentence("Put the camera more above the board."))
    return Finding(name, "ok", text)


def _light(flat: Image) -> tuple[Finding, Finding]:
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    bright, dark, burnt = float(np.percentile(grey, 95)), float((grey < 12).mean()), float((grey > 250).mean())
    light = Finding(Sentence("Light"), "ok", Sentence("there is light enough"))
    if bright < DIM or dark > DARK_SHARE:
        todo = Sentence("Give it more light, or a longer exposure.")
        light = Finding(Sentence("Light"), "wrong", Sentence("the board is too dark"), todo)
    glare = Finding(Sentence("Glare"), "ok", Sentence("no lamp glares on the board"))
    if burnt > GLARE_SHARE:
        text = Sentence("{percent} % of the board is burnt out", {"percent": round(burnt * 100)})
        glare = Finding(Sentence("Glare"), "wrong", text, Sentence("Move the lamp, or shorten the exposure."))
    return light, glare


def _focus(flat: Image) -> Finding:
    if stillness.sharpness(flat) < SOFT:
        todo = Sentence("Focus the lens on the board, and fix the camera.")
        return Finding(Sentence("Focus"), "wrong", Sentence("the picture is not sharp"), todo)
    return Finding(Sentence("Focus"), "ok", Sentence("the picture is sharp"))
