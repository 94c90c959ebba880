"""Photos cropped close to the board: without markers its edges alone tell which way round it lies."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.board import parse_board
from companion.errors import BoardNotFound
from companion.projection import board_corners_mm
from vision._outline import edges_seen, soft_colours
from vision.locate import locate

PICTURES = Path(__file__).parents[1] / "pictures"


@pytest.mark.parametrize("name", ["table/0000", "table/0002", "table/0005", "dev/0001"])
@pytest.mark.parametrize("rim", [6, 12])
def test_a_board_without_markers_is_found_in_a_photo_cropped_close_to_it(name: str, rim: int) -> None:
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    image = cv2.imread(str(PICTURES / f"{name}.jpg"))
    assert image is not None
    corners = np.array(truth["corners_px"])
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int) - rim, 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + rim
    pose = locate(np.ascontiguousarray(image[top:bottom, left:right], np.uint8), calibration.board(truth["board"]))
    square = np.linalg.norm(np.subtract(truth["square_centers_px"][0][1], truth["square_centers_px"][0][0]))
    off = np.linalg.norm(np.array(pose.corners_px) - (corners - [left, top]), axis=1)
    assert off.max() < 0.3 * square


BOARD = parse_board(
    {
        "name": "plain",
        "size_mm": [200, 150],
        "grid": {"origin_mm": [30, 30], "pitch_mm": [20, 20], "cols": 5, "rows": 4},
        "zones": ["1" * 5] * 4,
    }
)


@pytest.mark.parametrize(
    ("rim", "right", "seen"),
    [
        (40, 40, [True] * 4),
        (10, 10, [True] * 4),
        (40, 10, [True] * 4),
        (2, 2, [False] * 4),
        (40, -30, [True, False, True, True]),
        (10, -30, [False] * 4),
    ],
)
def test_an_edge_close_by_the_pictures_border_tells_only_where_no_other_is_cut_off(
    rim: int, right: int, seen: list[bool]
) -> None:
    """A white board on a dark table, two pixels a mm: an edge is seen all along, or not asked for.

    ``rim``: pixels of the table at its other edges, ``right``: at its right one, where less than 0 is cut off.
    """
    table = np.full((300 + 2 * rim, 400 + rim + right, 3), 40, np.uint8)
    table[rim : rim + 300, rim : rim + 400] = 230
    place = np.array([[2.0, 0, rim], [0, 2.0, rim], [0, 0, 1]])
    assert (place @ [*board_corners_mm(BOARD)[0], 1])[:2].tolist() == [rim, rim]
    shares = edges_seen(soft_colours(table), place, BOARD)
    assert [bool(share > 0.9) for share in shares] == seen
    assert [bool(np.isnan(share)) for share in shares] == [not each for each in seen]


@pytest.mark.parametrize("name", ["table/0002", "table/0005"])
def test_of_a_photo_cut_through_the_board_it_is_said_to_show_the_whole_board(name: str) -> None:
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    image = cv2.imread(str(PICTURES / f"{name}.jpg"))
    assert image is not None
    corners = np.array(truth["corners_px"])
    left, top = np.ceil(corners.min(axis=0)).astype(int) + 8
    right, bottom = np.floor(corners.max(axis=0)).astype(int) - 8
    with pytest.raises(BoardNotFound, match="an edge of the board would lie outside of the picture: show the whole"):
        locate(np.ascontiguousarray(image[top:bottom, left:right], np.uint8), calibration.board(truth["board"]))
