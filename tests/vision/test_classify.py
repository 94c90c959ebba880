"""What stands on each square: labelled rendered pictures, and what must end in '?'."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import calibration
from companion.board import Board, Grid, parse_board
from companion.devices import Image
from companion.pictures import read_picture
from companion.reading import Reading
from companion.squares import Square
from tests.vision.certainty import bare, likely
from tests.vision.labels import truth_of, verdict
from vision.classify import _without, judge
from vision.deciding import LETTERS, candidates, clearness, decide, may_be_covered, torn_squares, without_cover
from vision.measures import Measures, brightness, tints, unlike_empty, unreadable
from vision.patches import FINE, PX, SPAN, Views, light_between, patches, views
from vision.pose import pose_from_corners
from vision.reader import look_at
from vision.rectify import MARGIN

PICTURES = Path(__file__).parents[1] / "pictures"
TABLE = sorted((PICTURES / "table").glob("*-empty.jpg"))
DEV = sorted((PICTURES / "dev").glob("*-empty.jpg"))
SEQUENCES = sorted(PICTURES.glob("seq*"))
SHARK = calibration.board("shark-1991")


@cache
def read(empty: Path, *, with_empty: bool) -> Reading:
    truth = truth_of(empty)
    image = read_picture(empty.with_name(empty.name.replace("-empty", "")))
    bare = read_picture(empty) if with_empty else None
    return look_at(image, calibration.board(truth["board"]), corners=truth["corners_px"], empty=bare)[0]


@pytest.mark.parametrize("empty", TABLE + DEV, ids=lambda path: f"{path.parent.name}-{path.stem}")
@pytest.mark.parametrize("with_empty", [True, False], ids=["with-empty", "alone"])
def test_no_letter_is_wrong(empty: Path, with_empty: bool) -> None:
    wrong, _ = verdict(read(empty, with_empty=with_empty), truth_of(empty))
    assert wrong == []


@pytest.mark.parametrize("sequence", SEQUENCES, ids=lambda path: path.name)
@pytest.mark.parametrize("with_empty", [True, False], ids=["with-empty", "alone"])
def test_no_letter_is_wrong_in_a_sequence(sequence: Path, with_empty: bool) -> None:
    """Its last still picture, in which the most houses stand, and every eighth before it."""
    truths = {file: json.loads(file.read_text()) for file in sorted(sequence.glob("[0-9]*.json"))}
    still = [file for file, truth in truths.items() if truth["kind"] == "still"][::-8]
    empty = read_picture(sequence / "empty.jpg") if with_empty else None
    for file in still:
        board = calibration.board(truths[file]["board"])
        reading, _ = look_at(
            read_picture(file.with_suffix(".jpg")), board, corners=truths[file]["corners_px"], empty=empty
        )
        assert verdict(reading, truths[file])[0] == [], file.name


@pytest.mark.parametrize("empty", TABLE, ids=lambda path: path.stem)
@pytest.mark.parametrize("light", [(0.35, 0.8, 1.2), (0.6, 0.9, 1.2)], ids=["lamp", "warm"])
def test_no_letter_is_wrong_where_the_white_balance_stands_still(
    empty: Path, light: tuple[float, float, float]
) -> None:
    """What the camera's blue, green and red are multiplied with; as in daylight many squares can be told.

    Each picture is read with its empty board in one light and alone in the other, the next the other way round.
    """
    truth, with_empty = truth_of(empty), (TABLE.index(empty) % 2 == 0) is (light[0] < 0.5)
    image, bare = (
        np.clip(read_picture(path) * np.array(light), 0, 255).astype(np.uint8)
        for path in (empty.with_name(empty.name.replace("-empty", "")), empty)
    )
    reading, _ = look_at(
        image, calibration.board(truth["board"]), corners=truth["corners_px"], empty=bare if with_empty else None
    )
    wrong, unknown = verdict(reading, truth)
    assert wrong == []
    assert unknown <= 0.35 * len("".join(truth["squares"]))


@pytest.mark.parametrize("over", [1.0, 1.25])
@pytest.mark.parametrize("name", ["0004", "0005", "0011", "5001"])
def test_print_in_which_one_channel_alone_is_burnt_out_gets_no_other_colour(name: str, over: float) -> None:
    """A red lamp, brighter to the right, and a white balance that stands still: empty squares were read as houses."""
    file = PICTURES / "table" / f"{name}.json"
    truth = json.loads(file.read_text())
    image = read_picture(file.with_suffix(".jpg"))
    light = np.linspace(0.9, 1.3, image.shape[1])[None, :, None] * np.array([0.25, 0.55, 1.25]) * over
    lit = np.clip(image * light, 0, 255).astype(np.uint8)
    reading, _ = look_at(lit, calibration.board(truth["board"]), corners=truth["corners_px"], in_vain=True)
    wrong, unknown = verdict(reading, truth)
    assert wrong == []
    assert unknown <= 0.2 * len("".join(truth["squares"]))


@pytest.mark.parametrize("name", ["r3", "y2"])
@pytest.mark.parametrize("with_empty", [True, False], ids=["with-empty", "alone"])
def test_houses_on_fields_of_their_own_colour_are_not_called_empty(name: str, with_empty: bool) -> None:
    """25 red and 22 yellow ones, of which little but the edges shows."""
    file = PICTURES / "hue" / f"{name}.jpg"
    board = parse_board(file.with_name(f"{name}-board.json").read_bytes())
    truth = truth_of(file)
    bare = read_picture(file.with_name(f"{name}-empty.jpg")) if with_empty else None
    reading, _ = look_at(read_picture(file), board, corners=truth["corners_px"], empty=bare)
    assert verdict(reading, truth)[0] == []


def test_uncertain_squares_are_those_that_read_unknown() -> None:
    reading = read(DEV[0], with_empty=True)
    unknown = {
        f"{chr(ord('A') + col)}{row}"
        for row, letters in enumerate(reading.squares, start=1)
        for col, letter in enumerate(letters)
        if letter == "?"
    }
    assert {square for square, _ in reading.uncertain} == unknown


def painted(x: int, y: int, half: int, colour: tuple[int, int, int]) -> tuple[Image, Image, dict[str, Any]]:
    """A board without houses with a square of one colour painted on it, the board itself, and the truth."""
    empty = read_picture(PICTURES / "seq02" / "empty.jpg")
    truth = json.loads((PICTURES / "seq02" / "empty.json").read_text())
    image = empty.copy()
    cv2.rectangle(image, (x - half, y - half), (x + half, y + half), colour, -1)
    return image, empty, truth


@pytest.mark.parametrize(
    "colour",
    [(215, 225, 235), (110, 150, 200), (180, 60, 170), (200, 180, 40)],
    ids=["paper", "skin", "violet", "cyan"],
)
def test_large_flat_thing_is_no_house(colour: tuple[int, int, int]) -> None:
    truth = json.loads((PICTURES / "seq02" / "empty.json").read_text())
    x, y = (int(v) for v in truth["square_centers_px"][6][6])
    image, empty, truth = painted(x, y, 24, colour)
    board = calibration.board(truth["board"])
    pose = pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))
    judged = judge(views(image, pose, empty), board.squares())
    assert judged.letters[board.squares().index(Square(6, 6))] == "?"


def test_board_in_the_dark_reads_unknown_everywhere() -> None:
    image, empty, truth = painted(0, 0, 0, (0, 0, 0))
    board = calibration.board(truth["board"])
    pose = pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))
    judged = judge(views(np.asarray(image // 12, np.uint8), pose, empty), board.squares())
    assert set(judged.letters) == {"?"}


def test_burnt_and_black_patches_are_unreadable() -> None:
    looks = np.zeros((3, SPAN, SPAN, 6), np.float32)
    looks[1] = 1.0
    looks[2] = 0.5
    assert unreadable(looks).tolist() == [True, True, False]


def test_black_thing_is_unreadable_where_a_square_in_the_shade_with_its_print_is_not() -> None:
    looks = np.full((2, SPAN, SPAN, 6), 33 / 255, np.float32)
    looks[:, :, ::4] = 38 / 255  # a little grain
    looks[1, :, ::4] = 39.8 / 255  # lines and light print
    assert unreadable(looks).tolist() == [True, False]


def test_what_is_burnt_out_stays_unreadable_where_the_white_balance_stands_still() -> None:
    image, _, truth = painted(0, 0, 0, (0, 0, 0))
    warm = np.clip(image * np.array([0.35, 0.8, 1.2]), 0, 255).astype(np.uint8)
    x, y = (int(v) for v in truth["square_centers_px"][6][6])
    cv2.circle(warm, (x, y), 40, (255, 255, 255), -1)
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (warm.shape[1], warm.shape[0]))
    seen = views(warm, pose)
    assert unreadable(patches(seen, (Square(6, 6), Square(2, 2)))).tolist() == [True, False]


def test_no_piece_is_sure_where_nothing_can_be_read() -> None:
    image, _, truth = painted(0, 0, 0, (0, 0, 0))
    board = calibration.board(truth["board"])
    pose = pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))
    black = views(np.zeros_like(image), pose)
    assert not judge(black, board.squares()).pieces_on.any()


def test_a_house_is_surely_a_piece_and_an_empty_square_is_not() -> None:
    picture = PICTURES / "seq02" / "0010.jpg"
    truth = json.loads(picture.with_suffix(".json").read_text())
    board = calibration.board(truth["board"])
    image = read_picture(picture)
    pose = pose_from_corners(truth["corners_px"], board, (image.shape[1], image.shape[0]))
    judged = judge(views(image, pose, read_picture(picture.with_name("empty.jpg"))), board.squares())
    houses = np.array([truth["squares"][square.row][square.col] != "." for square in board.squares()])
    assert not judged.pieces_on[~houses].any()
    assert judged.pieces_on[houses].mean() > 0.5


def measured(
    number: int = 1,
    *,
    bright: float = 1.0,
    tint: float = 0.5,
    tints: tuple[float, ...] = (),
    unlike: Any = None,
    dark: bool = False,
) -> Measures:
    """Measures of so many equal squares; ``tint``: of each colour, or ``tints`` of r, b, g and y.

    ``unlike``: how unlike the empty board each is, where that is known.
    """
    known = unlike is not None
    return Measures(
        np.full(number, bright),
        np.tile(tints or (tint,) * 4, (number, 1)),
        np.array(unlike, float) if known else None,
        np.full(number, 0.3 if dark else 0.9) if known else None,
    )


def test_letter_needs_certainty() -> None:
    torn = np.zeros((1, len(LETTERS)), np.float32)
    torn[0, LETTERS.index("b")], torn[0, LETTERS.index("t")] = 0.6, 0.4
    rows = np.concatenate([likely("b", 0.994), torn, likely("?", 1.0)])
    for clear in (0.0, 1.0):
        assert decide(rows, clear, measured(3)) == ["b", "?", "?"]
        assert decide(rows, clear, measured(3, unlike=[0.5, 0.5, 0.5])) == ["b", "?", "?"]


def between(**certainties: float) -> Any:
    """(1, 7): so certain of each letter that is named; ``other``: of anything else."""
    row = np.zeros((1, len(LETTERS)), np.float32)
    for letter, certainty in certainties.items():
        row[0, LETTERS.index("?" if letter == "other" else letter)] = certainty
    return row


@pytest.mark.parametrize("unlike", [None, [0.7]], ids=["alone", "with-empty"])
@pytest.mark.parametrize(("letter", "other"), [*((colour, 0.16) for colour in "rbgy"), ("t", 0.12)])
def test_what_may_be_anything_else_is_no_piece(letter: str, other: float, unlike: Any) -> None:
    """A finger's black shadow was called a TOP with 0.8, anything else 0.12; so are fallen houses and counters."""
    look = measured(bright=0.2, unlike=unlike)
    assert decide(between(**{letter: 1 - other, "other": other}), 1.0, look) == ["?"]
    assert decide(between(**{letter: 0.92, "other": 0.08}), 1.0, look) == [letter]


