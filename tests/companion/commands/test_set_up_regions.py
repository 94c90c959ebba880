"""A camera set up over a board of regions, by the page's desk and by the command: districts, and a market's fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.board import blank_board
from companion.commands._calibration import load_view
from companion.commands._desk import CameraDesk
from companion.commands._grounds import known_grounds
from companion.commands.calibrate import command as calibrate
from companion.commands.read import command as read
from companion.commands.regions import command as regions
from companion.devices import Image
from companion.districts import parse_city
from companion.errors import BoardNotFound, DeviceError, FormatError, TableError
from companion.fields import parse_market_board
from companion.table import Setting
from hardware.virtual import Block, draw_regions
from tests.companion.commands.test_desk import Eyes, no_camera

CITY = parse_city(calibration.board_file("big-shot")).regions()
MARKET = parse_market_board(calibration.board_file("master-of-economy-market"))


def photo(*stones: Block, seed: int = 1) -> tuple[Image, list[list[float]]]:
    """The virtual board of districts, and where its geometry puts the board's corners."""
    image, corners = draw_regions(CITY, stones, np.random.default_rng(seed))
    return image, [list(corner) for corner in corners]


def market_photo(seed: int = 1) -> tuple[Image, list[list[float]]]:
    """A drawn market, its fields outlined on a green board, seen askew."""
    width, height = MARKET.size_mm
    print_ = np.full((round(3 * height), round(3 * width), 3), (96, 150, 110), np.uint8)
    for outline in MARKET.outlines.values():
        box = (np.asarray(outline) * 3).round().astype(np.int32)
        cv2.fillPoly(print_, [box], (190, 205, 214))
        cv2.polylines(print_, [box], True, (60, 70, 80), 3)
    corners = [[130.0, 70.0], [1150.0, 95.0], [1190.0, 860.0], [90.0, 840.0]]
    from_px = np.array([[0, 0], [3 * width, 0], [3 * width, 3 * height], [0, 3 * height]], np.float32)
    to = cv2.getPerspectiveTransform(from_px, np.array(corners, np.float32))
    image = cv2.warpPerspective(print_, to, (1280, 960), borderValue=(70, 80, 90)).astype(float)
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8), corners


@pytest.fixture
def eyes() -> Eyes:
    eyes = Eyes(photo()[0])
    eyes.setting = Setting(1, None, "", (), CITY)
    return eyes


@pytest.fixture
def clock() -> list[float]:
    return [0.0]


@pytest.fixture
def desk(tmp_path: Path, eyes: Eyes, clock: list[float]) -> CameraDesk:
    kept = tmp_path / "kept.json"
    own = tmp_path / "boards"
    own.mkdir()
    return CameraDesk(
        kept,
        eyes,
        lambda: known_grounds(own),
        no_camera,
        lambda: {"0": ""},
        idle_min=lambda: 15,
        clock=lambda: clock[0],
    )


def begun(desk: CameraDesk, board: str = "big-shot") -> dict[str, Any]:
    return desk.tell({"do": "begin", "camera": "0", "board": board})


def test_districts_are_offered_first_where_the_game_is_on_them(desk: CameraDesk) -> None:
    state = desk.state()
    assert state["board"] == "big-shot"
    assert {"big-shot", "master-of-economy-market", "shark-2001"} <= set(state["boards"])
    assert begun(desk)["grid"] is None


def test_districts_are_set_up_by_their_corner_markers(desk: CameraDesk, eyes: Eyes, tmp_path: Path) -> None:
    begun(desk)
    _, truth = photo()
    found = desk.tell({"do": "find"})["corners"]
    np.testing.assert_allclose(found, truth, atol=2.0)
    eyes.image = photo(seed=2)[0]
    state = desk.tell({"do": "empty"})
    assert [(str(each["name"]), each["state"]) for each in state["findings"]] == [
        (name, "ok") for name in ("Size", "Tilt", "Light", "Glare", "Focus")
    ]
    eyes.image = photo(seed=3)[0]
    assert desk.tell({"do": "check", "on": "empty"})["score"] == {"percent": 100, "good": True, "others": []}
    assert "uses it from now on" in str(desk.tell({"do": "keep"})["said"])
    view = load_view(tmp_path / "kept.json")
    assert view.board == CITY.sheet()
    assert eyes.used[0].board == CITY.sheet()


