"""A board that is not whole in the picture: what lies beyond its edge is never told; most of it must be within."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest

import calibration
from companion.devices import Frame, Image
from companion.districts import parse_city
from companion.errors import BoardNotFound
from companion.pictures import read_picture
from companion.reading import Trouble
from companion.squares import Square
from hardware.virtual import draw_regions
from vision.pose import pose_from_corners
from vision.reader import look_at
from vision.regions import read_regions
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[1] / "pictures"
CITY = parse_city(calibration.board_file("big-shot")).regions()
Side = Literal["left", "right", "top", "bottom"]


def shown(name: str) -> tuple[Image, dict[str, Any]]:
    path = PICTURES / name
    return read_picture(path.with_suffix(".jpg")), json.loads(path.with_suffix(".json").read_text())


def cut_off(image: Image, points: Any, side: Side, pixels: int) -> tuple[Image, Any]:
    """The picture without so many pixels at one side, and where places of it then are."""
    height, width = image.shape[:2]
    left, top = (pixels if side == each else 0 for each in ("left", "top"))
    right, bottom = width - pixels * (side == "right"), height - pixels * (side == "bottom")
    return np.ascontiguousarray(image[top:bottom, left:right]), np.asarray(points, float) - [left, top]


def reach(points: Any, image: Image, side: Side, share: float) -> int:
    """Pixels from that side of the picture to where so much of the way across the places lies beyond."""
    places = np.asarray(points, float).reshape(-1, 2)
    low, high = places.min(axis=0), places.max(axis=0)
    x, y = low + share * (high - low) if side in ("left", "top") else high - share * (high - low)
    return round({"left": x, "right": image.shape[1] - x, "top": y, "bottom": image.shape[0] - y}[side])


def corners_of(points: Any) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in points]


def in_picture(centres: Any, image: Image) -> dict[Square, bool]:
    """Of each square: whether it is whole in the picture for certain (True), or for certain not (False).

    By the distance of its true middle from the picture's edge: more than its longest half, or negative.
    """
    places = np.asarray(centres, float)
    half = max(np.linalg.norm(np.diff(places, axis=axis), axis=2).max() for axis in (0, 1)) * 0.75
    height, width = image.shape[:2]
    told = {}
    for (row, col), _ in np.ndenumerate(places[..., 0]):
        x, y = places[row, col]
        room = min(x, y, width - x, height - y)
        if room < 0 or room > half:
            told[Square(row, col)] = bool(room > 0)
    return told


@pytest.mark.parametrize("with_empty", [False, True])
@pytest.mark.parametrize(
    ("name", "empty", "side"),
    [
        ("seq02/0040", "seq02/empty", "left"),
        ("seq02/0040", "seq02/empty", "top"),
        ("seq01/0008", "seq01/empty", "bottom"),
        ("table/0005", "table/0005-empty", "right"),
    ],
)
def test_squares_beyond_the_edge_are_not_told_and_the_others_are_never_wrong(
    name: str, empty: str, side: Side, with_empty: bool
) -> None:
    image, truth = shown(name)
    pixels = reach(truth["square_centers_px"], image, side, 0.3)
    seen, corners = cut_off(image, truth["corners_px"], side, pixels)
    _, centres = cut_off(image, truth["square_centers_px"], side, pixels)
    bare = cut_off(read_picture(PICTURES / f"{empty}.jpg"), [[0, 0]], side, pixels)[0] if with_empty else None
    # That it is looked for all the same, and right corners stay, is a matter of `read`, tests/companion/commands.
    reading, evidence = look_at(
        seen, calibration.board(truth["board"]), corners=corners_of(corners), empty=bare, in_vain=True
    )
    assert reading.found
    assert evidence is not None
    places = in_picture(centres, seen)
    assert sum(not whole for whole in places.values()) >= 20
    uncertain = dict(reading.uncertain)
    for square, whole in places.items():
        letter = reading.squares[square.row][square.col]
        if whole:
            assert letter in ("?", truth["squares"][square.row][square.col]), square.name
        else:
            assert (letter, uncertain[square.name]) == ("?", ()), square.name
    assert {square for square, whole in places.items() if not whole} <= set(evidence.beyond)
    assert {square for square, whole in places.items() if whole}.isdisjoint(evidence.beyond)
    read = [reading.squares[square.row][square.col] != "?" for square, whole in places.items() if whole]
    assert sum(read) > 0.9 * len(read)


def named_before(said: str, *texts: str) -> set[str]:
    """The squares that stand in the same sentence before some words, in any of the texts."""
    sentences = (text.split(said)[0].rsplit(". ", 1)[-1] for text in texts if said in text)
    return {name for sentence in sentences for name in re.findall(r"[A-Z]+[0-9]+", sentence)}


def test_a_watcher_tells_them_apart_from_what_is_covered() -> None:
    image, truth = shown("seq02/0040")
    empty, _ = shown("seq02/empty")
    pixels = reach(truth["square_centers_px"], image, "left", 0.2)
    seen, corners = cut_off(image, truth["corners_px"], "left", pixels)
    _, centres = cut_off(image, truth["square_centers_px"], "left", pixels)
    bare, _ = cut_off(empty, [[0, 0]], "left", pixels)
    watcher = BoardWatcher(calibration.board(truth["board"]), empty=bare, corners=corners_of(corners))
    told = [each for name in "ab" for each in watcher.see(Frame(name, seen.copy(), 0)) if isinstance(each, Trouble)]
    assert watcher.squares is not None
    beyond = [square for square, whole in in_picture(centres, seen).items() if not whole]
    assert beyond
    for square in beyond:
        assert watcher.squares[square.row][square.col] == "?"
    said = [str(trouble.text) for trouble in told]
    assert {square.name for square in beyond} <= named_before(" are not whole in the camera's picture", *said)
    assert watcher.pieces_on.isdisjoint(beyond)
    assert {trouble.kind for trouble in told} == {"unsure"}


def test_squares_that_the_empty_picture_alone_cuts_off_are_told_as_such() -> None:
    """Whole in the camera's picture, so nothing is said of that; the empty board is that of a camera that saw less."""
    image, truth = shown("seq02/0040")
    empty, _ = shown("seq02/empty")
    pixels = reach(truth["square_centers_px"], image, "left", 0.2)
    bare, centres = cut_off(empty, truth["square_centers_px"], "left", pixels)
    _, corners = cut_off(empty, truth["corners_px"], "left", pixels)
    beyond = {square for square, whole in in_picture(centres, bare).items() if not whole}
    assert beyond

    reading, evidence = look_at(
        image, calibration.board(truth["board"]), corners=corners_of(truth["corners_px"]), empty=bare
    )
    assert evidence is not None
    assert beyond <= set(evidence.beyond_empty)
    assert (evidence.beyond, set(evidence.not_empty) & beyond) == ((), set())
    assert {reading.squares[square.row][square.col] for square in beyond} == {"?"}

    watcher = BoardWatcher(calibration.board(truth["board"]), empty=bare, corners=corners_of(corners))
    (told,) = (each for name in "ab" for each in watcher.see(Frame(name, image, 0)) if isinstance(each, Trouble))
    said = " are not whole in the picture of the empty board: take that"
    assert {square.name for square in beyond} == named_before(said, str(told.text))
    assert "in the camera's picture" not in str(told.text)