@pytest.mark.parametrize(("blue", "top", "told"), [(1.02, 0.025, "?"), (1.02, 0.005, "b"), (0.7, 0.025, "b")])
def test_on_blue_print_no_blue_house_is_told_that_may_be_a_top(blue: float, top: float, told: str) -> None:
    """The square's own blue does not tell them apart there; dev/5109 shows one."""
    look = measured(tints=(0.2, blue, 0.2, 0.2), unlike=[0.7])
    assert decide(between(b=0.99 - top, t=top, other=0.01), 1.0, look) == [told]


@pytest.mark.parametrize(("tint", "blue", "told"), [(0.57, 0.04, "?"), (0.57, 0.01, "t"), (0.3, 0.04, "t")])
def test_where_a_square_is_blue_no_top_is_told_that_may_be_a_blue_house(tint: float, blue: float, told: str) -> None:
    """One far away in dim light was: dev/5112."""
    look = measured(bright=0.18, tints=(0.2, tint, 0.2, 0.2))
    assert decide(between(t=0.98 - blue, b=blue, other=0.02), 1.0, look) == [told]


@pytest.mark.parametrize(
    ("blue", "bright", "clear", "told"),
    [(0.7, 0.2, 0.75, "?"), (0.7, 0.2, 0.95, "b"), (0.7, 0.4, 0.75, "b"), (0.5, 0.2, 0.75, "b")],
)
def test_in_the_dark_of_blue_print_a_blue_house_needs_a_clearer_board(
    blue: float, bright: float, clear: float, told: str
) -> None:
    """Shadows of blue houses on dev/5111 were told as such."""
    look = measured(bright=bright, tints=(0.2, blue, 0.2, 0.2), unlike=[0.7])
    assert decide(likely("b", 0.968), clear, look) == [told]


