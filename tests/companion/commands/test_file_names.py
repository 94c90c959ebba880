"""Names that no file can have, and files that may not be looked at, are told in one line by every command."""

from __future__ import annotations

import errno
import json
import os
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.commands.learn import command as learn
from companion.commands.read import command as read
from tests.running import time_limit

SEQUENCE = Path(__file__).parents[2] / "pictures" / "seq02"
CORNERS = [f"{x},{y}" for x, y in json.loads((SEQUENCE / "0044.json").read_text())["corners_px"]]
BOARD = ["--board", "shark-1991"]
TOO_LONG = "x" * 5000
LONGEST = 255
"""Bytes of a file's name at most."""


@pytest.mark.parametrize(
    "call",
    [
        ["read", TOO_LONG, *BOARD],
        ["read", TOO_LONG, "--with-empty", *BOARD],
        ["read", "x.jpg", "--board", TOO_LONG],
        ["calibrate", "--camera", TOO_LONG, *BOARD],
        ["calibrate", "--camera", "0", "--board", TOO_LONG],
        ["calibrate", "--camera", ".", "--lens", TOO_LONG, *BOARD],
        ["chains", TOO_LONG, *BOARD],
        ["watch", "--frames", TOO_LONG, *BOARD],
        ["learn", TOO_LONG, "--layout", "--out", "mine.json", *BOARD],
        ["regions", "x.jpg", "--board", TOO_LONG],
        ["backup", "all.zip", "--data", TOO_LONG],
        ["run", "--board", TOO_LONG, "--data", "games"],
    ],
    ids=lambda call: " ".join(word[:12] for word in call),
)
def test_a_name_that_no_file_can_have_is_told_in_one_line(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["bankhalter", *call])
    with pytest.raises(SystemExit) as ended:
        main()
    *_, line = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith(("bankhalter: ", "Error: "))  # click says how the command is called before it
    assert TOO_LONG[:20] in line  # some shorten it


