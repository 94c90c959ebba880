"""Finding the board: against the true places of rendered pictures (squares' centres in the files beside them)."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.board import Board, Grid
from companion.errors import BoardNotFound
from companion.projection import Array
from vision.locate import begins_at, draw_grid, found_elsewhere, grid_error, locate
from vision.placing import pose_by_corners
from vision.pose import Pose, pose_from_corners, pose_from_homography

PICTURES = Path(__file__).parents[1] / "pictures"


def read(name: str) -> tuple[Any, dict[str, Any], Board]:
    """A picture, its truth, and the board that it shows."""
    truth = json.loads((PICTURES / f"{name}.json").read_text())
    return cv2.imread(str(PICTURES / f"{name}.jpg")), truth, calibration.board(truth["board"])


def centres_mm(board: Board) -> Array:
    """(N, 2): the squares' centres on the board, by row."""
    grid = board.grid
    (x, y), (width, height) = grid.origin_mm, grid.pitch_mm
    return np.array(
        [(x + (c + 0.5) * width, y + (r + 0.5) * height) for r in range(grid.rows) for c in range(grid.cols)]
    )


def worst(pose: Pose, centres_px: Any) -> float:
    """Distance of the worst square's centre from the truth, in squares; ``centres_px`` (rows, cols, 2)."""
    truth = np.asarray(centres_px, float)
    u, v = np.gradient(truth, axis=1).reshape(-1, 2), np.gradient(truth, axis=0).reshape(-1, 2)
    error = pose.project(centres_mm(pose.board)) - truth.reshape(-1, 2)
    return float(np.linalg.norm(np.linalg.solve(np.stack([u, v], -1), error[..., None])[..., 0], axis=1).max())


def true_homography(truth: dict[str, Any], board: Board) -> Array:
    """(3, 3): board plane in mm to pixels, as the truth has it."""
    homography, _ = cv2.findHomography(centres_mm(board), np.array(truth["square_centers_px"]).reshape(-1, 2))
    return np.asarray(homography, float)


def turned(truth: dict[str, Any], image: Any, turns: int) -> Array:
    """The squares' centres after ``turns`` quarter turns of the picture against the clock."""
    height, width = image.shape[:2]
    centres = np.array(truth["square_centers_px"])
    for _ in range(turns):  # (x, y) comes to (y, width - 1 - x)
        centres = np.stack([centres[..., 1], width - 1 - centres[..., 0]], axis=-1)
        width, height = height, width
    return centres


def hide(image: Any, truth: dict[str, Any], board: Board, left: float, top: float, right: float, bottom: float) -> Any:
    """The picture with something grey laid over a rectangle of the board (mm)."""
    outline = np.array([[[left, top], [right, top], [right, bottom], [left, bottom]]], float)
    on_picture = cv2.perspectiveTransform(outline, true_homography(truth, board))
    return cv2.fillConvexPoly(image.copy(), np.round(on_picture).astype(np.int32), (120, 110, 100))


def half(image: Any) -> Any:
    """The picture half as large: where nothing is found, it is searched in a third of the time."""
    return cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("name", ["seq00/empty", "seq00/0004", "seq00/0005", "table/0004", "table/0011", "table/0012"])
def test_board_with_fiducials_is_found_to_a_twentieth_of_a_square(name: str) -> None:
    image, truth, board = read(name)
    pose = locate(image, board)
    assert worst(pose, truth["square_centers_px"]) < 0.05


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_gives_the_turned_pose(turns: int) -> None:
    image, truth, board = read("table/0004")
    pose = locate(np.ascontiguousarray(np.rot90(image, turns)), board)
    assert worst(pose, turned(truth, image, turns)) < 0.05


