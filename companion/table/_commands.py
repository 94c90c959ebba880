"""What people may ask of the table, parsed from the JSON that a page sends (docs/table.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from companion.errors import FormatError
from companion.parsing import plainly
from companion.sentence import Sentence

LONGEST_REMARK = 1000
"""The letters of a remark: every page shows it in its log."""


class _Command(msgspec.Struct, frozen=True, kw_only=True, tag_field="do"):
    """``game``, ``version`` and ``last`` are those of the snapshot that the command was made from; no game is None."""

    request: str
    game: int | None
    version: int
    last: str | None = None


class Book(_Command, frozen=True, tag="book"):
    proposal: str


class Dismiss(_Command, frozen=True, tag="dismiss"):
    proposal: str


class BookEvent(_Command, frozen=True, tag="event"):
    event: dict[str, Any]


class Undo(_Command, frozen=True, tag="undo"):
    """``to``: the event at this line and all later ones; the last one where it is left out."""

    to: int | None = None


class Redo(_Command, frozen=True, tag="redo"):
    """``to``: all up to the event at this line; the next one where it is left out."""

    to: int | None = None


class Correct(_Command, frozen=True, tag="correct"):
    """``event``: what was true in place of the event at line ``seq`` (the last one); None: nothing happened.

    ``stop``: the first later event that no longer fits; it and those after it are to be taken back.
    """

    event: dict[str, Any] | None
    seq: int | None = None
    stop: int | None = None


class CountNotes(_Command, frozen=True, tag="count"):
    """``notes``: counted in that player's hand, as ``{"1000": 3}``; ``difference``: to the account, as it was told."""

    player: str
    notes: dict[str, int]
    difference: int = 0


class Trust(_Command, frozen=True, tag="trust"):
    """``squares`` are as in the books, whatever the camera makes of them, until they look different."""

    squares: tuple[str, ...]


class Grant(_Command, frozen=True, tag="grant"):
    asked: str


class Refuse(_Command, frozen=True, tag="refuse"):
    asked: str


class Withdraw(_Command, frozen=True, tag="withdraw"):
    pass


class NewGame(_Command, frozen=True, tag="new_game"):
    header: dict[str, Any]


class _OnShelf(_Command, frozen=True):
    """About a whole game, the one on the table or another; ``target`` is its id."""

    target: int


class OpenGame(_OnShelf, frozen=True, tag="open_game"):
    pass


class NameGame(_OnShelf, frozen=True, tag="name_game"):
    name: Annotated[str, msgspec.Meta(max_length=60)]


class ArchiveGame(_OnShelf, frozen=True, tag="archive_game"):
    pass


class RestoreGame(_OnShelf, frozen=True, tag="restore_game"):
    pass


class DeleteGame(_OnShelf, frozen=True, tag="delete_game"):
    """``confirm``: how many lines the game has, as the person who deletes it was shown."""

    confirm: int


class ImportGame(_Command, frozen=True, tag="import_game"):
    """``record``: the text of a game record."""

    record: str


ShelfCommand = OpenGame | NameGame | ArchiveGame | RestoreGame | DeleteGame | ImportGame


class LookAhead(msgspec.Struct, frozen=True, tag_field="do"):
    """What would come of the command of that name; ``game`` and ``version`` as there."""

    game: int | None
    version: int


class LookAtUndo(LookAhead, frozen=True, tag="undo"):
    to: int


class LookAtCount(LookAhead, frozen=True, tag="count"):
    player: str
    notes: dict[str, int]


class LookAtCorrect(LookAhead, frozen=True, tag="correct"):
    event: dict[str, Any] | None
    seq: int


Command = (
    Book
    | Dismiss
    | BookEvent
    | Undo
    | Redo
    | Correct
    | CountNotes
    | Trust
    | Grant
    | Refuse
    | Withdraw
    | NewGame
    | ShelfCommand
)


def parse_command(raw: Mapping[str, Any]) -> Command:
    """The command that a decoded JSON object is; raises FormatError."""
    try:
        command: Command = msgspec.convert(raw, Command)
    except msgspec.ValidationError as error:
        raise FormatError(Sentence("not a command of the table: {reason}", {"reason": plainly(error)})) from None
    if not command.request:
        raise FormatError("not a command of the table: request must not be empty")
    remark = (command.event or {}).get("note") if isinstance(command, BookEvent | Correct) else None
    if isinstance(remark, str) and len(remark) > LONGEST_REMARK:
        raise FormatError(Sentence("a remark has {most} characters at most", {"most": LONGEST_REMARK}))
    return command


def parse_look_ahead(raw: Mapping[str, Any]) -> LookAtUndo | LookAtCount | LookAtCorrect:
    """What a decoded JSON object wants to know before it is booked; raises FormatError."""
    try:
        asked: LookAtUndo | LookAtCount | LookAtCorrect = msgspec.convert(raw, LookAtUndo | LookAtCount | LookAtCorrect)
    except msgspec.ValidationError as error:
        values = {"reason": plainly(error)}
        raise FormatError(Sentence("nothing that the table can look ahead to: {reason}", values)) from None
    return asked