def test_a_square_that_is_most_unlike_the_empty_board_needs_more_certainty_to_be_empty() -> None:
    """A blue house on blue print, in a shadow: it was called empty with 0.9."""
    assert decide(bare(0.93), 1.0, measured(unlike=[0.7])) == ["."]
    assert decide(bare(0.93), 1.0, measured(unlike=[0.88])) == ["?"]
    assert decide(bare(0.96), 1.0, measured(unlike=[0.88])) == ["."]


@pytest.mark.parametrize("unlike", [None, [0.5]], ids=["alone", "with-empty"])
@pytest.mark.parametrize("letter", list(".rbgyt"))
def test_the_same_certainty_is_enough_on_a_clear_board_and_not_on_a_murky_one(letter: str, unlike: Any) -> None:
    look = measured(bright=0.4, tint=0.0 if letter == "t" else 0.5, unlike=unlike)
    assert decide(likely(letter, 0.92), 0.3, look) == ["?"]
    assert decide(likely(letter, 0.92), 1.0, look) == [letter]


def test_where_the_empty_board_is_known_a_square_that_looks_like_it_holds_no_house() -> None:
    fair = np.concatenate([likely("r", 0.9), likely("r", 0.9), bare(0.7)])
    assert decide(fair, 1.0, measured(3, unlike=[0.5, 0.1, 0.1])) == ["r", "?", "."]
    assert decide(fair, 1.0, measured(3, unlike=[0.5, 0.5, 0.5])) == ["r", "r", "?"]