def test_stone_that_was_left_lying_is_named_in_the_check_and_its_outline_stands_out(
    desk: CameraDesk, eyes: Eyes
) -> None:
    begun(desk)
    desk.tell({"do": "find"})
    desk.tell({"do": "empty"})
    eyes.image = photo(Block("red", (160.0, 60.0)))[0]  # in D2: x from 118 to 214, y from 15 to 117
    score = desk.tell({"do": "check"})["score"]
    assert (score["others"], score["good"]) == (["D2"], False)
    shown = desk.picture("grid")
    assert shown is not None
    drawn = cv2.imdecode(np.frombuffer(shown, np.uint8), cv2.IMREAD_COLOR)
    assert drawn.shape == eyes.image.shape
    assert (np.abs(drawn.astype(int) - eyes.image).max(axis=2) > 60).sum() > 5000, "the outlines lie over the picture"


def test_corners_shown_by_hand_are_taken_and_a_camera_that_moved_is_told(desk: CameraDesk, eyes: Eyes) -> None:
    begun(desk)
    _, truth = photo()
    with pytest.raises(BoardNotFound, match="clockwise"):
        desk.tell({"do": "corners", "corners": truth[::-1]})
    np.testing.assert_allclose(desk.tell({"do": "corners", "corners": truth})["corners"], truth, atol=0.1)
    eyes.image = np.roll(photo()[0], 15, axis=1)
    with pytest.raises(DeviceError, match="moved between two pictures"):
        desk.tell({"do": "empty"})


def test_no_colours_are_learned_where_there_are_no_squares(desk: CameraDesk) -> None:
    begun(desk)
    desk.tell({"do": "find"})
    assert desk.tell({"do": "empty"})["layout"] is None
    for step in ({"do": "learn"}, {"do": "kinds", "kinds": "rb"}, {"do": "check", "on": "layout"}):
        with pytest.raises(TableError, match="no colours are learned"):
            desk.tell(step)


def test_own_board_is_offered_as_soon_as_it_is_kept_and_a_broken_one_never(desk: CameraDesk, tmp_path: Path) -> None:
    raw = {**calibration.board_file("big-shot"), "name": "ours"}
    first, second, *others = raw["districts"]
    over = [first, {**second, "outline_mm": first["outline_mm"]}, *others]
    (tmp_path / "boards" / "ours.json").write_text(json.dumps(raw), "utf-8")
    (tmp_path / "boards" / "over.json").write_text(json.dumps({**raw, "name": "over", "districts": over}), "utf-8")
    (tmp_path / "boards" / "none.json").write_text("{", "utf-8")
    boards = desk.state()["boards"]
    assert "ours" in boards
    assert not {"over", "none"} & set(boards)
    assert begun(desk, "ours")["board"] == "ours"


def test_fields_of_a_market_are_set_up_by_the_boards_corners(desk: CameraDesk, eyes: Eyes, tmp_path: Path) -> None:
    begun(desk, "master-of-economy-market")
    eyes.image, corners = market_photo()
    with pytest.raises(BoardNotFound, match="0 of its four corner markers"):
        desk.tell({"do": "find"})
    desk.tell({"do": "corners", "corners": corners})
    desk.tell({"do": "empty"})
    eyes.image = market_photo(seed=2)[0]
    assert desk.tell({"do": "check"})["score"] == {"percent": 100, "good": True, "others": []}
    desk.tell({"do": "keep"})
    assert load_view(tmp_path / "kept.json").board == blank_board(MARKET.name, MARKET.size_mm)


def test_it_ends_by_itself_when_nobody_has_touched_it_and_says_so(
    desk: CameraDesk, eyes: Eyes, clock: list[float]
) -> None:
    begun(desk)
    clock[0] = 14 * 60
    desk.tell({"do": "find"})
    clock[0] = 28 * 60
    desk.end_if_idle()
    assert desk.state()["active"], "14 minutes since the last step"
    desk.tell({"do": "stay"})  # a corner is being dragged
    clock[0] = 28 * 60 + 15 * 60 - 1
    desk.end_if_idle()
    assert desk.state()["active"]
    clock[0] += 1
    desk.end_if_idle()
    state = desk.state()
    assert (state["active"], eyes.blinded) == (False, [True, False])
    assert "nobody had touched it for 15 minutes" in str(state["ended"])
    with pytest.raises(TableError, match="begin again"):
        desk.tell({"do": "stay"})
    assert begun(desk)["ended"] is None


def folder_with(tmp_path: Path, *images: Image) -> Path:
    folder = tmp_path / "camera"
    folder.mkdir()
    for number, image in enumerate(images):
        cv2.imwrite(str(folder / f"{number}.png"), image)
    return folder


