"""bankhalter watch, as a person calls it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import click
import cv2
import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

import calibration
from companion.calibrated import FORMAT, Calibrated, LensFigures
from companion.commands.chains import command as chains
from companion.commands.read import command as read
from companion.commands.watch import _FolderFrames, command, told
from companion.devices import Frame, Image
from companion.errors import FormatError
from companion.pictures import read_picture
from companion.reading import Change, Trouble
from vision.lens import Lens
from vision.palette import FORMAT as PALETTE_FORMAT
from vision.palette import Colour, Palette, save_palette
from vision.watcher import BoardWatcher

PICTURES = Path(__file__).parents[2] / "pictures"
CORNERS = [f"{x},{y}" for x, y in json.loads((PICTURES / "seq02" / "0000.json").read_text())["corners_px"]]


def test_changes_alone_are_printed(tmp_path: Path) -> None:
    for name in ("empty.jpg", "0000.jpg", "0001.jpg", "0002.jpg"):
        shutil.copy(PICTURES / "seq02" / name, tmp_path / name)
    call = ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS, "--jsonl"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    (line,) = result.stdout.splitlines()
    squares = ["............"] * 10
    squares[3] = "..........y."
    assert json.loads(line) == {"frame": "0002.jpg", "added": [["K4", "y"]], "removed": [], "squares": squares}


def test_an_empty_picture_without_colours_is_refused_as_read_refuses_it(tmp_path: Path) -> None:
    """Every house would differ from it as a hand does: the advice was to clear the view."""
    shutil.copy(PICTURES / "seq02" / "0002.jpg", tmp_path)
    night = cv2.cvtColor(cv2.imread(str(PICTURES / "seq02" / "empty.jpg"), cv2.IMREAD_GRAYSCALE), cv2.COLOR_GRAY2BGR)
    cv2.imwrite(str(tmp_path / "empty.jpg"), night)
    result = CliRunner().invoke(command, ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS])
    assert isinstance(result.exception, FormatError)
    assert str(result.exception).startswith(f"{tmp_path / 'empty.jpg'}: this picture is grey")


BARE = read_picture(PICTURES / "seq02" / "empty.jpg")


@pytest.mark.parametrize("name", ["empty.jpg", "empty.jpeg", "empty.png", "Empty.JPG"])
def test_the_picture_called_empty_is_the_empty_board_whatever_its_kind(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And so it is none of the frames."""
    shutil.copy(PICTURES / "seq02" / "0000.jpg", tmp_path)
    cv2.imwrite(str(tmp_path / name), BARE, [cv2.IMWRITE_JPEG_QUALITY, 95])
    given: list[Image] = []
    begin = BoardWatcher.__init__

    def noting(watcher: BoardWatcher, *args: Any, **options: Any) -> None:
        given.append(options["empty"])
        begin(watcher, *args, **options)

    monkeypatch.setattr(BoardWatcher, "__init__", noting)
    call = ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS, "--jsonl"]
    result = CliRunner().invoke(command, call)
    assert (result.exit_code, result.output) == (0, "")  # the frame's label has no piece, so nothing changed
    (empty,) = given
    assert empty is not None
    assert np.abs(empty.astype(int) - BARE).mean() < 3


def test_a_picture_of_one_photos_empty_board_is_neither_frame_nor_the_folders_empty_board(tmp_path: Path) -> None:
    """Taken for a frame, the board would be cleared by it."""
    for name in ("0000.jpg", "0002.jpg"):
        shutil.copy(PICTURES / "seq02" / name, tmp_path)
    shutil.copy(PICTURES / "seq02" / "empty.jpg", tmp_path / "0003-empty.jpg")
    call = ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS, "--jsonl"]
    result = CliRunner().invoke(command, call)
    assert result.exit_code == 0, result.output
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(event["frame"], event["added"], event["removed"]) for event in told] == [("0002.jpg", [["K4", "y"]], [])]


def test_two_pictures_called_empty_are_named_and_neither_is_taken(tmp_path: Path) -> None:
    shutil.copy(PICTURES / "seq02" / "0000.jpg", tmp_path)
    for name in ("empty.jpg", "empty.png"):
        cv2.imwrite(str(tmp_path / name), BARE)
    call = ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, FormatError)
    assert "empty.jpg and empty.png" in str(result.exception)
    assert "--empty" in str(result.exception)
    named = CliRunner().invoke(command, [*call, "--empty", str(tmp_path / "empty.png")])
    assert named.exit_code == 0, named.output


def test_folder_without_pictures_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--frames", str(tmp_path), "--board", "shark-1991"])
    assert result.exit_code != 0
    assert str(tmp_path) in str(result.exception)


BAD = {
    "a page": lambda path: path.write_text("<html><body>not found</body></html>"),
    "nothing": lambda path: path.touch(),
    "cut off": lambda path: path.write_bytes((PICTURES / "seq02" / "0001.jpg").read_bytes()[:40_000]),
    "one channel": lambda path: cv2.imwrite(str(path), np.full((960, 1280), 128, np.uint8)),
    "a dot": lambda path: cv2.imwrite(str(path), np.full((1, 1, 3), 128, np.uint8)),
    "a folder": lambda path: path.mkdir(),
    "a link to nothing": lambda path: path.symlink_to("gone.jpg"),
}


