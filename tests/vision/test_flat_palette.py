"""Flat pieces that a palette knows to be flat."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from typing import Any

import cv2
import msgspec
import numpy as np
import pytest

import calibration
from companion.board import Board
from companion.commands._learning import check_layout, sample
from companion.devices import Frame, Image
from companion.errors import FormatError
from companion.pictures import read_picture
from companion.reading import Change
from companion.squares import Square
from tests.vision.test_flat_pieces import PICTURES, lit, of_tiles
from vision.classify import looks_flat
from vision.emptiness import bareness, check_empty
from vision.palette import Palette, learn_palette
from vision.placing import pose_of_empty
from vision.pose import pose_from_corners
from vision.reader import look_at
from vision.watcher import BoardWatcher


def learned(image: Image, board: Board, truth: Any) -> Palette:
    hidden = [Square(row, col) for col, row in truth["occluded"]]
    return learn_palette(
        board.name, [sample(image, board, truth["squares"], corners=truth["corners_px"], hidden=hidden)]
    )


class Tiles:
    """Discs of four colours on 20 x 20 squares, and the same board with only some of them."""

    def __init__(self) -> None:
        self.truth, self.board = of_tiles("7007")
        self.image = read_picture(PICTURES / "flat" / "7007.jpg")
        self.pose = pose_from_corners(self.truth["corners_px"], self.board, self.image.shape[1::-1])
        empty = read_picture(PICTURES / "flat" / "7007-empty.jpg")
        _, bare_pose = pose_of_empty(self.image, self.pose, empty, self.truth["corners_px"])
        assert bare_pose is not None
        to_image = self.pose.homography @ np.linalg.inv(bare_pose.homography)
        self.bare = cv2.warpPerspective(empty, to_image, self.image.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)

    def pieces(self) -> list[tuple[Square, str]]:
        hidden = {tuple(place) for key in ("occluded", "dark", "blown") for place in self.truth[key]}
        found = [(each, self.truth["squares"][each.row][each.col]) for each in self.board.squares()]
        return [(each, letter) for each, letter in found if letter != "." and (each.col, each.row) not in hidden]

    def with_only(self, squares: Sequence[Square]) -> Image:
        grid, mask = self.board.grid, np.zeros(self.image.shape[:2], np.uint8)
        for square in squares:
            steps = np.add([(0, 0), (1, 0), (1, 1), (0, 1)], (square.col, square.row))
            outline = self.pose.project(steps * grid.pitch_mm + grid.origin_mm)
            cv2.fillConvexPoly(mask, outline.round().astype(np.int32), 255)
        return np.where(mask[..., None] > 0, self.image, self.bare)


@pytest.fixture(scope="module")
def tiles() -> Tiles:
    return Tiles()


@pytest.fixture(scope="module")
def palette(tiles: Tiles) -> Palette:
    return learned(tiles.image, tiles.board, tiles.truth)


def letters(rows: Sequence[str]) -> dict[Square, str]:
    return {Square(row, col): letter for row, line in enumerate(rows) for col, letter in enumerate(line)}


def test_the_first_tiles_of_a_game_are_told_with_a_palette_that_knows_that_they_are_flat(
    tiles: Tiles, palette: Palette
) -> None:
    """Six of 400 squares are too few to see it from the board: without it they read '?'."""
    assert palette.flat
    first = tiles.pieces()[::21]
    image, corners = tiles.with_only([square for square, _ in first]), tiles.truth["corners_px"]
    reading, _ = look_at(image, tiles.board, corners=corners, palette=palette, in_vain=True)
    assert {at: letter for at, letter in letters(reading.squares).items() if letter != "."} == dict(first)
    without, _ = look_at(image, tiles.board, corners=corners, in_vain=True)
    assert {at: letter for at, letter in letters(without.squares).items() if letter != "."} == {
        square: "?" for square, _ in first
    }


def test_the_first_tile_of_a_game_is_told_as_it_comes(tiles: Tiles, palette: Palette) -> None:
    (square, letter), *_ = tiles.pieces()
    corners = [(x, y) for x, y in tiles.truth["corners_px"]]
    watcher = BoardWatcher(tiles.board, corners=corners, palette=palette)
    frames = [tiles.bare, tiles.with_only([square])]
    told = [event for at, image in enumerate(frames) for event in watcher.see(Frame(str(at), image, at * 1000))]
    assert [(event.added, event.removed) for event in told if isinstance(event, Change)] == [
        (((square.name, letter),), ())
    ]


LIGHTS = {"its own": {}, "warm": {"white": (0.6, 0.9, 1.2)}, "dark": {"gamma": 1.8}, "a lamp": {"peak": 0.7}}


@pytest.mark.parametrize(
    ("name", "light"),
    [
        *(("table/5006", "its own"), ("table/5006", "warm"), ("table/5013", "dark"), ("table/5013", "a lamp")),
        *(("table/5026", "warm"), ("table/5026", "dark"), ("dev/5056", "its own"), ("dev/5056", "a lamp")),
    ],
)
def test_houses_do_not_look_flat(name: str, light: str) -> None:
    file = PICTURES / f"{name}.json"
    truth = json.loads(file.read_text())
    board = calibration.board(truth["board"])
    image = lit(read_picture(file.with_suffix(".jpg")), truth["corners_px"], **LIGHTS[light])
    assert not looks_flat([sample(image, board, truth["squares"], corners=truth["corners_px"])])


@cache
def of_houses() -> Palette:
    file = PICTURES / "table" / "5026.json"
    truth = json.loads(file.read_text())
    return learned(read_picture(file.with_suffix(".jpg")), calibration.board(truth["board"]), truth)


@pytest.mark.parametrize("with_empty", [False, True], ids=["alone", "with empty"])
@pytest.mark.parametrize("name", ["5000", "5006", "5012", "5013"])
def test_houses_are_not_called_empty_by_a_palette_that_holds_them_for_flat(name: str, with_empty: bool) -> None:
    """As palettes of 5026 did that were learned in warm light, by a lamp or in the dark."""
    file = PICTURES / "table" / f"{name}.json"
    truth, image = json.loads(file.read_text()), read_picture(file.with_suffix(".jpg"))
    empty = read_picture(file.with_name(f"{name}-empty.jpg")) if with_empty else None
    flat = msgspec.structs.replace(of_houses(), flat=True)
    board, corners = calibration.board(truth["board"]), truth["corners_px"]
    reading, _ = look_at(image, board, corners=corners, empty=empty, palette=flat, in_vain=True)
    pairs = zip("".join(reading.squares), "".join(truth["squares"]), strict=True)
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []


@pytest.mark.parametrize("light", ["its own", "a lamp"])
def test_a_layout_of_which_nothing_is_told_is_not_taken_for_right(light: str) -> None:
    """By these nets nothing is told of that board in any light, so no piece is missed, nor one too many."""
    truth, board = of_tiles("7203")
    image = lit(read_picture(PICTURES / "flat" / "7203.jpg"), truth["corners_px"], **LIGHTS[light])
    turned = [row[::-1] for row in truth["squares"][::-1]]
    with pytest.raises(FormatError, match="as asked for"):
        check_layout(sample(image, board, turned, corners=truth["corners_px"]))


@pytest.mark.parametrize("left", [60, 21, 10])
def test_tiles_that_were_left_on_the_empty_board_are_named(tiles: Tiles, palette: Palette, left: int) -> None:
    """To the nets that know houses most of so few are bare squares; then where one still stands no piece was seen."""
    squares = [square for square, _ in tiles.pieces()[::left]]
    empty = tiles.with_only(squares)
    assert bareness(empty, tiles.pose, flat=True).taken == frozenset(squares)
    reading, evidence = look_at(
        empty, tiles.board, corners=tiles.truth["corners_px"], empty=empty, palette=palette, in_vain=True
    )
    assert evidence is not None
    assert set(squares) <= set(evidence.not_empty)
    assert {reading.squares[each.row][each.col] for each in squares} == {"?"}


@pytest.mark.parametrize(("name", "light"), [("7203", "its own"), ("7203", "dark"), ("7206", "warm")])
def test_a_board_of_tiles_is_no_picture_of_the_empty_board(name: str, light: str) -> None:
    truth, board = of_tiles(name)
    corners = truth["corners_px"]
    image = lit(read_picture(PICTURES / "flat" / f"{name}.jpg"), corners, **LIGHTS[light])
    assert check_empty(image, pose_from_corners(corners, board, image.shape[1::-1])).state == "wrong"
    again = np.clip(image + np.random.default_rng(0).normal(0, 2, image.shape), 0, 255).astype(np.uint8)
    reading, _ = look_at(again, board, corners=corners, empty=image, in_vain=True)
    pairs = zip("".join(reading.squares), "".join(truth["squares"]), strict=True)
    assert [pair for pair in pairs if pair[0] not in ("?", pair[1])] == []


def test_a_layout_of_tiles_is_checked_by_the_net_that_knows_them(tiles: Tiles) -> None:
    """As few as are asked for; in another gamma the nets that know houses call two of them empty."""
    asked = dict(tiles.pieces()[::8])
    image = lit(tiles.with_only(list(asked)), tiles.truth["corners_px"], gamma=0.4)
    rows = ["".join(asked.get(Square(row, col), ".") for col in range(20)) for row in range(20)]
    check_layout(sample(image, tiles.board, rows, corners=tiles.truth["corners_px"]))
    rows[0] = "." * 20
    with pytest.raises(FormatError, match=r"[A-T]1,"):
        check_layout(sample(image, tiles.board, rows, corners=tiles.truth["corners_px"]))


@pytest.mark.parametrize("shift", [(0, 0), (3, -2)])
def test_an_empty_board_that_pieces_hide_in_the_picture_is_laid_on_its_own_lines(
    tiles: Tiles, shift: tuple[int, int]
) -> None:
    """Its print shows too little else to be found again; the pose is shifted as the picture is."""
    corners = tiles.truth["corners_px"]
    moved = cv2.warpAffine(
        tiles.bare, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], float), None, borderMode=cv2.BORDER_REPLICATE
    )
    used, pose = pose_of_empty(tiles.image, tiles.pose, moved, corners)
    assert used is moved
    assert pose is not None
    assert np.array(pose.corners_px) - corners == pytest.approx(np.tile(shift, (4, 1)), abs=1.5)


def test_an_empty_board_that_lies_a_row_further_on_is_not_taken_for_the_same_view(tiles: Tiles) -> None:
    """Unless it is found by itself: corners that were given may be of another board."""
    corners = np.array(tiles.truth["corners_px"])
    square = (corners[3] - corners[0]) * tiles.board.grid.pitch_mm[1] / tiles.board.size_mm[1]
    moved = cv2.warpAffine(
        tiles.bare, np.array([[1, 0, square[0]], [0, 1, square[1]]]), None, borderMode=cv2.BORDER_REPLICATE
    )
    assert pose_of_empty(tiles.image, tiles.pose, moved, tiles.truth["corners_px"]) == (None, None)
