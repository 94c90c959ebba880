"""Whether a camera's view of the board suffices: size, tilt, light and focus, each with what to do about it."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from companion.devices import Image
from vision import stillness
from vision.pose import Pose
from vision.rectify import rectify

SMALL_PX = 18.0
"""Pixels of a square below which too little of a house is seen: a patch of the classifier has 16."""
TILTED_DEG = 45.0
"""Angle from straight above beyond which houses hide one another."""
DIM, DARK_SHARE = 90.0, 0.25
"""Grey level that the board's brightest twentieth should reach, and the share of it that may be nearly black."""
GLARE_SHARE = 0.03
"""Share of the grid that may be burnt out by a lamp's reflection."""
SOFT = 0.22
"""`stillness.sharpness` of the grid, laid flat as large as it is seen, below which the lens is out of focus."""
LARGEST_PX = 48


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing about a view: ``good`` or not, and in ``text`` what it is and, if not good, what to do."""

    name: str
    good: bool
    text: str


def check_view(image: Image, pose: Pose) -> tuple[Finding, ...]:
    """Findings on the size, tilt, light and focus of a board seen by ``pose`` in ``image`` (H, W, 3) BGR."""
    px = square_px(pose)
    flat = rectify(image, pose, 0.0, int(np.clip(round(px), 8, LARGEST_PX)))
    return (_size(px), _tilt(pose), *_light(flat), _focus(flat))


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


def _size(px: float) -> Finding:
    if px < SMALL_PX:
        return Finding(
            "size", False, f"a square is only {px:.0f} pixels wide: bring the camera nearer, or use more pixels"
        )
    return Finding("size", True, f"a square is {px:.0f} pixels wide")


def _tilt(pose: Pose) -> Finding:
    tilt = tilt_deg(pose)
    if tilt > TILTED_DEG:
        return Finding("tilt", False, f"the camera looks {tilt:.0f} degrees aslant: put it more above the board")
    return Finding("tilt", True, f"the camera looks {tilt:.0f} degrees aslant")


def _light(flat: Image) -> tuple[Finding, Finding]:
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    bright, dark, burnt = float(np.percentile(grey, 95)), float((grey < 12).mean()), float((grey > 250).mean())
    if bright < DIM or dark > DARK_SHARE:
        light = Finding("light", False, "the board is too dark: more light, or a longer exposure")
    else:
        light = Finding("light", True, "there is light enough")
    if burnt > GLARE_SHARE:
        text = f"{burnt * 100:.0f} % of the board is burnt out: move the lamp, or shorten the exposure"
        return light, Finding("glare", False, text)
    return light, Finding("glare", True, "no lamp glares on the board")


def _focus(flat: Image) -> Finding:
    if stillness.sharpness(flat) < SOFT:
        return Finding("focus", False, "the picture is not sharp: focus the lens on the board, and fix the camera")
    return Finding("focus", True, "the picture is sharp")
