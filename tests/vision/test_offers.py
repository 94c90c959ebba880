"""Offer markers on the market: counted on import fields, one on an export field, and "?" where people must look."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

import calibration
from companion.commands.regions import command
from companion.errors import FormatError
from companion.fields import GOODS, name_of, parse_market_board
from companion.games import master_of_economy
from companion.games.master_of_economy import MasterOfEconomy
from companion.regions import COMPANIES, RegionReading
from tests.companion.games.master_of_economy.conftest import header_of
from vision.regions import read_regions

BOARD = parse_market_board(calibration.board_file("master-of-economy-market"))
IMPORTS = {name_of(good, 0) for good in GOODS}
NONE = dict.fromkeys(COMPANIES, 0)
PX = 3.0
MARGIN = 20.0
BGR = {"blue": (176, 92, 36), "yellow": (32, 190, 236), "green": (62, 128, 42), "red": (48, 42, 188)}
Marker = tuple[str, str, tuple[float, float]]
"""A company, the field, and where on it: mm from its middle."""


def middle(field: str) -> NDArray[np.float64]:
    return np.mean(np.asarray(BOARD.outlines[field], float), axis=0)


def draw(
    markers: Sequence[Marker], *, light: float = 1.0, lean: float = 0.0, seed: int = 1
) -> tuple[NDArray[np.uint8], list[tuple[float, float]]]:
    """A printed market with blocks of 12 mm on it and their shadows; the board's corners in the picture."""
    rng = np.random.default_rng(seed)
    width, height = (round((side + 2 * MARGIN) * PX) for side in BOARD.size_mm)
    sheet = np.full((height, width, 3), (70, 92, 110), np.uint8)

    def px(points: Any) -> NDArray[np.int32]:
        return np.round((np.asarray(points, float) + MARGIN) * PX).astype(np.int32)

    corners = px([[0, 0], [BOARD.size_mm[0], 0], [*BOARD.size_mm], [0, BOARD.size_mm[1]]])
    cv2.fillPoly(sheet, [corners], (208, 216, 222))
    for name, outline in BOARD.outlines.items():
        number = 0 if name in IMPORTS else int(name.split()[-1])
        cv2.fillPoly(sheet, [px(outline)], (178, 180, 182) if number == 6 else (190, 204, 214))
        cv2.polylines(sheet, [px(outline)], True, (90, 96, 104), 2, cv2.LINE_AA)
        x, y = px(outline[0])
        cv2.putText(sheet, str(number), (int(x) + 8, int(y) + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (40, 40, 46), 2)
    half = BOARD.side_mm / 2 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], float)
    for company, field, offset in markers:
        at = middle(field) + np.asarray(offset)
        shadow = sheet.copy()
        cv2.fillPoly(shadow, [px(half + at + 1.2)], (0, 0, 0))
        sheet = np.asarray(cv2.addWeighted(sheet, 0.72, shadow, 0.28, 0), np.uint8)
        cv2.fillPoly(sheet, [px(half + at)], BGR[company], cv2.LINE_AA)
    shift = lean * width / 2
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    target = np.array([[shift, 0], [width - shift, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(frame, target)
    levels = cv2.warpPerspective(sheet, matrix, (width, height)).astype(np.float32) * light
    noisy = np.clip(levels + rng.normal(0, 2.5, levels.shape), 0, 255).astype(np.uint8)
    moved = cv2.perspectiveTransform(corners.astype(np.float32)[None], matrix)[0]
    return noisy, [(float(x), float(y)) for x, y in moved]


def read(markers: Sequence[Marker], **how: Any) -> RegionReading:
    image, corners = draw(markers, **how)
    empty, _ = draw([], lean=how.get("lean", 0.0), seed=9)
    return read_regions(image, corners, BOARD, empty)


def lying(reading: RegionReading) -> dict[str, Mapping[str, int | None]]:
    return {field: counts for field, counts in reading.counts.items() if counts != NONE}


def test_goods_and_companies_are_the_games() -> None:
    assert GOODS == master_of_economy.GOODS
    assert COMPANIES == master_of_economy.COMPANIES


def test_on_an_empty_market_lies_nothing() -> None:
    assert lying(read([])) == {}


def test_several_markers_on_an_import_field_are_counted_and_those_on_export_fields_named() -> None:
    offers: list[Marker] = [
        ("red", "coal import", (-30, 0)),
        ("red", "coal import", (-18, 0)),  # it touches the first
        ("blue", "coal import", (4, 6)),
        ("green", "coal import", (28, -8)),
        ("yellow", "coal 1", (0, 4)),
        ("blue", "ship 11", (0, 0)),
        ("green", "building 6", (2, -3)),
        ("red", "power 3", (0, 0)),
    ]
    assert lying(read(offers)) == {
        "coal import": {"blue": 1, "yellow": 0, "green": 1, "red": 2},
        "coal 1": {**NONE, "yellow": 1},
        "ship 11": {**NONE, "blue": 1},
        "building 6": {**NONE, "green": 1},
        "power 3": {**NONE, "red": 1},
    }


@pytest.mark.parametrize(("light", "lean"), [(0.7, 0.0), (1.1, 0.0), (1.0, 0.12)], ids=["dim", "bright", "aslant"])
def test_light_and_angle_change_no_number(light: float, lean: float) -> None:
    offers: list[Marker] = [(company, name_of("iron", at), (0, 0)) for at, company in enumerate(COMPANIES, start=2)]
    assert lying(read(offers, light=light, lean=lean)) == {
        name_of("iron", at): {**NONE, company: 1} for at, company in enumerate(COMPANIES, start=2)
    }


def test_a_marker_on_the_line_between_two_fields_is_known_on_neither() -> None:
    reading = read([("blue", "coal 4", (13.5, 0))])
    assert (reading.counts["coal 4"]["blue"], reading.counts["coal 5"]["blue"]) == (None, None)


def test_two_markers_on_an_export_field_are_not_known() -> None:
    reading = read([("blue", "coal 4", (0, -9)), ("red", "coal 4", (0, 9))])
    assert reading.counts["coal 4"] == dict.fromkeys(COMPANIES, None)


def test_where_something_else_lies_nothing_is_known() -> None:
    image, corners = draw([("red", "steel import", (-30, 0))])
    empty, _ = draw([], seed=9)
    x, y = np.round((middle("steel import") + MARGIN) * PX).astype(int)
    cv2.ellipse(image, (int(x) + 30, int(y)), (60, 34), 0, 0, 360, (126, 150, 196), -1)  # a finger
    assert read_regions(image, corners, BOARD, empty).counts["steel import"] == dict.fromkeys(COMPANIES, None)


@pytest.mark.parametrize("seed", range(40, 46))
def test_no_number_is_wrong_and_most_are_known(seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = {field: dict(NONE) for field in BOARD.outlines}
    offers: list[Marker] = []
    for field in BOARD.outlines:
        cells = (
            [(-30.0, 0.0), (-16.0, 0.0), (-2.0, 0.0), (12.0, 0.0), (27.0, 0.0)] if field in IMPORTS else [(0.0, 0.0)]
        )
        for cell in cells[: int(rng.integers(0, len(cells) + 1))]:
            company = COMPANIES[int(rng.integers(0, 4))]
            jitter = rng.uniform(-1, 1, 2)
            offers.append((company, field, (cell[0] + float(jitter[0]), cell[1] + float(jitter[1]))))
            truth[field][company] += 1
    how = {"light": float(rng.uniform(0.75, 1.1)), "lean": float(rng.uniform(0, 0.12)), "seed": seed}
    reading = read(offers, **how)
    told = [(reading.counts[field][company], truth[field][company]) for field in truth for company in COMPANIES]
    assert [pair for pair in told if pair[0] is not None and pair[0] != pair[1]] == []
    placed = [pair for pair in told if pair[1]]
    assert sum(seen is not None for seen, _ in placed) >= 0.9 * len(placed)


def test_corners_and_pictures_that_do_not_fit_say_so() -> None:
    image, corners = draw([])
    assert "go clockwise" in str(read_regions(image, corners[::-1], BOARD, image).reason)
    assert "another size" in str(read_regions(image, corners, BOARD, image[:-2]).reason)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"marker_mm": 0}, "marker_mm"),
        ({"fields": {}}, "a row for each of building"),
        ({"size_mm": [100, 100]}, "coal|building"),
    ],
    ids=["marker", "rows", "size"],
)
def test_what_is_no_market_board_is_refused(changes: dict[str, Any], why: str) -> None:
    with pytest.raises(FormatError, match=why):
        parse_market_board({**calibration.board_file("master-of-economy-market"), **changes})


