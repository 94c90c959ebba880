"""bankhalter watch, as a person calls it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from click.testing import CliRunner

from companion.commands.watch import command, told
from companion.reading import Change, Trouble

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


def test_folder_without_pictures_is_named(tmp_path: Path) -> None:
    result = CliRunner().invoke(command, ["--frames", str(tmp_path), "--board", "shark-1991"])
    assert result.exit_code != 0
    assert str(tmp_path) in str(result.exception)


def test_events_in_words() -> None:
    assert told(Change("7.jpg", (("D5", "r"),), ("C4",), ())) == "7.jpg: r on D5, C4 cleared"
    assert told(Trouble("8.jpg", "dark", (), "More light, please.")) == "8.jpg: dark: More light, please."