def test_the_command_sets_districts_up_and_shows_the_outlines(tmp_path: Path) -> None:
    folder = folder_with(tmp_path, photo()[0], photo(seed=2)[0])
    out, show = tmp_path / "out.json", tmp_path / "show.jpg"
    arguments = ["--camera", str(folder), "--out", str(out), "--show", str(show)]
    result = CliRunner().invoke(calibrate, ["--board", "big-shot", *arguments])
    assert result.exit_code == 0, result.output
    assert "score: 100 of 100 (regions of the empty board that are read as empty)" in result.output
    assert load_view(out).board == CITY.sheet()
    assert cv2.imread(str(show)).shape == photo()[0].shape

    lying, _ = photo(Block("red", (160.0, 60.0)), Block("red", (250.0, 55.0)), Block("black", (265.0, 55.0)), seed=4)
    cv2.imwrite(str(tmp_path / "lying.png"), lying)
    picture = str(tmp_path / "lying.png")
    counted = CliRunner().invoke(regions, [picture, "--calibration", str(out), "--json"])
    assert counted.exit_code == 0, counted.output
    found = json.loads(counted.output)["regions"]
    # D2 reaches from x = 118 to 214, D3 from 214 to 298: one red stone in the one, a red and a black in the other.
    some = {name: {colour: n for colour, n in each.items() if n} for name, each in found.items()}
    assert {name: each for name, each in some.items() if each} == {"D2": {"red": 1}, "D3": {"red": 1, "black": 1}}
    for arguments_of_it, why in (
        ([picture], "or a --calibration"),
        (
            [picture, "--calibration", str(out), "--board", "master-of-economy-market"],
            "calibrated for the board big-shot",
        ),
    ):
        wrong = CliRunner().invoke(regions, arguments_of_it)
        assert (wrong.exit_code, why in wrong.output) == (2, True), wrong.output

    refused = CliRunner().invoke(calibrate, ["--board", "big-shot", *arguments, "--colours", str(folder / "0.png")])
    assert (refused.exit_code, "no colours are learned" in refused.output) == (2, True)
    squares = CliRunner().invoke(read, [str(folder / "0.png"), "--calibration", str(out)])
    assert (squares.exit_code, "without squares" in squares.output) == (2, True)


def test_the_command_says_what_is_wrong_with_a_board_of_regions(tmp_path: Path) -> None:
    raw = calibration.board_file("big-shot")
    first, second, *others = raw["districts"]
    crossed = {**second, "outline_mm": [[118, 15], [214, 117], [201, 15], [121, 101]]}
    path = tmp_path / "crossed.json"
    path.write_text(json.dumps({**raw, "districts": [first, crossed, *others]}), "utf-8")
    call = ["--board", str(path), "--camera", str(tmp_path)]
    with pytest.raises(FormatError, match=r"crossed\.json: .*D2 crosses or touches itself"):  # `main` tells it
        CliRunner().invoke(calibrate, call, catch_exceptions=False)


def test_board_of_a_nought_too_many_is_not_kept_and_not_looked_at(tmp_path: Path) -> None:
    """4.20 m instead of 42 cm: laid flat its picture would fill a small computer."""
    from companion.own_boards import DistrictBoards

    raw = calibration.board_file("big-shot")
    large = {**raw, "name": "ours", "size_mm": [4200, 400]}
    with pytest.raises(FormatError, match="4200 by 400 mm"):
        DistrictBoards(tmp_path).keep(large)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FormatError, match="wider or higher than 2000"):
        parse_city(large).regions().sheet()
    market = {**calibration.board_file("master-of-economy-market"), "size_mm": [420, 3100]}
    with pytest.raises(FormatError, match="wider or higher than 2000"):
        parse_market_board(market).sheet()


def test_outlines_over_one_another_are_not_kept_and_not_counted_in(tmp_path: Path) -> None:
    from companion.own_boards import DistrictBoards

    raw = {**calibration.board_file("big-shot"), "name": "ours"}
    first, second, *others = raw["districts"]
    over = {**raw, "districts": [first, {**second, "outline_mm": first["outline_mm"]}, *others]}
    with pytest.raises(FormatError, match="D1 and D2 lie over one another"):
        DistrictBoards(tmp_path).keep(over)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(FormatError, match="D1 and D2 lie over one another"):
        parse_city(over).regions().sheet()
