"""The stage's camera, as the page that sets it up sees it."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.calibrated import LensFigures
from companion.commands import _stage as stages
from companion.commands._calibration import View
from companion.devices import DeviceHealth, Frame
from companion.districts import parse_city
from companion.errors import DeviceError, FormatError
from companion.journal import Journal
from companion.pictures import read_picture
from companion.sentence import Sentence
from companion.table import Table
from hardware.virtual import draw_regions
from hardware.wiring import CameraWiring, Wiring
from tests.running import time_limit
from vision.lens import Lens
from vision.pose import pose_from_corners

SEQUENCE = Path(__file__).parents[2] / "pictures" / "seq02"
HEADER = json.loads((SEQUENCE / "header.json").read_text())
IMAGE = np.full((96, 128, 3), 90, np.uint8)


class Unpluggable:
    """A camera that gives one picture again and again, until it is unplugged."""

    def __init__(self) -> None:
        self.unplugged = threading.Event()

    def read(self, timeout: float) -> Frame | None:
        if self.unplugged.is_set():
            raise DeviceError("gives no picture")
        return Frame("1", IMAGE, 0)

    def health(self) -> DeviceHealth:
        return DeviceHealth(Sentence("camera"), "trouble" if self.unplugged.is_set() else "fine")

    def close(self) -> None:
        self.unplugged.set()


def test_picture_of_before_it_was_unplugged_is_none_to_set_it_up_by(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    camera = Unpluggable()

    def open_camera(*_: Any) -> Any:
        return camera

    monkeypatch.setattr(stages, "open_camera", open_camera)
    with Journal(None, lambda: "") as journal:
        journal.new_game(HEADER)
        table = Table(journal, lambda name: calibration.board_file(name))
        stage = stages.Stage(stages.Plan(Wiring(camera=CameraWiring("9")), None, tmp_path))
        try:
            stage.start(table)
            with time_limit(60):
                while stage.raw_picture() is None:
                    pass
            camera.unplugged.set()
            assert stage.raw_picture() is None
        finally:
            stage.close()


def rows_of(name: str) -> list[str]:
    rows: list[str] = json.loads((SEQUENCE / f"{name}.json").read_text())["squares"]
    return rows


def unknown_where(taken: list[str], rows: list[str]) -> list[str]:
    """``rows`` as they are read by an "empty" picture on which ``taken`` stands."""
    return [
        "".join("?" if house != "." else letter for house, letter in zip(line, letters, strict=True))
        for line, letters in zip(taken, rows, strict=True)
    ]


def calibrated(camera: str, name: str, lens: Lens | None = None) -> View:
    """A calibration whose picture of the empty board is that of the sequence."""
    empty, board = read_picture(SEQUENCE / f"{name}.jpg"), calibration.board(HEADER["board"])
    corners = json.loads((SEQUENCE / "empty.json").read_text())["corners_px"]
    return View(camera, board, empty, pose_from_corners(corners, board, (empty.shape[1], empty.shape[0])), lens)


@pytest.fixture
def frames(tmp_path: Path) -> str:
    """A camera that shows the same picture all along, as far as it is looked at here."""
    folder = tmp_path / "frames"
    folder.mkdir()
    for number in range(8):
        shutil.copy(SEQUENCE / "0040.jpg", folder / f"{number}.jpg")
    return str(folder)


def seen_by(table: Table, rows: list[str]) -> None:
    """Waits until the camera has read these rows."""
    with time_limit(60):
        revision, seen = 0, None
        while seen is None or seen["squares"] != rows:
            revision = table.wait(revision, 5.0)
            seen = table.snapshot()["board_seen"]


@pytest.mark.parametrize("named", [True, False], ids=["--calibration", "kept"])
@pytest.mark.parametrize("typed", [None, "0030"])
def test_a_picture_of_the_empty_board_that_was_typed_goes_before_the_calibrations(
    typed: str | None, named: bool, frames: str, tmp_path: Path
) -> None:
    """Which one is looked at shows by the houses on it: what stands there cannot be told."""
    empty = None if typed is None else SEQUENCE / f"{typed}.jpg"
    with Journal(None, lambda: "") as journal:
        journal.new_game(HEADER)
        table = Table(journal, lambda name: calibration.board_file(name))
        plan = stages.Plan(
            Wiring(camera=CameraWiring(frames)), empty, tmp_path, None, calibrated(frames, "empty"), named
        )
        stage = stages.Stage(plan)
        try:
            stage.start(table)
            seen_by(table, unknown_where(rows_of(typed or "empty"), rows_of("0040")))
            stage.use_view(calibrated(frames, "0008"))  # set up anew on the page: that picture is newer
            seen_by(table, unknown_where(rows_of("0008"), rows_of("0040")))
        finally:
            stage.close()


def test_a_typed_empty_picture_that_the_lens_does_not_fit_is_named(frames: str, tmp_path: Path) -> None:
    lens = Lens(LensFigures((640, 480), ((600.0, 0, 320), (0, 600.0, 240), (0, 0, 1)), (0.0,) * 5, 0.3))
    path = SEQUENCE / "empty.jpg"
    with Journal(None, lambda: "") as journal:
        journal.new_game(HEADER)
        table = Table(journal, lambda name: calibration.board_file(name))
        view = calibrated(frames, "empty", lens)
        stage = stages.Stage(stages.Plan(Wiring(camera=CameraWiring(frames)), path, tmp_path, None, view, True))
        try:
            with pytest.raises(FormatError, match="the lens was measured with pictures of 640 x 480") as told:
                stage.start(table)
            assert str(told.value).startswith(f"{path}: ")
        finally:
            stage.close()


@pytest.mark.parametrize(("right", "down"), [(0, 0), (6, -4)], ids=["steady", "nudged"])
def test_the_calibrations_place_holds_in_a_typed_empty_picture(right: int, down: int) -> None:
    """The board need not be found by itself: where somebody showed its corners, it perhaps cannot be."""
    view = calibrated("0", "empty")
    move = np.array([[1.0, 0, right], [0, 1, down]])
    picture = cv2.warpAffine(view.empty, move, view.empty.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    empty, pose = view.with_empty(np.asarray(picture, np.uint8))
    assert pose is not None
    assert np.array_equal(empty, picture)
    assert np.allclose(pose.corners_px, np.add(view.empty_pose.corners_px, (right, down)), atol=1.0)


def test_it_holds_on_a_board_of_regions_too() -> None:
    """Without markers nothing on it could be found by itself."""
    city = parse_city(calibration.board_file("big-shot")).regions()
    (empty, corners), (picture, _) = (draw_regions(city, [], np.random.default_rng(seed)) for seed in (1, 2))
    pose = pose_from_corners(corners, city.sheet(), (empty.shape[1], empty.shape[0]))
    carried = View("0", city.sheet(), empty, pose).with_empty(picture)[1]
    assert carried is not None
    assert np.allclose(carried.corners_px, corners, atol=1.0)


def test_in_a_typed_empty_picture_of_another_view_the_board_is_found_anew() -> None:
    view = calibrated("0", "empty")
    other = read_picture(SEQUENCE.parent / "seq01" / "empty.jpg")
    assert view.with_empty(other)[1] is None
