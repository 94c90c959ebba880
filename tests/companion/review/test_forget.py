"""A player is forgotten: the name is in no byte of what is kept, and every amount stays."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.backup import Backups
from companion.errors import TableError
from companion.journal import Journal, NewLine
from companion.record import parse_record
from companion.review import Library, forget_player, ledger
from companion.table import picture_key
from tests.companion.review.conftest import HEADER, RECORDED, TAKE_OVER

NAME = "Andrea"


def everything(folder: Path) -> bytes:
    """All bytes of the files in a folder, those inside of backups too."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.append(path.name.encode())
            found.append(path.read_bytes())
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as archive:
                found += [archive.read(name) for name in archive.namelist()]
    return b"\n".join(found)


def amounts(library: Library, game: int) -> list[tuple[Any, ...]]:
    return [(row.moment.n, row.entry.kind, int(row.entry.amount), row.balance) for row in ledger(library.story(game))]


def test_the_name_goes_from_every_file_and_the_books_stay(journal: Journal, library: Library, tmp_path: Path) -> None:
    own = journal.take_in(HEADER, [], actor="banker")
    lines = [
        NewLine("event", event) for event in (*TAKE_OVER, {"do": "amend", "note": "andrea was happy, Andreas not"})
    ]
    booked = journal.append(own, 0, lines, actor=f"banker:{NAME}")
    journal.mark(own, "named", f"Friday at {NAME}'s")
    others = journal.take_in(
        {**HEADER, "players": ["Bernd", "Chloé"], "banker": "Chloé", "start": {}}, [], actor="banker"
    )
    journal.append(others, 0, [NewLine("event", {"do": "amend", "note": f"{NAME} looked on"})], actor="banker")
    library.catch_up(own)
    pictures = tmp_path / "pictures"
    (pictures / str(own)).mkdir(parents=True)
    (pictures / str(own) / f"{picture_key(booked[2])}.jpg").write_bytes(b"a picture")
    backups = Backups(journal, tmp_path / "boards")
    backups.restore(backups.make())
    before, made = amounts(library, own), [(m.n, m.turn) for m in library.story(own).moments]
    assert NAME.encode() in everything(tmp_path)

    assert forget_player(journal, calibration.board_file, NAME, pictures=pictures, backups=backups) == 2

    kept = everything(tmp_path)
    assert NAME.encode() not in kept.replace(b"Andreas", b"")
    assert b"andrea was" not in kept
    library.forget_stories()
    told = library.story(own)
    assert told.players == ("N. N.", "Bernd")
    assert (amounts(library, own), [(m.n, m.turn) for m in told.moments]) == (before, made)
    assert journal.header(own)["start"]["shares"] == {"N. N.": {"red": 2}, "Bernd": {"red": 1, "blue": 4}}
    assert journal.lines(own)[0].actor == "banker:N. N."
    assert str(told.last.sentence) == "Remark: N. N. was happy, Andreas not"
    assert journal.game(own).name == "Friday at N. N.'s"
    assert (pictures / str(own) / f"{told.moments[3].picture}.jpg").read_bytes() == b"a picture"
    assert len(list((pictures / str(own)).iterdir())) == 1
    journal.check()


def test_what_is_being_worked_out_meanwhile_does_not_bring_the_name_back(journal: Journal, library: Library) -> None:
    game = journal.take_in(HEADER, TAKE_OVER, actor="banker")
    journal.mark(game, "archived")
    at_work = library.work_out(game)
    next(at_work)
    forget_player(journal, calibration.board_file, "Bernd")
    library.forget_stories()
    list(at_work)
    assert library.analysis(game) is None
    assert journal.derived("analysis 2") == {}
    list(library.work_out(game))
    found = library.analysis(game)
    assert found is not None
    assert [player.name for player in found.players] == ["Andrea", "N. N."]


def test_what_was_booked_can_still_not_be_changed(journal: Journal) -> None:
    game = journal.take_in(HEADER, TAKE_OVER, actor="banker")
    forget_player(journal, calibration.board_file, NAME)
    for statement in (f"UPDATE lines SET actor = 'x' WHERE game = {game}", "UPDATE games SET header = '{}'"):
        with pytest.raises(Exception, match="append-only"):
            journal._db.execute(statement)


@pytest.mark.parametrize("path", RECORDED[::3], ids=lambda path: f"{path.parent.parent.name} {path.name}")
def test_recorded_games_pay_the_same_without_a_name(path: Path, journal: Journal, library: Library) -> None:
    record = parse_record(path.read_bytes())
    game = journal.take_in(record.header, record.events, actor="banker")
    before = amounts(library, game)
    for name in list(record.header["players"])[:2]:
        forget_player(journal, calibration.board_file, name)
    assert amounts(library, game) == before
    gone = json.dumps([journal.header(game), [line.event for line in journal.lines(game)]], ensure_ascii=False)
    assert all(name not in gone for name in record.header["players"][:2])
    assert list(journal.header(game)["players"][:2]) == ["N. N.", "N. N. 2"]


def test_a_player_who_is_called_as_a_company_takes_no_company_with_him(journal: Journal, library: Library) -> None:
    start = {**HEADER["start"], "cash": {"red": 5000}, "shares": {"red": {"red": 2}}, "turn": "red"}
    header = {**HEADER, "players": ["red", "Bernd"], "start": start}
    events = [{**event, "player": "red"} for event in TAKE_OVER]
    game = journal.take_in(header, events, actor="banker")
    before = amounts(library, game)
    forget_player(journal, calibration.board_file, "red")
    assert amounts(library, game) == before
    assert journal.header(game)["start"]["shares"] == {"N. N.": {"red": 2}}
    assert journal.lines(game)[2].event == {"do": "place", "player": "N. N.", "company": "red", "square": "D1"}


def test_nobody_is_forgotten_who_plays_on_the_table_or_never_played(journal: Journal) -> None:
    game = journal.new_game(HEADER)
    with pytest.raises(TableError, match="end it or archive it"):
        forget_player(journal, calibration.board_file, NAME)
    for name in ("Zoë", "", "N. N."):
        with pytest.raises(TableError, match="nobody is called so"):
            forget_player(journal, calibration.board_file, name)
    journal.mark(game, "archived")
    assert forget_player(journal, calibration.board_file, f" {NAME} ") == 1


def test_what_would_change_the_books_is_not_done(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a place forgotten where players are named, the game would no longer play: all stays as it was."""
    from companion.review import _forget

    game = journal.take_in(HEADER, TAKE_OVER, actor="banker")
    monkeypatch.setattr(_forget, "_BY_PLAYER", frozenset({"cash"}))
    with pytest.raises(TableError, match="would not be the same"):
        forget_player(journal, calibration.board_file, NAME)
    assert journal.header(game) == HEADER
    assert [line.event for line in journal.lines(game)] == list(TAKE_OVER)