@pytest.mark.parametrize("unlike", [None, [0.5]], ids=["alone", "with-empty"])
@pytest.mark.parametrize("letter", list("rbgy"))
def test_a_colour_that_is_hardly_seen_needs_more_certainty(letter: str, unlike: Any) -> None:
    assert decide(likely(letter, 0.95), 1.0, measured(tint=0.05, unlike=unlike)) == ["?"]
    assert decide(likely(letter, 0.98), 1.0, measured(tint=0.05, unlike=unlike)) == [letter]


@pytest.mark.parametrize("unlike", [None, [0.5]], ids=["alone", "with-empty"])
def test_a_top_that_is_bright_needs_more_certainty(unlike: Any) -> None:
    assert decide(likely("t", 0.95), 1.0, measured(bright=0.3, unlike=unlike)) == ["t"]
    assert decide(likely("t", 0.98), 1.0, measured(bright=0.6, unlike=unlike)) == ["?"]
    assert decide(likely("t", 0.99), 1.0, measured(bright=0.6, unlike=unlike)) == ["t"]


def torn() -> Any:
    """(1, 7): as likely a TOP as a blue house."""
    row = np.zeros((1, len(LETTERS)), np.float32)
    row[0, [LETTERS.index("b"), LETTERS.index("t")]] = 0.5
    return row


