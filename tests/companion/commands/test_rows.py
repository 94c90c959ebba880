"""bankhalter rows: a picture of rows of cards to what a player reports."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
from click.testing import CliRunner

import calibration
from companion.commands.rows import command
from hardware.virtual import draw_rows


def picture(folder: Path, image: np.ndarray) -> str:
    path = folder / "rows.png"
    path.write_bytes(cv2.imencode(".png", image)[1].tobytes())
    return str(path)


def test_rows_are_told_as_the_report_takes_them(tmp_path: Path) -> None:
    rows = [["back", "art", "art", "art"], ["back"], ["back", "gold", "gold", "risk"]]
    image = draw_rows(calibration.deck("reibach"), rows, np.random.default_rng(1))
    told = CliRunner().invoke(command, [picture(tmp_path, image), "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.output) == {
        "found": True,
        "rows": [
            {"business": "art", "cards": 3, "multitalents": 0, "risk": 0},
            {"business": "gold", "cards": 2, "multitalents": 0, "risk": 1},
        ],
        "empty": 1,
    }


def test_a_picture_without_cards_says_what_to_do(tmp_path: Path) -> None:
    told = CliRunner().invoke(command, [picture(tmp_path, np.full((600, 800, 3), (58, 88, 120), np.uint8))])
    assert told.exit_code == 4
    assert "lay the rows apart" in told.output
