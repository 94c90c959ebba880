"""Stones counted in free-form regions: never a wrong number, most of them known, and "?" where people must look."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

import calibration
from companion.devices import Image
from companion.districts import City, parse_city
from companion.errors import BoardNotFound, FormatError
from companion.reading import Point
from companion.regions import COLOURS, Counts, RegionBoard
from hardware.virtual import Block, draw_regions
from vision.pose import pose_from_corners
from vision.regions import count_blocks

CITY = parse_city(calibration.board_file("big-shot")).regions()
NONE = dict.fromkeys(COLOURS, 0)


def middle(name: str) -> tuple[float, float]:
    x, y = np.mean(np.asarray(CITY.outlines[name], float), axis=0)
    return float(x), float(y)


def counted(image: Image, corners: Sequence[Point], city: RegionBoard, empty: Image) -> Counts:
    pose = pose_from_corners(corners, city.sheet(), (image.shape[1], image.shape[0]))
    return count_blocks(image, pose, city, empty, pose)


def read(stones: Sequence[Block], *, light: float = 1.0, tilt: float = -12.0, seed: int = 1) -> Counts:
    rng = np.random.default_rng(seed)
    image, corners = draw_regions(CITY, stones, rng, light=light, tilt_deg=tilt)
    empty, _ = draw_regions(CITY, [], rng, tilt_deg=tilt)
    return counted(image, corners, CITY, empty)


def in_a_row(name: str, colours: str, pitch: float = 10.0, turn: float = 0.0) -> list[Block]:
    """Blocks side by side, touching at a pitch of 10 mm."""
    x, y = middle(name)
    words = {"r": "red", "y": "yellow", "w": "white", "b": "black"}
    along = np.array([np.cos(np.deg2rad(turn)), np.sin(np.deg2rad(turn))])
    places = [np.array([x, y]) + along * pitch * (at - (len(colours) - 1) / 2) for at in range(len(colours))]
    return [
        Block(words[letter], (float(px), float(py)), turn) for letter, (px, py) in zip(colours, places, strict=True)
    ]


def test_an_empty_board_has_no_stones() -> None:
    assert read([]) == dict.fromkeys(CITY.outlines, NONE)


@pytest.mark.parametrize("turn", [0.0, 33.0])
def test_blocks_that_touch_are_counted_one_by_one(turn: float) -> None:
    reading = read([*in_a_row("D6", "rrr", turn=turn), *in_a_row("D11", "bb", turn=turn), *in_a_row("D1", "byyb")])
    assert reading["D6"] == {**NONE, "red": 3}
    assert reading["D11"] == {**NONE, "black": 2}
    assert reading["D1"] == {**NONE, "black": 2, "yellow": 2}


@pytest.mark.parametrize(
    ("light", "tilt"),
    [(0.7, -12.0), (1.1, -12.0), (1.0, 0.0), (1.0, -25.0)],
    ids=["dim", "bright", "straight", "aslant"],
)
def test_light_and_angle_change_no_number(light: float, tilt: float) -> None:
    reading = read([*in_a_row("D2", "rwb", pitch=12), *in_a_row("D13", "yy")], light=light, tilt=tilt)
    assert reading["D2"] == {**NONE, "red": 1, "white": 1, "black": 1}
    assert reading["D13"] == {**NONE, "yellow": 2}


def test_a_stone_on_the_line_between_two_districts_is_not_known_in_either() -> None:
    corner = CITY.outlines["D6"]
    on_line = (np.array(corner[0]) + np.array(corner[3])) / 2  # the side that D5 and D6 share
    reading = read([Block("red", (float(on_line[0]), float(on_line[1])))])
    assert (reading["D5"]["red"], reading["D6"]["red"]) == (None, None)
    assert reading["D9"] == NONE


def test_where_something_else_lies_nothing_is_known() -> None:
    rng = np.random.default_rng(2)
    image, corners = draw_regions(CITY, in_a_row("D7", "rr"), rng)
    empty, _ = draw_regions(CITY, [], rng)
    sheet = pose_from_corners(corners, CITY.sheet(), (image.shape[1], image.shape[0]))
    ((x, y),) = sheet.project([middle("D7")])
    cv2.ellipse(image, (round(x), round(y) + 45), (50, 26), 0, 0, 360, (126, 150, 196), -1)  # a finger
    assert counted(image, corners, CITY, empty)["D7"] == dict.fromkeys(COLOURS, None)


def test_half_a_stone_more_than_a_whole_number_is_not_known() -> None:
    x, y = middle("D4")
    stacked = [Block("red", (x, y)), Block("red", (x + 5, y))]  # one lies half on the other
    assert read(stacked)["D4"]["red"] is None


def scattered(rng: np.random.Generator) -> tuple[list[Block], dict[str, dict[str, int]]]:
    """Up to six stones in each district, close together and turned at random, and how many that are."""
    stones, truth = [], {name: dict(NONE) for name in CITY.outlines}
    for name in CITY.outlines:
        turn, pitch = rng.uniform(0, 90), rng.choice([10.0, 10.4, 12.5])
        cells = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1)]
        rng.shuffle(cells)
        angle = np.deg2rad(turn)
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        for cell in cells[: rng.integers(0, 7)]:
            colour = COLOURS[rng.integers(0, 4)]
            x, y = np.asarray(middle(name)) + rotation @ (np.array(cell) * pitch)
            stones.append(Block(colour, (float(x), float(y)), turn))
            truth[name][colour] += 1
    return stones, truth


@pytest.mark.parametrize("seed", range(100, 106))
def test_no_number_is_wrong_and_most_are_known(seed: int) -> None:
    rng = np.random.default_rng(seed)
    stones, truth = scattered(rng)
    reading = read(stones, light=float(rng.uniform(0.75, 1.1)), tilt=float(rng.uniform(-20, 0)), seed=seed)
    told = [
        (reading[name][colour], truth[name][colour])
        for name in truth
        for colour in COLOURS
        if truth[name][colour] or reading[name][colour]
    ]
    assert [pair for pair in told if pair[0] is not None and pair[0] != pair[1]] == []
    assert sum(count is not None for count, _ in told) >= 0.7 * len(told)


def unmeasured() -> City:
    raw = calibration.board_file("big-shot")
    districts = [{key: value for key, value in d.items() if key != "outline_mm"} for d in raw["districts"]]
    return parse_city({"name": "ours", "districts": districts})


def test_what_cannot_be_read_says_why() -> None:
    with pytest.raises(FormatError, match="not measured: draw their outlines"):
        unmeasured().regions().sheet()
    image, corners = draw_regions(CITY, [], np.random.default_rng(1))
    with pytest.raises(BoardNotFound, match="another size"):
        counted(image, corners, CITY, image[:300])
