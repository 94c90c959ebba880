"""Whether two pictures by which a camera is calibrated show the board in one place."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.commands._calibrating import check_unmoved
from companion.commands.calibrate import command as calibrate
from companion.devices import Image
from companion.errors import DeviceError
from companion.pictures import read_picture
from tests.companion.commands.test_set_up_regions import CITY, photo
from vision.pose import Pose, pose_from_corners

PICTURES = Path(__file__).parents[2] / "pictures"
BOARDS = ["table/0005", "table/0012", "table/5008", "seq01/empty", "seq02/empty"]

Seen = tuple[Image, Pose]


def empty_board(name: str) -> Seen:
    """A labelled picture of an empty board with its true pose; ``districts``: one drawn from a board file."""
    if name == "districts":
        image, corners = photo()
        return image, pose_from_corners([(float(x), float(y)) for x, y in corners], CITY.sheet(), image.shape[1::-1])
    file = PICTURES / f"{name}.json"
    truth = json.loads(file.read_text())
    bare = file.with_name(f"{file.stem}-empty.jpg")
    image = read_picture(bare if bare.exists() else file.with_suffix(".jpg"))
    return image, pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), image.shape[1::-1])


def from_elsewhere(seen: Seen, degrees: float, size: float, across: float, down: float) -> Image:
    """The picture as if board and table were turned about the board's middle, and shifted by so many squares."""
    image, pose = seen
    x, y = np.mean(pose.corners_px, axis=0)
    grid = pose.board.grid
    (left, top), (width, height) = grid.origin_mm, grid.pitch_mm
    corner, right, below = pose.project(np.array([[left, top], [left + width, top], [left, top + height]]))
    move = cv2.getRotationMatrix2D((float(x), float(y)), degrees, size)
    move[:, 2] += across * (right - corner) + down * (below - corner)
    moved = cv2.warpAffine(image, move, (image.shape[1], image.shape[0]), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(moved, np.uint8)


@pytest.fixture(scope="module", params=[*BOARDS, "districts"])
def seen(request: pytest.FixtureRequest) -> Seen:
    return empty_board(request.param)


ELSEWHERE = [
    (45, 0.8, 0, 0),
    (90, 0.8, 0, 0),
    (-90, 0.8, 0, 0),
    (180, 1, 0, 0),
    (20, 1, 0, 0),
    (10, 1, 0, 0),
    (3, 1, 0, 0),
    (0, 1, 6.5, 0),
    (0, 1, -6, 0),
    (0, 1, 0, 5.5),
    (0, 1, 3, 1),
    (0, 1, 1, 0),
    (0, 1, 0, -2),
    (0, 1, 0.5, 0),
    (0, 0.8, 0, 0),
    (0, 1.2, 0, 0),
]


@pytest.mark.parametrize("moved", ELSEWHERE)
def test_a_board_that_lies_elsewhere_is_refused_however_far(
    seen: Seen, moved: tuple[float, float, float, float]
) -> None:
    """By degrees, size, and squares across and down: what moved far is not recognised at all."""
    image, pose = seen
    with pytest.raises(DeviceError, match=r"moved between two pictures|no longer recognised where it was found"):
        check_unmoved(from_elsewhere(seen, *moved), pose, image)


def in_light(share: float) -> Callable[[Image], Image]:
    return lambda image: np.clip(image * share, 0, 255).astype(np.uint8)


def beside_a_lamp(image: Image) -> Image:
    return np.clip(image * np.linspace(0.3, 1.1, image.shape[1])[:, None], 0, 255).astype(np.uint8)


def blurred(image: Image) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 1.5), np.uint8)


@pytest.mark.parametrize("other", [in_light(1.0), in_light(0.2), beside_a_lamp, blurred])
def test_a_board_that_has_not_moved_is_taken_in_any_light(seen: Seen, other: Callable[[Image], Image]) -> None:
    image, pose = seen
    noise = np.random.default_rng(1).normal(0, 2, image.shape)
    check_unmoved(np.clip(other(image) + noise, 0, 255).astype(np.uint8), pose, image)


@pytest.mark.parametrize("frame", ["0002", "0030", "0044"])
def test_pieces_on_the_board_do_not_hide_that_it_has_not_moved(frame: str) -> None:
    image, pose = empty_board("seq02/empty")
    check_unmoved(read_picture(PICTURES / "seq02" / f"{frame}.jpg"), pose, image)


@pytest.mark.parametrize("share", [0.0, 1.0], ids=["dark", "covered"])
def test_a_board_that_is_not_seen_is_refused_with_what_to_do(seen: Seen, share: float) -> None:
    image, pose = seen
    grey = np.random.default_rng(1).normal(120, 4, image.shape) * share
    with pytest.raises(DeviceError, match="clear it and give it light; if it or the camera was moved, calibrate again"):
        check_unmoved(np.clip(grey, 0, 255).astype(np.uint8), pose, image)


@pytest.mark.parametrize("degrees", [90, 180])
def test_the_command_keeps_nothing_where_the_board_was_turned_meanwhile(degrees: float, tmp_path: Path) -> None:
    image, pose = seen = empty_board("seq02/empty")
    folder, out = tmp_path / "camera", tmp_path / "view.json"
    folder.mkdir()
    for name, shown in (("a.png", image), ("b.png", from_elsewhere(seen, degrees, 0.8, 0, 0))):
        cv2.imwrite(str(folder / name), shown)
    corners = [f"{x:.1f},{y:.1f}" for x, y in pose.corners_px]
    call = ["--board", pose.board.name, "--camera", str(folder), "--corners", *corners, "--out", str(out)]
    result = CliRunner().invoke(calibrate, call)
    assert isinstance(result.exception, DeviceError)
    assert not out.exists()