@pytest.mark.parametrize("hidden", [{0}, {2}, {0, 1}, {0, 3}, {1, 3}])
def test_one_or_two_hidden_markers_do_not_matter(hidden: set[int]) -> None:
    image, truth, board = read("table/0012")
    width, height = board.size_mm
    for corner in hidden:
        x = 0.0 if corner in (0, 3) else width - 30
        y = 0.0 if corner in (0, 1) else height - 30
        image = hide(image, truth, board, x, y, x + 30, y + 30)
    assert worst(locate(image, board), truth["square_centers_px"]) < 0.05


def test_a_blurred_marker_is_looked_at_closer_where_two_do_not_suffice() -> None:
    """The first marker is hidden, the second blurred, and the grid's last line covered: two would not do."""
    image, truth, board = read("table/0004")
    width, _ = board.size_mm
    image = hide(image, truth, board, 0, 0, 30, 30)
    (left, top), (wide, high) = board.grid.origin_mm, board.grid.pitch_mm
    bottom = top + board.grid.rows * high
    image = hide(image, truth, board, left, bottom - 5, left + board.grid.cols * wide, bottom + 5)
    around = np.array([[width - 30, 0], [width, 0], [width, 30], [width - 30, 30]], float)
    where = np.round(cv2.perspectiveTransform(around[None], true_homography(truth, board))).astype(np.int32)
    blurred = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), where, 255) > 0
    image[blurred] = cv2.GaussianBlur(image, (0, 0), 3.0)[blurred]
    assert worst(locate(image, board), truth["square_centers_px"]) < 0.05


def test_a_marker_lying_about_elsewhere_is_not_taken_for_the_boards() -> None:
    image, truth, board = read("table/0012")
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    card = cv2.copyMakeBorder(
        cv2.aruco.generateImageMarker(dictionary, 1, 40), 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=255
    )
    image = hide(image, truth, board, *(board.size_mm[0] - 30, 0, board.size_mm[0], 30))  # the real one with this id
    image[10:66, 10:66] = card[..., None]
    assert worst(locate(image, board), truth["square_centers_px"]) < 0.05


def test_markers_of_another_size_and_margin_are_worked_out() -> None:
    """The same print with smaller markers further inside, drawn over the picture's own."""
    image, truth, board = read("table/0012")
    to_picture = true_homography(truth, board)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    width, height = board.size_mm
    size, margin = 14.0, 12.0
    for corner in range(4):
        x = 0.0 if corner in (0, 3) else width - 28
        y = 0.0 if corner in (0, 1) else height - 28
        image = hide(image, truth, board, x, y, x + 28, y + 28)
        left = margin if corner in (0, 3) else width - margin - size
        top = margin if corner in (0, 1) else height - margin - size
        marker = cv2.aruco.generateImageMarker(dictionary, corner, 120)
        card = cv2.copyMakeBorder(marker, 20, 20, 20, 20, cv2.BORDER_CONSTANT, value=255)
        scale = size / 120
        place = np.array([[scale, 0, left - 20 * scale], [0, scale, top - 20 * scale], [0, 0, 1]])
        over = cv2.warpPerspective(card, to_picture @ place, image.shape[1::-1])
        mask = cv2.warpPerspective(np.full_like(card, 255), to_picture @ place, image.shape[1::-1]) > 127
        image[mask] = over[mask][:, None]
    assert worst(locate(image, board), truth["square_centers_px"]) < 0.05


@pytest.mark.parametrize("name", ["table/0004", "table/0012"])
def test_the_wrong_board_file_finds_nothing(name: str) -> None:
    image, truth, _ = read(name)
    for other in calibration.board_names():
        if other != truth["board"]:
            with pytest.raises(BoardNotFound, match="is this its board"):
                locate(half(image), calibration.board(other))