def test_no_top_is_told_on_a_board_whose_houses_look_black() -> None:
    top, red = likely("t", 0.99), likely("r", 0.99)
    for number, letters in ((2, ["t", "r"]), (3, ["?", "r"])):
        count = torn_squares(np.concatenate([top, red, *[torn()] * number]))
        assert count == number
        assert decide(np.concatenate([top, red]), 1.0, measured(2, bright=0.3), count) == letters


@pytest.mark.parametrize("number", ["8004", "8005"])
def test_dark_numbers_printed_in_squares_are_no_tops(number: str) -> None:
    """They were read as TOPs with up to 0.98, where the empty board was not known; the board's real ones are told."""
    file = PICTURES / "beside" / f"{number}.json"
    truth = json.loads(file.read_text())
    image = read_picture(file.with_suffix(".jpg"))
    reading, _ = look_at(image, calibration.board(truth["board"]), corners=truth["corners_px"], in_vain=True)
    assert verdict(reading, truth)[0] == []
    assert any("t" in row for row in reading.squares)


def test_print_of_a_real_photograph_is_no_piece() -> None:
    """A newspaper's 9 x 9 squares, 26 of them with a digit: nothing lies on any."""
    digits = "...6.47.. 7.6.....9 .....5.8. .7..2..93 8.......5 43..1..7. .5.2..... 3.....2.8 ..23.1..."
    puzzle = Board("puzzle", (252.0, 252.0), Grid((0.0, 0.0), (28.0, 28.0), 9, 9), ("1" * 9,) * 9)
    corners = ((73.0, 86.0), (492.0, 68.0), (519.0, 521.0), (36.0, 513.0))  # of the grid, by hand
    reading, _ = look_at(read_picture(PICTURES / "real" / "sudoku.png"), puzzle, corners=corners)
    assert set("".join(reading.squares)) <= {".", "?"}
    blank = [
        read
        for read_row, row in zip(reading.squares, digits.split(), strict=True)
        for read, digit in zip(read_row, row, strict=True)
        if digit == "."
    ]
    assert blank.count(".") >= 0.9 * len(blank)


def test_only_a_boards_own_squares_tell_how_clear_it_is() -> None:
    file = PICTURES / "seq00" / "0010.json"
    truth, image = json.loads(file.read_text()), read_picture(file.with_suffix(".jpg"))
    size = (image.shape[1], image.shape[0])
    pose = pose_from_corners(truth["corners_px"], SHARK, size)
    squares = SHARK.squares()
    judged = judge(views(image, pose), squares)
    assert judged.clear is not None
    clear = round(judged.clear * len(squares))
    unsure = squares[judged.letters.index("?")]
    zones = [list(row) for row in SHARK.zones]
    zones[unsure.row][unsure.col] = "."
    fewer = replace(SHARK, zones=tuple("".join(row) for row in zones))
    judged = judge(views(image, pose_from_corners(truth["corners_px"], fewer, size)), fewer.squares())
    assert judged.clear == pytest.approx(clear / (len(squares) - 1))


