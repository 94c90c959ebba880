"""The journal keeps everything, books nothing twice, and survives a killed process."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.errors import JournalError
from companion.journal import Journal, NewLine

HEADER = {"format": "bankhalter-game/1", "game": "shark", "players": ["Andrea", "Bernd"]}


def clock() -> str:
    return "2026-01-02T03:04:05+00:00"


def event(n: int) -> NewLine:
    return NewLine("event", {"do": "amend", "note": f"remark {n}"})


def test_what_was_booked_is_there_after_opening_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", clock) as journal:
        game = journal.new_game(HEADER)
        journal.append(game, 0, [event(1), NewLine("undo")], actor="banker")
    with Journal(tmp_path / "j.db", clock) as journal:
        assert journal.open_game() == game
        assert journal.header(game) == HEADER
        assert [(line.n, line.kind, line.event) for line in journal.lines(game)] == [
            (1, "event", {"do": "amend", "note": "remark 1"}),
            (2, "undo", None),
        ]


def test_lines_are_booked_all_or_none(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", clock) as journal:
        game = journal.new_game(HEADER)
        broken = NewLine("nonsense", None)  # type: ignore[arg-type]
        with pytest.raises(JournalError, match="nothing was booked"):
            journal.append(game, 0, [event(1), broken], actor="banker")
        assert journal.lines(game) == ()
        journal.append(game, 0, [event(1)], actor="banker")
        assert len(journal.lines(game)) == 1


def test_a_second_writer_is_refused_instead_of_overwriting(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", clock) as one, Journal(tmp_path / "j.db", clock) as two:
        game = one.new_game(HEADER)
        one.append(game, 0, [event(1)], actor="one")
        with pytest.raises(JournalError, match="another bankhalter"):
            two.append(game, 0, [event(2)], actor="two")
        assert [line.actor for line in two.lines(game)] == ["one"]


def test_a_request_is_known_again(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", clock) as journal:
        game = journal.new_game(HEADER, request="begin")
        with pytest.raises(JournalError, match="nothing was booked"):
            journal.new_game(HEADER, request="begin")
        journal.append(game, 0, [event(1)], actor="banker", request="r1")
        assert journal.booked("begin")
        assert journal.booked("r1")
        assert not journal.booked("r2")
        other = journal.new_game(HEADER)
        with pytest.raises(JournalError, match="nothing was booked"):
            journal.append(other, 0, [event(2)], actor="banker", request="r1")
        with pytest.raises(JournalError, match="nothing was booked"):
            journal.append(game, 1, [event(2)], actor="banker", request="r1")
        assert len(journal.lines(game)) == 1


@pytest.mark.parametrize("statement", ["UPDATE lines SET actor = 'x'", "DELETE FROM lines", "DELETE FROM games"])
def test_nothing_in_it_can_be_changed(tmp_path: Path, statement: str) -> None:
    with Journal(tmp_path / "j.db", clock) as journal:
        journal.append(journal.new_game(HEADER), 0, [event(1)], actor="banker")
    db = sqlite3.connect(tmp_path / "j.db")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        db.execute(statement)
    db.close()


@pytest.mark.parametrize(("free", "what"), [(0, "disk is full: make room"), (1 << 30, "move it aside")])
def test_on_a_full_disk_nobody_is_told_to_move_the_journal_aside(
    free: int, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=free))
    path = tmp_path / "j.db"
    path.mkdir()  # nothing can be opened there
    with pytest.raises(JournalError, match=what):
        Journal(path, clock)


def test_a_file_that_is_no_journal_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    path.write_bytes(b"this is no database at all, but somebody's letter" * 40)
    before = path.read_bytes()
    with pytest.raises(JournalError, match=r"j\.db cannot be used"):
        Journal(path, clock)
    assert path.read_bytes() == before


def test_a_journal_of_a_newer_program_is_refused(tmp_path: Path) -> None:
    Journal(tmp_path / "j.db", clock).close()
    db = sqlite3.connect(tmp_path / "j.db")
    db.execute("PRAGMA user_version = 999")
    db.close()
    with pytest.raises(JournalError, match="newer bankhalter"):
        Journal(tmp_path / "j.db", clock)


def test_writing_is_durable_by_settings(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", clock) as journal:
        assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert journal._db.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL


def test_threads_share_it(tmp_path: Path) -> None:
    with Journal(tmp_path / "j.db", clock) as journal:
        games = [journal.new_game(HEADER) for _ in range(4)]

        def write(game: int) -> None:
            for n in range(25):
                journal.append(game, n, [event(n)], actor="banker")

        threads = [threading.Thread(target=write, args=(game,)) for game in games]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [len(journal.lines(game)) for game in games] == [25] * 4


_WRITER = """
import sys
from pathlib import Path
from companion.journal import Journal, NewLine
journal = Journal(Path(sys.argv[1]), lambda: "now")
game = journal.open_game() or journal.new_game({"game": "shark"})
n = len(journal.lines(game))
while True:
    # Two lines belong together: a correction.
    journal.append(game, n, [NewLine("undo"), NewLine("event", {"n": n})], actor="x", request=f"r{n}")
    n += 2
    print(n, flush=True)
"""


def test_a_killed_writer_loses_nothing_that_it_told_and_leaves_nothing_half(tmp_path: Path) -> None:
    path = tmp_path / "j.db"
    told = 0
    for kills in range(3):
        writer = subprocess.Popen(
            [sys.executable, "-c", _WRITER, str(path)], stdout=subprocess.PIPE, text=True, cwd=os.getcwd()
        )
        assert writer.stdout is not None
        for _ in range(5 + 7 * kills):
            told = int(json.loads(writer.stdout.readline()))
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().split()
        told = int(rest[-1]) if rest else told
        writer.stdout.close()
        writer.wait()
        with Journal(path, clock) as journal:
            lines = journal.lines(journal.open_game() or 0)
        assert len(lines) >= told
        assert len(lines) % 2 == 0
        assert [line.n for line in lines] == list(range(1, len(lines) + 1))
