"""The journal file: appended to, never changed.

What was booked is on the disk before anybody is told so (WAL, synchronous FULL): a killed process or a pulled plug
loses nothing that was confirmed, and a request that comes again after it is not booked twice.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from companion.errors import JournalError, NoSuchGame
from companion.journal._schema import migrate
from companion.sentence import Sentence

LineKind = Literal["event", "undo", "redo", "correct", "count", "revert"]
MarkKind = Literal["opened", "named", "archived", "restored"]


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be booked.

    ``event``: what happened, as in the game record. ``undo``: takes back all events from that of line ``target`` on,
    the last one where it is None; ``redo`` books them again up to that of ``target``. ``correct``: in the place of
    line ``target``'s event ``event`` holds (None: nothing); the later ones stay on top of it, those from that of line
    ``stop`` on are taken back. ``revert``: takes the correction of line ``target`` back as a whole, so that what it
    replaced and took back is in force again; ``redo`` makes it again. ``count``: how many notes were counted in
    a player's hand.
    """

    kind: LineKind
    event: Mapping[str, Any] | None = None
    target: int | None = None
    stop: int | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A booked line. ``n`` counts a game's lines from 1; ``actor`` who caused it; ``time`` ISO 8601."""

    n: int
    kind: LineKind
    event: Mapping[str, Any] | None
    actor: str
    time: str
    target: int | None = None
    stop: int | None = None


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game as the shelf has it. ``name`` None: nobody has named it; ``lines``: how many are booked.

    ``played``: when its last line was booked, or when it was begun. ``open``: it is the one on the table.
    """

    id: int
    name: str | None
    header: Mapping[str, Any]
    created: str
    played: str
    lines: int
    archived: bool
    open: bool


@dataclass(frozen=True, slots=True)
class Derived:
    """What was worked out from a game's first ``lines`` lines."""

    lines: int
    content: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A game whose texts are to be others: the header, and each of its lines by the same number."""

    header: Mapping[str, Any]
    lines: tuple[Line, ...]


_INFO = (
    "SELECT shelf.game, shelf.name, header, created, "
    "(SELECT time FROM lines WHERE game = shelf.game ORDER BY n DESC LIMIT 1), "
    "(SELECT coalesce(max(n), 0) FROM lines WHERE game = shelf.game), archived FROM shelf"
)
"""A game's lines count from 1 without a gap."""


LEAST_ROOM = 1 << 20
"""Bytes free on a disk below which it counts as full: what a start writes beside the journal takes a tenth of that."""


