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
from vision._outline import edges_parted, soft_colours
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
        ("table/0002", 35, 0.8, BLUE),
        ("table/0005", 35, 0.8, BLUE),
        ("table/0005", 22, 0.05, GREEN),
        ("table/5001", 22, 0.3, OCHRE),
        ("table/5006", 22, 0.05, GREEN),
        ("table/5008", 22, 0.3, OCHRE),
        ("dev/0001", 22, 0.0, RED),
        ("dev/0001", 35, 0.8, BLUE),
        ("dev/0002", 35, 0.8, BLUE),
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


def test_edges_are_where_the_colours_on_both_sides_differ_alike() -> None:
    """A plain blue board of 300 x 200 mm, a pixel a millimetre, in the middle of a cloth with checks of 20 mm."""
    grid = Grid(origin_mm=(50, 50), pitch_mm=(20, 20), cols=10, rows=5)
    board = Board("plain", (300, 200), grid, ("1" * 10,) * 5)
    checks = np.indices((500, 600)).sum(axis=0, initial=-10) // 20
    picture = np.full((500, 600, 3), WHITE, np.uint8)
    picture[checks % 2 == 0] = OCHRE
    cv2.rectangle(picture, (150, 150), (449, 349), BLUE, cv2.FILLED)
    in_place = np.array([[1.0, 0.0, 150.0], [0.0, 1.0, 150.0], [0.0, 0.0, 1.0]])
    inside = in_place @ np.diag([0.8, 0.8, 1.0])
    inside[:2, 2] += (30, 20)
    assert edges_parted(soft_colours(picture), in_place, board).min() > 0.9
    assert edges_parted(soft_colours(picture), inside, board).max() == 0
