"""Files that a person names for what a command makes."""

from __future__ import annotations

from pathlib import Path

from companion.errors import FormatError
from companion.files import check_savable, save_whole


def check_output(path: Path, option: str = "--out") -> None:
    """Before the work: raises FormatError where no file can be written at the place that ``option`` names."""
    try:
        check_savable(path)
    except OSError as error:
        raise _unwritable(path, option, error) from None


def write_output(path: Path, content: bytes, option: str = "--out") -> None:
    """Writes a file, whole or not at all; raises FormatError naming it and the option."""
    try:
        save_whole(path, content)
    except OSError as error:
        raise _unwritable(path, option, error) from None


def _unwritable(path: Path, option: str, error: OSError) -> FormatError:
    return FormatError(f"{path} cannot be written: {error.strerror}; choose another place with {option}")
