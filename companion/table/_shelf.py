"""The games that are kept: what can be done with one as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.board import Boards
from companion.errors import FormatError, TableError
from companion.games import game
from companion.journal import Journal
from companion.quoting import printable
from companion.record import IllegalLine, Record, UnreadableLine, parse_record, read_lines, replay
from companion.sentence import Sentence
from companion.table import _commands as commands
from companion.table._running import Running, begin, resume


def games_json(journal: Journal) -> list[dict[str, Any]]:
    """All games that are kept, for pages (docs/table.md), the one that was on the table last first."""
    return [
        {
            "id": info.id,
            "name": info.name,
            "game": info.header.get("game"),
            "edition": info.header.get("edition"),
            "players": list(info.header.get("players", ())),
            "created": info.created,
            "played": info.played,
            "lines": info.lines,
            "archived": info.archived,
            "open": info.open,
        }
        for info in journal.games()
    ]


def take_up(journal: Journal, boards: Boards, game: int) -> Running:
    """A game of the journal as its lines left it. Raises JournalError or FormatError when it cannot be resumed."""
    return resume(game, journal.header(game), journal.lines(game), boards)


def record_of(running: Running) -> Record:
    """The events in force, as a game record."""
    return Record(running.header, running.events())


def open_game(journal: Journal, boards: Boards, command: commands.OpenGame) -> Running:
    """Puts a game on the table; raises TableError for an archived one."""
    info = next((info for info in journal.games() if info.id == command.target), None)
    if info is not None and info.archived:
        raise TableError(Sentence("this game is archived: take it out of the archive first"))
    running = take_up(journal, boards, command.target)  # a game that cannot be resumed is not put on the table
    journal.mark(command.target, "opened", request=command.request)
    return running


def name_game(journal: Journal, command: commands.NameGame) -> None:
    """Gives a game a name of its own; raises FormatError for one that cannot be shown."""
    name = " ".join(command.name.split())
    if not name or printable(name) != name:
        raise FormatError(Sentence("a game's name must be a line that can be read"))
    journal.mark(command.target, "named", name, request=command.request)


def delete_game(journal: Journal, command: commands.DeleteGame) -> None:
    """Deletes an archived game for good; raises TableError for another, or one that has changed since it was shown."""
    info = next((info for info in journal.games() if info.id == command.target), None)
    if info is None:
        raise TableError(Sentence("there is no game {game}: look at the list again", {"game": command.target}))
    if not info.archived:
        raise TableError(Sentence("only an archived game can be deleted: archive it first"))
    if info.lines != command.confirm:
        raise TableError(
            Sentence("this game has changed since it was shown: look at the list again, nothing was deleted")
        )
    journal.delete(command.target, request=command.request)


def check_spelling(header: Mapping[str, Any]) -> None:
    """A game that comes to this table must not lose what a misspelt key of its header meant; raises FormatError."""
    slip = game(header["game"]).header_slip(header)
    if slip is not None:
        raise FormatError(slip)


def import_game(journal: Journal, boards: Boards, command: commands.ImportGame, actor: str) -> int:
    """Takes a game record in, as `import_record`."""
    return import_record(journal, boards, command.record.encode(), actor=actor, request=command.request)


def import_record(journal: Journal, boards: Boards, content: bytes, *, actor: str, request: str | None = None) -> int:
    """Takes the bytes of a game record in, beside the game on the table; its id.

    Raises FormatError naming the line that cannot be read or breaks a rule; nothing is taken in then.
    """
    try:
        for _ in replay(read_lines(content), boards):
            pass
    except IllegalLine as error:
        values = {"line": error.line, "reason": error.sentence, "ruling": error.ruling}
        raise FormatError(Sentence("line {line} of the record breaks a rule: {reason} ({ruling})", values)) from None
    except UnreadableLine as error:
        values = {"line": error.line, "reason": error.sentence}
        raise FormatError(Sentence("line {line} of the record: {reason}", values)) from None
    record = parse_record(content)
    begin(0, record.header, boards)  # what only the table asks of a header
    check_spelling(record.header)
    return journal.take_in(record.header, record.events, actor=actor, request=request)
