"""The labelled boards in pictures of half their size: 640 by 480 pixels and less."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Image
from companion.pictures import read_picture
from vision.reader import look_at

PICTURES = Path(__file__).parents[1] / "pictures"
EMPTY = sorted(path for folder in ("table", "dev") for path in (PICTURES / folder).glob("*-empty.jpg"))


def half(image: Image) -> Image:
    return np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("with_empty", [True, False], ids=["with-empty", "alone"])
@pytest.mark.parametrize("empty", EMPTY, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_letter_is_wrong_in_a_small_picture(empty: Path, with_empty: bool) -> None:
    """On a dark print a TOP was called empty, as it was not in the whole picture."""
    file = empty.with_name(empty.name.replace("-empty", ""))
    truth = json.loads(file.with_suffix(".json").read_text())
    corners = [(x / 2, y / 2) for x, y in truth["corners_px"]]
    bare = half(read_picture(empty)) if with_empty else None
    board = calibration.board(truth["board"])
    reading, _ = look_at(half(read_picture(file)), board, corners=corners, empty=bare, in_vain=True)
    pairs = zip("".join(reading.squares), "".join(truth["squares"]), strict=True)
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []
