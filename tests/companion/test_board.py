"""Board files: every board that the format allows is taken, the rest refused in a line that names what is wrong."""

from __future__ import annotations

import json
import os
import resource
import string
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import calibration
from companion.board import parse_board
from companion.cli import main
from companion.commands.print import command as print_command
from companion.errors import FormatError
from companion.squares import parse_square

GOOD: dict[str, Any] = calibration.board_file("shark-1991")


def board(cols: int, rows: int, pitch: float = 28.0, **changes: Any) -> dict[str, Any]:
    """A board with a grid of that size and 20 mm around it."""
    return {
        "name": "mine",
        "size_mm": [cols * pitch + 40, rows * pitch + 40],
        "grid": {"origin_mm": [20, 20], "pitch_mm": [pitch, pitch], "cols": cols, "rows": rows},
        "zones": ["1" * cols] * rows,
        **changes,
    }


def changed(**changes: Any) -> dict[str, Any]:
    """The board of 1991 with other values; those for the grid come as ``grid``."""
    return {**GOOD, **changes, "grid": {**GOOD["grid"], **changes.get("grid", {})}}


def with_row(row: int, letters: str) -> dict[str, Any]:
    zones = list(GOOD["zones"])
    zones[row - 1] = letters
    return changed(zones=zones)


@pytest.mark.parametrize(("cols", "rows"), [(1, 1), (3, 3), (12, 10), (26, 4), (27, 4), (40, 40), (53, 2), (100, 100)])
@pytest.mark.parametrize("pitch", [5.0, 21.5, 28.0])
def test_boards_of_all_sizes_are_taken(cols: int, rows: int, pitch: float) -> None:
    given = board(cols, rows, pitch)
    taken = parse_board(given)
    assert len(taken.squares()) == cols * rows
    assert taken == parse_board(json.dumps(given)) == parse_board(json.dumps(given, indent=1).encode())


@pytest.mark.parametrize("letter", [*string.ascii_letters, *string.digits, "ß", "Ж", "中", "#", "-", "★"])
def test_zones_may_have_any_letter(letter: str) -> None:
    taken = parse_board(board(3, 3, zones=[letter * 3, f".{letter}.", "11."]))
    assert [taken.zone(square) for square in taken.squares()] == [letter] * 4 + ["1"] * 2


def test_columns_beyond_z_go_on_with_two_letters() -> None:
    """As docs/formats.md has it: AA follows Z, BA follows AZ."""
    taken = parse_board(board(53, 2))
    names = [square.name for square in taken.squares()]
    assert [names[col] for col in (0, 25, 26, 51, 52)] == ["A1", "Z1", "AA1", "AZ1", "BA1"]
    assert [parse_square(name) for name in names] == list(taken.squares())


@pytest.mark.parametrize(
    "given",
    [
        changed(decor=[{"kind": "rail"}], note="mine", x_own={"a": 1}),
        changed(grid={"x_measured": "by hand", "note": "from the rim", "pitch_px": [3, 3]}),
        changed(name="Zoë's board 2.0 (new)"),
        changed(name="..."),
        changed(grid={"origin_mm": [0, 0]}, size_mm=[336, 280]),
        changed(grid={"origin_mm": [0, 0], "pitch_mm": [33.3, 33.3]}, size_mm=[399, 332]),
        changed(grid={"origin_mm": [-0.4, 0]}),
        board(
            40,
            40,
            28.1,
            size_mm=[1124, 1124],
            grid={**GOOD["grid"], "cols": 40, "rows": 40, "origin_mm": [0, 0], "pitch_mm": [28.15] * 2},
        ),
    ],
    ids=[
        "extra keys",
        "own keys of the grid",
        "a name of words",
        "a name of points",
        "no rim",
        "rounded",
        "begins before",
        "forty",
    ],
)
def test_what_is_unusual_is_still_a_board(given: dict[str, Any]) -> None:
    assert parse_board(given).name == given["name"]