def test_a_square_that_is_much_unlike_the_empty_board_needs_more_certainty_to_be_empty() -> None:
    assert decide(bare(0.9), 1.0, measured(unlike=[0.7])) == ["."]
    assert decide(bare(0.9), 1.0, measured(unlike=[0.95])) == ["?"]
    assert decide(bare(0.96), 1.0, measured(unlike=[0.95])) == ["."]


def test_a_blue_square_needs_more_certainty_to_be_empty() -> None:
    """A blue house on blue print differs from it in little more than its edges."""
    blue, bluish = (0.0, 0.8, 0.0, 0.0), (0.0, 0.65, 0.0, 0.0)
    assert decide(bare(0.96), 1.0, measured(tints=blue, unlike=[0.3])) == ["?"]
    assert decide(bare(0.98), 1.0, measured(tints=blue, unlike=[0.3])) == ["."]
    assert decide(bare(0.8), 1.0, measured(tints=blue, unlike=[0.1])) == ["."]  # nothing differs at all
    assert decide(bare(0.96), 1.0, measured(tints=bluish)) == ["?"]
    assert decide(bare(0.98), 1.0, measured(tints=bluish)) == ["."]


@pytest.mark.parametrize("tints", [(1.2, 0, 0, 0), (0, 0, 0.8, 0), (0, 0, 0, 1.2)], ids=["red", "green", "yellow"])
def test_a_square_of_a_houses_own_colour_needs_more_certainty_to_be_empty(tints: tuple[float, ...]) -> None:
    assert decide(bare(0.98), 1.0, measured(tints=tints)) == ["?"]
    assert decide(bare(0.995), 1.0, measured(tints=tints)) == ["."]
    assert decide(bare(0.98), 1.0, measured(tints=tints, unlike=[0.3])) == ["?"]
    assert decide(bare(0.8), 1.0, measured(tints=tints, unlike=[0.1])) == ["."]  # nothing differs at all


def test_a_square_where_a_top_could_hide_needs_more_certainty_to_be_empty() -> None:
    assert decide(bare(0.78), 1.0, measured(bright=0.8)) == ["."]
    assert decide(bare(0.78), 1.0, measured(bright=0.4)) == ["?"]
    assert decide(bare(0.85), 1.0, measured(bright=0.4)) == ["."]
    assert decide(bare(0.85), 1.0, measured(bright=0.1)) == ["?"]


def test_a_black_square_on_dark_print_may_hold_a_top_and_on_light_print_lies_in_a_shadow() -> None:
    for dark, letter in ((True, "?"), (False, ".")):
        assert decide(bare(0.8), 1.0, measured(bright=0.15, unlike=[0.6], dark=dark)) == [letter]
    assert decide(bare(0.8), 1.0, measured(bright=0.3, unlike=[0.6], dark=True)) == ["."]


def test_tints_are_those_of_the_most_coloured_part_against_the_bright_print() -> None:
    warm = np.array([100, 140, 200], np.uint8)  # what white print looks like by a warm lamp
    ground = np.tile(warm, (7 * PX, 7 * PX, 1))
    ground[3 * PX : 4 * PX, 3 * PX : 4 * PX] = (200, 60, 50)  # blue
    ground[3 * PX : 4 * PX, 5 * PX : 6 * PX] = warm // 5  # black: white in the dark
    seen = Views(SHARK, ground, ground, None, (), ())
    blue, black = tints(seen, patches(seen, (Square(1, 1), Square(1, 3))))
    assert blue[1] == pytest.approx(np.log(203 / 63) - np.log(101 / 201), abs=0.01)
    assert blue[[0, 2, 3]].max() < 0.1
    assert np.abs(black).max() < 0.12