@pytest.mark.parametrize(
    ("name", "part", "squares"),
    [
        ("table/0011", 0.5, (24, 20)),
        ("table/0011", 2 / 3, (18, 15)),
        ("table/0011", 1.5, (8, 6)),
        ("table/0011", 2.0, (6, 5)),
        ("seq00/empty", 0.5, (24, 20)),
    ],
)
def test_the_wrong_board_file_of_the_same_size_finds_nothing(name: str, part: float, squares: tuple[int, int]) -> None:
    """Its markers lie alike and so do some of its lines, with squares that are so many times as large."""
    image, _, board = read(name)
    pitch = (board.grid.pitch_mm[0] * part, board.grid.pitch_mm[1] * part)
    grid = Grid(board.grid.origin_mm, pitch, *squares)
    other = Board("another", board.size_mm, grid, ("1" * grid.cols,) * grid.rows)
    with pytest.raises(BoardNotFound, match=r"not the grid of another between them: is this its board\?"):
        locate(half(image), other)


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("seq01/empty", 0.05),
        ("seq02/empty", 0.05),
        ("seq01/0010", 0.05),
        ("seq02/0010", 0.05),
        ("table/0005", 0.05),
        ("table/0000", 0.05),
        ("dev/0002", 0.05),
        ("dev/0004", 0.1),  # far away and aslant on a floor of planks, an arm over it: 27 px a square
        ("dev/5106", 0.1),  # under a lamp from aside: two of its edges are no sharp steps
        ("dev/5107", 0.1),  # an arm over three of its lines
        ("dev/5108", 0.1),  # houses and notes over its first row and on two of its markers
    ],
)
@pytest.mark.parametrize("turns", [0, 2])
def test_board_without_fiducials_is_found_by_its_lines_and_edges(name: str, error: float, turns: int) -> None:
    image, truth, board = read(name)
    pose = locate(np.rot90(image, turns).copy(), board)
    assert worst(pose, turned(truth, image, turns)) < error


@pytest.mark.parametrize("name", ["table/0000", "table/0005", "dev/5107", "dev/5108", "seq02/0010"])
def test_edges_in_plain_sight_do_not_make_up_for_a_column_that_the_board_does_not_have(name: str) -> None:
    image, _, board = read(name)
    grid = board.grid
    wider = Grid(grid.origin_mm, grid.pitch_mm, grid.cols + 1, grid.rows)
    other = Board("another", board.size_mm, wider, tuple(row + row[-1] for row in board.zones))
    with pytest.raises(BoardNotFound):
        locate(image, other)


@pytest.mark.parametrize(
    ("name", "cols", "rows"),
    [("table/0005", -1, 0), ("table/0005", 0, 1), ("dev/5107", -1, 0), ("dev/5107", 0, -1)],
)
def test_nor_for_a_row_or_for_one_less(name: str, cols: int, rows: int) -> None:
    image, _, board = read(name)
    grid = board.grid
    other_grid = Grid(grid.origin_mm, grid.pitch_mm, grid.cols + cols, grid.rows + rows)
    zones = tuple(row[: other_grid.cols] for row in (*board.zones, board.zones[-1])[: other_grid.rows])
    with pytest.raises(BoardNotFound):
        locate(image, Board("another", board.size_mm, other_grid, zones))


@pytest.mark.parametrize("turns", [0, 2])
def test_card_fields_and_price_tracks_are_no_grid_though_edges_are_seen_around_them(turns: int) -> None:
    """Small in the picture, half of the board was taken for all of it."""
    image, truth, board = read("dev/5110")
    with contextlib.suppress(BoardNotFound):
        assert worst(locate(np.rot90(image, turns).copy(), board), turned(truth, image, turns)) < 0.1


@pytest.mark.parametrize("turns", [0, 1, 2])
@pytest.mark.parametrize("name", ["table/0004", "table/0011", "table/0012", "table/5013"])
def test_a_mirrored_picture_is_called_so(name: str, turns: int) -> None:
    """Its grid looks like the board's own, with all houses on other squares."""
    image, _, board = read(name)
    with pytest.raises(BoardNotFound, match="mirrored"):
        locate(np.rot90(image[:, ::-1], turns).copy(), board)