def offering(*booked: Mapping[str, Any]) -> tuple[MasterOfEconomy, Any]:
    """A game in which red, the first, makes its offers, and blue after it."""
    game = MasterOfEconomy()
    state = game.start(header_of(2, {"year": 1, "phase": 4}), calibration.board_file).state
    for event in booked:
        state = game.apply(state, game.parse_event(event)).state
    return game, state


RED = {"do": "offers", "company": "red", "import": {"coal": 2}, "export": {"building": [3]}}
RED_LIES: list[Marker] = [
    ("red", "coal import", (-30, 0)),
    ("red", "coal import", (-10, 0)),
    ("red", "building 3", (0, 0)),
]


def test_what_is_seen_of_the_company_that_offers_is_its_event() -> None:
    game, state = offering()
    sighting = game.sight_regions(state, read(RED_LIES).counts)
    assert (sighting.events, sighting.problems) == ((RED,), ())


def test_offers_that_lie_as_they_were_entered_need_nothing() -> None:
    game, state = offering(RED)
    sighting = game.sight_regions(state, read(RED_LIES).counts)
    assert (sighting.events, sighting.problems) == ((), ())


def test_what_differs_from_the_offers_entered_is_said_and_nothing_proposed() -> None:
    game, state = offering(RED)
    sighting = game.sight_regions(state, read([*RED_LIES[:1], *RED_LIES[2:], ("blue", "ship 2", (0, 0))]).counts)
    assert sighting.events == ()
    assert [str(text) for text in sighting.problems] == ["coal, import: 1 of Red Socks seen, 2 entered"]


