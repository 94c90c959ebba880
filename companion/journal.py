"""The journal: every game's events, undos and redos in SQLite, only ever appended to.

What was booked is on the disk before anybody is told so (WAL, synchronous FULL): a killed process or a pulled plug
loses nothing that was confirmed, and a request that comes again after it is not booked twice.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self

from companion.errors import JournalError

LineKind = Literal["event", "undo", "redo"]

_MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        header TEXT NOT NULL,
        created TEXT NOT NULL,
        request TEXT UNIQUE
    ) STRICT;
    CREATE TABLE lines (
        game INTEGER NOT NULL REFERENCES games (id),
        n INTEGER NOT NULL CHECK (n > 0),
        kind TEXT NOT NULL CHECK (kind IN ('event', 'undo', 'redo')),
        event TEXT CHECK ((kind = 'event') = (event IS NOT NULL)),
        actor TEXT NOT NULL,
        time TEXT NOT NULL,
        request TEXT,
        PRIMARY KEY (game, n),
        UNIQUE (game, request)
    ) STRICT;
    CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER games_kept BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_kept BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    """,
)
"""One script a version; ``user_version`` counts those that a file has seen. Never change one that was released."""


@dataclass(frozen=True, slots=True)
class NewLine:
    """A line to be booked: an event as in the game record, or an undo or redo of the last one."""

    kind: LineKind
    event: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """A booked line. ``n`` counts a game's lines from 1; ``actor`` who caused it; ``time`` ISO 8601."""

    n: int
    kind: LineKind
    event: Mapping[str, Any] | None
    actor: str
    time: str


class Journal:
    """The journal file. ``clock`` gives the time that is written to a line, as ISO 8601 text.

    May be used from several threads. Raises JournalError where the file cannot be used.
    """

    def __init__(self, path: Path | None, clock: Callable[[], str]) -> None:
        """``path`` None keeps the journal in memory alone, for a run that writes a record of its own."""
        self._clock = clock
        self._lock = threading.Lock()
        self._name = ":memory:" if path is None else str(path)
        try:
            if path is not None:
                path.parent.mkdir(parents=True, exist_ok=True)
            self._db = sqlite3.connect(self._name, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except (sqlite3.Error, OSError) as error:
            raise JournalError(
                f"the journal {self._name} cannot be used: {error}. "
                "If the file is damaged, move it aside together with its -wal file and start again; nothing was changed"
            ) from error

    def _migrate(self) -> None:
        (version,) = self._db.execute("PRAGMA user_version").fetchone()
        if version > len(_MIGRATIONS):
            raise JournalError(f"the journal {self._name} was written by a newer bankhalter: please update")
        for number, script in enumerate(_MIGRATIONS[version:], start=version + 1):
            self._db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")

    def new_game(self, header: Mapping[str, Any], request: str | None = None) -> int:
        """Books the beginning of a game and returns its id; for a request that came before, that game's id."""
        with self._lock, self._writing():
            if request is not None:
                known = self._db.execute("SELECT id FROM games WHERE request = ?", (request,)).fetchone()
                if known is not None:
                    return int(known[0])
            row = (_dump(header), self._clock(), request)
            done = self._db.execute("INSERT INTO games (header, created, request) VALUES (?, ?, ?)", row)
            assert done.lastrowid is not None
            return done.lastrowid

    def newest_game(self) -> int | None:
        """The id of the game that was begun last."""
        ((newest,),) = self._query("SELECT max(id) FROM games")
        return newest  # type: ignore[no-any-return]

    def header(self, game: int) -> dict[str, Any]:
        """The header that a game was begun with."""
        rows = self._query("SELECT header FROM games WHERE id = ?", game)
        if not rows:
            raise JournalError(f"the journal {self._name} holds no game {game}")
        return json.loads(rows[0][0])  # type: ignore[no-any-return]

    def lines(self, game: int) -> tuple[Line, ...]:
        """All lines of a game, in order."""
        rows = self._query("SELECT n, kind, event, actor, time FROM lines WHERE game = ? ORDER BY n", game)
        return tuple(Line(n, kind, _load(event), actor, time) for n, kind, event, actor, time in rows)

    def booked(self, game: int, request: str) -> bool:
        """Whether a request of that game is booked already."""
        return bool(self._query("SELECT 1 FROM lines WHERE game = ? AND request = ?", game, request))

    def _query(self, statement: str, *values: object) -> list[Any]:
        try:
            with self._lock:
                return self._db.execute(statement, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(f"the journal {self._name} cannot be read: {error}; nothing was booked") from error

    def append(
        self, game: int, after: int, lines: Sequence[NewLine], *, actor: str, request: str | None = None
    ) -> tuple[Line, ...]:
        """Books lines, all or none, behind line number ``after``, which must be the game's last; returns them.

        Raises JournalError when it is not the last: somebody else has written to this game.
        """
        time = self._clock()
        booked = tuple(Line(n, line.kind, line.event, actor, time) for n, line in enumerate(lines, start=after + 1))
        with self._lock, self._writing():
            (last,) = self._db.execute("SELECT coalesce(max(n), 0) FROM lines WHERE game = ?", (game,)).fetchone()
            if last != after:
                raise JournalError(
                    f"another bankhalter writes to the journal {self._name} (line {last}, {after} expected): "
                    "nothing was booked; stop one of the two"
                )
            for line in booked:
                event = None if line.event is None else _dump(line.event)
                first = request if line.n == after + 1 else None
                row = (game, line.n, line.kind, event, actor, time, first)
                self._db.execute(
                    "INSERT INTO lines (game, n, kind, event, actor, time, request) VALUES (?, ?, ?, ?, ?, ?, ?)", row
                )
        return booked

    def _writing(self) -> _Transaction:
        return _Transaction(self._db, self._name)

    def close(self) -> None:
        with self._lock:
            self._db.close()

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
            raise JournalError(f"the journal {self._name} cannot be written: {error}; nothing was booked") from error

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
            raise JournalError(f"the journal {self._name} cannot be written: {error}; nothing was booked") from error


def _dump(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _load(text: str | None) -> dict[str, Any] | None:
    return None if text is None else json.loads(text)