@pytest.mark.parametrize("name", ["table/0000", "table/0002", "table/0005", "table/5001"])
def test_a_mirrored_picture_without_markers_is_called_so(name: str) -> None:
    """Two of the board's edges lie where its own would: boards were found so."""
    image, _, board = read(name)
    with pytest.raises(BoardNotFound, match="mirrored"):
        locate(np.ascontiguousarray(image[:, ::-1]), board)


@pytest.mark.parametrize("name", ["dev/5107", "beside/8001"])
def test_a_mirrored_picture_is_not_read_though_the_board_lies_between_its_edges(name: str) -> None:
    """Margins that differ by four squares: the lines of other print passed for its grid, and 11 letters were wrong."""
    image, _, board = read(name)
    with pytest.raises(BoardNotFound):
        locate(np.ascontiguousarray(image[:, ::-1]), board)


@pytest.mark.parametrize("turns", [1, 2, 3])
@pytest.mark.parametrize("name", ["table/0000", "table/0011", "table/5001", "table/5008", "table/5013", "seq02/0040"])
def test_corners_that_begin_at_another_one_are_refused(name: str, turns: int) -> None:
    image, truth, board = read(name)
    corners = [tuple(point) for point in truth["corners_px"]]
    assert np.allclose(pose_by_corners(image, corners, board).corners_px, corners, atol=0.01)
    said = (
        rf"begin at the wrong one: .* top left, next to square A1, is number {5 - turns} of these four\. Give that one"
    )
    with pytest.raises(BoardNotFound, match=said):  # the first of four that are put behind so many others
        pose_by_corners(image, corners[turns:] + corners[:turns], board)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("name", ["seq00/empty", "seq00/0008", "table/0011", "table/0012"])
def test_markers_tell_corners_of_a_grid_that_lies_the_same_turned(name: str, first: int) -> None:
    """The board file has a grid of eight by eight in the middle of the board, not the printed one: it tells nothing."""
    image, truth, board = read(name)
    (width, height), part = board.size_mm, 0.8 / 8
    grid = Grid((width * 0.1, height * 0.1), (width * part, height * part), 8, 8)
    even = Board("even", board.size_mm, grid, ("1" * 8,) * 8)
    given = [tuple(point) for point in truth["corners_px"][first:] + truth["corners_px"][:first]]
    size = (image.shape[1], image.shape[0])
    assert begins_at(image, pose_from_corners(given, even, size)) == -first % 4
    hidden = image.copy()
    for x, y in truth["corners_px"]:
        cv2.circle(hidden, (round(x), round(y)), 75, (90, 90, 90), -1)
    assert begins_at(hidden, pose_from_corners(given, even, size)) is None
    assert begins_at(hidden, pose_from_corners(given, board, size)) == -first % 4


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("soft", [2.0, 3.0])
@pytest.mark.parametrize("name", ["table/5001", "table/5013", "seq02/0040"])
def test_a_soft_picture_tells_the_first_corner_or_says_that_it_cannot(name: str, soft: float, first: int) -> None:
    """So little of the grid is seen of some that a half turn would have been taken without a word."""
    image, truth, board = read(name)
    given = [tuple(point) for point in truth["corners_px"][first:] + truth["corners_px"][:first]]
    blurred = cv2.GaussianBlur(image, (0, 0), soft)
    assert begins_at(blurred, pose_from_corners(given, board, (image.shape[1], image.shape[0]))) in (-first % 4, None)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_a_turned_picture_without_fiducials_gives_the_turned_pose(turns: int) -> None:
    image, truth, board = read("seq02/empty")
    pose = locate(np.ascontiguousarray(np.rot90(image, turns)), board)
    assert worst(pose, turned(truth, image, turns)) < 0.05


@pytest.mark.parametrize(("name", "halved"), [("seq01/empty", True), ("table/0000", True), ("table/0002", False)])
def test_the_wrong_board_file_finds_nothing_without_fiducials_either(name: str, halved: bool) -> None:
    image, truth, _ = read(name)
    image = half(image) if halved else image
    for other in calibration.board_names():
        if other != truth["board"]:
            with pytest.raises(BoardNotFound):
                locate(image, calibration.board(other))