class Journal:
    """The journal file. ``clock`` gives the time that is written to a line, as ISO 8601 text.

    May be used from several threads. Raises JournalError where the file cannot be used.
    """

    def __init__(self, path: Path | None, clock: Callable[[], str]) -> None:
        """``path`` None keeps the journal in memory alone, for a run that writes a record of its own."""
        self._clock = clock
        self._lock = threading.Lock()
        self._loaded = 0
        self._name = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self._name, timeout=1.0, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            fits = migrate(self._db)
        except (sqlite3.Error, OSError) as error:
            raise JournalError(self._unusable(path, error)) from error
        if not fits:
            self._db.close()
            raise JournalError(
                Sentence(
                    "the journal {journal} was written by a newer bankhalter: please update", {"journal": self._name}
                )
            )

    def new_game(self, header: Mapping[str, Any], request: str | None = None) -> int:
        """Books the beginning of a game and returns its id; raises JournalError when the request is booked already."""
        with self._lock, self._writing():
            game = self._begin(header, request)
            self._mark(game, "opened")
            return game

    def take_in(
        self, header: Mapping[str, Any], events: Sequence[Mapping[str, Any]], *, actor: str, request: str | None = None
    ) -> int:
        """Books a whole game from elsewhere, all or nothing, beside the one on the table; returns its id."""
        with self._lock, self._writing():
            game = self._begin(header, request)
            time = self._clock()
            lines = [Line(n, "event", event, actor, time) for n, event in enumerate(events, start=1)]
            self._insert(game, lines, None)
            return game

    def _begin(self, header: Mapping[str, Any], request: str | None) -> int:
        row = (_dump(header), self._clock(), request)
        done = self._db.execute("INSERT INTO games (header, created, request) VALUES (?, ?, ?)", row)
        assert done.lastrowid is not None
        return done.lastrowid

    def open_game(self) -> int | None:
        """The id of the game that was begun or opened last; None when there is none but archived ones."""
        rows = self._query("SELECT game FROM shelf WHERE NOT archived AND opened ORDER BY opened DESC LIMIT 1")
        return rows[0][0] if rows else None

    def check(self) -> None:
        """Whether the file is a whole journal and nothing else; raises JournalError.

        A file from elsewhere may be damaged, or carry tables and triggers that are none of ours.
        """
        plan = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
        with closing(sqlite3.connect(":memory:")) as plain:
            migrate(plain)
            expected = plain.execute(plan).fetchall()
        damage = [text for (text,) in self._query("PRAGMA integrity_check(1)") if text != "ok"]
        if damage or self._query(plan) != expected or self._query("PRAGMA foreign_key_check"):
            raise JournalError(Sentence("the journal in it is damaged or not one of ours: nothing was changed"))

    def load(self, path: Path) -> None:
        """Puts the journal in that file, checked before, into the place of this one, whole or not at all."""
        try:
            with closing(sqlite3.connect(path)) as source, self._lock:
                source.backup(self._db)
                self._loaded += 1
        except sqlite3.Error as error:
            values = {"journal": self._name, "error": str(error)}
            text = Sentence("the journal {journal} cannot be written: {error}; nothing was changed", values)
            raise JournalError(text) from error

    def games(self) -> tuple[GameInfo, ...]:
        """All games that are kept, the one that was on the table last first."""
        return self._infos(f"{_INFO} ORDER BY shelf.opened DESC")

    def game(self, game: int) -> GameInfo:
        """One game as the shelf has it; raises NoSuchGame when it is not there."""
        found = self._infos(f"{_INFO} WHERE shelf.game = ?", game)
        if not found:
            raise NoSuchGame(Sentence("there is no game {game}: look at the list again", {"game": game}))
        return found[0]

    def _infos(self, statement: str, *values: object) -> tuple[GameInfo, ...]:
        on_table = self.open_game()
        rows = self._query(statement, *values)
        return tuple(
            GameInfo(
                game, name, json.loads(header), created, played or created, lines, bool(archived), game == on_table
            )
            for game, name, header, created, played, lines, archived in rows
        )

    def mark(self, game: int, kind: MarkKind, name: str | None = None, request: str | None = None) -> None:
        """Writes down what was done with a whole game; raises NoSuchGame when it is not there."""
        self.header(game)
        with self._lock, self._writing():
            self._mark(game, kind, name, request)

    def _mark(self, game: int, kind: str, name: str | None = None, request: str | None = None) -> None:
        self._db.execute(
            "INSERT INTO marks (game, kind, name, time, request) VALUES (?, ?, ?, ?, ?)",
            (game, kind, name, self._clock(), request),
        )

    def delete(self, game: int, request: str | None = None) -> None:
        """Removes an archived game with all its lines for good; other games are not touched.

        Raises JournalError for a game that is not archived.
        """
        with self._lock, self._writing():
            self._mark(game, "deleted", None, request)
            self._db.execute("DELETE FROM lines WHERE game = ?", (game,))
            self._db.execute("DELETE FROM games WHERE id = ?", (game,))
            self._db.execute("DELETE FROM derived WHERE game = ?", (game,))
            self._db.execute("DELETE FROM marks WHERE game = ? AND kind != 'deleted'", (game,))

    def rewrite(self, games: Mapping[int, Rewritten], named: Callable[[str], str]) -> None:
        """Writes other texts into games, all or nothing, and leaves no trace of the old ones in the file.

        The one change of what was booked, for names that must go; whoever asks for it has checked that the books stay
        the same. ``named`` gives what a game that was named is called from now on. What was worked out of the games
        goes: it tells the old texts.
        """
        with self._lock:
            with self._writing():
                guards = self._db.execute(
                    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name IN (?, ?, ?)",
                    ("games_stay", "lines_stay", "marks_stay"),
                ).fetchall()
                for name, _ in guards:  # part of the transaction, as all that SQLite does: they are never away
                    self._db.execute(f"DROP TRIGGER {name}")
                for game, rewritten in games.items():
                    self._db.execute("UPDATE games SET header = ? WHERE id = ?", (_dump(rewritten.header), game))
                    for line in rewritten.lines:
                        event = None if line.event is None else _dump(line.event)
                        self._db.execute(
                            "UPDATE lines SET event = ?, actor = ? WHERE game = ? AND n = ?",
                            (event, line.actor, game, line.n),
                        )
                    self._db.execute("DELETE FROM derived WHERE game = ?", (game,))
                for mark, name in self._db.execute("SELECT id, name FROM marks WHERE name IS NOT NULL").fetchall():
                    if named(name) != name:
                        self._db.execute("UPDATE marks SET name = ? WHERE id = ?", (named(name), mark))
                for _, guard in guards:
                    self._db.execute(guard)
            self._wipe()

    def _wipe(self) -> None:
        """Builds the file anew without the pages that are free, in which old texts would still stand."""
        try:
            self._db.execute("VACUUM")
            self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error as error:
            raise JournalError(
                f"the journal {self._name} was changed, but old texts may still stand in its free pages: {error}; "
                "make room on the disk and do it again"
            ) from error

    def backup(self, path: Path) -> None:
        """Writes the whole journal as it is now into one file, while it is used; raises JournalError.

        The file is whole or not there: it is written beside its place and moved into it.
        """
        new = path.with_name(path.name + ".new")
        try:
            new.unlink(missing_ok=True)
            with closing(sqlite3.connect(new)) as copy:
                with self._lock:
                    self._db.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a -wal beside it
            new.replace(path)
        except (sqlite3.Error, OSError) as error:
            values = {"file": str(path), "error": str(error)}
            text = Sentence("{file} cannot be written: {error}; choose another place for the backup", values)
            raise JournalError(text) from error

    def header(self, game: int) -> dict[str, Any]:
        """The header that a game was begun with."""
        rows = self._query("SELECT header FROM games WHERE id = ?", game)
        if not rows:
            raise NoSuchGame(Sentence("there is no game {game}: look at the list again", {"game": game}))
        return json.loads(rows[0][0])  # type: ignore[no-any-return]

    def lines(self, game: int) -> tuple[Line, ...]:
        """All lines of a game, in order."""
        rows = self._query(
            "SELECT n, kind, event, actor, time, target, stop FROM lines WHERE game = ? ORDER BY n", game
        )
        return tuple(Line(n, kind, _load(event), *rest) for n, kind, event, *rest in rows)

    def derived(self, kind: str) -> dict[int, Derived]:
        """What was kept of that kind, by game; not necessarily of all its lines."""
        rows = self._query("SELECT game, lines, content FROM derived WHERE kind = ?", kind)
        return {game: Derived(lines, json.loads(content)) for game, lines, content in rows}

    def derived_of(self, game: int, kind: str) -> Derived | None:
        """What was kept of that kind of one game."""
        rows = self._query("SELECT lines, content FROM derived WHERE game = ? AND kind = ?", game, kind)
        return Derived(rows[0][0], json.loads(rows[0][1])) if rows else None

    def keep_derived(self, game: int, header: Mapping[str, Any], kind: str, derived: Derived) -> None:
        """Keeps what was worked out from a game in the place of what was kept before.

        ``header``: the game's as it was then. Of a game that was deleted or rewritten since nothing is kept: it would
        tell the old texts.
        """
        with self._lock, self._writing():
            found = self._db.execute("SELECT header FROM games WHERE id = ?", (game,)).fetchone()
            if found is None or _load(found[0]) != header:
                return
            self._db.execute(
                "INSERT OR REPLACE INTO derived (game, kind, lines, content) VALUES (?, ?, ?, ?)",
                (game, kind, derived.lines, _dump(derived.content)),
            )

    def booked(self, request: str) -> bool:
        """Whether a request is booked already, in whatever game, as the beginning of one, or as a mark on one."""
        statement = (
            "SELECT 1 FROM lines WHERE request = ?1 UNION SELECT 1 FROM games WHERE request = ?1 "
            "UNION SELECT 1 FROM marks WHERE request = ?1"
        )
        return bool(self._query(statement, request))

    def _query(self, statement: str, *values: object) -> list[Any]:
        try:
            with self._lock:
                return self._db.execute(statement, values).fetchall()
        except OverflowError:  # a number larger than any that stands in the journal
            return []
        except sqlite3.Error as error:
            told = {"journal": self._name, "error": str(error)}
            raise JournalError(
                Sentence("the journal {journal} cannot be read: {error}; nothing was booked", told)
            ) from error

    def append(
        self, game: int, after: int, lines: Sequence[NewLine], *, actor: str, request: str | None = None
    ) -> tuple[Line, ...]:
        """Books lines, all or none, behind line number ``after``, which must be the game's last; returns them.

        Raises JournalError when it is not the last: somebody else has written to this game.
        """
        time = self._clock()
        booked = tuple(
            Line(n, line.kind, line.event, actor, time, line.target, line.stop)
            for n, line in enumerate(lines, start=after + 1)
        )
        with self._lock, self._writing():
            (last,) = self._db.execute("SELECT coalesce(max(n), 0) FROM lines WHERE game = ?", (game,)).fetchone()
            if last != after:
                values = {"journal": self._name, "line": last, "expected": after}
                raise JournalError(
                    Sentence(
                        "another bankhalter writes to the journal {journal} (line {line}, {expected} expected): "
                        "nothing was booked; stop one of the two",
                        values,
                    )
                )
            self._insert(game, booked, request)
        return booked

    def _insert(self, game: int, lines: Sequence[Line], request: str | None) -> None:
        """Writes lines; the request belongs to the first of them."""
        for line in lines:
            event = None if line.event is None else _dump(line.event)
            row = (game, line.n, line.kind, event, line.target, line.stop, line.actor, line.time, request)
            self._db.execute(
                "INSERT INTO lines (game, n, kind, event, target, stop, actor, time, request) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            request = None

    def _writing(self) -> _Transaction:
        return _Transaction(self._db, self._name)

    def changes(self) -> int:
        """A number that grows whenever this journal writes; for those who work something out of it now and then."""
        with self._lock:
            return self._db.total_changes + self._loaded

    def close(self) -> None:
        with self._lock:
            self._db.close()

    def _unusable(self, path: Path | None, error: Exception) -> Sentence:
        values = {"journal": self._name, "error": str(error)}
        if path is not None and _is_full(path.parent):  # SQLite calls that an input/output error as well
            return Sentence(
                "the journal {journal} cannot be used: {error}. "
                "Its disk is full: make room and start again; nothing was changed",
                values,
            )
        return Sentence(
            "the journal {journal} cannot be used: {error}. "
            "If the file is damaged, move it aside with its -wal file and start again; nothing was changed",
            values,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Transaction:
    """All or nothing; taken back when anything in it fails, a failing disk too."""

    def __init__(self, db: sqlite3.Connection, name: str) -> None:
        self._db = db
        self._name = name

    def __enter__(self) -> None:
        try:
            self._db.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise JournalError(_unwritten(self._name, error)) from error

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: object) -> None:
        try:
            if kind is None:
                self._db.execute("COMMIT")
                return
        except sqlite3.Error as failure:
            error = failure
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
        if isinstance(error, sqlite3.Error):
            raise JournalError(_unwritten(self._name, error)) from error


def _unwritten(name: str, error: sqlite3.Error) -> Sentence:
    values = {"journal": name, "error": str(error)}
    return Sentence("the journal {journal} cannot be written: {error}; nothing was booked", values)


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _load(text: str | None) -> dict[str, Any] | None:
    return None if text is None else json.loads(text)


def _is_full(folder: Path) -> bool:
    try:
        return shutil.disk_usage(folder).free < LEAST_ROOM
    except OSError:
        return False