def test_frames_that_cannot_be_read_are_told_and_those_after_them_looked_at(tmp_path: Path) -> None:
    for name in ("empty.jpg", "0000.jpg", "0001.jpg", "0002.jpg"):
        shutil.copy(PICTURES / "seq02" / name, tmp_path / name)
    bad = [tmp_path / f"0001-{kind.replace(' ', '-')}.jpg" for kind in sorted(BAD)]
    for path, kind in zip(bad, sorted(BAD), strict=True):
        BAD[kind](path)
    call = ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS, "--jsonl"]
    result = CliRunner().invoke(command, call)
    (line,) = result.stdout.splitlines()
    assert json.loads(line)["frame"] == "0002.jpg"
    assert json.loads(line)["added"] == [["K4", "y"]]
    told = result.stderr.splitlines()
    assert len(told) == len(bad)
    for path, words in zip(bad, told, strict=True):
        assert str(path) in words
    assert result.exit_code == 4


STRIPS = [(8, 40_000), (40_000, 8), (8, 8), (8, 2_000), (240, 320)]
"""Heights and widths of pictures that are pictures, and of which no step is made for most."""


@pytest.mark.parametrize("place", ["first", "between"])
def test_strips_and_other_sizes_leave_the_rest_of_the_folder_as_it_is(place: str, tmp_path: Path) -> None:
    for name in ("empty.jpg", "0000.jpg", "0002.jpg"):
        shutil.copy(PICTURES / "seq02" / name, tmp_path / name)
    begin = "" if place == "first" else "0000-"
    names = [f"{begin}0-{number}.jpg" for number in range(len(STRIPS))]
    for name, (height, width) in zip(names, STRIPS, strict=True):
        strip = np.random.default_rng(1).integers(0, 255, (height, width, 3), np.uint8)
        cv2.imwrite(str(tmp_path / name), strip)
    call = ["--frames", str(tmp_path), "--board", "shark-1991", "--corners", *CORNERS, "--jsonl"]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, SystemExit | None), result.exception
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(event["frame"], event["added"]) for event in told if event.get("added")] == [("0002.jpg", [["K4", "y"]])]
    assert all(event["frame"] in names for event in told if "trouble" in event)
    for line in result.stderr.splitlines():
        assert any(line.startswith(f"not read: {tmp_path / name}: ") for name in names), line


def test_a_frame_that_the_lens_was_not_measured_for_is_told_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, size in (("a.png", (60, 80)), ("b.png", (30, 40)), ("c.png", (60, 80))):
        cv2.imwrite(str(tmp_path / name), np.full((*size, 3), 128, np.uint8))
    straight = ((80.0, 0.0, 40.0), (0.0, 80.0, 30.0), (0.0, 0.0, 1.0))
    frames = _FolderFrames(tmp_path, Lens(LensFigures((80, 60), straight, (0.0,) * 5, 0.0)))
    assert [frame.name for frame in frames] == ["a.png", "c.png"]
    assert str(tmp_path / "b.png") in capsys.readouterr().err
    assert frames.status == 4


class Stumbling(BoardWatcher):
    """Stumbles over frames called "b.png"."""

    def see(self, frame: Frame) -> list[Change | Trouble]:
        if frame.name == "b.png":
            raise cv2.error("no picture that\nany step was made for")
        return super().see(frame)


def test_a_frame_that_no_step_was_made_for_is_told_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in "abc":
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full((60, 80, 3), 128, np.uint8))
    frames = _FolderFrames(tmp_path, None)
    seen = frames.seen_by(Stumbling(calibration.board("shark-1991")))
    assert [frame.name for frame, _ in seen] == ["a.png", "c.png"]
    (line,) = capsys.readouterr().err.splitlines()
    assert str(tmp_path / "b.png") in line
    assert "no picture that any step was made for" in line
    assert frames.status == 4


def calibrated(folder: Path) -> Path:
    """A calibration of another camera over another board of that kind."""
    table = PICTURES / "table"
    board = msgspec.to_builtins(calibration.board("shark-1991"))
    corners = json.loads((table / "5008.json").read_text())["corners_px"]
    content = msgspec.json.encode(
        Calibrated(FORMAT, "0", board, corners, (table / "5008-empty.jpg").read_bytes(), 100.0)
    )
    (folder / "calibration.json").write_bytes(content)
    return folder / "calibration.json"