@pytest.mark.parametrize("shape", [(1, 1), (8, 12_000), (12_000, 8), (1, 4000), (3, 5)])
def test_a_picture_too_small_or_thin_for_a_board_shows_none(shape: tuple[int, int]) -> None:
    image = np.random.default_rng(1).integers(0, 256, (*shape, 3), np.uint8)
    with pytest.raises(BoardNotFound):
        locate(image, calibration.board("shark-1991"))


def test_a_grid_whose_edge_is_covered_is_not_guessed_at() -> None:
    """Without its first column of squares in view the grid could as well lie one square further on."""
    image, truth, board = read("seq02/empty")
    (x, y), (width, height) = board.grid.origin_mm, board.grid.pitch_mm
    covered = hide(image, truth, board, 0, 0, x + width * 1.2, y + height * board.grid.rows + 10)
    with pytest.raises(BoardNotFound, match="its grid"):
        locate(half(covered), board)


@pytest.mark.parametrize(
    ("name", "bottom"),
    [
        ("seq01/empty", 293),
        ("seq01/0010", 293),
        ("seq02/empty", 293),
        ("seq02/0040", 293),
        ("seq01/empty", 370),  # here, and in the three like it, it did
        ("seq02/0040", 370),
    ],
)
def test_a_paper_over_the_last_row_does_not_make_the_board_lie_a_row_further_up(name: str, bottom: float) -> None:
    """The board's own edge then passes for the first line of its grid, and the paper's for the board's edge."""
    image, truth, board = read(name)
    (_, y), (_, height) = board.grid.origin_mm, board.grid.pitch_mm
    top = y + (board.grid.rows - 0.4) * height
    outline = np.array([[[-5, top], [board.size_mm[0] + 5, top], [board.size_mm[0] + 5, bottom], [-5, bottom]]], float)
    on_picture = cv2.perspectiveTransform(outline, true_homography(truth, board))
    cv2.fillConvexPoly(image, np.round(on_picture).astype(np.int32), (225, 225, 225))
    try:
        pose = locate(image, board)
    except BoardNotFound:
        return
    assert worst(pose, truth["square_centers_px"]) < 0.1


@pytest.mark.parametrize(("depth", "part", "grey"), [(26, 0.75, 245), (27.5, 0.6, 150), (30.5, 0.75, 245)])
def test_a_paper_over_the_first_row_does_not_make_the_board_lie_a_row_further_down(
    part: float, depth: float, grey: int
) -> None:
    """The board's own edge, hardly seen as a line, then passed for the last line of its grid."""
    image, truth, board = read("table/5001")
    width, _ = board.size_mm
    outline = np.array([[[-20, -80], [width + 20, -80], [width + 20, depth], [-20, depth]]], float)
    on_picture = cv2.perspectiveTransform(outline, true_homography(truth, board))
    cv2.fillConvexPoly(image, np.round(on_picture).astype(np.int32), (grey, grey, grey), cv2.LINE_AA)
    try:
        pose = locate(cv2.resize(image, None, fx=part, fy=part, interpolation=cv2.INTER_AREA), board)
    except BoardNotFound:
        return
    assert worst(pose, (np.array(truth["square_centers_px"]) + 0.5) * part - 0.5) < 0.1


@pytest.mark.parametrize("columns", [-1, 1])
def test_a_board_file_whose_grid_begins_a_column_off_finds_nothing_between_four_markers(columns: int) -> None:
    image, _, board = read("table/0012")
    (x, y), (width, height) = board.grid.origin_mm, board.grid.pitch_mm
    grid = Grid((x + columns * width, y), (width, height), board.grid.cols, board.grid.rows)
    with pytest.raises(BoardNotFound, match="is this its board"):
        locate(half(image), Board("beside", board.size_mm, grid, board.zones))


