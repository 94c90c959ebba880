"""Where neither grid nor markers tell which way round a board lies, it is said that the first corner was believed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from companion.board import Board, Grid
from companion.calibrated import load_calibrated
from companion.commands._desk import CameraDesk
from companion.commands._grounds import Ground
from companion.commands._photos import Photos
from companion.commands.calibrate import command as calibrate
from companion.commands.learn import command as learn
from companion.commands.watch import command as watch
from companion.devices import Image
from companion.squares import Square
from companion.words import say
from hardware.virtual import VirtualTable
from tests.companion.commands.test_desk import Eyes, no_camera

EVEN = Board("even", (400, 400), Grid((88, 88), (28, 28), 8, 8), ("1" * 8,) * 8)
"""Its grid lies in its middle: 88 mm from each edge."""
HOUSES = {Square(row, col): "r" for row in (1, 3, 6) for col in (0, 2, 5, 7)}
BELIEVED = "the first of the four corners was believed to be its own top left"


@dataclass(frozen=True)
class Table:
    """The board as a file, without and with houses in front of a camera, and its corners there."""

    file: Path
    empty: Image
    houses: Image
    corners: tuple[tuple[float, float], ...]

    def words(self, first: int = 0) -> list[str]:
        """The corners as the command line takes them, beginning at that one."""
        return [f"{x},{y}" for x, y in self.corners[first:] + self.corners[:first]]


@cache
def seen(marked: bool) -> tuple[Image, Image, tuple[tuple[float, float], ...]]:
    """Pictures of the board, 640 x 480, without and with houses, its markers seen or covered; its corners there."""
    table = VirtualTable(EVEN, None, seed=1)
    pictures = [table.empty_picture()]
    for square, letter in HOUSES.items():
        table.put(square, letter)
    pictures.append(table.render(0.0))
    for picture in pictures if not marked else ():
        for x, y in table.view.project([(15, 15), (385, 15), (385, 385), (15, 385)]):
            cv2.circle(picture, (round(x), round(y)), 60, (90, 100, 95), -1)
    empty, houses = (
        np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        for picture in pictures
    )
    return empty, houses, tuple(((x - 0.5) / 2, (y - 0.5) / 2) for x, y in table.view.corners_px)


def laid(marked: bool, folder: Path) -> Table:
    """The board before a camera, its markers seen or covered; its file is put into that folder."""
    file = folder / "even.json"
    file.write_bytes(msgspec.json.encode(EVEN))
    return Table(file, *seen(marked))


@pytest.fixture
def lay(tmp_path: Path) -> Callable[[bool], Table]:
    """Lays the board before a camera."""
    return lambda marked: laid(marked, tmp_path)


def as_camera(folder: Path, image: Image) -> str:
    folder.mkdir()
    cv2.imwrite(str(folder / "a.png"), image)
    return str(folder)


@pytest.mark.parametrize("marked", [True, False])
def test_calibrate_tells_it(marked: bool, lay: Callable[[bool], Table], tmp_path: Path) -> None:
    table, out = lay(marked), tmp_path / "view.json"
    call = ["--board", str(table.file), "--camera", as_camera(tmp_path / "camera", table.empty), "--out", str(out)]
    result = CliRunner().invoke(calibrate, [*call, "--corners", *table.words()])
    assert result.exit_code in (0, 1), result.output
    np.testing.assert_allclose(load_calibrated(out).corners_px, table.corners, atol=2)
    lines = result.stderr.splitlines()
    assert [line.startswith("even: neither its grid") and BELIEVED in line for line in lines] == [True] * (not marked)


@pytest.mark.parametrize("first", [1, 2, 3])
def test_calibrate_refuses_corners_that_markers_tell_to_begin_at_another_one(
    first: int, lay: Callable[[bool], Table], tmp_path: Path
) -> None:
    """The grid, of as many columns as rows, lies on the printed one all the same."""
    table, out = lay(True), tmp_path / "view.json"
    call = ["--board", str(table.file), "--camera", as_camera(tmp_path / "camera", table.empty), "--out", str(out)]
    result = CliRunner().invoke(calibrate, [*call, "--corners", *table.words(first)])
    assert result.exit_code == 4, result.output
    assert f"is number {5 - first} of these four. Give that one first" in result.stderr
    assert not out.exists()


@pytest.mark.parametrize("marked", [True, False])
def test_the_desk_tells_it(marked: bool, lay: Callable[[bool], Table], tmp_path: Path) -> None:
    table = lay(marked)
    eyes, grounds = Eyes(table.empty), {EVEN.name: Ground(EVEN)}
    desk = CameraDesk(tmp_path / "kept.json", eyes, lambda: grounds, no_camera, lambda: {"0": ""})
    desk.tell({"do": "begin", "camera": "0", "board": EVEN.name})
    said = desk.tell({"do": "corners", "corners": table.corners})["said"]
    assert said is None if marked else BELIEVED in say(said, "en")
    assert desk.state()["corners"] is not None
    assert desk.tell({"do": "empty"})["said"] is None


@pytest.mark.parametrize("marked", [True, False])
def test_the_photos_of_the_page_chains_tell_it(marked: bool, lay: Callable[[bool], Table]) -> None:
    """Until the photo is read by other corners that tell it, or is another one."""
    table, photos = lay(marked), Photos([EVEN])
    key, reading = photos.read(cv2.imencode(".png", table.houses)[1].tobytes(), EVEN.name)
    assert reading.found is marked
    assert photos.remark(key) is None, "no corners were shown"
    _, reading = photos.find(key, table.corners)
    assert reading.found
    said = photos.remark(key)
    assert said is None if marked else said is not None and BELIEVED in say(said, "en")
    assert photos.remark("0" * 16) is None


@pytest.mark.parametrize("marked", [True, False])
def test_learn_tells_it(marked: bool, lay: Callable[[bool], Table], tmp_path: Path) -> None:
    table, picture, out = lay(marked), tmp_path / "a.png", tmp_path / "mine.json"
    cv2.imwrite(str(picture), table.houses)
    rows = ["".join(HOUSES.get(Square(row, col), ".") for col in range(8)) for row in range(8)]
    picture.with_suffix(".json").write_text(json.dumps({"squares": rows, "corners_px": table.corners}))
    result = CliRunner().invoke(learn, [str(picture), "--board", str(table.file), "--out", str(out)])
    assert result.exit_code == 0, result.output or result.exception
    assert "r: learned from 12 pieces" in result.stdout
    lines = result.stderr.splitlines()
    assert [line.startswith(f"{picture}: neither") and BELIEVED in line for line in lines] == [True] * (not marked)


@pytest.mark.parametrize("with_empty", [True, False])
@pytest.mark.parametrize("marked", [True, False])
def test_watch_tells_it_once(marked: bool, with_empty: bool, lay: Callable[[bool], Table], tmp_path: Path) -> None:
    """By the picture that the corners are of: the empty board's, where there is one."""
    table, folder = lay(marked), tmp_path / "frames"
    folder.mkdir()
    for number in range(3):
        cv2.imwrite(str(folder / f"{number}.png"), table.empty)
    call = ["--frames", str(folder), "--board", str(table.file), "--corners", *table.words()]
    if with_empty:
        cv2.imwrite(str(tmp_path / "empty.png"), table.empty)
        for number in range(3):  # a hand in the way of the markers from the first frame on tells nothing of the corners
            cv2.imwrite(str(folder / f"{number}.png"), lay(False).empty)
        call += ["--empty", str(tmp_path / "empty.png")]
    result = CliRunner().invoke(watch, call)
    assert result.exit_code == 0, result.output or result.exception
    lines = [line for line in result.stderr.splitlines() if BELIEVED in line]
    assert [line.startswith(f"{folder / '0.png'}: neither") for line in lines] == [True] * (not marked)
