"""A backup is one file, made while games go on; what is no whole backup changes nothing."""

from __future__ import annotations

import io
import json
import sqlite3
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

import calibration
from companion.backup import Backups
from companion.commands._folder import alone
from companion.commands.backup import command as backup_command
from companion.commands.restore import command as restore_command
from companion.errors import BankhalterError, FormatError, JournalError
from companion.journal import Journal, NewLine
from tests.companion.journal.test_migrations import FIRST_VERSION

HEADER = {"format": "bankhalter-game/1", "game": "shark", "players": ["Andrea", "Bernd"]}
EVENT = NewLine("event", {"do": "amend", "note": "x"})


def clock() -> str:
    return "2026-01-02T03:04:05+00:00"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    (made / "boards").mkdir(parents=True)
    (made / "boards" / "mine.json").write_text(json.dumps({**calibration.board_file("shark-1991"), "name": "mine"}))
    return made


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    with Journal(folder / "journal.db", clock) as made:
        made.append(made.new_game(HEADER), 0, [EVENT], actor="banker", request="r1")
        yield made


def test_what_is_restored_is_what_was_backed_up(journal: Journal, folder: Path) -> None:
    told: list[int] = []
    backups = Backups(journal, folder / "boards", lambda: told.append(1))
    content = backups.make()
    kept = journal.lines(1)
    journal.append(1, 1, [EVENT, EVENT], actor="banker")
    journal.new_game(HEADER)
    (folder / "boards" / "mine.json").unlink()
    before = backups.restore(content)
    assert journal.lines(1) == kept
    assert [game.id for game in journal.games()] == [1]
    assert journal.booked("r1")
    assert (folder / "boards" / "mine.json").is_file()
    assert told == [1]
    # It goes on from there, and is on the disk.
    journal.append(1, 1, [NewLine("undo")], actor="banker")
    with Journal(folder / "journal.db", clock) as other:
        assert [line.kind for line in other.lines(1)] == ["event", "undo"]
    # What was there before can be put back as well.
    assert before is not None
    backups.restore(before.read_bytes())
    assert len(journal.lines(1)) == 3
    assert len(journal.games()) == 2


def test_the_restored_journal_is_durable_and_append_only(journal: Journal, folder: Path) -> None:
    backups = Backups(journal, folder / "boards")
    backups.restore(backups.make())
    assert journal._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        journal._db.execute("DELETE FROM lines")


def test_a_backup_of_the_first_version_is_brought_up_to_date(journal: Journal, folder: Path, tmp_path: Path) -> None:
    old = sqlite3.connect(tmp_path / "old.db")
    old.executescript(FIRST_VERSION)
    old.close()
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(tmp_path / "old.db", "journal.db")
    Backups(journal, folder / "boards").restore(packed.getvalue())
    assert [line.kind for line in journal.lines(1)] == ["event", "undo", "redo"]


def zipped(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return packed.getvalue()


def foreign(statement: str) -> bytes:
    """A journal in which somebody has done this."""
    db = sqlite3.connect(":memory:")
    with Journal(None, clock) as plain:
        plain._db.backup(db)
    db.executescript(statement)
    content = db.serialize()
    db.close()
    return content


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"a letter, no backup",
        zipped({}),
        zipped({"journal.db": b"no database" * 100}),
        zipped({"journal.db": foreign("PRAGMA user_version = 99")}),
        zipped({"journal.db": foreign("CREATE TRIGGER t AFTER INSERT ON lines BEGIN DELETE FROM marks; END;")}),
        zipped({"journal.db": foreign("DROP TRIGGER lines_stay")}),
        zipped({"journal.db": foreign(""), "../evil.json": b"{}"}),
        zipped({"journal.db": foreign(""), "boards/../../evil.json": b"{}"}),
        zipped({"journal.db": foreign(""), "boards/mine.json": b"{}"}),
        zipped({"journal.db": foreign(""), "boards/mine.py": b""}),
    ],
)
def test_what_is_no_whole_backup_changes_nothing(journal: Journal, folder: Path, content: bytes) -> None:
    files = sorted(folder.rglob("*.json"))
    with pytest.raises(FormatError):
        Backups(journal, folder / "boards").restore(content)
    assert len(journal.lines(1)) == 1
    assert sorted(folder.rglob("*.json")) == files
    assert not list(folder.glob("before-*"))


def test_a_backup_that_was_cut_off_changes_nothing(journal: Journal, folder: Path) -> None:
    backups = Backups(journal, folder / "boards")
    content = backups.make()
    for cut in (len(content) // 3, len(content) - 10):
        with pytest.raises(FormatError):
            backups.restore(content[:cut])
    flipped = bytearray(content)
    flipped[len(content) // 3] ^= 0xFF
    with pytest.raises(FormatError):
        backups.restore(bytes(flipped))
    assert len(journal.lines(1)) == 1


def test_the_commands_back_up_a_running_table_but_restore_none(journal: Journal, folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "out.zip"
    with alone(folder):  # a table runs
        done = CliRunner().invoke(backup_command, [str(file), "--data", str(folder)])
        assert (done.exit_code, done.output) == (0, f"{file} holds 1 game.\n")
        refused = CliRunner().invoke(restore_command, [str(file), "--data", str(folder)])
        assert isinstance(refused.exception, BankhalterError)
        assert "another bankhalter" in str(refused.exception)
    journal.append(1, 1, [EVENT], actor="banker")
    done = CliRunner().invoke(restore_command, [str(file), "--data", str(folder)])
    assert done.exit_code == 0
    assert "before-restore-1.zip" in done.output
    with Journal(folder / "journal.db", clock) as other:
        assert len(other.lines(1)) == 1


def test_a_folder_without_games_has_nothing_to_back_up(tmp_path: Path) -> None:
    done = CliRunner().invoke(backup_command, [str(tmp_path / "o.zip"), "--data", str(tmp_path / "none")])
    assert isinstance(done.exception, JournalError)
    assert not (tmp_path / "none").exists()


def test_where_nothing_was_before_nothing_is_kept_of_it(journal: Journal, folder: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "o.zip", tmp_path / "new"
    file.write_bytes(Backups(journal, folder / "boards").make())
    done = CliRunner().invoke(restore_command, [str(file), "--data", str(new)])
    assert (done.exit_code, done.output) == (0, "1 game is back. Nothing was there before.\n")
    assert list(new.glob("before-restore-*")) == []
    assert (new / "boards" / "mine.json").is_file()


def test_a_wrong_file_makes_no_folder_for_games(tmp_path: Path) -> None:
    (tmp_path / "letter.zip").write_bytes(b"a letter")
    refused = CliRunner().invoke(restore_command, [str(tmp_path / "letter.zip"), "--data", str(tmp_path / "new")])
    assert isinstance(refused.exception, FormatError)
    assert "letter.zip" in str(refused.exception)
    assert not (tmp_path / "new").exists()


def test_boards_of_districts_and_figures_of_a_market_are_put_back_too(journal: Journal, folder: Path) -> None:
    districts = {**calibration.board_file("big-shot"), "name": "ours"}
    market = {"format": "bankhalter-market/1", "name": "figures", "grey_field": 6}
    for raw in (districts, market):
        (folder / "boards" / f"{raw['name']}.json").write_text(json.dumps(raw))
    backups = Backups(journal, folder / "boards")
    content = backups.make()
    for name in ("ours", "figures"):
        (folder / "boards" / f"{name}.json").unlink()
    backups.restore(content)
    assert json.loads((folder / "boards" / "ours.json").read_text()) == districts
    assert json.loads((folder / "boards" / "figures.json").read_text()) == market