@pytest.mark.parametrize("noise", [40])
def test_in_noise_the_board_file_of_squares_half_as_large_finds_nothing(noise: float) -> None:
    image, _, board = read("table/5013")
    noisy = image + np.random.default_rng(1).normal(0, noise, image.shape)
    (width, height), (cols, rows) = board.grid.pitch_mm, (2 * board.grid.cols, 2 * board.grid.rows)
    grid = Grid(board.grid.origin_mm, (width / 2, height / 2), cols, rows)
    with pytest.raises(BoardNotFound):
        locate(np.clip(noisy, 0, 255).astype(np.uint8), Board("half", board.size_mm, grid, ("1" * cols,) * rows))


def test_of_a_board_that_is_cut_off_it_is_said_what_to_do() -> None:
    image, truth, board = read("seq02/empty")
    left = round(np.array(truth["square_centers_px"])[:, 0, 0].max())
    with pytest.raises(BoardNotFound, match=r"edge of its grid is not seen: show the whole board, .* its four corners"):
        locate(half(image[:, left:]), board)


def test_a_grid_without_its_boards_edges_is_not_turned_by_guess() -> None:
    """The grid alone looks the same both ways round: the table is given the board's own colour."""
    image, truth, board = read("seq02/empty")
    (x, y), (width, height) = board.grid.origin_mm, board.grid.pitch_mm
    right, bottom = x + width * board.grid.cols + 4, y + height * board.grid.rows + 4
    keep = np.array([[[x - 4, y - 4], [right, y - 4], [right, bottom], [x - 4, bottom]]], float)
    outline = cv2.perspectiveTransform(keep, true_homography(truth, board)).astype(np.int32)
    mask = cv2.fillConvexPoly(np.zeros(image.shape[:2], np.uint8), outline, 255)
    image[mask == 0] = (200, 205, 205)
    with pytest.raises(
        BoardNotFound,
        match=r"which way round it lies: take away what lies over them, glue markers .*, or give its four corners",
    ):
        locate(half(image), board)


