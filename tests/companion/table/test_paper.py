"""A game with paper money: each settlement says its notes, counting compares a hand with its account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.errors import FormatError, TableError
from companion.table import Policy
from tests.companion.table.conftest import HEADER, At, roll

FRESH: dict[str, Any] = {
    **{key: value for key, value in HEADER.items() if key != "start"},
    "options": {"start_share": False},
    "x_money": "both",
}


def place(at: At, square: str, key: str) -> dict[str, Any]:
    """A turn of whoever it is: red grows by a house."""
    roll(at, key=key)
    at.event("place", company="red", square=square)
    newest: dict[str, Any] = at.now["log"][0]
    at.event("end_turn")
    return newest


@pytest.fixture
def paper() -> Iterator[At]:
    """Four houses: commissions 1,000 to Andrea, 2,000 to Bernd, 3,000 to Andrea, 4,000 to Bernd (step 3)."""
    at = At(None, header=FRESH)
    told = [place(at, square, square)["notes"]["texts"] for square in ("A1", "B1", "C1", "D1")]
    assert told == [
        ["Andrea gets 1 × 1,000"],
        ["Bernd gets 2 × 1,000"],
        ["Andrea gets 3 × 1,000"],
        # 4,000 to whoever has 1,000s: a 5,000 for one of them moves two notes instead of four.
        ["Bernd gives 1 × 1,000 and gets 1 × 5,000"],
    ]
    yield at
    at.journal.close()


def test_the_notes_in_the_hands_follow_from_the_events(paper: At) -> None:
    held = paper.now["paper"]
    assert held["hands"] == {"Andrea": [[1000, 4]], "Bernd": [[5000, 1], [1000, 1]]}
    assert held["bank"] == [[50000, 25], [10000, 25], [5000, 24], [1000, 25]]
    assert (held["open"], held["unknown"], held["kind"]) == ({}, None, "both")
    paper.ask("event", event={"do": "buy", "player": "Andrea", "company": "red", "shares": 1})
    assert paper.now["log"][0]["notes"] == {
        "moves": {"Andrea": [[1000, -4]]},
        "changers": [],
        "open": {},
        "texts": ["Andrea gives 4 × 1,000"],
    }
    roll(paper, key="five")
    assert paper.now["log"][0]["notes"] is None  # nothing is paid


def test_undo_puts_the_notes_back_and_says_which(paper: At) -> None:
    place_of_d1 = next(line["seq"] for line in paper.now["log"] if line["event"].get("square") == "D1")
    asked = paper.table.look_ahead({"do": "undo", "to": place_of_d1, "game": paper.game, "version": paper.version})
    assert asked["notes"] == ["Bernd gives 1 × 5,000 and gets 1 × 1,000"]
    paper.ask("undo", to=place_of_d1)
    assert paper.now["paper"]["hands"]["Bernd"] == [[1000, 2]]


def look(at: At, notes: dict[str, int]) -> dict[str, Any]:
    asked = {"do": "count", "player": "Andrea", "notes": notes, "game": at.game, "version": at.version}
    return at.table.look_ahead(asked)


def test_a_count_that_agrees_corrects_the_known_notes(paper: At) -> None:
    # Both have changed among themselves meanwhile: Andrea's 4 × 1,000 are there still, as the account says.
    assert look(paper, {"1000": 4})["difference"] == 0
    before = paper.now["view"]
    paper.ask("count", player="Andrea", notes={"1000": 4})
    newest = paper.now["log"][0]
    assert (newest["text"], newest["entries"]) == ("Andrea's notes are counted: 4 × 1,000", [])
    assert paper.now["view"] == before
    assert all(event["do"] != "count" for event in paper.table.record()[1])  # no event of the game record


def test_a_difference_is_told_and_becomes_an_open_sum_only_when_agreed(paper: At) -> None:
    told = look(paper, {"1000": 3})
    assert (told["worth"], told["account"], told["difference"]) == (3000, 4000, -1000)
    assert told["text"] == "Andrea has 3,000 in notes, 1,000 less than the account of 4,000"
    with pytest.raises(TableError, match="1,000 less"):
        paper.ask("count", player="Andrea", notes={"1000": 3})
    paper.ask("count", player="Andrea", notes={"1000": 3}, difference=-1000)
    assert paper.now["paper"]["open"] == {"Andrea": 1000}
    # With the next commission, 5,000, she gets what was open too: 6,000.
    assert place(paper, "A2", "five")["notes"]["moves"] == {"Andrea": [[5000, 1], [1000, 1]]}
    assert paper.now["paper"]["open"] == {}


@pytest.mark.parametrize(
    ("player", "notes"),
    [("Zoë", {"1000": 1}), ("Andrea", {"1000": 31}), ("Andrea", {"x": 1}), ("Andrea", {"1000": -1})],
)
def test_what_cannot_be_in_a_hand_is_refused(paper: At, player: str, notes: dict[str, int]) -> None:
    with pytest.raises(FormatError):
        paper.ask("count", player=player, notes=notes)


def test_a_game_that_began_in_the_middle_says_that_notes_are_not_known() -> None:
    at = At(None, Policy(), {**HEADER, "x_money": "paper"})
    assert at.now["paper"]["hands"] == {"Andrea": None, "Bernd": None}
    assert at.now["paper"]["bank"] is None
    assert "Andrea and Bernd" in at.now["paper"]["unknown"]
    at.event("buy", company="blue", shares=1)
    assert at.now["log"][0]["notes"] is None
    at.ask("count", player="Andrea", notes={"1000": 4})
    assert at.now["paper"]["hands"] == {"Andrea": [[1000, 4]], "Bernd": None}
    at.ask("count", player="Bernd", notes={"5000": 1})
    assert at.now["paper"]["unknown"] is None
    # Commission 4,000 and two dividends of 1,000 for Andrea; four dividends for Bernd.
    roll(at)
    at.event("place", company="red", square="D1")
    assert at.now["log"][0]["notes"]["moves"] == {
        "Andrea": [[5000, 1], [1000, 1]],
        "Bernd": [[1000, 4]],
    }
    at.journal.close()


def test_with_accounts_nothing_is_said_of_notes() -> None:
    at = At(None)
    at.event("buy", company="blue", shares=1)
    assert at.now["paper"] is None
    assert at.now["log"][0]["notes"] is None
    with pytest.raises(TableError, match="without notes"):
        at.ask("count", player="Andrea", notes={"1000": 4})
    at.journal.close()


def test_another_word_for_the_money_is_refused() -> None:
    at = At(None)
    with pytest.raises(FormatError, match="accounts, paper or both"):
        at.ask("new_game", header={**HEADER, "x_money": "cheques"})
    at.journal.close()


def test_the_notes_are_the_same_when_the_game_is_resumed(tmp_path: Path) -> None:
    at = At(tmp_path / "j.db", header=FRESH)
    place(at, "A1", "1")
    at.ask("count", player="Andrea", notes={}, difference=-1000)
    place(at, "B1", "2")
    before = at.now
    at.journal.close()
    again = At(tmp_path / "j.db")
    assert again.now["paper"] == before["paper"]
    assert again.now["log"] == before["log"]
    again.journal.close()


def test_a_game_whose_players_have_more_than_the_box_holds_is_none_of_notes(at: At) -> None:
    # 30 x 1,000, 25 x 5,000, 25 x 10,000, 25 x 50,000 are 1,655,000.
    start = {**HEADER["start"], "cash": {"Andrea": 1_000_000, "Bernd": 656_000}}
    with pytest.raises(FormatError, match="1,656,000, more than all notes of the box: 1,655,000"):
        at.ask("new_game", header={**HEADER, "start": start, "x_money": "paper"})
    start["cash"]["Bernd"] -= 1_000
    at.ask("new_game", header={**HEADER, "start": start, "x_money": "paper"})