@pytest.mark.parametrize(
    "call",
    [
        ["read", "", *BOARD],
        ["read", "x.jpg", "--board", ""],
        ["watch", "--frames=", *BOARD],
        ["calibrate", "--camera", "", *BOARD],
        ["run", "--host", ""],
        ["run", "--host="],
        ["print", "board", ""],
        ["learn", "x.jpg", "", "--out", "mine.json"],
    ],
    ids=" ".join,
)
def test_an_empty_word_is_refused_whatever_it_stands_for(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """As a variable gives that is not set: of a path it was the current folder, of a host the whole network."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["bankhalter", *call])
    with pytest.raises(SystemExit) as ended:
        main()
    *_, line = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith("Error: what stands behind ")
    assert line.endswith(" is empty: is a variable of the shell not set?")
    assert list(tmp_path.iterdir()) == []


def test_a_picture_in_a_folder_that_may_not_be_entered_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The superuser may enter any, so such a folder is made up: whoever asks for what is in it is refused."""
    locked = tmp_path / "locked" / "x.jpg"
    look, begin = os.stat, os.open

    def refuse(path: object) -> None:
        if isinstance(path, (str, Path)) and Path(path) == locked:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    def stat(path: int | str | Path, **how: object) -> os.stat_result:
        refuse(path)
        return look(path, **how)  # type: ignore[arg-type]

    def opened(path: str | Path, flags: int, *more: int, **how: int) -> int:
        refuse(path)
        return begin(path, flags, *more, **how)

    monkeypatch.setattr(os, "stat", stat)
    monkeypatch.setattr(os, "open", opened)
    monkeypatch.setattr("sys.argv", ["bankhalter", "read", str(locked), *BOARD])
    with pytest.raises(SystemExit) as ended:
        main()
    (line,) = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith(f"bankhalter: {locked}: ")
    assert "Permission denied" in line


@pytest.mark.parametrize(
    "call",
    [
        ["read", "pipe", *BOARD],
        ["read", "x.png", "--board", "pipe"],
        ["read", "x.png", "--board", "pipe.json"],
        ["read", "x.png", "--empty", "pipe", *BOARD],
        ["read", "x.png", "--palette", "pipe", *BOARD],
        ["read", "x.png", "--calibration", "pipe"],
        ["chains", "pipe", *BOARD],
        ["learn", "x.png", "--out", "mine.json", *BOARD],
        ["calibrate", "--camera", "0", "--board", "pipe"],
        ["calibrate", "--camera", "0", "--board", "pipe.json"],
        ["regions", "x.png", "--board", "pipe", "--empty", "x.png", "--corners", *CORNERS],
        ["rows", "x.png", "--deck", "pipe"],
        ["watch", "--frames", ".", *BOARD, "--game", "header.json", "--dice", "pipe", "--record", "out"],
        ["watch", "--frames", ".", *BOARD, "--game", "pipe", "--dice", "dice.jsonl", "--record", "out"],
        ["replay", "pipe"],
        ["replay", "record", "--board", "pipe"],
        ["replay", "record", "--editions", "pipe"],
        ["explain", "pipe", "1"],
        ["restore", "pipe", "--data", "games"],
        ["run", "--board", "pipe", "--data", "games"],
        ["run", "--devices", "pipe", "--data", "games"],
    ],
    ids=" ".join,
)
def test_a_pipe_that_is_named_as_a_file_is_told_and_not_waited_for(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("pipe", "pipe.json", "x.json"):
        os.mkfifo(name)
    shutil.copy(SEQUENCE / "0044.jpg", "x.png")
    Path("record").write_text("{}\n")
    Path("dice.jsonl").write_text('{"zone": "3", "colour": "red"}\n')
    Path("header.json").write_text('{"format": "bankhalter-record/1", "game": "shark"}')
    monkeypatch.setattr("sys.argv", ["bankhalter", *call])
    with time_limit(20), pytest.raises(SystemExit) as ended:
        main()
    *_, line = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith(("bankhalter: ", "Error: "))
    assert "it is no ordinary file: copy what it holds into one first" in line
    assert "pipe" in line or "x.json" in line
    assert "is the name right" not in line


@pytest.mark.parametrize(
    "call",
    [
        ["read", "x.jpg"],
        ["calibrate", "--camera", "0"],
        ["chains", "x.jpg"],
        ["watch", "--frames", "."],
        ["learn", "--layout"],
        ["regions", "x.jpg"],
        ["print", "board"],
        ["doctor", "--data", "games"],
        ["run", "--data", "games"],
        ["replay", "record"],
        ["explain", "record", "1"],
    ],
    ids=" ".join,
)
def test_a_folder_that_is_named_as_a_board_is_told_in_one_line(
    call: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nothing-in-it").mkdir()
    Path("record").write_text("{}\n")
    monkeypatch.setattr("sys.argv", ["bankhalter", *call, "--board", "nothing-in-it"])
    with pytest.raises(SystemExit) as ended:
        main()
    *before, line = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith(
        "bankhalter: " if not before else "Error: "
    )  # click says how the command is called before it
    assert "nothing-in-it" in line
    if call[0] in ("read", "regions"):
        assert line.startswith("bankhalter: nothing-in-it is a folder: name a board file in it")


def test_a_file_that_fails_anywhere_is_named_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also where a command did not think of it."""

    def fails(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "games/x.json")

    monkeypatch.setattr("companion.cli._bankhalter", fails)
    with pytest.raises(SystemExit) as ended:
        main()
    (line,) = capfd.readouterr().err.splitlines()
    assert ended.value.code == 2
    assert line.startswith("bankhalter: games/x.json: Permission denied")


def longest(ending: str) -> str:
    """A name of a picture beside which no X-empty.jpg can be, but an X.json."""
    return "x" * (LONGEST - len(".json")) + ending


def test_a_picture_whose_empty_board_could_have_no_name_keeps_none_from_being_read(tmp_path: Path) -> None:
    for name in ("a.jpg", longest(".jpg"), "y.jpg"):
        shutil.copy(SEQUENCE / "0044.jpg", tmp_path / name)
    result = CliRunner().invoke(read, [str(tmp_path), *BOARD, "--corners", *CORNERS, "--with-empty", "--json"])
    assert result.exit_code == 0, result.output or result.exception
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert [reading["file"] for reading in told] == ["a.jpg", longest(".jpg"), "y.jpg"]


def test_a_picture_whose_empty_board_could_have_no_name_is_learned_from_without_it(tmp_path: Path) -> None:
    picture = tmp_path / longest(".jpg")
    shutil.copy(SEQUENCE / "0044.jpg", picture)
    shutil.copy(SEQUENCE / "0044.json", tmp_path / longest(".json"))
    result = CliRunner().invoke(learn, [str(picture), *BOARD, "--out", str(tmp_path / "mine.json")])
    assert result.exit_code == 0, result.output or result.exception
    assert (tmp_path / "mine.json").exists()
