"""The devices around a game on a board of districts: what is said where its camera cannot count."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

import calibration
from companion.commands._calibration import View
from companion.commands._doctor import check_camera
from companion.commands._stage import Plan, Stage
from companion.errors import DeviceError
from companion.record import parse_record
from companion.words import say
from hardware.wiring import CameraWiring, Wiring
from tests.companion.table.conftest import At
from tests.running import time_limit
from vision.pose import pose_from_corners

FRAME = Path(__file__).parents[2] / "pictures" / "seq02" / "empty.jpg"
GAME = Path(__file__).parents[2] / "games" / "big_shot" / "legal" / "g0001.game.jsonl"


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None, header=dict(parse_record(GAME.read_bytes()).header))
    yield made
    made.journal.close()


@pytest.fixture
def wiring(tmp_path: Path) -> Wiring:
    """A camera that is a folder of pictures, and nothing else."""
    frames = tmp_path / "frames"
    frames.mkdir()
    shutil.copy(FRAME, frames / "0000.jpg")
    return Wiring(camera=CameraWiring(source=str(frames)))


def told(stage: Stage) -> str:
    """What the stage has to say of its devices, in English."""
    return " ".join(say(device.text, "en") for device in stage.health())


def test_without_an_empty_picture_stones_are_not_counted_and_the_way_out_is_one(
    at: At, wiring: Wiring, tmp_path: Path
) -> None:
    stage = Stage(Plan(wiring, None, tmp_path))
    try:
        stage.start(at.table)
        assert "start with --empty" in told(stage)
        assert "--calibration" not in told(stage), "a board of districts cannot be calibrated"
    finally:
        stage.close()


def test_a_calibration_of_another_board_advises_none_for_districts(at: At, wiring: Wiring, tmp_path: Path) -> None:
    board = calibration.board("shark-1991")
    empty = np.zeros((480, 640, 3), np.uint8)
    pose = pose_from_corners([(100, 100), (500, 100), (500, 400), (100, 400)], board, (640, 480))
    view = View("0", board, empty, pose)
    stage = Stage(Plan(wiring, None, tmp_path, view=view, view_named=True))
    try:
        with pytest.raises(DeviceError, match="start with --empty instead of --calibration"):
            stage.start(at.table)
    finally:
        stage.close()


def test_devices_say_why_no_camera_counts(at: At, wiring: Wiring, tmp_path: Path) -> None:
    stage = Stage(Plan(wiring, None, tmp_path))
    try:
        stage.start(at.table)
        (camera,) = check_camera(stage.devices() or pytest.fail("no devices"))
        assert (camera.state, say(camera.name, "en")) == ("wrong", "Camera")
        assert "start with --empty" in say(camera.text, "en")
    finally:
        stage.close()


@pytest.mark.parametrize("game", ["big_shot", "master_of_economy"])
def test_devices_examine_the_camera_over_a_board_without_a_grid(game: str, tmp_path: Path) -> None:
    record = next((GAME.parents[2] / game / "legal").glob("*.game.jsonl"))
    at = At(None, header=dict(parse_record(record.read_bytes()).header))
    stage = Stage(Plan(Wiring(camera=CameraWiring(source="virtual")), None, tmp_path, seed=1))
    try:
        stage.start(at.table)
        with time_limit(60):
            revision = 0
            while at.now["board_seen"] is None:
                revision = at.table.wait(revision, 5.0)
        found = {
            say(finding.name, "en"): finding.state for finding in check_camera(stage.devices() or pytest.fail("none"))
        }
        assert found == dict.fromkeys(
            ("Camera", "Board in the picture", "Tilt", "Light", "Glare", "Focus", "Board reader"), "ok"
        )
    finally:
        stage.close()
        at.journal.close()
