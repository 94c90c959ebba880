"""Throws from a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.devices import Dice, Throw
from companion.errors import DeviceError, FormatError
from hardware.dice import FileDice


def test_throws_come_in_the_order_of_the_file_and_then_none(tmp_path: Path) -> None:
    path = tmp_path / "dice.jsonl"
    path.write_text('{"zone": "4", "colour": "blue"}\n\n{"zone": "S", "colour": "white", "x_note": 1}\n')
    dice: Dice = FileDice(path)
    assert [dice.read(0) for _ in range(3)] == [
        Throw(("4", "blue"), "dice.jsonl:1"),
        Throw(("S", "white"), "dice.jsonl:3"),
        None,
    ]
    assert dice.health().state == "off"


@pytest.mark.parametrize(
    "line",
    [
        b"red 4",
        b'{"zone": "4"}',
        b'{"zone": 4, "colour": "blue"}',
        b'{"zone": "", "colour": "blue"}',
        b'["4", "blue"]',
        b'{"zone": "\xff", "colour": "blue"}',
    ],
)
def test_a_line_that_is_no_throw_is_named(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "dice.jsonl"
    path.write_bytes(b'{"zone": "4", "colour": "blue"}\n' + line + b"\n")
    with pytest.raises(FormatError, match=r"dice\.jsonl:2: .*write"):
        FileDice(path)


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"nothing\.jsonl"):
        FileDice(tmp_path / "nothing.jsonl")
