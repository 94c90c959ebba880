"""Throws from a file."""

from __future__ import annotations

import re
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
    ("line", "why"),
    [
        (b"red 4", 'at byte 0, where "red 4" stands'),
        (b'{"zone": "4"}', 'the key "colour" is missing'),
        (b'{"zone": 4, "colour": "blue"}', '"zone" must be a text, not a whole number'),
        (b'{"zone": "", "colour": "blue"}', "an empty face"),
        (b'["4", "blue"]', "it must be an object, not a list"),
        (b'{"zone": "\xff", "colour": "blue"}', "not in UTF-8"),
    ],
)
def test_a_line_that_is_no_throw_is_named(tmp_path: Path, line: bytes, why: str) -> None:
    path = tmp_path / "dice.jsonl"
    path.write_bytes(b'{"zone": "4", "colour": "blue"}\n' + line + b"\n")
    with pytest.raises(FormatError, match=rf"dice\.jsonl:2: .*{re.escape(why)}.*: write") as raised:
        FileDice(path)
    assert "`" not in str(raised.value)  # the decoder's words


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(DeviceError, match=r"nothing\.jsonl"):
        FileDice(tmp_path / "nothing.jsonl")


@pytest.mark.parametrize("content", [b"", b"\n\n  \n"])
def test_a_file_without_throws_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "dice.jsonl"
    path.write_bytes(content)
    with pytest.raises(FormatError, match=r"dice\.jsonl: no throw stands in it: write one a line"):
        FileDice(path)


def test_a_byte_order_mark_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "dice.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"zone": "4", "colour": "blue"}\n')
    with pytest.raises(FormatError, match=r"dice\.jsonl: the file begins with a byte order mark: save it as UTF-8"):
        FileDice(path)
