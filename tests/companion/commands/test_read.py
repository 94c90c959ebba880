"""bankhalter read, as a person calls it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.read import command, drawn
from companion.errors import FormatError
from companion.pictures import pictures_in, read_picture
from companion.reading import Reading

PICTURES = Path(__file__).parents[2] / "pictures"
FRAME = PICTURES / "seq02" / "0002.jpg"
CORNERS = [f"{x},{y}" for x, y in json.loads(FRAME.with_suffix(".json").read_text())["corners_px"]]
EMPTY = PICTURES / "seq02" / "empty.jpg"


def test_json_of_one_picture() -> None:
    call = [str(FRAME), "--board", "shark-1991", "--empty", str(EMPTY), "--corners", *CORNERS, "--json"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    reading = json.loads(result.stdout)
    assert reading["found"] is True
    assert reading["squares"] == json.loads(FRAME.with_suffix(".json").read_text())["squares"]
    assert reading["uncertain"] == []
    assert set(reading["ms"]) == {"locate", "classify", "total"}
    assert np.allclose(reading["corners_px"], [[float(v) for v in word.split(",")] for word in CORNERS], atol=0.02)


@pytest.mark.parametrize("given", ["picture", "empty"])
def test_picture_without_colours_is_refused_however_many_channels_it_has(given: str, tmp_path: Path) -> None:
    """Such as a camera gives that has switched to night vision: three of its houses were read wrongly before."""
    paths = {"picture": FRAME, "empty": EMPTY}
    grey = cv2.cvtColor(cv2.imread(str(paths[given]), cv2.IMREAD_GRAYSCALE), cv2.COLOR_GRAY2BGR)
    paths[given] = tmp_path / "night.jpg"
    cv2.imwrite(str(paths[given]), grey)
    call = [str(paths["picture"]), "--board", "shark-1991", "--empty", str(paths["empty"]), "--corners", *CORNERS]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, FormatError)
    assert "grey" in str(result.exception)


def test_without_json_the_board_is_drawn() -> None:
    call = [str(FRAME), "--board", "shark-1991", "--empty", str(EMPTY), "--corners", *CORNERS]
    result = CliRunner().invoke(command, call)
    assert "    A B C D E F G H I J K L" in result.stdout
    assert "  4 . . . . . . . . . . y ." in result.stdout


def test_folder_names_each_file_and_uses_its_own_empty_picture(tmp_path: Path) -> None:
    shutil.copy(FRAME, tmp_path / "a.jpg")
    shutil.copy(EMPTY, tmp_path / "a-empty.jpg")
    call = [str(tmp_path), "--board", "shark-1991", "--with-empty", "--corners", *CORNERS, "--json"]
    result = CliRunner().invoke(command, call)
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["file"] == "a.jpg"
    assert json.loads(line)["squares"][3] == "..........y."


def test_board_file_may_be_given(tmp_path: Path) -> None:
    board = tmp_path / "mine.json"
    board.write_text(
        '{"name": "mine", "size_mm": [520, 400], "zones": ["111111111111", "111111111111"],'
        ' "grid": {"origin_mm": [36, 24], "pitch_mm": [28, 28], "cols": 12, "rows": 2}}'
    )
    call = [str(FRAME), "--board", str(board), "--empty", str(EMPTY), "--corners", *CORNERS, "--json"]
    reading = json.loads(CliRunner().invoke(command, call).stdout)
    assert reading["board"] == "mine"
    assert reading["squares"] == ["............", "............"]


def test_board_that_is_not_found_exits_with_4(tmp_path: Path) -> None:
    grey = tmp_path / "grey.jpg"
    cv2.imwrite(str(grey), np.full((480, 640, 3), 128, np.uint8))
    result = CliRunner().invoke(command, [str(grey), "--board", "shark-1991", "--json"])
    assert result.exit_code == 4
    reading = json.loads(result.stdout)
    assert reading["found"] is False
    assert reading["reason"]


@pytest.mark.parametrize("content", [None, b"", b"not a picture"])
def test_unreadable_file_is_named(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "broken.jpg"
    if content is not None:
        path.write_bytes(content)
    result = CliRunner().invoke(command, [str(path), "--board", "shark-1991", "--json"])
    assert result.exit_code != 0
    assert "broken.jpg" in str(result.exception)


def test_wrong_corner_is_explained() -> None:
    result = CliRunner().invoke(command, [str(FRAME), "--board", "shark-1991", "--corners", "1", "2,2", "3,3", "4,4"])
    assert result.exit_code == 2
    assert "write it as 812,96" in result.output


def test_unknown_board_names_the_known_ones() -> None:
    result = CliRunner().invoke(command, [str(FRAME), "--board", "shark-1990"])
    assert result.exit_code == 2
    assert "shark-1991" in result.output


def test_picture_lying_on_its_side_is_turned_upright(tmp_path: Path) -> None:
    """EXIF orientation 6: the camera was held a quarter turn to the right."""
    image = np.zeros((40, 60, 3), np.uint8)
    image[:, :30] = 255
    _, jpeg = cv2.imencode(".jpg", image)
    exif = b"Exif\0\0" + b"MM\0*\0\0\0\x08" + b"\0\x01" + b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0" + b"\0\0\0\0"
    path = tmp_path / "turned.jpg"
    path.write_bytes(jpeg.tobytes()[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg.tobytes()[2:])
    upright = read_picture(path)
    assert upright.shape[:2] == (60, 40)
    assert upright[:25].mean() > 250  # the left half is now the upper one
    assert upright[35:].mean() < 5


def test_empty_boards_are_no_pictures_to_read(tmp_path: Path) -> None:
    for name in ("0002.jpg", "0001.jpg", "0001-empty.jpg", "empty.jpg", "0001.json"):
        (tmp_path / name).touch()
    assert [path.name for path in pictures_in(tmp_path)] == ["0001.jpg", "0002.jpg"]


def test_doubts_are_written_out() -> None:
    text = drawn(Reading("b", ("?.",), uncertain=(("A1", ("b", "t")),)))
    assert "  1 ? ." in text
    assert "A1 is not certain: b, t" in text