@pytest.mark.parametrize("wrong", ["board", "calibration", "all dark"])
def test_pictures_of_which_nothing_is_read_end_with_4_and_what_may_be_wrong(wrong: str, tmp_path: Path) -> None:
    """And nothing is said to have moved."""
    for name in ("0000.jpg", "0002.jpg"):
        image = read_picture(PICTURES / "seq02" / name)
        if wrong == "board":  # a board is looked for in vain in each of them
            image = np.asarray(cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        cv2.imwrite(str(tmp_path / name), image // 40 if wrong == "all dark" else image)
    call = ["--board", "shark-compact" if wrong == "board" else "shark-1991"]
    if wrong == "calibration":
        call += ["--calibration", str(calibrated(tmp_path))]
    result = CliRunner().invoke(command, ["--frames", str(tmp_path), *call])
    assert result.exit_code == 4
    (said,) = result.stderr.splitlines()
    assert said.startswith("nothing was read: is shark-")
    (told,) = result.stdout.splitlines()
    assert "moved" not in told
    words = {
        "board": "0000.jpg: unfound: Nothing can be read yet: the board is not found",
        "calibration": "0000.jpg: unfound: The camera does not see the board as its picture of the empty board shows",
        "all dark": "0000.jpg: dark: ",
    }
    assert told.startswith(words[wrong])


def test_corners_go_before_the_place_and_the_empty_picture_of_a_calibration(tmp_path: Path) -> None:
    """That of another view, by which the pictures are not read: with their corners it leaves what is seen as it is."""
    for name in ("0000.jpg", "0002.jpg"):
        shutil.copy(PICTURES / "seq02" / name, tmp_path)
    call = ["--frames", str(tmp_path), "--jsonl", "--corners", *CORNERS]
    alone = CliRunner().invoke(command, [*call, "--board", "shark-1991"])
    beside = CliRunner().invoke(command, [*call, "--calibration", str(calibrated(tmp_path))])
    assert (alone.exit_code, beside.exit_code) == (0, 0)
    assert beside.stdout == alone.stdout
    assert '"added"' in alone.stdout


@pytest.mark.parametrize("command_of", [command, read, chains], ids=["watch", "read", "chains"])
def test_the_help_says_what_corners_are_beside_a_calibration(command_of: click.Command) -> None:
    help_ = " ".join(CliRunner().invoke(command_of, ["--help"], terminal_width=200).stdout.split())
    assert "Beside --calibration they are those in the straightened picture" in help_
    assert "its picture of the empty board is not: --empty names another" in help_


def test_events_in_words() -> None:
    assert told(Change("7.jpg", (("D5", "r"),), ("C4",), ())) == "7.jpg: r on D5, C4 cleared"
    assert told(Trouble("8.jpg", "dark", (), "More light, please.")) == "8.jpg: dark: More light, please."


def large_board(folder: Path) -> Path:
    """The file of a board of 15 x 15 squares, 450 mm each way."""
    grid = {"origin_mm": [0, 0], "pitch_mm": [30, 30], "cols": 15, "rows": 15}
    path = folder / "large.json"
    path.write_text(json.dumps({"name": "large", "size_mm": [450, 450], "grid": grid, "zones": ["1" * 15] * 15}))
    return path


def test_a_large_board_that_is_burnt_out_is_told_in_a_few_words(tmp_path: Path) -> None:
    """None of its 225 squares can be told; its corners are, so that it need not be found."""
    image = np.full((600, 600, 3), 255, np.uint8)
    cv2.rectangle(image, (0, 0), (40, 40), (40, 60, 200), -1)  # outside the board: the picture has colours
    cv2.imwrite(str(tmp_path / "0000.jpg"), image)
    corners = ["75,75", "525,75", "525,525", "75,525"]
    call = ["--frames", str(tmp_path), "--board", str(large_board(tmp_path)), "--corners", *corners]
    result = CliRunner().invoke(command, call)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == 4
    assert result.stdout.splitlines() == [
        "0000.jpg: unsure: 225 of 225 squares cannot be told. "
        "Most of them are burnt out: less light on the board, please."
    ]


def test_the_owners_colours_are_asked_before_a_letter_is_told(tmp_path: Path) -> None:
    """The house that comes is yellow; this owner's pieces are red and blue."""
    frames = tmp_path / "frames"
    frames.mkdir()
    for name in ("empty.jpg", "0000.jpg", "0002.jpg"):
        shutil.copy(PICTURES / "seq02" / name, frames / name)
    far = Colour((3.0, 3.0, 3.0), (0.1, 0.1, 0.3), 4)  # a colour that nothing in these pictures has
    save_palette(tmp_path / "mine.json", Palette(PALETTE_FORMAT, "shark-1991", {"r": far, "b": far}))
    call = ["--frames", str(frames), "--board", "shark-1991", "--corners", *CORNERS]
    result = CliRunner().invoke(command, [*call, "--palette", str(tmp_path / "mine.json")])
    assert result.exit_code == 0, result.output
    assert "K4 is not sure" in result.stdout
    assert "y on K4" not in result.stdout
    (tmp_path / "none.json").write_text("{}")
    result = CliRunner().invoke(command, [*call, "--palette", str(tmp_path / "none.json")])
    assert isinstance(result.exception, FormatError)
    assert str(result.exception).startswith(f"{tmp_path / 'none.json'}: no palette")
