"""Boards without fiducials on chequered table cloths, whose edges are as sharp as the board's own."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.board import Board, Grid
from companion.projection import board_corners_mm
from vision._outline import edges_parted, edges_seen, soft_colours
from vision.locate import locate
from vision.pose import pose_from_corners

PICTURES = Path(__file__).parents[1] / "pictures"
OCHRE, RED, BLUE, GREEN = (40, 190, 230), (40, 40, 170), (150, 90, 40), (60, 120, 60)
WHITE = (218, 218, 218)


def on_a_cloth(
    name: str, check_mm: float, angle: float, colour: tuple[int, int, int]
) -> tuple[Any, dict[str, Any], Board]:
    """A labelled picture with a chequered cloth drawn around its board, checks turned by ``angle`` in radians."""
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    image, board = cv2.imread(str(PICTURES / f"{name}.jpg")), calibration.board(truth["board"])
    pose = pose_from_corners(truth["corners_px"], board, image.shape[1::-1])
    y, x = np.indices(image.shape[:2]).reshape(2, -1)
    places = cv2.perspectiveTransform(np.stack([x, y], axis=1)[None].astype(float), np.linalg.inv(pose.homography))[0]
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    checks = np.floor(places @ turn / check_mm).astype(int).sum(axis=1).reshape(image.shape[:2]) % 2 == 0
    cloth = cv2.GaussianBlur(np.where(checks[..., None], np.array(colour), WHITE).astype(np.uint8), (0, 0), 1)
    inside = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(inside, np.round(pose.project(board_corners_mm(board))).astype(np.int32), 255)
    return np.where(inside[..., None] > 0, image, cloth), truth, board


@pytest.mark.parametrize(
    ("name", "check_mm", "angle", "colour"),
    [
        ("table/0000", 22, 0.05, GREEN),
        ("table/0005", 35, 0.8, BLUE),
        ("table/0005", 22, 0.05, GREEN),
        ("table/5001", 22, 0.3, OCHRE),
        ("dev/0001", 22, 0.0, RED),
        ("dev/0001", 35, 0.8, BLUE),
        ("dev/0019", 35, 0.8, BLUE),
        ("dev/0019", 22, 0.05, GREEN),
    ],
)
def test_a_board_on_a_chequered_cloth_is_found(
    name: str, check_mm: float, angle: float, colour: tuple[int, int, int]
) -> None:
    """None of these was, when only steps of colour along its edges told which way round it lies."""
    image, truth, board = on_a_cloth(name, check_mm, angle, colour)
    off = locate(image, board).project(board_corners_mm(board)) - truth["corners_px"]
    square = np.linalg.norm(np.subtract(*truth["corners_px"][:2])) * board.grid.pitch_mm[0] / board.size_mm[0]
    assert np.linalg.norm(off, axis=1).max() < square / 2


GRID = Grid(origin_mm=(50, 50), pitch_mm=(20, 20), cols=10, rows=5)
PLAIN = Board("plain", (300, 200), GRID, ("1" * 10,) * 5)
IN_PLACE = np.array([[1.0, 0.0, 150.0], [0.0, 1.0, 150.0], [0.0, 0.0, 1.0]])
"""Where a plain board lies in the pictures below, a pixel a millimetre."""


def cloth(check_mm: int) -> Any:
    """(500, 600, 3): an ochre and white chequered cloth."""
    picture = np.full((500, 600, 3), WHITE, np.uint8)
    picture[(np.indices((500, 600)) // check_mm).sum(axis=0) % 2 == 0] = OCHRE
    return picture


@pytest.mark.parametrize("check_mm", [12, 20, 30])
def test_edges_are_where_the_colours_on_both_sides_differ_alike(check_mm: int) -> None:
    picture = cv2.rectangle(cloth(check_mm), (150, 150), (449, 349), BLUE, cv2.FILLED)
    assert edges_parted(soft_colours(picture), IN_PLACE, PLAIN).min() > 0.9


@pytest.mark.parametrize("size_mm", [(300, 200), (350, 250)])
def test_along_the_checks_of_a_cloth_there_is_no_edge(size_mm: tuple[int, int]) -> None:
    """Its lines lie just where the board's edges would: what is ochre on one side is white beside it.

    Of an odd number of checks one more has the one colour than the other.
    """
    colours, board = soft_colours(cloth(50)), Board("plain", size_mm, GRID, ("1" * 10,) * 5)
    assert edges_seen(colours, IN_PLACE, board).min() > 0.9
    assert edges_parted(colours, IN_PLACE, board).max() < 0.3


@pytest.mark.parametrize("levels", [25, 60])
def test_a_slope_of_light_is_no_edge(levels: int) -> None:
    """A soft shadow, 40 mm wide, whose middle lies where the board's left and top edge would."""
    across = np.clip((np.indices((500, 600)) - 130) / 40, 0, 1).min(axis=0)
    picture = np.repeat((130 + levels * across).astype(np.uint8)[..., None], 3, axis=2)
    assert edges_parted(soft_colours(picture), IN_PLACE, PLAIN).max() < 0.1


def test_of_an_edge_too_close_to_the_pictures_border_nothing_is_told() -> None:
    picture = cv2.rectangle(cloth(20), (150, 150), (449, 349), BLUE, cv2.FILLED)[:, 140:]
    moved = np.array([[1.0, 0.0, -140.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]) @ IN_PLACE
    top, right, bottom, left = edges_parted(soft_colours(np.ascontiguousarray(picture)), moved, PLAIN)
    assert np.isnan(left)
    assert min(top, right, bottom) > 0.9


def test_hardly_a_difference_is_no_edge() -> None:
    """The board is two levels darker than the table: less than noise would make."""
    picture = cv2.rectangle(np.full((500, 600, 3), 130, np.uint8), (150, 150), (449, 349), (128,) * 3, cv2.FILLED)
    assert edges_parted(soft_colours(picture), IN_PLACE, PLAIN).max() == 0
