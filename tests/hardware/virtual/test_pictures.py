"""The virtual camera's pictures show what stands on the table, as a real camera would."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration import board, board_names
from companion.board import Board
from companion.devices import Image
from companion.squares import Square, parse_square
from hardware.virtual import HOUSE_HEIGHT_MM, View, VirtualTable

# Plastic by eye, red-green-blue; the lamp is warm, so a picture's colours are only near to them.
PLASTIC = {"r": (200, 30, 35), "b": (25, 60, 170), "g": (25, 120, 60), "y": (235, 190, 30), "t": (45, 45, 50)}


def markers(picture: Image) -> dict[int, NDArray[np.float32]]:
    """The fiducials of a picture: id -> (4, 2) corners."""
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), settings)
    corners, ids, _ = detector.detectMarkers(picture)
    return {int(marker[0]): np.asarray(corner[0]) for marker, corner in zip(ids, corners, strict=True)}


def roof_colour(picture: Image, view: View, place: Square, board: Board) -> NDArray[np.float64]:
    """Red-green-blue in the middle of where the roof on a square is seen."""
    x = board.grid.origin_mm[0] + (place.col + 0.5) * board.grid.pitch_mm[0]
    y = board.grid.origin_mm[1] + (place.row + 0.5) * board.grid.pitch_mm[1]
    column, row = np.round(view.project([[x, y, HOUSE_HEIGHT_MM]])[0]).astype(int)
    return np.asarray(picture[row - 4 : row + 5, column - 4 : column + 5].mean((0, 1))[::-1], float)


@pytest.mark.parametrize("name", board_names())
def test_all_four_markers_are_seen_where_the_board_has_them(name: str) -> None:
    table = VirtualTable(board(name), None, 1)
    width, height = table.board.size_mm
    seen = markers(table.render(0))
    # 20 mm markers, 5 mm from the edges; ids clockwise from the top left, corners clockwise from their own.
    for marker, (left, top) in enumerate([(5, 5), (width - 25, 5), (width - 25, height - 25), (5, height - 25)]):
        corners = [(left, top), (left + 20, top), (left + 20, top + 20), (left, top + 20)]
        assert np.abs(seen[marker] - table.view.project(corners)).max() < 1.0


@pytest.mark.parametrize("name", board_names())
def test_the_board_lies_inside_the_picture(name: str) -> None:
    picture = (table := VirtualTable(board(name), None, 1)).render(0)
    assert picture.shape == (960, 1280, 3)
    corners = np.array(table.view.corners_px)
    assert corners.min() > 20
    assert (corners.max(0) < (1260, 940)).all()
    area = float(cv2.contourArea(corners.astype(np.float32)))
    assert area > 0.4 * 1280 * 960, "and fills a good part of it"


@pytest.mark.parametrize("letter", PLASTIC)
def test_roofs_have_the_colour_of_their_plastic(letter: str) -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    places = [parse_square(name) for name in ("A1", "L1", "F5", "A10", "L10")]
    for square in places:
        table.put(square, letter)
    picture = table.render(0)
    for square in places:
        colour = roof_colour(picture, table.view, square, table.board)
        distances = {other: float(np.abs(colour - plastic).max()) for other, plastic in PLASTIC.items()}
        assert min(distances, key=distances.__getitem__) == letter
        assert distances[letter] < 60


def test_a_square_without_a_house_looks_as_in_the_empty_picture() -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    table.put(parse_square("C4"), "r")
    picture, empty = table.render(0).astype(int), table.empty_picture().astype(int)
    difference = np.abs(picture - empty).max(-1)
    column, row = table.view.project([[36 + 2.5 * 28, 24 + 3.5 * 28, HOUSE_HEIGHT_MM]])[0].round().astype(int)
    assert np.median(difference[row - 10 : row + 10, column - 10 : column + 10]) > 60
    difference[row - 70 : row + 70, column - 70 : column + 70] = 0
    assert np.mean(difference > 40) < 0.001


def test_a_house_stands_up_its_roof_is_shifted_away_from_the_camera() -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    view = table.view
    # The camera hangs over the middle: roofs at the left are seen further left, at the right further right.
    for x, sign in ((40.0, -1), (480.0, 1)):
        base, roof = view.project([[x, 200, 0], [x, 200, HOUSE_HEIGHT_MM]])
        assert sign * (roof[0] - base[0]) > 5


def test_a_house_throws_a_shadow() -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    table.put(parse_square("L10"), "y")
    picture, empty = table.render(0).astype(float).mean(-1), table.empty_picture().astype(float).mean(-1)
    # The lamp hangs at the top left: darker at the lower right of the house.
    x, y = 36 + 11.5 * 28, 24 + 9.5 * 28
    column, row = table.view.project([[x + 11, y + 11]])[0].round().astype(int)
    here = (slice(row - 2, row + 3), slice(column - 2, column + 3))
    assert picture[here].mean() < 0.9 * empty[here].mean()


def test_no_two_pictures_have_the_same_noise() -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    pictures = [table.render(0).astype(int) for _ in range(4)]
    for first, second in pairwise(pictures):
        assert 1 < np.std(first - second) < 12


def test_a_hand_comes_with_a_change_covers_the_square_and_goes() -> None:
    table = VirtualTable(board("shark-1991"), None, 3, hand_seconds=1.0)
    square = parse_square("F5")
    table.put(square, "r")
    before = table.empty_picture().astype(int)

    def changed(time: float) -> float:
        return float(np.mean(np.abs(table.render(time).astype(int) - before).max(-1) > 40))

    assert changed(50.0) > 0.03, "the hand and its arm are a good part of the picture"
    assert changed(50.5) > 0.03
    assert changed(51.0) < 0.003, "only the house is left"
    assert changed(52.0) < 0.003


def test_the_arm_reaches_in_from_the_border() -> None:
    table = VirtualTable(board("shark-1991"), None, 3, hand_seconds=1.0)
    table.reach(parse_square("A1"))
    with_hand, empty = table.render(0).astype(int), table.empty_picture().astype(int)
    difference = np.abs(with_hand - empty).max(-1) > 40
    assert difference[-1].sum() > 40, "the arm leaves the picture at its lower border"
    assert difference[0].sum() < 10


def test_without_a_hand_asked_for_none_is_seen() -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    table.reach(parse_square("A1"))
    with_hand, empty = table.render(0).astype(int), table.empty_picture().astype(int)
    assert np.mean(np.abs(with_hand - empty).max(-1) > 40) < 0.001


def test_a_knock_at_the_camera_shifts_the_picture_and_stays() -> None:
    table = VirtualTable(board("shark-1991"), None, 3)
    before = markers(table.render(0))
    table.nudge(14, -9)
    for _ in range(2):
        after = markers(table.render(0))
        for marker in range(4):
            # A turned camera shifts the corners of a picture a fifth more than its middle, at this focal length.
            assert after[marker].mean(0) - before[marker].mean(0) == pytest.approx([15, -10], abs=2.5)


def test_the_same_seed_has_the_same_table_and_the_same_first_picture() -> None:
    pictures = [VirtualTable(board("shark-compact"), None, 7).render(0) for _ in range(2)]
    assert (pictures[0] == pictures[1]).all()
