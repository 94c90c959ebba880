"""`bankhalter run` as a process: what it composes reaches the pages."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path

import pytest

import calibration
from tests.running import RunningTable


def offered_boards(table: RunningTable) -> list[str]:
    with urllib.request.urlopen(f"{table.address}/setup", timeout=30) as answer:
        select = re.search(r'<select id="s-board">(.*?)</select>', answer.read().decode(), re.DOTALL)
    assert select is not None
    return re.findall(r'value="([^"]*)"', select[1])


@pytest.mark.parametrize(("name", "added"), [("kitchen-table", ["kitchen-table"]), ("shark-2001", [])])
def test_a_board_of_one_s_own_is_offered_beside_those_of_the_program(
    tmp_path: Path, name: str, added: list[str]
) -> None:
    own = tmp_path / "own.json"
    own.write_text(json.dumps({**calibration.board_file("shark-compact"), "name": name}))
    table = RunningTable(tmp_path / "data", "--board", str(own), "--camera", "none", "--dice", "by-hand")
    try:
        assert offered_boards(table) == ["shark-1991", "shark-2001", "shark-compact", *added]
        assert table.snapshot()["game"]["board"] == name
        assert table.snapshot()["grid"]["rows"] == 11
    finally:
        table.close()