def test_a_letter_that_cannot_be_leaves_the_others_as_likely_against_each_other() -> None:
    found = np.array([[0.2, 0.1, 0, 0, 0.1, 0.6, 0], [0, 0, 0, 0.5, 0.5, 0, 0]], np.float32)
    bound = _without([LETTERS.index("t")], found)
    assert np.allclose(bound, [[0.5, 0.25, 0, 0, 0.25, 0, 0], [0, 0, 0, 0.5, 0.5, 0, 0]])
    certain = np.array([[0, 0, 0, 0, 0, 1, 0]], np.float32)
    assert np.isclose(_without([LETTERS.index("t")], certain).sum(), 1)
    assert _without([], found) is found


def test_brightness_is_that_of_the_darkest_seventh_at_the_darker_height() -> None:
    ground = np.full((7 * PX, 7 * PX, 3), 200, np.uint8)
    roof = ground.copy()
    ground[3 * PX : 4 * PX, 3 * PX : 3 * PX + PX // 4] = 50  # a quarter of the middle square
    roof[3 * PX : 4 * PX, 4 * PX : 4 * PX + 1] = 50  # a sixteenth of the next
    seen = Views(SHARK, ground, roof, None, (), ())
    squares = (Square(1, 1), Square(1, 2), Square(1, 0))
    assert brightness(seen, patches(seen, squares)).round(6).tolist() == [0.25, 1.0, 1.0]


def test_a_board_is_as_clear_as_many_of_its_squares_are_certain() -> None:
    certain_of_all = np.eye(len(LETTERS), dtype=np.float32)
    torn = np.full((7, len(LETTERS)), 1 / 7, np.float32)
    assert clearness(np.concatenate([certain_of_all, torn])) == 0.5


def patch(print_level: float, middle: float) -> Any:
    """(1, SPAN, SPAN, 9): print of one level, with something of another level over a part of its middle."""
    looks = np.full((1, SPAN, SPAN, 9), print_level, np.float32)
    looks[:, 14:20, 12:22, :6] = middle
    return looks


def decided(letter: str, looks: Any) -> list[str]:
    """What a patch with the empty board gets where the net is sure of ``letter``."""
    return decide(likely(letter, 0.994), 1.0, measured(unlike=unlike_empty(looks)))


def test_no_house_stands_where_the_square_looks_as_when_empty() -> None:
    assert unlike_empty(patch(0.5, 0.5))[0] < 0.01
    assert decided("g", patch(0.5, 0.5)) == ["?"]
    assert decided(".", patch(0.5, 0.5)) == ["."]


def test_smooth_light_is_not_unlike_the_empty_board_and_an_edge_is() -> None:
    looks = patch(0.5, 0.5)
    looks[..., :3] *= np.linspace(0.7, 1.0, SPAN, dtype=np.float32)[:, None, None]
    assert unlike_empty(looks)[0] < 0.05
    assert unlike_empty(patch(0.5, 0.25))[0] > 0.3


def test_candidates_are_the_letters_that_are_likely() -> None:
    torn = np.zeros(len(LETTERS), np.float32)
    torn[LETTERS.index("b")], torn[LETTERS.index("t")] = 0.6, 0.4
    covered = np.zeros(len(LETTERS), np.float32)
    covered[LETTERS.index("?")] = 1.0
    assert candidates(torn) == ("b", "t")
    assert candidates(covered) == ()


def test_empty_board_is_brought_to_the_light_of_the_picture() -> None:
    rng = np.random.default_rng(1)
    bare = rng.integers(60, 120, (64, 64, 3)).astype(np.uint8)
    lit = np.clip(bare * np.array([0.8, 1.0, 1.5]), 0, 255).astype(np.uint8)
    lit[:20, :20] = 250  # a sheet of paper that is new
    assert np.abs((bare * light_between(bare, lit))[30:, 30:] - lit[30:, 30:]).max() <= 3


def test_what_is_burnt_out_on_the_empty_board_is_brought_to_the_light_of_the_picture_too() -> None:
    """White print that the light of another hour burnt out is as bright as the picture shows it, not white still."""
    truth = json.loads((PICTURES / "table" / "0005.json").read_text())
    image = read_picture(PICTURES / "table" / "0005.jpg")
    pose = pose_from_corners(truth["corners_px"], calibration.board(truth["board"]), (image.shape[1], image.shape[0]))
    bright = np.clip(read_picture(PICTURES / "table" / "0005-empty.jpg") * 1.5, 0, 255).astype(np.uint8)
    x, y = np.round(truth["square_centers_px"][5][5]).astype(int)
    bright[y - 20 : y + 20, x - 20 : x + 20] = 255
    bare = views(image, pose, bright).bare
    assert bare is not None
    middle = slice((5 + MARGIN) * PX + 6, (5 + MARGIN) * PX + 10)
    assert bare[middle, middle].max() < 200  # 255 / 1.5 is 170


def test_light_is_that_of_the_rim_where_pieces_fill_the_greater_part_of_the_board() -> None:
    rng = np.random.default_rng(1)
    side = (16 + 2 * MARGIN) * FINE
    bare = rng.integers(60, 120, (side, side, 3)).astype(np.uint8)
    lit = np.clip(bare * np.array([0.8, 1.0, 1.5]), 0, 255).astype(np.uint8)
    expected = lit.copy()
    start = MARGIN * FINE
    lit[start : start + 16 * FINE, start : start + 15 * FINE] = (20, 160, 200)  # yellow pieces in 15 columns of 16
    assert np.abs(bare * light_between(bare, lit) - expected).max() <= 3


def certain(*squares: dict[str, float]) -> Any:
    """How likely each letter is, for each square."""
    return np.array([[letters.get(letter, 0.0) for letter in LETTERS] for letters in squares], np.float32)


def test_what_covers_the_squares_around_may_lie_over_one_that_looks_empty_too() -> None:
    """Of a TOP under a sleeve of the print's colours "." had 0.992."""
    certainties = certain({".": 0.992}, {".": 0.997}, {".": 0.992}, {"r": 0.992})
    around = np.array([0.4, 0.4, 0.375, 0.4])
    assert without_cover([".", ".", ".", "r"], certainties, around) == ["?", ".", ".", "r"]


@pytest.mark.parametrize(
    ("letter", "certainty", "covered"),
    [
        ("?", {"?": 0.98, ".": 0.02}, True),
        ("?", {".": 0.91, "?": 0.09}, True),
        ("?", {".": 0.6, "t": 0.37, "?": 0.03}, False),  # a shadow, or a TOP
        ("?", {".": 0.985, "?": 0.01}, False),
        (".", {".": 0.96, "?": 0.04}, False),
    ],
)
def test_a_doubtful_square_may_be_covered_where_that_is_as_likely_as_any_other_doubt(
    letter: str, certainty: dict[str, float], covered: bool
) -> None:
    assert may_be_covered(letter, certain(certainty)[0]) == covered


def test_a_top_under_a_sleeve_of_the_print_s_colours_is_not_called_empty_without_the_empty_board() -> None:
    """A square is judged by itself as with all others: the squares around it are looked at in either case."""
    path = PICTURES / "dev" / "0019.jpg"
    truth = json.loads(path.with_suffix(".json").read_text())
    board = calibration.board(truth["board"])
    image = read_picture(path)
    reading, evidence = look_at(image, board, corners=truth["corners_px"])
    assert evidence is not None
    assert reading.squares[3][11] == "?"
    (alone,) = judge(evidence.seen, [Square(3, 11)]).letters
    assert alone == "?"
