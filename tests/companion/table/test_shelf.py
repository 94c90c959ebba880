"""Several games are kept: one is on the table, the others can be opened again, named, archived, deleted, taken in."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.errors import FormatError, JournalError, TableError
from companion.games.shark import freeze, parse_editions
from companion.table import Freeze
from tests.companion.table.conftest import HEADER, At

OTHER = {**HEADER, "players": ["Chloé", "Dörte"], "banker": "Dörte", "start": {"turn": "Chloé"}}


def owner_s(figures: str) -> Freeze:
    return partial(freeze, known=parse_editions(figures))


def test_a_game_keeps_the_figures_of_the_owner_s_copy_with_which_it_began(tmp_path: Path) -> None:
    at = At(tmp_path / "j.db", freeze=owner_s("[1991]\nzones = ['1', '2']\n[1991.options]\nhouses_per_colour = 20"))
    at.ask("new_game", header=OTHER)
    assert at.now["game"]["dice"][0] == ["1", "2"]
    at.journal.close()
    at = At(tmp_path / "j.db", freeze=owner_s("[1991.options]\nhouses_per_colour = 5"))
    at.requests = 100  # the journal knows r1 from before
    assert at.now["game"]["dice"][0] == ["1", "2"]
    header = json.loads(at.table.record_of(2).splitlines()[0])
    assert header["options"] == {"houses_per_colour": 20}
    at.ask("import_game", record=at.table.record_of(2).decode())
    at.ask("open_game", target=3)
    assert at.now["game"]["dice"][0] == ["1", "2"]
    # Game 1 was begun before there was a file.
    at.ask("open_game", target=1)
    assert at.now["game"]["dice"][0] == ["1", "2", "3", "4", "5", "6"]
    assert json.loads(at.table.record_of(1).splitlines()[0])["options"] == {}
    at.journal.close()


@pytest.fixture
def two(at: At) -> At:
    """Game 1, in which Andrea has bought a blue share, put aside; game 2 on the table."""
    at.event("buy", company="blue", shares=1)
    at.ask("new_game", header=OTHER)
    return at


def game(at: At, id_: int) -> dict[str, Any]:
    return next(game for game in at.table.games() if game["id"] == id_)


def test_a_game_that_was_put_aside_goes_on_where_it_was(two: At) -> None:
    assert [(game["id"], game["open"], game["lines"]) for game in two.table.games()] == [(2, True, 0), (1, False, 1)]
    two.ask("open_game", target=1)
    assert two.now["game"]["id"] == 1
    assert two.now["view"]["cash"]["Andrea"] == 4000
    assert two.version == 1
    two.ask("undo")
    assert two.now["view"]["cash"]["Andrea"] == 5000


def test_the_opened_game_is_on_the_table_after_a_restart(tmp_path: Path) -> None:
    at = At(tmp_path / "j.db")
    at.ask("new_game", header=OTHER)
    at.ask("open_game", target=1)
    at.journal.close()
    again = At(tmp_path / "j.db")
    assert again.now["game"]["id"] == 1
    again.journal.close()


def test_a_game_has_the_name_that_it_was_given_last(two: At) -> None:
    two.ask("name_game", target=1, name="Friday")
    two.ask("name_game", target=1, name=" Friday  at Andrea's ")
    assert game(two, 1)["name"] == "Friday at Andrea's"
    for name in ("", "  ", "\x07", "x" * 61):
        with pytest.raises(FormatError):
            two.ask("name_game", target=1, name=name)
    with pytest.raises(JournalError, match="no game 9"):
        two.ask("name_game", target=9, name="Friday")


def test_archiving_the_game_on_the_table_clears_the_table(two: At) -> None:
    two.ask("archive_game", target=2)
    assert two.now["game"] is None
    assert game(two, 2)["archived"]
    with pytest.raises(TableError, match="archived"):
        two.table.command({"do": "open_game", "request": "o", "game": None, "version": 0, "target": 2}, "banker")
    two.table.command({"do": "restore_game", "request": "p", "game": None, "version": 0, "target": 2}, "banker")
    two.table.command({"do": "open_game", "request": "q", "game": None, "version": 0, "target": 2}, "banker")
    assert two.now["game"]["id"] == 2


def test_only_an_archived_game_is_deleted_and_no_other_is_touched(two: At) -> None:
    lines = two.journal.lines(1)
    with pytest.raises(TableError, match="archive it first"):
        two.ask("delete_game", target=2, confirm=0)
    with pytest.raises(TableError, match="archive it first"):
        two.ask("delete_game", target=1, confirm=1)
    two.ask("archive_game", target=1)
    with pytest.raises(TableError, match="nothing was deleted"):
        two.ask("delete_game", target=1, confirm=0)
    assert two.journal.lines(1) == lines
    two.ask("delete_game", target=1, confirm=1)
    assert [game["id"] for game in two.table.games()] == [2]
    assert two.journal.lines(1) == ()
    with pytest.raises(JournalError, match="no game 1"):
        two.table.record_of(1)
    with pytest.raises(TableError):
        two.ask("delete_game", target=1, confirm=1)
    # The number is not used again.
    two.ask("new_game", header=HEADER)
    assert two.now["game"]["id"] == 3


def test_a_request_that_deletes_comes_twice_and_is_done_once(two: At) -> None:
    two.ask("archive_game", target=1)
    for _ in range(2):
        two.ask("delete_game", request="gone", target=1, confirm=1)
    assert [game["id"] for game in two.table.games()] == [2]


def test_a_record_taken_out_and_in_is_the_same_bytes(two: At) -> None:
    record = two.table.record_of(1)
    two.ask("import_game", record=record.decode())
    assert two.table.record_of(3) == record
    assert two.now["game"]["id"] == 2  # the game on the table stays there
    two.ask("open_game", target=3)
    assert two.now["view"]["cash"]["Andrea"] == 4000


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda text: text.replace('"shares": 1}', '"shares": 9}'), r"line 2 .*\(R-"),
        (lambda text: text + "{", "line 3"),
        (lambda text: "", "line 1"),
    ],
)
def test_a_record_that_does_not_hold_is_not_taken_in(two: At, change: Any, says: str) -> None:
    bad = change(two.table.record_of(1).decode())
    with pytest.raises(FormatError, match=says):
        two.ask("import_game", record=bad)
    assert len(two.table.games()) == 2


SLIPS = [
    ({"start": {"chash": {"Chloé": 1000}}}, 'did you mean "cash"'),
    ({"start": {"nothing_alike": 1}}, "did you mean"),
    ({"strat": {"turn": "Chloé"}}, 'did you mean "start"'),
    ({"x_money": "papre"}, "must be accounts, paper or both"),
    ({"x_hidden_cash": "yes"}, "must be true or false"),
]


@pytest.mark.parametrize(("change", "said"), SLIPS)
def test_a_game_whose_header_has_a_slip_is_neither_begun_nor_taken_in(at: At, change: Any, said: str) -> None:
    header = {**OTHER, **change}
    with pytest.raises(FormatError, match=said):
        at.ask("new_game", header=header)
    with pytest.raises(FormatError, match=said):
        at.ask("import_game", record=json.dumps(header) + "\n")
    assert len(at.table.games()) == 1


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["Ann B", "Ann\u00a0B"], "look alike"),
        (["Ann B", "Ann  B"], "look alike"),
        (["Ann", "An\u200bn"], "look alike"),
        (["Ann", "\u3164"], "shows nothing"),
        (["Ann", "\u2800\u200b"], "shows nothing"),
        (["Ann", "B" * 25], "24 letters at most"),
    ],
)
def test_players_of_a_new_game_can_be_told_apart(at: At, names: list[str], said: str) -> None:
    header = {**OTHER, "players": names, "banker": names[0], "start": {}}
    with pytest.raises(FormatError, match=said):
        at.ask("new_game", header=header)
    # Elsewhere such a game may have been played: its record is none the less one.
    at.ask("import_game", record=json.dumps(header) + "\n")
    assert at.table.games()[1]["players"] == names
