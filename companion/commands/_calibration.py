"""The option --calibration, and what it stands for: board, empty picture and its pose, lens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np

from companion.board import Board
from companion.calibrated import Calibrated, load_calibrated
from companion.devices import Image
from companion.errors import FormatError
from vision.lens import Lens
from vision.pose import Pose, pose_from_corners

option: Callable[[Callable[..., Any]], Callable[..., Any]] = click.option(
    "--calibration", "calibrated", type=click.Path(path_type=Path), help="What `bankhalter calibrate` has kept."
)


@dataclass(frozen=True, slots=True)
class View:
    """A calibrated camera's view: the board, its empty picture, its pose there, and the lens where it was measured."""

    camera: str
    board: Board
    empty: Image
    empty_pose: Pose
    lens: Lens | None

    def straighten(self, image: Image) -> Image:
        """A picture of this camera without the bends of its lens."""
        return image if self.lens is None else self.lens.straighten(image)


def load_view(path: Path) -> View:
    """The view that a calibration file describes; raises FormatError naming the file."""
    known: Calibrated = load_calibrated(path)
    empty = cv2.imdecode(np.frombuffer(known.empty, np.uint8), cv2.IMREAD_COLOR) if known.empty else None
    if empty is None:
        raise FormatError(f"{path}: its picture of the empty board is broken: calibrate again")
    board = known.parsed_board()
    pose = pose_from_corners(known.corners_px, board, (empty.shape[1], empty.shape[0]))
    lens = None if known.lens is None else Lens(known.lens)
    return View(known.camera, board, np.asarray(empty, np.uint8), pose, lens)


def board_of(board: Board | None, view: View | None) -> Board:
    """The board that was named, or the calibrated one; raises UsageError where there is neither, or both differ."""
    if view is None:
        if board is None:
            raise click.UsageError("which board? Name it with --board, or give --calibration")
        return board
    if board is not None and board != view.board:
        raise click.UsageError(f"the camera was calibrated for the board {view.board.name}, not for {board.name}")
    return view.board
