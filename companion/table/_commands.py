"""What people may ask of the table, parsed from the JSON that a page sends (docs/table.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.errors import FormatError


class _Command(msgspec.Struct, frozen=True, tag_field="do"):
    """``game`` and ``version`` are those of the snapshot that the command was made from; no game is None."""

    request: str
    game: int | None
    version: int


class Book(_Command, frozen=True, tag="book"):
    proposal: str


class Dismiss(_Command, frozen=True, tag="dismiss"):
    proposal: str


class BookEvent(_Command, frozen=True, tag="event"):
    event: dict[str, Any]


class Undo(_Command, frozen=True, tag="undo"):
    pass


class Redo(_Command, frozen=True, tag="redo"):
    pass


class Correct(_Command, frozen=True, tag="correct"):
    event: dict[str, Any]


class Grant(_Command, frozen=True, tag="grant"):
    asked: str


class Refuse(_Command, frozen=True, tag="refuse"):
    asked: str


class Withdraw(_Command, frozen=True, tag="withdraw"):
    pass


class NewGame(_Command, frozen=True, tag="new_game"):
    header: dict[str, Any]


Command = Book | Dismiss | BookEvent | Undo | Redo | Correct | Grant | Refuse | Withdraw | NewGame


def parse_command(raw: Mapping[str, Any]) -> Command:
    """The command that a decoded JSON object is; raises FormatError."""
    try:
        command: Command = msgspec.convert(raw, Command)
    except msgspec.ValidationError as error:
        raise FormatError(f"not a command of the table: {error}") from None
    if not command.request:
        raise FormatError("not a command of the table: request must not be empty")
    return command
