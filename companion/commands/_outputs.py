"""Files that a person names for what a command makes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from companion.errors import FormatError
from companion.files import check_savable, save_whole


@dataclass(frozen=True, slots=True)
class Kind:
    """What a command makes: its ``name`` for people, and how every such file ``begins``."""

    name: str
    begins: re.Pattern[bytes]


_HEAD = 256
"""Bytes of a file that tell its kind."""
PDF = Kind("PDF file", re.compile(rb"%PDF-"))
JPEG = Kind("JPEG picture", re.compile(rb"\xff\xd8\xff"))
CALIBRATION = Kind("calibration", re.compile(rb'\s*\{\s*"format":\s*"bankhalter-calibration/'))
PALETTE = Kind("palette", re.compile(rb'\s*\{\s*"format":\s*"bankhalter-palette/'))


def check_output(path: Path, kind: Kind, option: str = "--out") -> None:
    """Before the work: raises FormatError where no file can be written at the place that ``option`` names.

    Nor is one of another kind overwritten: somebody's photograph or notes. An empty one is nobody's.
    """
    try:
        check_savable(path)
        head = _head(path)
    except OSError as error:
        raise _unwritable(path, option, error) from None
    if head and not kind.begins.match(head):
        raise FormatError(f"{path} is there already and is no {kind.name}: name another file with {option}")


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(_HEAD)
    except FileNotFoundError:
        return b""


def write_output(path: Path, content: bytes, option: str = "--out") -> None:
    """Writes a file, whole or not at all; raises FormatError naming it and the option."""
    try:
        save_whole(path, content)
    except OSError as error:
        raise _unwritable(path, option, error) from None


def _unwritable(path: Path, option: str, error: OSError) -> FormatError:
    return FormatError(f"{path} cannot be written: {error.strerror}; choose another place with {option}")