def test_on_a_question_mark_nothing_is_proposed() -> None:
    game, state = offering()
    sighting = game.sight_regions(state, read([*RED_LIES, ("red", "iron 4", (13.5, 0))]).counts)
    assert sighting.events == ()
    assert [str(text) for text in sighting.unknown] == [
        "iron ore, field 4: a marker of Red Socks cannot be told, 0 entered",
        "iron ore, field 5: a marker of Red Socks cannot be told, 0 entered",
    ]


def test_a_field_that_the_board_file_has_not_is_not_known() -> None:
    game, state = offering()
    counts = {field: counts for field, counts in read(RED_LIES).counts.items() if field != "ship 11"}
    sighting = game.sight_regions(state, counts)
    assert sighting.events == ()
    assert [str(text)[:16] for text in sighting.unknown] == ["ships, field 11:"] * 2


def test_the_command_reads_a_market_and_sets_it_beside_a_record(tmp_path: Path) -> None:
    image, corners = draw(RED_LIES)
    empty, _ = draw([], seed=9)
    cv2.imwrite(str(tmp_path / "now.png"), image)
    cv2.imwrite(str(tmp_path / "empty.png"), empty)
    record = tmp_path / "game.jsonl"
    record.write_text(json.dumps(header_of(2, {"year": 1, "phase": 4})) + "\n", "utf-8")
    places = [f"{x},{y}" for x, y in corners]
    arguments = [str(tmp_path / "now.png"), "--board", "master-of-economy-market", "--json"]
    arguments += ["--empty", str(tmp_path / "empty.png"), "--corners", *places, "--game", str(record)]
    answer = CliRunner().invoke(command, arguments)
    assert answer.exit_code == 0, answer.output
    told = json.loads(answer.output)
    assert told["regions"]["coal import"] == {**NONE, "red": 2}
    assert told["events"] == [RED]
    own = tmp_path / "ours.json"
    own.write_text(json.dumps({**calibration.board_file("master-of-economy-market"), "name": "ours"}), "utf-8")
    arguments[2] = str(own)
    assert json.loads(CliRunner().invoke(command, arguments).output)["board"] == "ours"
