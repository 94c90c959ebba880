"""Pictures whose colours cannot be trusted: of one hue, or of others than the picture of the empty board."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Image
from companion.pictures import read_picture
from tests.vision.labels import truth_of, verdict
from vision.measures import colour_fault
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


@pytest.mark.parametrize("name", ["table/0012", "table/5006", "dev/5111"])
def test_where_the_colours_are_not_those_of_the_empty_board_no_piece_is_named(name: str) -> None:
    """Red and blue are exchanged, as programs do that take a camera's order of channels for another."""
    picture = PICTURES / f"{name}.jpg"
    truth, bare = truth_of(picture), read_picture(picture.with_name(f"{picture.stem}-empty.jpg"))
    exchanged = np.ascontiguousarray(read_picture(picture)[..., ::-1])
    board = calibration.board(truth["board"])
    reading, evidence = look_at(exchanged, board, corners=truth["corners_px"], empty=bare)
    assert set("".join(reading.squares)) <= {".", "?"}
    assert verdict(reading, truth)[0] == []
    assert evidence is not None
    assert not evidence.judged.pieces_on.any()


GREY_PRINT = PICTURES / "dev" / "5056-empty.jpg"
"""Nothing tells that its colours are others."""


@pytest.mark.parametrize("empty", EMPTIES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_colours_are_others_where_channels_are_exchanged_but_not_in_another_light(empty: Path) -> None:
    truth, bare = truth_of(empty), read_picture(empty)
    image = read_picture(empty.with_name(empty.name.replace("-empty", "")))
    board = calibration.board(truth["board"])
    pose, bare, bare_pose = place(image, board, corners=truth["corners_px"], empty=bare, in_vain=True)

    def fault(picture: Image) -> str | None:
        return colour_fault(views(picture, pose, bare, bare_pose))

    lights = [(1.0, 1.0, 1.0), (0.7, 1.0, 1.2), (1.2, 1.0, 0.8)]
    assert [fault(np.clip(image * np.array(light), 0, 255).astype(np.uint8)) for light in lights] == [None, None, None]
    assert fault(np.ascontiguousarray(image[..., ::-1])) == (None if empty == GREY_PRINT else "other hues")