@pytest.mark.parametrize("share", [0.1, 0.4])
@pytest.mark.parametrize("side", ["left", "right", "top", "bottom"])
def test_a_board_of_which_the_larger_part_is_in_the_picture_has_its_corners_beyond(side: Side, share: float) -> None:
    image, truth = shown("seq02/0040")
    seen, corners = cut_off(image, truth["corners_px"], side, reach(truth["corners_px"], image, side, share))
    pose = pose_from_corners(corners_of(corners), calibration.board(truth["board"]), (seen.shape[1], seen.shape[0]))
    assert np.allclose(pose.corners_px, corners, atol=0.01)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize(("across", "down"), [(0.65, 0), (-0.65, 0), (0, 0.65), (0.4, -0.4), (3, 0), (-3, 3), (0, 90)])
def test_corners_that_put_most_of_it_outside_are_refused(across: float, down: float, first: int) -> None:
    """A board that fills the picture, moved by shares of its width and height: what remains within is below a half."""
    width, height = 640, 480
    board = calibration.board("shark-1991")
    corners = [(x + across * width, y + down * height) for x, y in ((0, 0), (640, 0), (640, 480), (0, 480))]
    with pytest.raises(BoardNotFound, match=r"outside the picture, which is 640 x 480 pixels"):
        pose_from_corners(corners[first:] + corners[:first], board, (width, height))


def test_a_region_that_is_not_whole_in_the_picture_has_no_number() -> None:
    image, corners = draw_regions(CITY, [], np.random.default_rng(1))
    pose = pose_from_corners(corners, CITY.sheet(), (image.shape[1], image.shape[0]))
    outlines = {name: pose.project(outline) for name, outline in CITY.outlines.items()}
    pixels = reach(corners, image, "left", 0.3)
    seen, moved = cut_off(image, corners, "left", pixels)
    reading = read_regions(seen, corners_of(moved), CITY, seen)
    assert reading.found
    cut = {name for name, outline in outlines.items() if outline[:, 0].min() < pixels - 2}
    whole = {name for name, outline in outlines.items() if outline[:, 0].min() > pixels + 2}
    assert cut
    assert whole
    for name in cut:
        assert set(reading.counts[name].values()) == {None}, name
    for name in whole:
        assert set(reading.counts[name].values()) == {0}, name
