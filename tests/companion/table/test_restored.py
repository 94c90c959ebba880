"""After a backup was put back, a page that shows what is no longer so books nothing, though its numbers fit."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from companion.backup import Backups
from companion.errors import TableStale
from tests.companion.table.conftest import At


def test_a_page_of_the_game_as_it_was_before_the_restore_is_told_to_look_again(tmp_path: Path) -> None:
    at = At(tmp_path / "journal.db")
    seconds = count()
    at.journal._clock = lambda: f"2026-01-02T03:04:{next(seconds):02}+00:00"
    backups = Backups(at.journal, tmp_path / "boards", at.table.resume)
    backup = backups.make()
    at.event("buy", company="red", shares=1)
    asleep = at.now  # a phone that shows: Andrea has bought a red share, 2,000 are left
    backups.restore(backup)
    at.event("buy", company="blue", shares=1)
    assert (at.now["version"], at.now["game"]["id"]) == (asleep["version"], asleep["game"]["id"])
    sell = {"do": "sell", "player": "Andrea", "company": "red", "shares": 3}
    with pytest.raises(TableStale, match="Andrea buys 1 Empire share"):
        at.ask("event", event=sell, last=asleep["last"])
    assert at.now["view"]["shares"]["Andrea"] == {"red": 2, "blue": 1, "green": 0, "yellow": 0}
    at.ask("event", event={**sell, "shares": 1}, last=at.now["last"])
    assert at.version == 2
    at.journal.close()


def test_what_the_restored_game_has_in_common_stays_good(tmp_path: Path) -> None:
    at = At(tmp_path / "journal.db")
    backups = Backups(at.journal, tmp_path / "boards", at.table.resume)
    at.event("buy", company="red", shares=1)
    backup, page = backups.make(), at.now
    at.ask("undo")
    backups.restore(backup)
    at.ask("event", event={"do": "sell", "player": "Andrea", "company": "red", "shares": 1}, last=page["last"])
    assert at.version == 2
    at.journal.close()
