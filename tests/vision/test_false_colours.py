"""Pictures whose colours cannot be trusted: of one hue, or of others than the picture of the empty board."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.pictures import read_picture
from tests.vision.labels import truth_of, verdict
from vision.measures import spoilt_by
from vision.patches import views
from vision.placing import place
from vision.reader import look_at

PICTURES = Path(__file__).parents[1] / "pictures"
EMPTIES = [file for kind in ("table", "dev") for file in sorted((PICTURES / kind).glob("*-empty.jpg"))]
TABLE, DEV = PICTURES / "table" / "0005-empty.jpg", PICTURES / "dev" / "0001-empty.jpg"


SLIGHT, INFRARED, ORANGE = (0.97, 1.0, 1.02), (1.05, 0.8, 1.0), (0.5, 0.8, 1.0)


@pytest.mark.parametrize(
    ("empty", "with_empty", "tint"),
    [
        pytest.param(TABLE, True, SLIGHT, id="table-with-empty-slight"),
        pytest.param(TABLE, False, INFRARED, id="table-alone-infrared"),
        pytest.param(TABLE, True, ORANGE, id="table-with-empty-orange"),
        pytest.param(DEV, False, SLIGHT, id="dev-alone-slight"),
        pytest.param(DEV, True, INFRARED, id="dev-with-empty-infrared"),
        pytest.param(DEV, False, ORANGE, id="dev-alone-orange"),
    ],
)
def test_in_a_picture_of_one_hue_no_piece_is_named(
    empty: Path, with_empty: bool, tint: tuple[float, float, float]
) -> None:
    """As by a camera's infrared light: a house of any colour looks like a TOP, and an empty square is one still."""
    truth, noise = truth_of(empty), np.random.default_rng(1)
    files = (empty.with_name(empty.name.replace("-empty", "")), empty)
    greys = [cv2.cvtColor(read_picture(file), cv2.COLOR_BGR2GRAY)[..., None] * np.array(tint) for file in files]
    image, bare = (np.clip(grey + noise.normal(0, 2, grey.shape), 0, 255).astype(np.uint8) for grey in greys)
    board = calibration.board(truth["board"])
    reading, evidence = look_at(image, board, corners=truth["corners_px"], empty=bare if with_empty else None)
    assert set("".join(reading.squares)) <= {".", "?"}
    assert verdict(reading, truth)[0] == []
    assert evidence is not None
    assert not evidence.judged.pieces_on.any()  # else a throw would tell its colour, which nothing here speaks against


COLOURED = [name for name in EMPTIES if name.name != "5056-empty.jpg"]
"""The print of that one is grey: nothing tells that its colours are others."""


@pytest.mark.parametrize("empty", COLOURED, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_where_the_colours_are_not_those_of_the_empty_board_no_piece_is_named(empty: Path) -> None:
    """Red and blue are exchanged in one of the two, as programs do that take a camera's order of channels for another.

    In any light: the print's own colours are warm or cold in the same way.
    """
    truth, bare = truth_of(empty), read_picture(empty)
    image = read_picture(empty.with_name(empty.name.replace("-empty", "")))
    board = calibration.board(truth["board"])
    exchanged = np.ascontiguousarray(image[..., ::-1])
    reading, evidence = look_at(exchanged, board, corners=truth["corners_px"], empty=bare)
    assert set("".join(reading.squares)) <= {".", "?"}
    assert verdict(reading, truth)[0] == []
    assert evidence is not None
    assert not evidence.judged.pieces_on.any()
    assert spoilt_by(evidence.seen, board.squares()) == "other hues"


@pytest.mark.parametrize("empty", EMPTIES, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("light", [(0.7, 1.0, 1.2), (1.2, 1.0, 0.8)], ids=["warmer", "colder"])
def test_another_light_than_that_of_the_empty_board_does_not_make_colours_false(
    empty: Path, light: tuple[float, float, float]
) -> None:
    truth = truth_of(empty)
    image = np.clip(read_picture(empty.with_name(empty.name.replace("-empty", ""))) * np.array(light), 0, 255)
    board, bare = calibration.board(truth["board"]), read_picture(empty)
    pose, bare, bare_pose = place(np.asarray(image, np.uint8), board, corners=truth["corners_px"], empty=bare)
    assert spoilt_by(views(np.asarray(image, np.uint8), pose, bare, bare_pose), board.squares()) is None
