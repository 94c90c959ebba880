"""Where the empty board's picture lies: by the same pose where the camera has not stirred, else found again."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

import calibration
from companion.board import Board, Grid, parse_board
from companion.devices import Image
from companion.errors import BoardNotFound
from companion.pictures import read_picture
from companion.reading import Reading
from vision import classify
from vision.classify import Judgement, judge_board
from vision.deciding import LETTERS
from vision.locate import is_a_square_off, laid_on_lines
from vision.measures import Measures
from vision.patches import Views, views
from vision.placing import first_poses, place, pose_of_empty
from vision.pose import Pose, pose_from_corners
from vision.reader import Evidence, look_at

PICTURES = Path(__file__).parents[1] / "pictures"
SEQUENCE = PICTURES / "seq02"


@pytest.fixture
def pose() -> Pose:
    truth = json.loads((SEQUENCE / "empty.json").read_text())
    size = (1280, 960)
    assert tuple(read_picture(SEQUENCE / "empty.jpg").shape[1::-1]) == size
    return pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), size)


def nudged(picture: Image, px: int) -> Image:
    """``picture`` as a camera takes it that has turned a little: all moved to the right by ``px``."""
    return np.asarray(np.roll(picture, px, axis=1), np.uint8)


@pytest.mark.parametrize("frame", ["0002.jpg", "0003.jpg"], ids=["houses", "hand"])
def test_a_camera_that_has_not_stirred_sees_both_by_one_pose(pose: Pose, frame: str) -> None:
    empty = read_picture(SEQUENCE / "empty.jpg")
    bare, found = pose_of_empty(read_picture(SEQUENCE / frame), pose, empty, None)
    assert bare is empty
    assert found is pose


def test_a_nudge_of_two_pixels_is_followed(pose: Pose) -> None:
    empty = nudged(read_picture(SEQUENCE / "empty.jpg"), 2)
    _, found = pose_of_empty(read_picture(SEQUENCE / "0002.jpg"), pose, empty, None)
    assert found is not None
    shift = np.array(found.corners_px) - np.array(pose.corners_px)
    assert np.abs(shift - [2, 0]).max() < 0.8


@pytest.mark.parametrize("px", [3, 5])
def test_a_nudge_since_the_calibration_is_followed_too(pose: Pose, px: int) -> None:
    """It is less than what counts as moved, 0.15 of a square, and yet squares would read '?' for it."""
    empty = read_picture(SEQUENCE / "empty.jpg")
    for name in ("0002.jpg", "0003.jpg"):
        found, bare = first_poses(nudged(read_picture(SEQUENCE / name), px), pose.board, empty, pose, None)
        assert bare is pose
        assert np.abs(np.array(found.corners_px) - pose.corners_px - [px, 0]).max() < 1.2
        assert first_poses(read_picture(SEQUENCE / name), pose.board, empty, pose, None) == (pose, pose)


def elsewhere() -> Image:
    """A picture in which there is no board at all."""
    return np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)


@pytest.mark.parametrize("corners", [True, False], ids=["corners", "found"])
def test_an_empty_picture_of_another_view_is_not_used(pose: Pose, corners: bool) -> None:
    image = read_picture(SEQUENCE / "0002.jpg")
    given = pose.corners_px if corners else None
    assert pose_of_empty(image, pose, elsewhere(), given) == (None, None)
    placed, bare, bare_pose = place(image, pose.board, corners=given, empty=elsewhere())
    assert np.allclose(placed.corners_px, pose.corners_px, atol=10)  # a quarter of a square
    assert (bare, bare_pose) == (None, None)


@pytest.mark.parametrize("picture", ["0002.jpg", "empty.jpg"])
@pytest.mark.parametrize("moved", [(-200, 0), (0, 45), (-43, 10)])
def test_corners_beside_the_board_that_is_found_give_no_pose(pose: Pose, moved: tuple[int, int], picture: str) -> None:
    """A square is some 40 pixels wide. A board that was looked for in vain is not looked for again."""
    image, board = read_picture(SEQUENCE / picture), pose.board
    beside = [(x + moved[0], y + moved[1]) for x, y in pose.corners_px]
    for empty in (None, read_picture(SEQUENCE / "empty.jpg")):
        with pytest.raises(BoardNotFound, match="elsewhere than these corners say"):
            place(image, board, corners=beside, empty=empty)
        with pytest.raises(BoardNotFound, match="elsewhere than these corners say"):
            first_poses(image, board, empty, None, beside)


@pytest.mark.parametrize("picture", ["0002.jpg", "empty.jpg"])
def test_right_corners_of_a_board_that_is_found_give_its_pose(pose: Pose, picture: str) -> None:
    image, board = read_picture(SEQUENCE / picture), pose.board
    for empty in (None, read_picture(SEQUENCE / "empty.jpg")):
        for placed in (
            place(image, board, corners=pose.corners_px, empty=empty)[0],
            first_poses(image, board, empty, None, pose.corners_px)[0],
        ):
            assert np.allclose(placed.corners_px, pose.corners_px, atol=10)


@pytest.mark.parametrize("shift", [(0.6, 0.0), (0.0, -0.7)])
@pytest.mark.parametrize("name", ["table/0000", "table/5026", "flat/7005", "seq00/0004"])
def test_corners_nearer_to_the_next_square_are_not_laid_on_its_lines(name: str, shift: tuple[float, float]) -> None:
    """They are refused also where the board was looked for in vain, so nothing but the lines near them speaks."""
    image, true = shown(name)
    given = moved_by(true, shift)
    pose = pose_from_corners(given, true.board, image.shape[1::-1])
    assert np.allclose(laid_on_lines(image, pose).corners_px, given, atol=0.01)
    with pytest.raises(BoardNotFound, match="a row or column of squares beside these corners"):
        place(image, true.board, corners=given, in_vain=True)


def shown(name: str) -> tuple[Image, Pose]:
    """A picture with its board's true pose."""
    file = PICTURES / f"{name}.json"
    truth, image = json.loads(file.read_text()), read_picture(file.with_suffix(".jpg"))
    own = file.with_name(f"{file.stem}-board.json")
    board = parse_board(own.read_bytes()) if own.exists() else calibration.board(truth["board"])
    return image, pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))


