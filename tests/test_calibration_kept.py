"""What was kept of a camera is used by the next start: of the same camera over the same board alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import calibration
from companion.board import Board
from companion.calibrated import LensFigures, save_calibrated
from companion.commands._calibrating import put_together
from hardware.virtual import VirtualTable
from tests.running import RunningTable, time_limit
from tests.test_camera_off import wait_for
from vision.pose import pose_from_corners

OTHER_LENS = LensFigures((640, 480), ((600.0, 0, 320), (0, 600.0, 240), (0, 0, 1)), (0.0,) * 5, 0.3)
"""Of pictures of another size than the virtual camera's: whether the file is used shows in what is said of it."""


def keep(path: Path, board: Board, camera: str) -> None:
    virtual = VirtualTable(board, None, seed=1)
    pose = pose_from_corners(virtual.view.corners_px, board, (1280, 960))
    save_calibrated(path, put_together(camera, pose, virtual.empty_picture(), 100.0, OTHER_LENS, None))


@pytest.mark.parametrize(
    ("board", "camera", "used"),
    [("shark-2001", "virtual", True), ("shark-1991", "virtual", False), ("shark-2001", "0", False)],
)
def test_it_is_used_for_the_same_camera_over_the_same_board(
    board: str, camera: str, used: bool, tmp_path: Path
) -> None:
    keep(tmp_path / "calibration.json", calibration.board(board), camera)
    with time_limit(240):
        table = RunningTable(tmp_path, "--seed", "1")  # on shark-2001
        try:
            shown = wait_for(
                table, lambda shown: (shown["board_seen"] or {}).get("text") or shown["standing"] == "agrees"
            )
        finally:
            table.close()
    text = shown["board_seen"]["text"]
    assert ("the lens was measured with pictures of 640 x 480" in text) is used, text


def test_broken_file_is_named_at_the_start(tmp_path: Path) -> None:
    (tmp_path / "calibration.json").write_text("{")
    command = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path), "--port", "0"]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"bankhalter: {tmp_path}/calibration.json: no calibration")
