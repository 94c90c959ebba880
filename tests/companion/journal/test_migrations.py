"""A journal of the first version is brought up to date and loses nothing; a failing step leaves it as it was."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal import Journal, Line, NewLine

RELEASED_1 = """
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
        request TEXT UNIQUE,
        PRIMARY KEY (game, n)
    ) STRICT;
    CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER games_kept BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_kept BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""
"""The first version's script, as it was released."""

FIRST_VERSION = (
    RELEASED_1
    + """PRAGMA user_version = 1;
INSERT INTO games (header, created, request) VALUES ('{"game": "shark"}', '2026-01-01T10:00:00+00:00', 'g1');
INSERT INTO games (header, created) VALUES ('{"game": "shark", "players": ["Chloé"]}', '2026-01-02T10:00:00+00:00');
INSERT INTO lines VALUES (1, 1, 'event', '{"do": "end_turn"}', 'banker', '2026-01-01T10:00:01+00:00', 'r1');
INSERT INTO lines VALUES (1, 2, 'undo', NULL, 'banker', '2026-01-01T10:00:02+00:00', NULL);
INSERT INTO lines VALUES (1, 3, 'redo', NULL, 'camera', '2026-01-01T10:00:03+00:00', 'r3');
"""
)


@pytest.fixture
def first(tmp_path: Path) -> Path:
    db = sqlite3.connect(tmp_path / "journal.db")
    db.executescript(FIRST_VERSION)
    db.close()
    return tmp_path / "journal.db"


def test_a_journal_of_the_first_version_keeps_every_line(first: Path) -> None:
    with Journal(first, lambda: "now") as journal:
        assert journal.lines(1) == (
            Line(1, "event", {"do": "end_turn"}, "banker", "2026-01-01T10:00:01+00:00"),
            Line(2, "undo", None, "banker", "2026-01-01T10:00:02+00:00"),
            Line(3, "redo", None, "camera", "2026-01-01T10:00:03+00:00"),
        )
        assert journal.header(2) == {"game": "shark", "players": ["Chloé"]}
        assert journal.open_game() == 2  # the one that was begun last was on the table
        assert all(journal.booked(request) for request in ("g1", "r1", "r3"))
        journal.append(1, 3, [NewLine("correct", {"do": "end_turn"}, target=1)], actor="banker")
        assert journal.new_game({"game": "shark"}) == 3
    with Journal(first, lambda: "now") as journal:
        assert journal.lines(1)[3] == Line(4, "correct", {"do": "end_turn"}, "banker", "now", target=1)


def test_what_was_migrated_is_append_only_still(first: Path) -> None:
    Journal(first, lambda: "now").close()
    db = sqlite3.connect(first)
    for statement in (
        "UPDATE lines SET actor = 'x'",
        "DELETE FROM lines",
        "UPDATE games SET header = ''",
        "DELETE FROM games",
        "UPDATE marks SET game = 1",
        "DELETE FROM marks",
    ):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(statement)
    db.close()


def test_a_migration_that_fails_leaves_the_file_as_it_was(first: Path) -> None:
    db = sqlite3.connect(first)
    db.execute("CREATE TABLE marks (something_else TEXT)")  # in the way of the next version's table
    db.commit()
    db.close()
    with pytest.raises(JournalError, match="cannot be used"):
        Journal(first, lambda: "now")
    db = sqlite3.connect(first)
    assert db.execute("PRAGMA user_version").fetchone() == (1,)
    assert db.execute("SELECT count(*) FROM lines").fetchone() == (3,)
    assert db.execute("SELECT count(*) FROM pragma_table_info('lines')").fetchone() == (7,)
    db.close()
