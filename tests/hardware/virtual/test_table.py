"""The virtual table is a table: houses stay where they were put, whatever happens to the program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from calibration import board
from companion.errors import DeviceError, TableError
from companion.squares import parse_square
from hardware.virtual import VirtualTable
from tests.running import time_limit

C4, D4 = parse_square("C4"), parse_square("D4")
BOARD = board("shark-1991")


def test_a_house_stands_where_it_was_put() -> None:
    table = VirtualTable(BOARD, None, 1)
    table.put(C4, "r")
    assert dict(table.houses) == {C4: "r"}


def test_houses_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "table.json"
    first = VirtualTable(BOARD, path, 1)
    first.put(C4, "r")
    first.put(D4, "t")
    # No close: the program is killed.
    second = VirtualTable(BOARD, path, 99)
    assert dict(second.houses) == {C4: "r", D4: "t"}
    assert second.standing == first.standing, "they stand exactly as crooked as before"
    assert second.notice is None


def test_a_house_taken_away_stays_away(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = VirtualTable(BOARD, path, 1)
    table.put(C4, "b")
    assert table.take(C4) == "b"
    assert dict(VirtualTable(BOARD, path, 1).houses) == {}


def test_clearing_takes_all_houses(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = VirtualTable(BOARD, path, 1)
    table.put(C4, "b")
    table.put(D4, "g")
    table.clear()
    assert not table.houses
    assert not VirtualTable(BOARD, path, 1).houses


def test_houses_stand_inside_their_squares_and_not_all_alike() -> None:
    table = VirtualTable(BOARD, None, 5)
    for square in BOARD.squares():
        table.put(square, "y")
    for house in table.standing:
        left = 36 + 28 * house.square.col
        top = 24 + 28 * house.square.row
        corners = house.base_mm(BOARD)
        assert corners[:, 0].min() > left
        assert corners[:, 0].max() < left + 28
        assert corners[:, 1].min() > top
        assert corners[:, 1].max() < top + 28
    assert len({(house.dx_mm, house.dy_mm, house.turn_deg) for house in table.standing}) > 100


@pytest.mark.parametrize(
    ("square", "letter", "words"),
    [
        ("C4", "r", "a house stands on C4: take it away first"),
        ("M1", "r", "has no square M1"),
        ("A11", "r", "has no square A11"),
        ("D4", "x", 'there is no house "x"'),
        ("D4", "", 'there is no house ""'),
    ],
)
def test_a_house_that_cannot_stand_there_is_refused(square: str, letter: str, words: str) -> None:
    table = VirtualTable(BOARD, None, 1)
    table.put(C4, "r")
    with pytest.raises(TableError, match=words):
        table.put(parse_square(square), letter)
    assert dict(table.houses) == {C4: "r"}


def test_taking_from_an_empty_square_is_refused() -> None:
    with pytest.raises(TableError, match="no house stands on C4"):
        VirtualTable(BOARD, None, 1).take(C4)


GOOD = {"square": "C4", "letter": "r", "dx_mm": 0.0, "dy_mm": 0.0, "turn_deg": 0.0}


def state(*houses: object, board: str = "shark-1991") -> bytes:
    return json.dumps({"format": "bankhalter-virtual-table/1", "board": board, "houses": houses}).encode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no state of a virtual table"),
        (b'{"format": "bankhalter-virt', "no state of a virtual table"),
        (b"\xff\xfe\x00", "no state of a virtual table"),
        (b"[1, 2]", "no state of a virtual table"),
        (state(board="shark-2001"), "holds the houses of the board shark-2001"),
        (state(GOOD, GOOD), "two houses on C4"),
        (state({**GOOD, "square": "c4"}), "c4"),
        (state({**GOOD, "square": "Z9"}), "no square Z9"),
        (state({**GOOD, "letter": "q"}), "no state of a virtual table"),
        (state({**GOOD, "dx_mm": 300.0}), "stands outside of its square"),
        (state({**GOOD, "turn_deg": None}), "no state of a virtual table"),
    ],
)
def test_a_state_file_that_cannot_be_used_is_kept_aside_and_said(tmp_path: Path, content: bytes, words: str) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    table = VirtualTable(BOARD, path, 1)
    assert table.notice is not None
    assert words in table.notice
    assert "table.json.aside-1" in table.notice
    assert not table.houses
    assert (tmp_path / "table.json.aside-1").read_bytes() == content
    table.put(C4, "g")
    assert dict(VirtualTable(BOARD, path, 1).houses) == {C4: "g"}


def test_a_second_broken_state_file_does_not_overwrite_the_first(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    for content in (b"one", b"two"):
        path.write_bytes(content)
        VirtualTable(BOARD, path, 1)
    assert (tmp_path / "table.json.aside-1").read_bytes() == b"one"
    assert (tmp_path / "table.json.aside-2").read_bytes() == b"two"


def test_a_pipe_in_the_state_file_s_place_is_told_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "table.json")
    with time_limit(5), pytest.raises(DeviceError, match=r"table\.json: it is no ordinary file"):
        VirtualTable(BOARD, tmp_path / "table.json", 1)


def test_a_house_that_cannot_be_kept_is_not_put(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.write_text("")
    table = VirtualTable(BOARD, in_the_way / "table.json", 1)
    with pytest.raises(DeviceError, match="cannot save the virtual table"):
        table.put(C4, "r")
    assert not table.houses


BUSY_PROGRAM = """
import sys
from pathlib import Path
from calibration import board
from hardware.virtual import VirtualTable

table = VirtualTable(board("shark-1991"), Path(sys.argv[1]), 1)
squares = table.board.squares()
for square in squares:
    table.put(square, "r")
    print(len(table.houses), flush=True)
while True:
    table.take(squares[0])
    table.put(squares[0], "r")
"""


def test_a_program_killed_in_the_midst_of_a_change_leaves_a_whole_table(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with subprocess.Popen([sys.executable, "-c", BUSY_PROGRAM, str(path)], stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        said = [int(program.stdout.readline()) for _ in range(25)]
        program.kill()
    assert said == list(range(1, 26))
    table = VirtualTable(BOARD, path, 1)
    assert table.notice is None
    assert len(table.houses) >= 25, "what was said to stand there stands there"


def test_several_hands_at_once_lose_no_house(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = VirtualTable(BOARD, path, 1)
    squares = BOARD.squares()[:40]

    def set_down(first: int) -> None:
        for square in squares[first::4]:
            table.put(square, "g")

    hands = [threading.Thread(target=set_down, args=(first,)) for first in range(4)]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert dict(table.houses) == dict.fromkeys(squares, "g")
    assert VirtualTable(BOARD, path, 1).houses == table.houses
