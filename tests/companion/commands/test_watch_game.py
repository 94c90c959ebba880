"""A game played along with a camera's frames: the two sequences that are legal pieces of games, and what goes wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from companion.commands.watch import command
from companion.record import parse_record

PICTURES = Path(__file__).parents[2] / "pictures"


def watch(folder: Path, record: Path, *more: str, **files: Path) -> Result:
    arguments = ["--frames", str(folder), "--board", "shark-1991", "--record", str(record)]
    for name in ("game", "dice"):
        arguments += [f"--{name}", str(files.get(name, folder / {"game": "header.json", "dice": "dice.jsonl"}[name]))]
    return CliRunner().invoke(command, [*arguments, *more])


@pytest.mark.parametrize("sequence", ["seq00", "seq02"])
def test_the_record_that_comes_out_is_the_game_that_was_played(tmp_path: Path, sequence: str) -> None:
    result = watch(PICTURES / sequence, tmp_path / "out.game.jsonl")
    wanted = parse_record((PICTURES / sequence / "expected.game.jsonl").read_bytes())
    written = parse_record((tmp_path / "out.game.jsonl").read_bytes())
    assert list(written.events) == list(wanted.events), result.output
    assert written.header == wanted.header
    assert result.exit_code == 0, result.output


def test_each_payment_is_printed_with_its_reason(tmp_path: Path) -> None:
    lines = watch(PICTURES / "seq00", tmp_path / "out.game.jsonl").output.splitlines()
    # First placement: blue to B10 stands alone beside a chain of 3: the price stays, commission 1,000 for Andrea.
    placed = next(n for n, line in enumerate(lines) if "B10" in line and line.startswith("0002.jpg"))
    assert "+1,000 Andrea: commission" in lines[placed + 1]
    assert "R-" in lines[placed + 1]


def test_for_programs_each_event_is_a_line_of_json(tmp_path: Path) -> None:
    result = watch(PICTURES / "seq00", tmp_path / "out.game.jsonl", "--jsonl")
    lines: list[dict[str, Any]] = [json.loads(line) for line in result.stdout.splitlines()]
    events = [line["event"] for line in lines if "event" in line]
    assert events == list(parse_record((tmp_path / "out.game.jsonl").read_bytes()).events)


def test_too_few_throws_leave_a_house_that_is_not_booked(tmp_path: Path) -> None:
    dice = tmp_path / "dice.jsonl"
    throws = (PICTURES / "seq00" / "dice.jsonl").read_text().splitlines()
    dice.write_text("\n".join(throws[:2]) + "\n")
    result = watch(PICTURES / "seq00", tmp_path / "out.game.jsonl", dice=dice)
    assert result.exit_code == 1
    assert "not booked" in result.output
    written = parse_record((tmp_path / "out.game.jsonl").read_bytes())
    assert [event["do"] for event in written.events] == ["roll", "place", "end_turn"] * 2


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("dice", '{"zone": "4"}\n', "dice.jsonl:1"),
        ("dice", "not json\n", "dice.jsonl:1"),
        ("game", "{}", "header.json"),
        ("game", "not json", "header.json"),
        ("game", None, "header.json"),
    ],
)
def test_a_file_that_is_wrong_is_named(tmp_path: Path, name: str, content: str | None, told: str) -> None:
    path = tmp_path / {"game": "header.json", "dice": "dice.jsonl"}[name]
    if content is not None:
        path.write_text(content)
    result = watch(PICTURES / "seq00", tmp_path / "out.game.jsonl", **{name: path})
    assert result.exit_code != 0
    assert told in str(result.exception)
    assert not (tmp_path / "out.game.jsonl").exists()


def test_a_game_on_another_board_is_refused(tmp_path: Path) -> None:
    header = json.loads((PICTURES / "seq00" / "header.json").read_text())
    path = tmp_path / "header.json"
    path.write_text(json.dumps({**header, "board": "shark-compact"}))
    result = watch(PICTURES / "seq00", tmp_path / "out.game.jsonl", game=path)
    assert "shark-compact" in str(result.exception)


def test_game_dice_and_record_belong_together(tmp_path: Path) -> None:
    folder = tmp_path / "frames"
    folder.mkdir()
    shutil.copy(PICTURES / "seq00" / "0000.jpg", folder)
    arguments = ["--frames", str(folder), "--board", "shark-1991", "--game", "header.json"]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 2
    assert "belong together" in result.output