@pytest.mark.parametrize(("blur", "quality"), [(2.0, 95), (3.0, 90), (4.0, 90), (4.1, 95)])
def test_a_blurred_board_is_found_in_its_place_or_not_at_all(blur: float, quality: int) -> None:
    """Lines this faint are as well seen in a grid that lies four rows off, on the printed price table."""
    image, truth, board = read("seq00/empty")
    soft = cv2.imencode(".jpg", cv2.GaussianBlur(image, (0, 0), blur), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    try:
        pose = locate(cv2.imdecode(soft, cv2.IMREAD_COLOR), board)
    except BoardNotFound:
        return
    assert worst(pose, truth["square_centers_px"]) < 0.25


@pytest.mark.parametrize("name", ["seq01/empty", "table/0000"])
def test_a_table_without_a_board_has_none(name: str) -> None:
    image, truth, board = read(name)
    with pytest.raises(BoardNotFound, match="not found"):
        locate(hide(image, truth, board, -12, -12, board.size_mm[0] + 12, board.size_mm[1] + 12), board)


def test_a_chequered_cloth_is_no_board() -> None:
    squares = np.kron(np.indices((24, 32)).sum(axis=0) % 2, np.ones((40, 40)))
    cloth = np.repeat((60 + 140 * squares).astype(np.uint8)[..., None], 3, axis=2)
    for name in calibration.board_names():
        with pytest.raises(BoardNotFound):
            locate(cloth, calibration.board(name))


def test_a_dark_picture_is_called_dark() -> None:
    image, _, board = read("seq01/empty")
    with pytest.raises(BoardNotFound, match="too dark"):
        locate((image * 0.03).astype(np.uint8), board)


def test_grid_error_tells_how_far_a_pose_is_off() -> None:
    """A pose that is moved by 7 mm, a quarter of a square of 28 mm."""
    image, truth, board = read("table/0012")
    right = true_homography(truth, board)
    size = (image.shape[1], image.shape[0])
    assert grid_error(image, pose_from_homography(right, board, size)) < 0.06
    moved = pose_from_homography(right @ np.array([[1, 0, 7.0], [0, 1, 0], [0, 0, 1]]), board, size)
    assert grid_error(image, moved) == pytest.approx(0.25, abs=0.06)


def test_grid_error_is_infinite_where_no_grid_is() -> None:
    image, truth, board = read("table/0012")
    pose = pose_from_homography(true_homography(truth, board), board, (image.shape[1], image.shape[0]))
    assert grid_error(np.full_like(image, 90), pose) == float("inf")


def corners_of(truth: dict[str, Any], moved: float = 0.0, size: float = 1.0) -> list[tuple[float, float]]:
    """The true corners, made smaller around their middle and moved to the right, by board widths."""
    corners = np.array(truth["corners_px"])
    corners = corners.mean(axis=0) + (corners - corners.mean(axis=0)) * size + (corners[1] - corners[0]) * moved
    return [(float(x), float(y)) for x, y in corners]


@pytest.mark.parametrize("name", ["table/5013", "seq02/0040"])
@pytest.mark.parametrize(
    ("moved", "size"),
    [(0.1, 1.0), (28 / 520, 1.0), (4 * 28 / 520, 1.0), (0.0, 0.5), (-0.3, 0.2), (0.0, 0.05)],
    ids=["beside the lines", "one square", "four squares", "half", "a part", "tiny"],
)
def test_corners_elsewhere_than_the_board_are_told_with_its_own(name: str, moved: float, size: float) -> None:
    image, truth, board = read(name)
    pose = pose_from_corners(corners_of(truth, moved, size), board, (image.shape[1], image.shape[0]))
    found = found_elsewhere(image, pose)
    assert found is not None
    assert worst(found, truth["square_centers_px"]) < 0.25


@pytest.mark.parametrize(("name", "halved"), [("dev/0001", True), ("table/0005", False), ("table/5026", True)])
def test_right_corners_are_never_called_others(name: str, halved: bool) -> None:
    """As they are in the picture, with a paper over two thirds of the board, and with nothing but table in it."""
    image, truth, board = read(name)
    corners = corners_of(truth)
    if halved:
        image, corners = half(image), [((x - 0.5) / 2, (y - 0.5) / 2) for x, y in corners]
    pose = pose_from_corners(corners, board, (image.shape[1], image.shape[0]))
    assert found_elsewhere(image, pose) is None
    (left, top), (width, height) = (0.03 * side for side in (520, 400)), (0.64 * 520, 0.94 * 400)
    paper = [[left, top], [left + width, top], [left + width, top + height], [left, top + height]]
    for outline in (paper, [[-9, -9], [529, -9], [529, 409], [-9, 409]]):
        covered = image.copy()
        cv2.fillPoly(covered, [pose.project(outline).astype(np.int32)], (200, 190, 180))
        assert found_elsewhere(covered, pose) is None


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize(
    "corners",
    [
        [(300, 200), (321, 200), (321, 219), (300, 219)],
        [(100, 200), (500, 200), (500, 219), (100, 219)],
        [(300, 100), (500, 400), (495, 410), (280, 105)],
    ],
    ids=["tiny", "flat", "a sliver"],
)
def test_corners_between_which_no_square_has_room_are_refused(corners: list[tuple[int, int]], first: int) -> None:
    """Ten rows in less than 20 pixels."""
    ordered = [(float(x), float(y)) for x, y in corners[first:] + corners[:first]]
    with pytest.raises(BoardNotFound, match=r"on average less than 2 pixels: give the four corners"):
        pose_from_corners(ordered, calibration.board("shark-1991"), (640, 480))


@pytest.mark.parametrize("first", range(4))
def test_far_squares_may_be_smaller_than_the_others(first: int) -> None:
    """Far corners that are 24 pixels apart: twelve columns of 28 of 520 mm have 24 * 28 / 520 = 1.3 pixels there.

    What counts is how far the far right corner is from the line of the left edge, which goes 180 across, 350 down and
    is 393.6 long: 24 * 350 / 393.6 = 21.3, more than the 20 of ten rows. With far corners 22 pixels apart it is 22 *
    350 / 394.0 = 19.5. The middle of the board is seen where its diagonals cross: 24 / (24 + 403) of the way from a far
    corner to the near one across, which is 223 across and 350 down.
    """
    board, near = calibration.board("shark-1991"), [(523.0, 450.0), (120.0, 450.0)]
    corners = [(300.0, 100.0), (324.0, 100.0), *near]
    pose = pose_from_corners(corners[first:] + corners[:first], board, (640, 480))
    part = 24 / (24 + 403)
    assert np.allclose(pose.project([(260, 200)]), [(300 + part * 223, 100 + part * 350)], atol=0.01)
    closer = [(301.0, 100.0), (323.0, 100.0), *near]
    with pytest.raises(BoardNotFound, match=r"on average less than 2 pixels: give the four corners"):
        pose_from_corners(closer[first:] + closer[:first], board, (640, 480))


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        ([(100, 100), (500, 400), (500, 100), (100, 400)], "cross, or bend inwards"),
        ([(500, 100), (100, 100), (100, 400), (500, 400)], "do not go clockwise around the board"),
        ([(100, 100), (500, 100), (200, 150), (100, 400)], "cross, or bend inwards"),
        ([(100, 100), (100, 100), (500, 400), (100, 400)], "are one place"),
        ([(100, 100), (300, 100), (500, 100), (700, 100)], "so nearly in a line"),
    ],
    ids=["crossed", "mirrored", "hollow", "one twice", "in a line"],
)
def test_corners_that_go_round_no_board_are_refused(corners: list[tuple[float, float]], told: str) -> None:
    with pytest.raises(BoardNotFound, match=told):
        pose_from_corners(corners, calibration.board("shark-1991"), (640, 480))


