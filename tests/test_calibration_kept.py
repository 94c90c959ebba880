"""What was kept of a camera is used by the next start: of the same camera over the same board alone."""

from __future__ import annotations

import re
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


NO_CAMERA = ("--camera", "none", "--dice", "by-hand")


def test_broken_file_is_told_with_its_line_and_kept_while_the_table_starts(tmp_path: Path) -> None:
    keep(tmp_path / "calibration.json", calibration.board("shark-2001"), "virtual")
    whole = (tmp_path / "calibration.json").read_text("utf-8")
    number, line = next((n, line) for n, line in enumerate(whole.splitlines(), 1) if '"corners_px"' in line)
    broken = whole.replace(line, line.replace("[", "{", 1))
    (tmp_path / "calibration.json").write_text(broken, "utf-8")
    with time_limit(240):
        table = RunningTable(tmp_path, *NO_CAMERA)
        try:
            devices = {each["name"]: each["text"] for each in table.snapshot()["devices"]}
        finally:
            table.close()
    for said in (devices["camera set-up"], table.told):
        # The bracket that does not fit is looked at on its own line, or on the next where the object's key should be.
        at = re.search(rf"{re.escape(str(tmp_path))}/calibration\.json: line (\d+): no calibration", said)
        assert at is not None, said
        assert int(at[1]) in (number, number + 1)
        assert "calibration.json.aside-1" in said
    assert (tmp_path / "calibration.json.aside-1").read_text("utf-8") == broken
    assert not (tmp_path / "calibration.json").exists()


def test_file_that_the_command_line_names_must_be_one_and_stays_where_it_is(tmp_path: Path) -> None:
    named = tmp_path / "mine.json"
    named.write_text('{\n "format": "bankhalter-calibration/1",\n "camera": 7\n}', "utf-8")
    command = [sys.executable, "-m", "companion", "run", "--data", str(tmp_path / "data"), "--port", "0"]
    ended = subprocess.run(
        [*command, "--calibration", str(named)], capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"bankhalter: {named}: line 3: no calibration")
    assert named.exists()
