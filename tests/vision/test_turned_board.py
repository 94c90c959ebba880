"""A board whose grid lies in its middle, turned under a camera that stays: only what is printed beside it tells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.board import Board, Grid
from companion.devices import Frame, Image
from companion.errors import BoardNotFound
from companion.reading import Change, Trouble
from companion.squares import Square
from vision.locate import verify
from vision.placing import first_poses, pose_of_empty
from vision.pose import Pose, pose_from_corners
from vision.watcher import BoardWatcher

PX_PER_MM = 4
PITCH, MARGIN = 24.0, 20.0
SIZE = (1280, 960)


def printed(cols: int, rows: int, *, letters: bool, markers: bool, off: float = 0.0) -> tuple[Board, Image]:
    """A plain grid with letters along its top and left, and with markers in the corners.

    After half a turn it lies ``off`` squares to the left of its place.
    """
    size = (2 * MARGIN + cols * PITCH, 2 * MARGIN + rows * PITCH)
    left = MARGIN + off / 2 * PITCH
    board = Board("even", size, Grid((left, MARGIN), (PITCH, PITCH), cols, rows), ("1" * cols,) * rows)
    width, height = (round(PX_PER_MM * side) for side in size)
    print_ = np.full((height, width, 3), (225, 235, 240), np.uint8)

    def px(squares: float) -> int:
        return round(PX_PER_MM * (MARGIN + squares * PITCH))

    def across(squares: float) -> int:
        return round(PX_PER_MM * (left + squares * PITCH))

    for col in range(cols + 1):
        cv2.line(print_, (across(col), px(0)), (across(col), px(rows)), (40, 40, 40), 3)
    for row in range(rows + 1):
        cv2.line(print_, (across(0), px(row)), (across(cols), px(row)), (40, 40, 40), 3)
    if letters:
        for number in range(cols):
            place = (across(number + 0.35), px(-0.2))
            cv2.putText(print_, chr(65 + number), place, cv2.FONT_HERSHEY_SIMPLEX, 1.4, (30, 30, 30), 3)
        for number in range(rows):
            place = (across(-0.6), px(number + 0.7))
            cv2.putText(print_, str(number + 1), place, cv2.FONT_HERSHEY_SIMPLEX, 1.4, (30, 30, 30), 3)
    if markers:
        known, side, edge = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 48, 12
        for corner in range(4):
            x = edge if corner in (0, 3) else width - edge - side
            y = edge if corner in (0, 1) else height - edge - side
            marker = cv2.aruco.generateImageMarker(known, corner, side)
            print_[y : y + side, x : x + side] = marker[..., None]
    return board, print_


def chosen(board: Board, seed: int, pieces: int = 10) -> dict[int, Square]:
    """So many squares, by their number."""
    some = np.random.default_rng(seed).permutation(len(board.squares()))[:pieces]
    return {int(number): board.squares()[number] for number in some}


def with_pieces(board: Board, print_: Image, seed: int, pieces: int = 10) -> Image:
    """So many squares with a coloured block on each."""
    with_ = print_.copy()
    for number, square in chosen(board, seed, pieces).items():
        at = np.array(board.grid.origin_mm) + (np.array([square.col, square.row]) + 0.5) * PITCH
        x, y = np.round(PX_PER_MM * at).astype(int).tolist()
        colour = [(40, 35, 190), (170, 80, 30), (60, 140, 40), (40, 200, 235)][number % 4]
        cv2.rectangle(with_, (x - 26, y - 26), (x + 26, y + 26), colour, -1)
    return with_


def photo(board: Board, print_: Image, turns: int, seed: int) -> tuple[Image, Pose]:
    """The board on a table, turned by so many quarters, and the pose that it has unturned."""
    print_ = np.rot90(print_, -turns)
    height, width = print_.shape[:2]
    scale = 0.88 * min(SIZE[0] / width, SIZE[1] / height)
    half = np.array([width, height]) * scale / 2
    corners = np.array(SIZE) / 2 + half * [[-0.97, -0.99], [0.97, -0.98], [1, 1], [-1, 1]]
    outline = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    view = cv2.getPerspectiveTransform(outline, corners.astype(np.float32))
    image = cv2.warpPerspective(print_, view, SIZE, flags=cv2.INTER_AREA, borderValue=(60, 90, 120)).astype(float)
    image += np.random.default_rng(seed).normal(0, 2, image.shape)
    pose = pose_from_corners([(float(x), float(y)) for x, y in corners], board, SIZE)
    return np.clip(image, 0, 255).astype(np.uint8), pose


TELLING = [(True, True), (True, False), (False, True)]


@pytest.mark.parametrize(("letters", "markers"), TELLING)
@pytest.mark.parametrize(("side", "turns"), [((16, 12), 2), ((10, 10), 1), ((10, 10), 2), ((10, 10), 3)])
def test_it_is_not_called_steady(side: tuple[int, int], turns: int, letters: bool, markers: bool) -> None:
    board, print_ = printed(*side, letters=letters, markers=markers)
    empty, pose = photo(board, print_, 0, 1)
    for seed in (2, 3):
        full = with_pieces(board, print_, seed)
        assert verify(photo(board, full, 0, seed)[0], pose, empty).is_sure
        assert verify(photo(board, full, turns, seed)[0], pose, empty).state == "moved"


@pytest.mark.parametrize(("letters", "markers"), TELLING)
def test_its_pieces_are_not_read_on_the_squares_across(letters: bool, markers: bool) -> None:
    """By a calibration, and by a camera that watches: the turned board is found again as it lies."""
    board, print_ = printed(16, 12, letters=letters, markers=markers)
    empty, pose = photo(board, print_, 0, 1)
    turned, _ = photo(board, with_pieces(board, print_, 2), 2, 2)
    found, _ = first_poses(turned, board, empty, pose, None)
    assert np.linalg.norm(np.array(found.corners_px[0]) - pose.corners_px[2]) < 12
    eye = BoardWatcher(board, empty=empty, empty_pose=pose)
    eye.see(Frame("empty", empty, 0))
    events = eye.see(Frame("turned", turned, 0))
    true = {square.name: "rbgy"[number % 4] for number, square in chosen(board, 2).items()}
    read = dict(pair for event in events if isinstance(event, Change) for pair in event.added)
    assert len(read) >= 5  # flat as they are, some may read '?'
    assert read.items() <= true.items()
    first, *others = [event.kind for event in events if isinstance(event, Trouble)]
    assert first == "moved"
    assert set(others) <= {"unsure"}


def squares_off(board: Board, found: Pose, true: Pose) -> float:
    """How far the worst corner of the board lies from its true place, in squares."""
    start, end = true.project([(0, 0), (PITCH, 0)])
    square_px = np.linalg.norm(end - start)
    apart = np.subtract(found.corners_px, true.corners_px)
    return float(np.linalg.norm(apart, axis=1).max() / square_px)


@pytest.mark.parametrize(
    ("off", "letters", "markers", "pieces", "corners"),
    [(0.0, True, True, 90, True), (0.2, True, False, 10, False), (1.0, False, True, 90, True)],
)
@pytest.mark.parametrize("side", [(16, 12), (10, 10)])
def test_an_empty_picture_of_it_is_not_laid_on_as_if_it_were_not(
    side: tuple[int, int], off: float, corners: bool, letters: bool, markers: bool, pieces: int
) -> None:
    """Nor the other way round: the empty board by the turned one. As it lies, or not used at all."""
    board, print_ = printed(*side, letters=letters, markers=markers, off=off)
    full = with_pieces(board, print_, 2, pieces)
    for turns in {(16, 12): (2,), (10, 10): (1, 2, 3)}[side]:
        straight, pose = photo(board, full, 0, 2)
        turned, as_it_lies = photo(board, print_, turns, 1)
        at = as_it_lies.corners_px[turns:] + as_it_lies.corners_px[:turns]
        true = pose_from_corners(at, board, SIZE)
        _, found = pose_of_empty(straight, pose, turned, pose.corners_px if corners else None)
        assert found is None or squares_off(board, found, true) < 0.2


@pytest.mark.parametrize(("letters", "markers"), TELLING)
def test_nor_where_only_its_lines_are_recognised(letters: bool, markers: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def not_found(*_: object) -> None:
        raise BoardNotFound("too little is recognised")

    monkeypatch.setattr("vision.placing.register", not_found)
    monkeypatch.setattr("vision.placing.nudged", lambda *_: None)
    board, print_ = printed(16, 12, letters=letters, markers=markers)
    image, pose = photo(board, with_pieces(board, print_, 2), 0, 2)
    straight, turned = (photo(board, print_, turns, 1)[0] for turns in (0, 2))
    assert pose_of_empty(image, pose, straight, pose.corners_px)[1] is not None
    assert pose_of_empty(image, pose, turned, pose.corners_px) == (None, None)


@pytest.mark.parametrize(("letters", "markers"), TELLING)
@pytest.mark.parametrize("off", [0.0, 1.0])
@pytest.mark.parametrize("side", [(16, 12), (10, 10)])
def test_an_empty_picture_of_a_board_that_lies_as_it_did_is_used(
    side: tuple[int, int], off: float, letters: bool, markers: bool
) -> None:
    board, print_ = printed(*side, letters=letters, markers=markers, off=off)
    image, pose = photo(board, with_pieces(board, print_, 2), 0, 2)
    empty, _ = photo(board, print_, 0, 1)
    _, found = pose_of_empty(image, pose, empty, pose.corners_px)
    assert found is not None
    assert squares_off(board, found, pose) < 0.05