def test_a_board_of_three_pixels_a_square_is_taken() -> None:
    """40 mm of margin and twelve squares of 28 mm: 3 pixels a square are 520 * 3 / 28 = 55.7 across, 42.9 down."""
    pose = pose_from_corners(
        [(10, 10), (65.7, 10), (65.7, 52.9), (10, 52.9)], calibration.board("shark-1991"), (80, 64)
    )
    assert pose.corners_px[2] == pytest.approx((65.7, 52.9), abs=0.01)


def test_the_drawn_grid_is_green_on_its_lines_and_red_beside_them() -> None:
    image, truth, board = read("table/0012")
    right = true_homography(truth, board)
    size = (image.shape[1], image.shape[0])
    beside = right @ np.array([[1, 0, 12.0], [0, 1, 12.0], [0, 0, 1]])
    green = [
        int((draw_grid(image, pose_from_homography(plane, board, size)) == (0, 200, 0)).all(axis=2).sum())
        for plane in (right, beside)
    ]
    assert green[0] > 10 * green[1]


def test_a_grid_in_two_parts_lies_on_its_lines() -> None:
    """Between two columns without squares no line is printed, so none is looked for."""
    board = Board("two-parts", (240.0, 160.0), Grid((20.0, 20.0), (20.0, 20.0), 10, 6), ("1111..2222",) * 6)
    image = np.full((480, 720, 3), 230, np.uint8)
    for square in board.squares():
        x, y = 60 * (square.col + 1), 60 * (square.row + 1)
        cv2.rectangle(image, (x, y), (x + 60, y + 60), (40, 40, 40), 2)
    corners = [(-0.5, -0.5), (719.5, -0.5), (719.5, 479.5), (-0.5, 479.5)]
    assert grid_error(image, pose_from_corners(corners, board, (720, 480))) < 0.05
