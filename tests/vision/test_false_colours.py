"""Pictures whose colours cannot be trusted: of one hue, or of others than the picture of the empty board."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.commands._learning import sample
from companion.devices import Frame, Image
from companion.errors import FormatError
from companion.pictures import read_picture
from companion.reading import Trouble
from tests.vision.labels import truth_of, verdict
from vision.false_colours import false_colours
from vision.patches import PX, Views, views
from vision.placing import place
from vision.reader import look_at
from vision.watcher import BoardWatcher

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


def lopsided(image: Image, by: float) -> Image:
    """With blue ``by`` (a logarithm) darker on the left and brighter on the right, red the other way round."""
    across = np.linspace(-by, by, image.shape[1])[:, None] * [1, 0, -1]
    return np.clip(image * np.exp(across), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("empty", EMPTIES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_channels_are_exchanged_where_they_are_but_in_no_other_light(empty: Path) -> None:
    truth, bare = truth_of(empty), read_picture(empty)
    image = read_picture(empty.with_name(empty.name.replace("-empty", "")))
    board = calibration.board(truth["board"])
    pose, bare, bare_pose = place(image, board, corners=truth["corners_px"], empty=bare, in_vain=True)

    def told(picture: Image) -> str | None:
        return false_colours(views(picture, pose, bare, bare_pose))

    warm, cold = (np.clip(image * np.array(light), 0, 255).astype(np.uint8) for light in (WARM, COLD))
    assert [told(each) for each in (image, warm, cold, lopsided(image, 0.3), lopsided(image, -0.45))] == [None] * 5
    assert told(np.ascontiguousarray(image[..., ::-1])) == (None if empty == GREY_PRINT else "exchanged")


WARM, COLD = (0.7, 1.0, 1.2), (1.2, 1.0, 0.8)


def fields(colour: tuple[int, int, int]) -> Image:
    """(H, W, 3): a view of a white board with a grid of grey lines and every third square printed in a colour."""
    cols, rows = 16, 14
    view = np.full((rows * PX, cols * PX, 3), 235, np.uint8)
    for number in range(0, cols * rows, 3):
        x, y = number % cols * PX, number // cols * PX
        view[y : y + PX, x : x + PX] = colour
    view[::PX] = view[:, ::PX] = 120
    return view


@pytest.mark.parametrize(
    ("colour", "other", "told"),
    [
        ((60, 60, 200), (200, 60, 60), "exchanged"),
        ((60, 60, 200), (60, 200, 60), None),
        ((60, 140, 220),) * 2 + (None,),
    ],
)
def test_a_print_in_another_colour_is_none_with_channels_exchanged(
    colour: tuple[int, int, int], other: tuple[int, int, int], told: str | None
) -> None:
    """But where red stands for blue that cannot be told from it."""
    ground, bare = fields(colour), fields(other)
    assert false_colours(Views(calibration.board("shark-1991"), ground, ground, bare, (), ())) == told


def test_no_colours_are_learned_from_exchanged_channels() -> None:
    picture = PICTURES / "table" / "0005.jpg"
    truth, bare = truth_of(picture), read_picture(picture.with_name("0005-empty.jpg"))
    exchanged = np.ascontiguousarray(read_picture(picture)[..., ::-1])
    board, corners = calibration.board(truth["board"]), truth["corners_px"]
    with pytest.raises(FormatError, match="red and blue are exchanged"):
        sample(exchanged, board, truth["squares"], corners=corners, empty=bare)


def test_a_camera_that_watches_says_that_channels_are_exchanged_and_takes_nothing_from_it() -> None:
    """At once, and in the middle of a game."""
    first, later = (read_picture(PICTURES / "seq00" / f"{name}.jpg") for name in ("0002", "0004"))
    board, empty = calibration.board("shark-1991"), read_picture(PICTURES / "seq00" / "empty.jpg")
    eye = BoardWatcher(board, empty=empty)
    (begun,) = eye.see(Frame("exchanged", np.ascontiguousarray(first[..., ::-1]), 0))
    assert isinstance(begun, Trouble)
    assert str(begun.text).startswith("Red and blue are exchanged")
    eye.see(Frame("first", first, 1))
    stood = eye.squares
    assert stood is not None
    (told,) = eye.see(Frame("again", np.ascontiguousarray(later[..., ::-1]), 2))
    assert isinstance(told, Trouble)
    assert told.text == begun.text
    assert eye.squares == stood
