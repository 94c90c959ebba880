"""Undo and redo over many events, and correcting one in the middle: shown before it is booked, then whole or not."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import calibration
from companion.errors import FormatError, RuleError, TableError, TableStale
from companion.journal import NewLine
from companion.table import Policy, Table
from tests.companion.games.master_of_economy.conftest import header_of
from tests.companion.table.conftest import At, roll, seen


def buy(company: str, shares: int) -> dict[str, Any]:
    return {"do": "buy", "player": "Andrea", "company": company, "shares": shares}


SELL_RED = {"do": "sell", "player": "Andrea", "company": "red", "shares": 1}


@pytest.fixture
def turn(at: At) -> At:
    """Andrea's whole turn: lines 1 to 5.

    A blue share for 1,000 (4,000 left); red on D1 makes the chain of 3 one of 4: commission 4,000 and 1,000 for each
    of her 2 red shares (10,000), Bernd's 4 bring him to 9,000; two red shares for 4,000 each (2,000); the end.
    """
    at.ask("event", event=buy("blue", 1))
    roll(at)
    at.event("place", company="red", square="D1")
    at.ask("event", event=buy("red", 2))
    at.event("end_turn")
    assert at.now["view"]["cash"] == {"Andrea": 2000, "Bernd": 9000}
    return at


def look(at: At, do: str, **keys: Any) -> dict[str, Any]:
    return at.table.look_ahead({"do": do, "game": at.game, "version": at.version, **keys})


def in_force(at: At) -> list[int]:
    return [line["seq"] for line in at.now["log"] if not line["undone"]]


def test_undo_goes_back_to_any_event_and_redo_books_all_again(turn: At) -> None:
    before = turn.now
    turn.ask("undo", to=2)
    # Only the blue share is bought.
    assert turn.now["view"]["cash"] == {"Andrea": 4000, "Bernd": 5000}
    assert in_force(turn) == [1]
    assert [line["seq"] for line in turn.now["log"]] == [5, 4, 3, 2, 1]  # all readable still
    assert turn.now["undone"] == [2, 3, 4, 5]
    turn.ask("redo", to=3)
    assert turn.now["view"]["cash"] == {"Andrea": 10000, "Bernd": 9000}
    turn.ask("redo", to=5)
    assert turn.now["view"] == before["view"]
    assert turn.now["undone"] == []


@pytest.mark.parametrize(("do", "keys"), [("undo", {"to": 9}), ("redo", {"to": 1}), ("undo", {"to": 0})])
def test_what_is_not_there_is_neither_undone_nor_redone(turn: At, do: str, keys: dict[str, int]) -> None:
    with pytest.raises(TableError):
        turn.ask(do, **keys)
    turn.ask("undo")
    with pytest.raises(TableError):
        turn.ask(do, **keys)
    assert in_force(turn) == [4, 3, 2, 1]


def test_a_correction_works_the_later_events_out_anew(turn: At) -> None:
    # Instead of buying a blue share she sold a red one for 3,000: 8,000; commission 4,000 and one dividend of 1,000:
    # 13,000; two red shares for 8,000: 5,000 are left.
    asked = look(turn, "correct", seq=1, event=SELL_RED)
    assert asked["purses"] == [{"account": "Andrea", "before": 2000, "after": 5000}]
    assert asked["misfit"] is None
    assert asked["dropped"] == []
    (change,) = asked["changes"]
    assert change["seq"] == 3
    assert [entry["amount"] for entry in change["before"]] == [4000, 2000, 4000]
    assert [entry["amount"] for entry in change["after"]] == [4000, 1000, 4000]
    assert turn.version == 5  # nothing is booked by looking
    turn.ask("correct", seq=1, event=SELL_RED)
    assert turn.now["view"]["cash"] == {"Andrea": 5000, "Bernd": 9000}
    assert turn.version == 6
    log = {line["seq"]: line for line in turn.now["log"]}
    assert list(log) == [5, 4, 3, 2, 6, 1]  # the correction stands where the event stood
    assert log[1]["undone"]
    assert (log[1]["corrected_by"], log[6]["corrects"]) == (6, 1)
    assert [entry["amount"] for entry in log[3]["entries"]] == [4000, 1000, 4000]
    _, events = turn.table.record()
    assert [event["do"] for event in events] == ["sell", "roll", "place", "buy", "end_turn"]


def test_what_companies_would_have_is_told_too() -> None:
    # A quarry costs 3 of Red Socks' 25; Andrea, who manages it, pays nothing herself (M-3).
    made = At(None, header=header_of(2))
    for event in ({"do": "build", "company": "red", "type": "quarry"}, {"do": "done", "company": "red"}):
        made.ask("event", event=event)
    asked = look(made, "correct", seq=1, event=None)
    assert (asked["purses"], asked["coffers"]) == ([], [{"company": "red", "before": 22, "after": 25}])
    made.journal.close()


def test_where_the_score_sheet_stands_for_the_money_totals_are_told() -> None:
    # The only row in oil brings 4 (B-7), with a Risk card 8 (B-11).
    sheet = {"format": "bankhalter-game/1", "game": "reibach", "mode": "sheet", "players": ["Andrea", "Bernd"]}
    made = At(None, header={**sheet, "banker": "Bernd", "options": {}})
    rows = {"do": "rows", "player": "Andrea", "rows": [{"business": "oil", "cards": 1}]}
    for event in (rows, {"do": "rows", "player": "Bernd", "rows": []}, {"do": "score"}):
        made.ask("event", event=event)
    asked = look(made, "correct", seq=1, event={**rows, "rows": [{"business": "oil", "cards": 1, "risk": 1}]})
    assert (asked["purses"], asked["coffers"]) == ([{"account": "Andrea", "before": 4, "after": 8}], [])
    made.journal.close()


def test_the_first_event_that_no_longer_fits_is_named_and_nothing_is_booked(turn: At) -> None:
    # Four blue shares leave 1,000; 6,000 come in: 7,000 do not pay two red shares for 8,000.
    asked = look(turn, "correct", seq=1, event=buy("blue", 4))
    assert asked["misfit"]["seq"] == 4
    assert asked["misfit"]["ruling"] is not None
    assert [dropped["seq"] for dropped in asked["dropped"]] == [4, 5]
    assert asked["purses"] == [{"account": "Andrea", "before": 2000, "after": 7000}]
    before = turn.now
    with pytest.raises(RuleError, match="no longer fits"):
        turn.ask("correct", seq=1, event=buy("blue", 4))
    assert turn.now["log"] == before["log"]
    assert turn.version == 5


def test_a_correction_may_stop_where_it_no_longer_fits(turn: At) -> None:
    turn.ask("correct", seq=1, event=buy("blue", 4), stop=4)
    assert turn.now["view"]["cash"] == {"Andrea": 7000, "Bernd": 9000}
    assert turn.now["view"]["phase"] == "trade_after"
    assert in_force(turn) == [3, 2, 6]
    assert [line["seq"] for line in turn.now["log"]] == [5, 4, 3, 2, 6, 1]  # what was taken back stays readable


COUNTERS = ("revision", "version", "last", "undo", "redo", "undone")


def shown(at: At) -> dict[str, Any]:
    """What people see but for what undo and redo would do, and the counters."""
    told = {key: value for key, value in at.now.items() if key not in COUNTERS}
    return {**told, "log": [line for line in at.now["log"] if line["seq"] < 6]}


@pytest.mark.parametrize(("event", "stop"), [(buy("blue", 4), 4), (None, 2), (SELL_RED, None), (None, None)], ids=str)
def test_undo_takes_a_correction_back_with_all_that_it_dropped(
    turn: At, event: dict[str, Any] | None, stop: int | None
) -> None:
    before = shown(turn)
    turn.ask("correct", seq=1, event=event, stop=stop)
    corrected = turn.now
    assert "correction" in corrected["undo"]
    turn.ask("undo")
    assert shown(turn) == before
    assert in_force(turn) == [5, 4, 3, 2, 1]
    assert turn.now["undone"] == [6]
    assert turn.now["redo"] == corrected["undo"]
    turn.ask("redo")
    for key in ("view", "log", "undo", "redo", "undone"):
        assert turn.now[key] == corrected[key]


def test_what_was_booked_on_a_correction_is_taken_back_before_it(turn: At) -> None:
    turn.ask("correct", seq=1, event=buy("blue", 4), stop=4)
    turn.event("end_turn")
    turn.ask("undo")
    turn.ask("undo")
    assert turn.now["view"]["cash"] == {"Andrea": 2000, "Bernd": 9000}
    assert turn.now["undone"] == [6, 7]
    turn.ask("redo", to=7)
    assert turn.now["view"]["cash"] == {"Andrea": 7000, "Bernd": 9000}
    assert turn.now["view"]["turn"] == "Bernd"


def test_corrections_of_a_correction_are_taken_back_one_by_one(turn: At) -> None:
    turn.ask("correct", seq=1, event=SELL_RED)
    turn.ask("correct", seq=6, event=buy("blue", 4), stop=4)
    turn.ask("undo")
    assert in_force(turn) == [5, 4, 3, 2, 6]
    assert {line["seq"]: line["corrected_by"] for line in turn.now["log"]} == {
        1: 6, 2: None, 3: None, 4: None, 5: None, 6: None, 7: None
    }  # fmt: skip
    turn.ask("undo")
    assert turn.now["view"]["cash"] == {"Andrea": 2000, "Bernd": 9000}


def test_an_undo_of_an_older_journal_still_means_the_last_event(turn: At) -> None:
    turn.ask("correct", seq=1, event=SELL_RED)
    assert turn.game is not None
    turn.journal.append(turn.game, 6, [NewLine("undo")], actor="banker")
    turn.table.resume()
    assert in_force(turn) == [4, 3, 2, 6]


def test_an_event_that_never_happened_is_struck_out(turn: At) -> None:
    asked = look(turn, "correct", seq=1, event=None)
    assert asked["now"] is None
    assert asked["purses"] == [{"account": "Andrea", "before": 2000, "after": 3000}]
    turn.ask("correct", seq=1, event=None)
    assert turn.now["view"]["cash"] == {"Andrea": 3000, "Bernd": 9000}
    assert in_force(turn) == [5, 4, 3, 2]


def test_a_corrected_event_can_be_corrected_again(turn: At) -> None:
    turn.ask("correct", seq=1, event=SELL_RED)
    turn.ask("correct", seq=6, event=buy("blue", 1))
    assert turn.now["view"]["cash"] == {"Andrea": 2000, "Bernd": 9000}
    with pytest.raises(TableError, match="no event in force"):
        turn.ask("correct", seq=6, event=SELL_RED)


def test_what_undo_would_do_is_shown_before(turn: At) -> None:
    asked = look(turn, "undo", to=3)
    assert asked["was"]["text"] == turn.now["log"][2]["text"]
    assert [dropped["seq"] for dropped in asked["dropped"]] == [4, 5]
    assert asked["purses"] == [
        {"account": "Andrea", "before": 2000, "after": 4000},
        {"account": "Bernd", "before": 9000, "after": 5000},
    ]


@pytest.mark.parametrize("event", [{"do": "buy"}, {"do": "fly", "player": "Andrea"}])
def test_what_is_no_event_corrects_nothing(turn: At, event: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        look(turn, "correct", seq=1, event=event)
    with pytest.raises(FormatError):
        turn.ask("correct", seq=1, event=event)
    assert turn.version == 5


def test_a_look_ahead_from_an_old_page_is_refused(turn: At) -> None:
    with pytest.raises(TableStale):
        turn.table.look_ahead({"do": "undo", "game": turn.game, "version": 4, "to": 1})
    with pytest.raises(FormatError):
        turn.table.look_ahead({"do": "book", "game": turn.game, "version": 5})


def test_a_correction_that_comes_twice_is_booked_once(turn: At) -> None:
    for _ in range(2):
        turn.ask("correct", request="same", seq=1, event=SELL_RED, version=5)
    assert turn.version == 6


def test_a_corrected_game_is_resumed_as_it_was(tmp_path: Path) -> None:
    at = At(tmp_path / "journal.db")
    at.ask("event", event=buy("blue", 1))
    roll(at)
    at.event("place", company="red", square="D1")
    at.ask("correct", seq=1, event=SELL_RED)
    at.ask("undo", to=2)
    at.ask("redo", to=2)
    before = at.now
    at.journal.close()
    again = At(tmp_path / "journal.db")
    assert {**again.now, "revision": 0} == {**before, "revision": 0}
    again.journal.close()


def test_a_correction_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    at = At(tmp_path / "journal.db")
    at.ask("event", event=buy("blue", 1))
    other = sqlite3.connect(tmp_path / "journal.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")  # somebody holds the file
    before = at.now
    with pytest.raises(OSError, match="nothing was booked"):
        at.ask("correct", seq=1, event=SELL_RED)
    other.execute("ROLLBACK")
    other.close()
    assert at.now == before
    at.ask("correct", seq=1, event=SELL_RED)
    assert at.now["view"]["cash"]["Andrea"] == 8000
    at.journal.close()


def test_after_a_correction_a_person_says_what_is_true() -> None:
    at = At(None, Policy(placements=True))
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    assert at.now["view"]["board"][0].startswith("rrrr")  # booked by itself
    at.ask("correct", seq=1, event={"do": "roll", "player": "Andrea", "zone": "1", "colour": "white"})
    assert at.now["view"]["cash"] == {"Andrea": 11000, "Bernd": 9000}
    at.ask("undo", to=2)
    assert at.now["view"]["board"][0].startswith("rrr.")  # not booked at once again
    at.journal.close()


Step = Callable[[At, int], None]
_STEPS: dict[str, Step] = {
    "buy": lambda at, n: at.ask("event", event=buy("blue", 1 + n % 2)) and None,
    "sell": lambda at, n: at.ask("event", event={**SELL_RED, "company": "blue"}) and None,
    "undo": lambda at, n: at.ask("undo", to=1 + n) and None,
    "back": lambda at, n: at.ask("undo") and None,
    "redo": lambda at, n: at.ask("redo", to=1 + n) and None,
    "correct": lambda at, n: at.ask("correct", seq=1 + n, event=buy("blue", 1 + n % 3)) and None,
    "strike": lambda at, n: at.ask("correct", seq=1 + n, event=None) and None,
}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(sorted(_STEPS)), st.integers(0, 11)), max_size=14))
def test_whatever_is_done_the_journal_tells_the_same_game(steps: list[tuple[str, int]]) -> None:
    at = At(None)
    for name, n in steps:
        before = at.now
        try:
            _STEPS[name](at, n)
        except (RuleError, TableError):
            assert at.now == before  # refused whole
            continue
        if name == "undo":
            undone = at.now["undone"]
            at.ask("redo", to=next(seq for seq in reversed(undone) if seq not in before["undone"]))
            assert at.now["view"] == before["view"]
            at.ask("undo", to=1 + n)
        if name == "back":
            at.ask("redo")
            for key in ("view", "log", "undone", "undo"):
                assert at.now[key] == before[key]
            at.ask("undo")
    again = Table(at.journal, calibration.board_file).snapshot()
    assert {**again, "revision": 0} == {**at.now, "revision": 0}
    _, events = at.table.record()
    fresh = At(None)
    for event in events:
        fresh.ask("event", event=dict(event))
    assert fresh.now["view"] == at.now["view"]  # the events in force alone lead to the same state
    fresh.journal.close()
    at.journal.close()
