"""The journal's tables, version by version."""

from __future__ import annotations

import sqlite3

MIGRATIONS = (
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
        request TEXT UNIQUE,
        PRIMARY KEY (game, n)
    ) STRICT;
    CREATE TRIGGER games_stay BEFORE UPDATE ON games BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER games_kept BEFORE DELETE ON games BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_kept BEFORE DELETE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    """,
    # Corrections and steps over many events: `target` is the line that a line is about, `stop` the first event that a
    # correction takes back. Marks: what was done with a game as a whole; the newest of a kind holds. A game can only
    # be deleted after a mark says so, and that mark only be set on a game that is archived.
    """
    CREATE TABLE lines_2 (
        game INTEGER NOT NULL REFERENCES games (id),
        n INTEGER NOT NULL CHECK (n > 0),
        kind TEXT NOT NULL CHECK (kind IN ('event', 'undo', 'redo', 'correct', 'count')),
        event TEXT CHECK (
            CASE kind WHEN 'event' THEN event IS NOT NULL
                      WHEN 'count' THEN event IS NOT NULL
                      WHEN 'correct' THEN 1
                      ELSE event IS NULL END
        ),
        target INTEGER CHECK (target < n AND (kind != 'correct' OR target IS NOT NULL)),
        stop INTEGER CHECK (stop IS NULL OR (stop < n AND kind = 'correct')),
        actor TEXT NOT NULL,
        time TEXT NOT NULL,
        request TEXT UNIQUE,
        PRIMARY KEY (game, n)
    ) STRICT;
    INSERT INTO lines_2 (game, n, kind, event, actor, time, request)
        SELECT game, n, kind, event, actor, time, request FROM lines;
    DROP TABLE lines;
    ALTER TABLE lines_2 RENAME TO lines;
    CREATE TABLE marks (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        game INTEGER NOT NULL,
        kind TEXT NOT NULL CHECK (kind IN ('opened', 'named', 'archived', 'restored', 'deleted')),
        name TEXT CHECK ((kind = 'named') = (name IS NOT NULL)),
        time TEXT NOT NULL,
        request TEXT UNIQUE
    ) STRICT;
    INSERT INTO marks (game, kind, time) SELECT id, 'opened', created FROM games ORDER BY id;
    CREATE VIEW shelf AS SELECT games.id AS game, games.header, games.created,
        (SELECT max(id) FROM marks WHERE game = games.id AND kind = 'opened') AS opened,
        (SELECT name FROM marks WHERE game = games.id AND kind = 'named' ORDER BY id DESC LIMIT 1) AS name,
        coalesce((SELECT kind = 'archived' FROM marks WHERE game = games.id AND kind IN ('archived', 'restored')
            ORDER BY id DESC LIMIT 1), 0) AS archived
        FROM games;
    DROP TRIGGER games_kept;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER marks_stay BEFORE UPDATE ON marks BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_kept BEFORE DELETE ON lines
        WHEN NOT EXISTS (SELECT 1 FROM marks WHERE game = OLD.game AND kind = 'deleted')
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER games_kept BEFORE DELETE ON games
        WHEN NOT EXISTS (SELECT 1 FROM marks WHERE game = OLD.id AND kind = 'deleted')
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER marks_kept BEFORE DELETE ON marks
        WHEN OLD.kind = 'deleted' OR NOT EXISTS (SELECT 1 FROM marks WHERE game = OLD.game AND kind = 'deleted')
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER marks_deleted BEFORE INSERT ON marks
        WHEN NEW.kind = 'deleted' AND NOT coalesce((SELECT archived FROM shelf WHERE game = NEW.game), 0)
        BEGIN SELECT RAISE(ABORT, 'only an archived game can be deleted'); END;
    """,
    # What was worked out from a game's first `lines` lines (its result, its analysis): no book, it may be renewed.
    # The index is for lists of many games.
    """
    CREATE TABLE derived (
        game INTEGER NOT NULL,
        kind TEXT NOT NULL,
        lines INTEGER NOT NULL,
        content TEXT NOT NULL,
        PRIMARY KEY (game, kind)
    ) STRICT;
    CREATE INDEX marks_of_game ON marks (game, kind, id);
    """,
    # A correction can be taken back as a whole, by a line of kind `revert` about it.
    """
    CREATE TABLE lines_4 (
        game INTEGER NOT NULL REFERENCES games (id),
        n INTEGER NOT NULL CHECK (n > 0),
        kind TEXT NOT NULL CHECK (kind IN ('event', 'undo', 'redo', 'correct', 'count', 'revert')),
        event TEXT CHECK (
            CASE kind WHEN 'event' THEN event IS NOT NULL
                      WHEN 'count' THEN event IS NOT NULL
                      WHEN 'correct' THEN 1
                      ELSE event IS NULL END
        ),
        target INTEGER CHECK (target < n AND (kind NOT IN ('correct', 'revert') OR target IS NOT NULL)),
        stop INTEGER CHECK (stop IS NULL OR (stop < n AND kind = 'correct')),
        actor TEXT NOT NULL,
        time TEXT NOT NULL,
        request TEXT UNIQUE,
        PRIMARY KEY (game, n)
    ) STRICT;
    INSERT INTO lines_4 SELECT game, n, kind, event, target, stop, actor, time, request FROM lines;
    DROP TABLE lines;
    ALTER TABLE lines_4 RENAME TO lines;
    CREATE TRIGGER lines_stay BEFORE UPDATE ON lines BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    CREATE TRIGGER lines_kept BEFORE DELETE ON lines
        WHEN NOT EXISTS (SELECT 1 FROM marks WHERE game = OLD.game AND kind = 'deleted')
        BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
    """,
)
"""One script a version; ``user_version`` counts those that a file has seen. Never change one that was released."""


def migrate(db: sqlite3.Connection) -> bool:
    """Brings a journal to the newest version, each step whole or not at all.

    False when the file is of a newer program than this one: it is left as it is. Raises sqlite3.Error.
    """
    (version,) = db.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        return False
    for number, script in enumerate(MIGRATIONS[version:], start=version + 1):
        db.executescript(f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;")
    return True