def without(key: str, instead: dict[str, Any]) -> dict[str, Any]:
    """The good board file with another key instead of one of its own, or of its grid's."""
    if key not in GOOD["grid"]:
        return {name: value for name, value in GOOD.items() if name != key} | instead
    return GOOD | {"grid": {name: value for name, value in GOOD["grid"].items() if name != key} | instead}


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "as large as a country": (changed(size_mm=[1e9, 1e9]), "size_mm: each side .* at most 3000 mm"),
    "endless": (changed(size_mm=[float("inf"), 400]), "size_mm"),
    "no number": (changed(size_mm=[520, float("nan")]), "size_mm"),
    "no size": (changed(size_mm=[0, 400]), "size_mm"),
    "below zero": (changed(size_mm=[520, -400]), "size_mm"),
    "dust": (changed(grid={"pitch_mm": [0.001, 0.001]}), "grid.pitch_mm: a square must have 1 mm or more"),
    "flat squares": (changed(grid={"pitch_mm": [28, 0]}), "grid.pitch_mm"),
    "pitch that is no number": (changed(grid={"pitch_mm": [28, float("nan")]}), "grid.pitch_mm"),
    "a million squares": (board(1000, 1000, 0.1), "grid.pitch_mm"),
    "a million squares of 1 mm": (board(1000, 1000, 1), "grid.cols must be from 1 to 100"),
    "rows without end": (changed(grid={"rows": 10**12}), "grid.rows must be from 1 to 100"),
    "no columns": (changed(grid={"cols": 0}), "grid.cols must be from 1"),
    "beyond the right edge": (changed(size_mm=[360, 400]), "grid.cols: .* from 36 to 372 mm, the board from 0 to 360"),
    "beyond the lower edge": (changed(size_mm=[520, 299]), "grid.rows: the squares reach from 24 to 304 mm"),
    "begins far before": (changed(grid={"origin_mm": [-20, 24]}), "grid.cols: the squares reach from -20"),
    "a place that is no number": (changed(grid={"origin_mm": [36, float("nan")]}), "grid.rows: the squares reach"),
    "no square": (changed(zones=["." * 12] * 10), "zones: there is no square"),
    "no rows": (changed(zones=[]), "zones must hold 10 rows of 12 letters; rows there: 0"),
    "a row too few": (changed(zones=GOOD["zones"][1:]), "zones must hold 10 rows of 12 letters; rows there: 9"),
    "a short row": (with_row(3, "11112222333"), "zones must hold 10 rows of 12 letters; letters in row 3: 11"),
    "a long row": (with_row(10, "1" * 13), "letters in row 10: 13"),
    "a letter of two signs": (with_row(2, "e\u0301" + "1" * 10), 'zones, row 2: "\u0301" names no zone'),
    "spaces": (with_row(1, "1111    2222"), 'zones, row 1: " " names no zone'),
    "control characters": (with_row(4, "1" * 11 + "\x07"), r"zones, row 4: .*x07.* names no zone"),
    "no name": (changed(name=""), "name: .* names no board"),
    "a blank name": (changed(name="  "), "name: .* names no board"),
    "a name with a bell": (changed(name="a\x07"), "name: .* names no board"),
    "a name of two lines": (changed(name="a\nb"), "name: .* names no board"),
    "pich": (changed(grid={"pich": [20, 20]}), 'grid: nobody knows the key "pich"; is "pitch_mm" meant'),
    "row": (changed(grid={"row": 4}), 'grid: nobody knows the key "row"; is "rows" meant'),
    "Cols": (changed(grid={"Cols": 4}), 'is "cols" meant'),
    "pich alone": (without("pitch_mm", {"pich_mm": [28, 28]}), 'grid: nobody knows the key "pich_mm"; is "pitch_mm" m'),
    "zone": (without("zones", {"zone": GOOD["zones"]}), 'nobody knows the key "zone"; is "zones" meant'),
    "Size": (without("size_mm", {"Size": [520, 400]}), 'nobody knows the key "Size"; is "size_mm" meant'),
    "gird": ({**without("grid", {}), "gird": GOOD["grid"]}, 'nobody knows the key "gird"; is "grid" meant'),
    "szie_mm": (without("size_mm", {"szie_mm": [520, 400]}), 'nobody knows the key "szie_mm"; is "size_mm" meant'),
    "colums": (without("cols", {"colums": 12}), 'grid: nobody knows the key "colums"; is "cols" meant'),
    "picth_mm": (without("pitch_mm", {"picth_mm": [28, 28]}), 'nobody knows the key "picth_mm"; is "pitch_mm" meant'),
    "orgin_mm": (changed(grid={"orgin_mm": [0, 0]}), 'is "origin_mm" meant'),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_board_is_refused_by_its_field(name: str) -> None:
    given, said = REFUSED[name]
    with pytest.raises(FormatError, match=f"^not a board file: .*{said}") as refused:
        parse_board(given)
    assert str(refused.value).isprintable()


