"""The virtual camera's view: a pinhole above the board, a little tilted and rolled."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from companion.board import Board
from companion.projection import Array, Projection

WIDTH, HEIGHT = 1280, 960
"""Size of the picture in pixels."""

_FOCAL_PX = 1.12 * WIDTH
_TILT_DEG = -12.0
_PAN_DEG = 2.0
_ROLL_DEG = 1.6
_AIM = 0.53
"""Where down the board the camera aims: the nearer half looks larger, so a little below the middle."""
_FILL = 0.95
"""How much of the picture the board takes up, along the tighter side."""


@dataclass(frozen=True)
class View(Projection):
    """What the virtual camera sees; ``eye_mm`` (3,) is where it hangs."""

    eye_mm: Array


def look_at(board: Board, bump_px: tuple[float, float] = (0.0, 0.0), tilt_deg: float = _TILT_DEG) -> View:
    """The view in which the board fills the picture; ``bump_px``: how far a knock at the camera has shifted it.

    ``tilt_deg``: how far from straight above the camera looks, negative from the players' side.
    """
    still = _turn(tilt_deg, _PAN_DEG, _ROLL_DEG)
    near, far = 100.0, 10_000.0
    for _ in range(50):
        middle = (near + far) / 2
        near, far = (near, middle) if _fits(_view(board, still, still, middle)) else (middle, far)
    knock = np.degrees(np.arctan2(bump_px, _FOCAL_PX))
    return _view(board, still, _turn(-knock[1], knock[0], 0) @ still, far)


def _view(board: Board, still: Array, turn: Array, distance_mm: float) -> View:
    """The camera hangs where it aims at the board when turned as ``still``, and looks along ``turn``."""
    # With z into the table the board's axes are right-handed, as a camera's are.
    width, height = board.size_mm
    eye = np.array([width / 2, _AIM * height, 0]) - distance_mm * still[2]
    lens = np.array([[_FOCAL_PX, 0, (WIDTH - 1) / 2], [0, _FOCAL_PX, (HEIGHT - 1) / 2], [0, 0, 1]])
    matrix = lens @ turn @ np.column_stack([np.eye(3), -eye])
    matrix[:, 2] *= -1
    return View(matrix, board, eye * (1, 1, -1))


def _turn(tilt_deg: float, pan_deg: float, roll_deg: float) -> Array:
    """(3, 3): from the board's axes to the camera's."""
    (ct, cp, cr), (st, sp, sr) = (f(np.radians([tilt_deg, pan_deg, roll_deg])) for f in (np.cos, np.sin))
    tilt = np.array([[1, 0, 0], [0, ct, -st], [0, st, ct]])
    pan = np.array([[cp, 0, sp], [0, 1, 0], [-sp, 0, cp]])
    roll = np.array([[cr, -sr, 0], [sr, cr, 0], [0, 0, 1]])
    return np.asarray(roll @ pan @ tilt, float)


def _fits(view: View) -> bool:
    corners = np.array(view.corners_px)
    half = np.array([WIDTH, HEIGHT]) / 2
    return bool((np.abs(corners - half + 0.5) <= _FILL * half).all())
