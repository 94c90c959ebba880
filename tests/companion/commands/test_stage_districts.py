"""The devices around a game on a board of districts: what is said where its camera cannot count."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.commands._calibration import View
from companion.commands._doctor import check_camera
from companion.commands._stage import Plan, Stage
from companion.devices import Image
from companion.record import parse_record
from companion.words import say
from hardware.wiring import CameraWiring, Wiring
from tests.companion.table.conftest import At
from tests.running import time_limit
from vision.pose import pose_from_corners

FRAME = Path(__file__).parents[2] / "pictures" / "seq02" / "empty.jpg"
GAME = Path(__file__).parents[2] / "games" / "big_shot" / "legal" / "g0001.game.jsonl"


def unmeasured(board: dict[str, Any]) -> dict[str, Any]:
    districts = [{key: each[key] for key in each if key != "outline_mm"} for each in board["districts"]]
    return {"name": board["name"], "districts": districts}


def overlapping(board: dict[str, Any]) -> dict[str, Any]:
    """D2 has D1's outline."""
    first, second, *others = board["districts"]
    return {**board, "districts": [first, {**second, "outline_mm": first["outline_mm"]}, *others]}


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


def shown(stage: Stage) -> Image:
    """The camera's picture, once there is one."""
    with time_limit(60):
        while (image := stage.raw_picture()) is None:
            pass
    return image


def test_without_an_empty_picture_the_way_out_is_said_and_the_camera_can_be_set_up(
    at: At, wiring: Wiring, tmp_path: Path
) -> None:
    stage = Stage(Plan(wiring, None, tmp_path))
    try:
        stage.start(at.table)
        assert shown(stage).shape == cv2.imread(str(FRAME)).shape
        with time_limit(60):
            while "/calibrate" not in told(stage):
                pass
        assert at.table.snapshot()["proposal"] is None
    finally:
        stage.close()


@pytest.mark.parametrize("spoil", [unmeasured, overlapping], ids=["no outlines", "outlines over one another"])
def test_where_nothing_can_be_counted_the_camera_is_shown_with_the_reason(
    wiring: Wiring, tmp_path: Path, spoil: Callable[[dict[str, Any]], dict[str, Any]]
) -> None:
    """Its picture is what the outlines are drawn on."""
    header = dict(parse_record(GAME.read_bytes()).header)
    made = At(None, header={**header, "board": spoil(calibration.board_file("big-shot"))})
    stage = Stage(Plan(wiring, None, tmp_path))
    try:
        stage.start(made.table)
        assert shown(stage).shape == cv2.imread(str(FRAME)).shape
        with time_limit(60):
            while "outlines" not in told(stage):
                pass
    finally:
        stage.close()
        made.journal.close()


@pytest.mark.parametrize("game", ["big_shot", "master_of_economy", "shark"])
def test_a_named_calibration_of_another_board_is_told_and_the_game_goes_on_without(
    game: str, wiring: Wiring, tmp_path: Path
) -> None:
    record = next((GAME.parents[2] / game / "legal").glob("*.game.jsonl"))
    at = At(None, header=dict(parse_record(record.read_bytes()).header))
    board = calibration.board("shark-compact")
    empty = np.zeros((480, 640, 3), np.uint8)
    pose = pose_from_corners([(100, 100), (500, 100), (500, 400), (100, 400)], board, (640, 480))
    view = View("0", board, empty, pose)
    stage = Stage(Plan(wiring, None, tmp_path, view=view, view_named=True))
    try:
        stage.start(at.table)
        setting = at.table.setting()
        assert setting is not None
        assert setting.playfield is not None
        (why,) = (str(health.text) for health in stage.health() if str(health.name) == "camera set-up")
        assert why.startswith(f"the camera was calibrated for the board {board.name}, the game is played on")
        assert setting.playfield.name in why
    finally:
        stage.close()
        at.journal.close()


def test_devices_say_why_no_camera_counts(at: At, wiring: Wiring, tmp_path: Path) -> None:
    stage = Stage(Plan(wiring, None, tmp_path))
    try:
        stage.start(at.table)
        (camera,) = check_camera(stage.devices() or pytest.fail("no devices"))
        assert (camera.state, say(camera.name, "en")) == ("wrong", "Camera")
        assert "start with --empty" in say(camera.text, "en")
    finally:
        stage.close()


@pytest.mark.parametrize("name", ["../../../elsewhere", "a/b", "/tmp/elsewhere", "..", "n" * 300, "Großstadt 2"])
def test_what_lies_on_a_virtual_board_of_any_name_is_kept_in_the_data_folder(name: str, tmp_path: Path) -> None:
    """A record may bring its board along, and call it as it likes."""
    header = dict(parse_record(GAME.read_bytes()).header)
    at = At(None, header={**header, "board": {**calibration.board_file("big-shot"), "name": name}})
    data = tmp_path / "in" / "data"
    stage = Stage(Plan(Wiring(camera=CameraWiring(source="virtual")), None, data, seed=1))
    try:
        stage.start(at.table)
        stage.command({"do": "put_stone", "district": "D1", "colour": "red"})
    finally:
        stage.close()
        at.journal.close()
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path.parent for path in kept] == [data]


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