@pytest.mark.parametrize("name", ["../../x", "a\\b", "Großstadt 2", "n" * 300])
def test_a_board_is_called_as_its_owner_likes(name: str) -> None:
    assert parse_board(changed(name=name)).name == name


@pytest.mark.parametrize("missing", ["name", "size_mm", "grid", "zones", "origin_mm", "pitch_mm", "cols", "rows"])
def test_a_key_that_is_missing_is_named(missing: str) -> None:
    given = {key: value for key, value in GOOD.items() if key != missing}
    if "grid" in given:
        given["grid"] = {key: value for key, value in GOOD["grid"].items() if key != missing}
    with pytest.raises(FormatError, match=f'the key "{missing}" is missing'):
        parse_board(given)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (json.dumps(GOOD, indent=1).replace('"cols"', "cols"), "line 16: something is wrong at byte 2"),
        ('{"name": "a",\n' + json.dumps(GOOD)[1:], 'the key "name" stands twice'),
        (json.dumps(GOOD).replace('"cols": 12', '"cols": 12, "cols": 12'), 'the key "cols" stands twice'),
    ],
    ids=["a line that is none", "a key twice", "a key of the grid twice"],
)
def test_a_file_that_is_broken_is_named_with_the_place(
    content: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content)
    board = ["--board", str(path)]
    for command in (["print", "board", *board, "--out", str(tmp_path / "mine.pdf")], ["calibrate", *board]):
        monkeypatch.setattr("sys.argv", ["bankhalter", *command])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr().err
        assert (ended.value.code, told.count("\n")) == (2, 1)
        assert told.startswith(f"bankhalter: {path}: ")
        assert said in told
    with pytest.raises(FormatError, match=f"mine.json: not a board file: .*{said}"):
        calibration.read_board_file(path)
    assert not (tmp_path / "mine.pdf").exists()


def test_the_largest_board_is_printed_in_little_memory(tmp_path: Path) -> None:
    """A page that drew all squares of the board anew would take a hundred times as much."""
    path = tmp_path / "large.json"
    large = board(100, 100, 29.6, name="large")
    path.write_text(json.dumps({**large, "zones": [string.digits * 10, string.ascii_letters[:50] * 2] * 50}))

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_DATA, (700 * 2**20, 700 * 2**20))

    call = ["print", "board", "--board", str(path), "--paper", "a4", "--out", str(tmp_path / "large.pdf")]
    ended = subprocess.run(
        [sys.executable, "-m", "companion", *call],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=limit,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        cwd=Path(__file__).parents[2],
    )
    assert ended.returncode == 0, ended.stderr
    assert (tmp_path / "large.pdf").stat().st_size < 20 * 2**20


@pytest.mark.parametrize("cols", [3, 40])
def test_zones_of_any_letter_are_printed(cols: int, tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board(cols, cols, zones=["中" * cols, *["x" * cols] * (cols - 1)])))
    told = CliRunner().invoke(print_command, ["board", "--board", str(path), "--out", str(tmp_path / "mine.pdf")])
    assert told.exit_code == 0, told.output
    assert (tmp_path / "mine.pdf").read_bytes().startswith(b"%PDF")