def moved_by(pose: Pose, squares: tuple[float, float]) -> list[tuple[float, float]]:
    """The board's corners in the picture if it lay so many columns and rows further on."""
    width, height = pose.board.size_mm
    places = np.array([[0, 0], [width, 0], [width, height], [0, height]]) + np.array(squares) * pose.board.grid.pitch_mm
    return [(float(x), float(y)) for x, y in pose.project(places)]


@pytest.mark.parametrize("shift", [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
@pytest.mark.parametrize("name", ["table/0000", "table/5026", "seq00/0004", "seq01/0010"])
def test_corners_a_square_off_are_refused(name: str, shift: tuple[float, float]) -> None:
    """By the squares beyond or the board's edges, also where it was looked for in vain; its own corners are not."""
    image, true = shown(name)
    place(image, true.board, corners=moved_by(true, (0, 0)), in_vain=True)
    with pytest.raises(BoardNotFound, match="a row or column of squares beside these corners"):
        place(image, true.board, corners=moved_by(true, shift), in_vain=True)


@pytest.mark.parametrize("name", ["table/5026", "seq00/0004", "seq01/0010", "table/0000"])
def test_right_corners_of_a_board_that_the_picture_cuts_off_are_not_refused(name: str) -> None:
    """Two of its edges are not in the picture, while columns further on look like edges there."""
    image, true = shown(name)
    x = sorted(corner[0] for corner in true.corners_px)
    left, right = round(x[1]) + 3, round(x[2]) - 3
    cut = np.ascontiguousarray(image[:, left:right])
    assert not is_a_square_off(
        cut, pose_from_corners([(x - left, y) for x, y in true.corners_px], true.board, cut.shape[1::-1])
    )


@pytest.mark.parametrize("columns", [-1, 1])
@pytest.mark.parametrize("name", ["table/5026", "seq00/0004", "seq02/0040"])
def test_right_corners_are_refused_with_a_board_file_whose_grid_begins_a_column_off(name: str, columns: int) -> None:
    image, true = shown(name)
    board, grid = true.board, true.board.grid
    origin = (grid.origin_mm[0] + columns * grid.pitch_mm[0], grid.origin_mm[1])
    beside = Board("beside", board.size_mm, Grid(origin, grid.pitch_mm, grid.cols, grid.rows), board.zones)
    with pytest.raises(BoardNotFound, match=r"beside these corners: .* is this its board file"):
        place(image, beside, corners=moved_by(true, (0, 0)), in_vain=True)


@pytest.mark.parametrize("name", ["seq01/empty", "seq02/0040"])
def test_corners_a_row_off_are_refused_where_a_paper_hides_the_last_row(name: str) -> None:
    """Then the board's edge passes for the first line of its grid, so the whole grid seems to be seen."""
    image, true = shown(name)
    board = true.board
    top = board.grid.origin_mm[1] + (board.grid.rows - 0.4) * board.grid.pitch_mm[1]
    paper = true.project([[-5, top], [board.size_mm[0] + 5, top], [board.size_mm[0] + 5, 370], [-5, 370]])
    covered = np.asarray(cv2.fillConvexPoly(image.copy(), np.round(paper).astype(np.int32), (225, 225, 225)), np.uint8)
    with pytest.raises(BoardNotFound, match="beside these corners"):  # nor is the board looked for
        place(covered, board, corners=moved_by(true, (0, -1)), in_vain=True)
    for look in (
        lambda corners: place(covered, board, corners=corners),
        lambda corners: first_poses(covered, board, None, None, corners),
    ):
        with pytest.raises(BoardNotFound, match="lies elsewhere than these corners say, at ") as told:
            look(moved_by(true, (0, -1)))
        said = str(told.value).split(" at ")[1].split(":")[0]
        named = [[float(each) for each in corner.split(",")] for corner in said.split()]
        pitch = np.linalg.norm(np.subtract(*true.project([[0, 0], [board.grid.pitch_mm[0], 0]])))
        assert np.linalg.norm(np.subtract(named, true.corners_px), axis=1).max() < 0.25 * pitch


@pytest.mark.parametrize("name", ["table/0000", "table/0011", "dev/0001", "seq00/0004", "seq01/0010"])
@pytest.mark.parametrize("seed", range(3))
def test_corners_shown_by_hand_are_laid_on_the_lines(name: str, seed: int) -> None:
    """Each is off by up to a fifth of a square; what follows is not."""
    file = PICTURES / f"{name}.json"
    truth, image = json.loads(file.read_text()), read_picture(file.with_suffix(".jpg"))
    board = calibration.board(truth["board"])
    centres = np.array(truth["square_centers_px"])
    square_px = np.linalg.norm(np.diff(centres, axis=1), axis=-1).mean()
    off = np.random.default_rng(seed).uniform(-0.14, 0.14, (4, 2)) * square_px
    by_hand = [(float(x), float(y)) for x, y in np.array(truth["corners_px"]) + off]
    placed, _, _ = place(image, board, corners=by_hand)
    (x, y), (width, height) = board.grid.origin_mm, board.grid.pitch_mm
    places = [
        (x + (col + 0.5) * width, y + (row + 0.5) * height)
        for row in range(board.grid.rows)
        for col in range(board.grid.cols)
    ]
    errors = np.linalg.norm(placed.project(np.array(places)) - centres.reshape(-1, 2), axis=1)
    assert errors.max() < 0.06 * square_px


@pytest.mark.parametrize(("given", "unused"), [("none", False), ("own", False), ("another", True)])
def test_a_reading_says_whether_a_given_empty_picture_went_unused(pose: Pose, given: str, unused: bool) -> None:
    empty = {"none": None, "own": read_picture(SEQUENCE / "empty.jpg"), "another": elsewhere()}[given]
    image = read_picture(SEQUENCE / "0002.jpg")
    _, evidence = look_at(image, pose.board, corners=pose.corners_px, empty=empty)
    assert evidence is not None
    assert evidence.empty_unused is unused
    assert (evidence.seen.bare is None) is (given != "own")


TABLE = SEQUENCE.parent / "table"


def looked_at(name: str, empty: str) -> Evidence:
    """The evidence of a labelled picture, read by the picture of the empty board that belongs to another or to it."""
    board = calibration.board(json.loads((TABLE / f"{name}.json").read_text())["board"])
    bare = read_picture(TABLE / f"{empty}-empty.jpg")
    _, evidence = look_at(read_picture(TABLE / f"{name}.jpg"), board, empty=bare)
    assert evidence is not None
    return evidence


@pytest.mark.parametrize(
    ("name", "empty"),
    [("0005", "0012"), ("0005", "5008"), ("0012", "5008")],
)
def test_an_empty_picture_of_the_same_board_in_another_print_is_not_used(name: str, empty: str) -> None:
    """It is found by itself, but every square differs from it: all of them read '?' then."""
    evidence = looked_at(name, empty)
    assert evidence.empty_unused
    assert evidence.seen.bare is None
    rows = "".join(json.loads((TABLE / f"{name}.json").read_text())["squares"])
    letters = evidence.letters
    assert letters.count("?") < len(letters) / 4
    assert all(letter in ("?", true) for letter, true in zip(letters, rows, strict=True))


def read_by_another_tables(picture: str, other: str) -> tuple[Reading, Evidence, list[str]]:
    """A picture read by another sequence's picture of the empty board, and what stands there."""
    file = SEQUENCE.parent / picture
    truth = json.loads(file.with_suffix(".json").read_text())
    board, bare = calibration.board(truth["board"]), read_picture(SEQUENCE.parent / other / "empty.jpg")
    reading, evidence = look_at(read_picture(file), board, empty=bare)
    assert evidence is not None
    return reading, evidence, truth["squares"]


def wrong(reading: Reading, rows: list[str]) -> list[tuple[str, str]]:
    pairs = zip("".join(reading.squares), "".join(rows), strict=True)
    return [(read, true) for read, true in pairs if read not in ("?", true)]


@pytest.mark.parametrize(("with_it", "without", "used"), [(6, 2, False), (6, 3, True), (5, 2, True)])
def test_an_empty_picture_is_not_used_where_a_twentieth_of_the_squares_is_told_by_less_than_half_without_it(
    with_it: int, without: int, used: bool, pose: Pose, monkeypatch: pytest.MonkeyPatch
) -> None:
    squares = pose.board.squares()
    assert 0.04 < 5 / len(squares) < 0.05 <= 6 / len(squares)
    nothing = Measures(np.empty(0), np.empty((0, 4)))

    def judge(seen: Views, *_: object, flat: bool) -> Judgement:
        unknown = without if seen.bare is None else with_it
        letters = ["?"] * unknown + ["."] * (len(squares) - unknown)
        none = np.zeros((len(squares), len(LETTERS)), np.float32)
        return Judgement(none, none, letters, letters, np.zeros(len(squares), bool), nothing)

    monkeypatch.setattr(classify, "judge", judge)
    image = read_picture(SEQUENCE / "empty.jpg")
    seen, judged = judge_board(views(image, pose, image, pose), squares)
    assert (seen.bare is not None) is used
    assert judged.board.count("?") == (with_it if used else without)


@pytest.mark.parametrize(
    ("picture", "other"), [("seq01/0016.jpg", "seq02"), ("seq02/0044.jpg", "seq01"), ("seq02/0035.jpg", "seq01")]
)
def test_by_an_empty_picture_of_another_table_no_letter_is_wrong(picture: str, other: str) -> None:
    reading, _, rows = read_by_another_tables(picture, other)
    assert wrong(reading, rows) == []
    assert "".join(reading.squares).count("?") < 12


@pytest.mark.parametrize("name", ["0005", "5001", "5008", "5013"])
def test_a_pictures_own_empty_picture_is_used(name: str) -> None:
    assert not looked_at(name, name).empty_unused
