"""A kept calibration that cannot be used: told with its file and line, renamed, and never overwritten."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import calibration
from companion.calibrated import save_calibrated
from companion.commands._calibrating import put_together
from companion.commands._calibration import load_or_set_aside
from vision.pose import pose_from_corners

BOARD = calibration.board("shark-compact")


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "calibration.json"
    pose = pose_from_corners([(100, 100), (500, 100), (500, 400), (100, 400)], BOARD, (640, 480))
    save_calibrated(path, put_together("0", pose, np.full((480, 640, 3), (60, 90, 200), np.uint8), 100.0, None, None))
    return path


def with_key(key: str, value: Any) -> Callable[[str], str]:
    return lambda text: json.dumps({**json.loads(text), key: value}, indent=1)


@pytest.mark.parametrize(
    ("spoil", "key"),
    [
        (lambda text: "{", None),
        (lambda text: "[]", None),
        (lambda text: "", None),
        (with_key("corners_px", "here"), "corners_px"),
        (with_key("score", None), "score"),
        (with_key("corners_px", [[0, 0], [9, 0], [9, 1e300], [0, 9]]), "corners_px"),
        (with_key("board", {"name": "x"}), "board"),
        (with_key("lens", {"size": [0, 0], "matrix": [], "distortion": [], "misfit_px": 0}), "lens"),
        (with_key("format", "bankhalter-calibration/9"), "format"),
        (with_key("empty", ""), "empty"),
        (with_key("corners_px", [[0, 0], [9, 0], [18, 0], [27, 0]]), "empty"),  # no board lies so in the picture
        (with_key("palette", {"format": "x"}), "palette"),
    ],
)
def test_it_is_told_with_the_line_and_kept_aside(kept: Path, spoil: Callable[[str], str], key: str | None) -> None:
    broken = spoil(kept.read_text("utf-8"))
    kept.write_text(broken, "utf-8")
    lines = broken.splitlines()
    line = 1 if key is None else next(n for n, text in enumerate(lines, 1) if f'"{key}"' in text)
    view, why = load_or_set_aside(kept)
    assert view is None
    assert str(why).startswith(f"{kept}: line {line}: ")
    assert "kept as calibration.json.aside-1" in str(why)
    assert not kept.exists()
    assert kept.with_name("calibration.json.aside-1").read_text("utf-8") == broken


def test_one_after_the_other_is_kept(kept: Path) -> None:
    for number, content in enumerate(("{", "[", '"'), 1):
        kept.write_text(content, "utf-8")
        load_or_set_aside(kept)
        assert kept.with_name(f"calibration.json.aside-{number}").read_text("utf-8") == content


def test_a_whole_one_stays_and_none_is_no_trouble(kept: Path) -> None:
    view, why = load_or_set_aside(kept)
    assert view is not None
    assert (view.board, why) == (BOARD, None)
    assert kept.exists()
    kept.unlink()
    assert load_or_set_aside(kept) == (None, None)


def test_bytes_that_are_no_text_are_told_too(kept: Path) -> None:
    kept.write_bytes(b'{"format": "\xff\xfe"}')
    view, why = load_or_set_aside(kept)
    assert view is None
    assert "line 1" in str(why)
