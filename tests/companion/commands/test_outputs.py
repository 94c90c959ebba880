"""Where a command is told to write: what must not be written there is said in one line, before the work is done."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.cli import main
from companion.commands._folder import alone
from companion.journal import Journal

PICTURES = Path(__file__).parents[2] / "pictures"
SEQUENCE = PICTURES / "seq02"
CORNERS = [f"{x},{y}" for x, y in json.loads((SEQUENCE / "empty.json").read_text())["corners_px"]]
BOARD = ["--board", "shark-1991"]


class Outcome(NamedTuple):
    status: int
    out: str
    err: str


Call = Callable[..., Outcome]


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """A command as a person calls it, through the program's own entry."""

    def called(*arguments: str | Path) -> Outcome:
        monkeypatch.setattr("sys.argv", ["bankhalter", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        return Outcome(int(ended.value.code or 0), *capfd.readouterr())

    return called


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """What the commands work on: a camera over the empty board, a picture with its truth, a game's frames, games."""
    folder = tmp_path / "inputs"
    (folder / "camera").mkdir(parents=True)
    shutil.copy(SEQUENCE / "empty.jpg", folder / "camera" / "a.jpg")
    for name in ("0040.jpg", "0040.json"):
        shutil.copy(SEQUENCE / name, folder / name)
    (folder / "frames").mkdir()
    for name in ("header.json", "empty.jpg", "0000.jpg", "0001.jpg", "0002.jpg"):  # one house is put
        shutil.copy(SEQUENCE / name, folder / "frames" / name)
    (folder / "frames" / "dice.jsonl").write_text((SEQUENCE / "dice.jsonl").read_text().splitlines()[0] + "\n")
    with alone(folder / "games"), Journal(folder / "games" / "journal.db", lambda: "2026-01-01T00:00:00.000+00:00"):
        pass
    return folder


def _calibrate(inputs: Path) -> list[str | Path]:
    return ["calibrate", *BOARD, "--camera", inputs / "camera", "--corners", *CORNERS]


WRITERS: dict[str, Callable[[Path, Path], list[str | Path]]] = {
    "print board": lambda _, out: ["print", "board", *BOARD, "--out", out],
    "print markers": lambda _, out: ["print", "markers", "--out", out],
    "print sheet": lambda _, out: ["print", "sheet", "--out", out],
    "calibrate": lambda inputs, out: [*_calibrate(inputs), "--out", out],
    "calibrate --show": lambda inputs, out: [*_calibrate(inputs), "--out", inputs / "view.json", "--show", out],
    "learn": lambda inputs, out: ["learn", inputs / "0040.jpg", *BOARD, "--out", out],
    "watch": lambda inputs, out: [
        "watch",
        *BOARD,
        "--frames",
        inputs / "frames",
        "--game",
        inputs / "frames" / "header.json",
        "--dice",
        inputs / "frames" / "dice.jsonl",
        "--record",
        out,
    ],
    "backup": lambda inputs, out: ["backup", out, "--data", inputs / "games"],
}


def _folder(path: Path) -> Path:
    path.mkdir()
    return path


def _pipe(path: Path) -> Path:
    os.mkfifo(path)
    return path


def _link_to_a_pipe(path: Path) -> Path:
    path.symlink_to(_pipe(path.with_name("pipe")))
    return path


def _in_no_folder(path: Path) -> Path:
    return path.parent / "nosuch" / path.name


def _in_a_file(path: Path) -> Path:
    path.parent.joinpath("file").touch()
    return path.parent / "file" / path.name


@pytest.mark.parametrize("place", [_folder, _pipe, _link_to_a_pipe, _in_no_folder, _in_a_file])
@pytest.mark.parametrize("writer", list(WRITERS))
def test_a_place_where_no_file_can_be_written_is_told_before_the_work(
    call: Call, inputs: Path, tmp_path: Path, writer: str, place: Callable[[Path], Path]
) -> None:
    folder = tmp_path / "there"
    folder.mkdir()
    out = place(folder / "out")
    before = {path: path.lstat().st_mode for path in folder.rglob("*")}
    result = call(*WRITERS[writer](inputs, out))
    assert result.status == 2
    assert str(out) in result.err
    assert result.out == ""
    assert "Traceback" not in result.err
    assert {path: path.lstat().st_mode for path in folder.rglob("*")} == before
    assert not (inputs / "view.json").exists()


ANOTHER: dict[str, Callable[[Path], object]] = {
    "notes": lambda path: path.write_text("the game of last week\n"),
    "a photograph": lambda path: shutil.copy(SEQUENCE / "empty.jpg", path),
    "a board file": lambda path: path.write_text('{"name": "mine", "size_mm": [520, 400]}'),
    "a picture without loss": lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n"),
}
OF_A_KIND = [writer for writer in WRITERS if writer not in ("watch", "backup")]


@pytest.mark.parametrize("another", list(ANOTHER))
@pytest.mark.parametrize("writer", OF_A_KIND)
def test_a_file_of_another_kind_is_never_overwritten(
    call: Call, inputs: Path, tmp_path: Path, writer: str, another: str
) -> None:
    out = tmp_path / "out"
    ANOTHER[another](out)
    before = out.read_bytes()
    result = call(*WRITERS[writer](inputs, out))
    if (writer, another) == ("calibrate --show", "a photograph"):
        assert out.read_bytes() != before, "that is the kind which it writes"
        return
    assert result.status == 2
    assert result.out == ""
    (line,) = result.err.splitlines()
    assert line.startswith(f"bankhalter: {out} is there already and is no ")
    assert line.endswith("name another file with " + ("--show" if "--show" in writer else "--out"))
    assert out.read_bytes() == before
    assert not (inputs / "view.json").exists()


@pytest.mark.parametrize("writer", OF_A_KIND)
def test_a_file_of_its_own_kind_or_an_empty_one_is_written_anew(
    call: Call, inputs: Path, tmp_path: Path, writer: str
) -> None:
    out = tmp_path / "out"
    out.touch()
    for _ in range(2):
        assert call(*WRITERS[writer](inputs, out)).status in (0, 1)  # 1: written, but the view could be better
        assert out.stat().st_size > 0


FOLDERS: dict[str, Callable[[Path], list[str | Path]]] = {
    "chains": lambda out: ["chains", SEQUENCE / "0002.jpg", *BOARD, "--corners", *CORNERS, "--out", out],
    "read": lambda out: ["read", SEQUENCE / "0002.jpg", *BOARD, "--corners", *CORNERS, "--debug", out],
    "run": lambda out: ["run", "--port", "0", "--camera", "none", "--data", out],
}


@pytest.mark.parametrize("command", list(FOLDERS))
def test_a_file_that_is_named_as_a_folder_is_called_no_folder(call: Call, tmp_path: Path, command: str) -> None:
    path = tmp_path / "file"
    path.write_text("mine")
    result = call(*FOLDERS[command](path))
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert str(path) in line
    assert "Not a directory" in line
    assert path.read_text() == "mine"


@pytest.mark.parametrize("command", ["chains", "read"])
def test_a_folder_for_pictures_is_made_but_none_above_it(call: Call, tmp_path: Path, command: str) -> None:
    result = call(*FOLDERS[command](tmp_path / "nosuch" / "new"))
    assert result.status == 2
    assert "nosuch" in result.err
    assert not (tmp_path / "nosuch").exists()
    assert call(*FOLDERS[command](tmp_path / "new")).status == 0
    assert list((tmp_path / "new").rglob("*.jpg"))


def test_a_record_that_is_there_is_never_overwritten(call: Call, inputs: Path, tmp_path: Path) -> None:
    record = tmp_path / "evening.game.jsonl"
    record.write_text("the game of last week\n")
    result = call(*WRITERS["watch"](inputs, record))
    assert result.status == 2
    (line,) = result.err.splitlines()
    assert str(record) in line
    assert "another file with --record" in line
    assert record.read_text() == "the game of last week\n"


def test_an_empty_file_may_become_the_record(call: Call, inputs: Path, tmp_path: Path) -> None:
    record = tmp_path / "evening.game.jsonl"
    record.touch()
    assert call(*WRITERS["watch"](inputs, record)).status == 0
    assert record.read_text().startswith("{")
