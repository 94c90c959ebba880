"""What a command says of what it cannot take: of that very thing, in plain words, and what to do instead."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

import calibration

PICTURES = Path(__file__).parents[2] / "pictures"
FRAME = PICTURES / "seq02" / "0002.jpg"
EMPTY = PICTURES / "seq02" / "empty.jpg"
CORNERS = [f"{x},{y}" for x, y in json.loads((PICTURES / "seq02" / "empty.json").read_text())["corners_px"]]
BOARD = ["--board", "shark-1991"]


def call(name: str, *arguments: str | Path) -> Result:
    return CliRunner().invoke(import_module(f"companion.commands.{name}").command, list(map(str, arguments)))


def told(result: Result) -> str:
    """The message on which a command ended; with the usage where click says it."""
    assert result.exit_code != 0
    assert result.exception is not None
    return result.output if isinstance(result.exception, SystemExit) else str(result.exception)


WITH_A_GRID = {
    "read": [FRAME],
    "chains": [FRAME],
    "watch": ["--frames", FRAME.parent],
    "learn": [FRAME],
    "print": ["board"],
}


@pytest.mark.parametrize("board", [*calibration.city_names(), *calibration.market_names()])
@pytest.mark.parametrize("as_file", [False, True])
@pytest.mark.parametrize("command", list(WITH_A_GRID))
def test_a_board_of_regions_is_sent_to_the_command_that_reads_it(
    tmp_path: Path, command: str, as_file: bool, board: str
) -> None:
    given = board
    if as_file:
        (tmp_path / "ours.json").write_text(json.dumps(calibration.board_file(board)))
        given = str(tmp_path / "ours.json")
    words = told(call(command, *WITH_A_GRID[command], "--board", given))
    assert "bankhalter regions" in words
    assert "missing" not in words


@pytest.mark.parametrize("as_file", [False, True])
def test_a_board_with_squares_is_sent_to_the_command_that_reads_it(tmp_path: Path, as_file: bool) -> None:
    given = "shark-1991"
    if as_file:
        (tmp_path / "ours.json").write_text(json.dumps(calibration.board_file(given)))
        given = str(tmp_path / "ours.json")
    words = told(call("regions", FRAME, "--empty", EMPTY, "--corners", *CORNERS, "--board", given))
    assert "`bankhalter read`" in words
    assert "missing" not in words


BAD_PICTURE = {
    "read": lambda bad: [bad, *BOARD],
    "read --empty": lambda bad: [FRAME, *BOARD, "--empty", bad],
    "chains": lambda bad: [bad, *BOARD],
    "chains --empty": lambda bad: [FRAME, *BOARD, "--empty", bad],
    "regions": lambda bad: [bad, "--empty", EMPTY, "--corners", *CORNERS],
    "regions --empty": lambda bad: [FRAME, "--empty", bad, "--corners", *CORNERS],
    "rows": lambda bad: [bad],
    "learn": lambda bad: [bad, *BOARD, "--layout", "--out", bad.with_name("palette.json")],
    "watch --empty": lambda bad: ["--frames", FRAME.parent, *BOARD, "--empty", bad],
}
BROKEN = b"\xff\xd8\xff\xc0\x00\x11\x08\x01\xe0\x02\x80\x03\x01\x22\x00\x02\x11\x00\x03\x11\x00\xff\xd9"
"""The header of a JPEG of 640 x 480 pixels, and its end."""


@pytest.mark.parametrize("content", [b"<html>not found</html>", BROKEN], ids=["a page", "broken"])
@pytest.mark.parametrize("command", list(BAD_PICTURE))
def test_a_picture_that_was_named_is_in_no_folder_to_be_taken_out_of(
    tmp_path: Path, command: str, content: bytes
) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(content)
    words = told(call(command.split()[0], *BAD_PICTURE[command](bad)))
    assert str(bad) in words
    assert "folder" not in words


@pytest.mark.parametrize("with_truth", [True, False])
@pytest.mark.parametrize("folder", [True, False])
def test_learn_speaks_of_the_picture_first(tmp_path: Path, folder: bool, with_truth: bool) -> None:
    picture = tmp_path / "mine.jpg"
    if folder:
        picture.mkdir()
    if with_truth:
        picture.with_suffix(".json").write_text("{}")
    words = told(call("learn", picture, *BOARD, "--out", tmp_path / "palette.json"))
    assert str(picture) in words
    assert ".json" not in words
    assert ("is a folder" if folder else "No such file") in words


IDLE = {
    "calibrate --kinds": ["--camera", FRAME.parent, *BOARD, "--kinds", "xyz"],
    "learn --kinds": [FRAME, *BOARD, "--kinds", "xyz", "--out", "nowhere.json"],
    "learn --out": [*BOARD, "--layout", "--out", "nowhere.json"],
    "read --with-empty": [FRAME, *BOARD, "--with-empty"],
    "regions --empty": [FRAME, "--calibration", "nowhere.json", "--empty", EMPTY],
}
"""Options that would do nothing beside the others."""


@pytest.mark.parametrize("command", list(IDLE))
def test_an_option_that_would_do_nothing_is_refused(command: str) -> None:
    name, option = command.split()
    result = call(name, *IDLE[command])
    assert result.exit_code == 2
    assert option in result.output.splitlines()[-1]


def test_the_kinds_that_stand_there_anyhow_need_no_colours(tmp_path: Path) -> None:
    words = told(call("calibrate", "--camera", tmp_path, *BOARD, "--out", tmp_path / "view.json"))
    assert "no pictures" in words


def test_a_file_that_is_no_video_is_named_and_not_taken_for_a_camera(tmp_path: Path) -> None:
    path = tmp_path / "camera.html"
    path.write_text("<html>not found</html>")
    words = told(call("calibrate", "--camera", path, *BOARD, "--out", tmp_path / "view.json"))
    assert str(path) in words
    assert "plugged in" not in words


BAD_PALETTES = {
    "nothing": (b"", "breaks off"),
    "cut off": (b'{"format": "bankhalter-palette/1", "board": ', "breaks off"),
    "a page": (b"<html>", "not JSON"),
    "a list": (b"[]", "a JSON object"),
    "not UTF-8": (b'{"board": "\xff"}', "UTF-8"),
    "no colours": (b'{"format": "bankhalter-palette/1", "board": "b"}', 'the key "colours" is missing'),
    "a number": (b'{"format": 1, "board": "b", "colours": {}}', '"format" must be a text'),
    "another": (b'{"format": "other/1", "board": "b", "colours": {}}', "learn the colours again"),
}


@pytest.mark.parametrize("kind", list(BAD_PALETTES))
def test_a_palette_that_is_none_is_told_in_plain_words(tmp_path: Path, kind: str) -> None:
    content, wanted = BAD_PALETTES[kind]
    path = tmp_path / "mine.json"
    path.write_bytes(content)
    words = told(call("read", FRAME, *BOARD, "--palette", path))
    assert words.startswith(f"{path}: ")
    assert wanted in words
    assert not any(raw in words for raw in ("Input data", "Expected `", "Object ", "codec"))


def test_a_picture_in_a_folder_may_be_taken_out_of_it(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_text("<html>")
    cv2.imwrite(str(tmp_path / "b.jpg"), np.full((480, 640, 3), 128, np.uint8))
    result = call("read", tmp_path, *BOARD)
    assert result.exit_code == 4
    assert "take it out of the folder" in result.output
