"""The stage's camera, as the page that sets it up sees it."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibration
from companion.commands import _stage as stages
from companion.devices import DeviceHealth, Frame
from companion.errors import DeviceError
from companion.journal import Journal
from companion.sentence import Sentence
from companion.table import Table
from hardware.wiring import CameraWiring, Wiring
from tests.running import time_limit

HEADER = json.loads((Path(__file__).parents[2] / "pictures" / "seq02" / "header.json").read_text())
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
