"""The table proposes what is sure, books what is confirmed, once, and never on a guess."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.devices import Track
from companion.errors import FormatError, JournalError, RuleError, TableError, TableStale
from companion.journal import Journal
from companion.reading import Seen
from companion.table import Policy, price_tracks
from tests.companion.table.conftest import HEADER, At, roll, seen


def test_the_seen_house_is_proposed_with_what_it_pays_and_booked_when_confirmed(at: At) -> None:
    at.table.observe(seen({}))
    assert at.now["proposal"] is None
    assert roll(at)
    at.table.observe(seen({"D1": "r"}))
    proposal = at.now["proposal"]
    assert proposal["event"] == {"do": "place", "player": "Andrea", "company": "red", "square": "D1"}
    # The chain of 3 becomes 4: commission 4,000 (step 3); a rise of 1,000 pays 2 and 4 shares.
    paid = [(entry["kind"], entry["player"], entry["amount"]) for entry in proposal["entries"]]
    assert paid == [("commission", "Andrea", 4000), ("dividend", "Andrea", 2000), ("dividend", "Bernd", 4000)]
    assert all(entry["text"] and entry["ruling"] for entry in proposal["entries"])
    assert at.now["view"]["cash"] == {"Andrea": 5000, "Bernd": 5000}, "a proposal books nothing"
    at.ask("book", proposal=proposal["id"])
    assert at.now["view"]["cash"] == {"Andrea": 11000, "Bernd": 9000}
    assert at.now["proposal"] is None
    assert at.now["tracks"]["red"] == {"lit": 4, "blink": 1, "length": 16}


def test_a_question_mark_is_never_booked(at: At) -> None:
    roll(at)
    at.table.observe(seen({"D1": "?"}))
    assert at.now["proposal"] is None
    assert at.version == 1  # the roll alone


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"L10": "r"}, "wrong zone"),
        ({"D2": "b"}, "wrong colour"),
        ({"D1": "r", "B4": "r"}, "two houses at once"),
        ({"D1": "r", "F3": "."}, "another house has vanished"),
    ],
)
def test_what_the_rules_do_not_explain_is_told_and_not_proposed(at: At, change: dict[str, str], why: str) -> None:
    roll(at)
    at.table.observe(seen(change))
    assert at.now["proposal"] is None, why
    assert at.now["problems"], why


def test_a_house_without_a_throw_is_told_and_not_proposed(at: At) -> None:
    at.table.observe(seen({"D1": "r"}))
    assert at.now["proposal"] is None
    assert "D1" in at.now["problems"][0]["text"]


def test_what_a_take_over_removes_is_still_to_be_done_on_the_board() -> None:
    # A red chain of 3 on A1-C1, a lone blue house on D2; red to D1 makes 4 against 1: blue goes.
    header = {**HEADER, "start": {**HEADER["start"], "board": ["rrr.........", "...b........", *["............"] * 8]}}
    at = At(None, header=header)
    rows = tuple(header["start"]["board"])
    roll(at)
    at.table.observe(seen({"D1": "r"}, rows))
    at.ask("book", proposal=at.now["proposal"]["id"])
    assert at.now["view"]["removed"] == ["D2"]
    assert len(at.now["todo"]) == 1
    assert "D2" in at.now["todo"][0]
    assert at.now["problems"] == []
    at.table.observe(seen({"D1": "r", "D2": "."}, rows))
    assert at.now["todo"] == []
    at.journal.close()


def test_not_so_puts_a_proposal_away_until_the_board_looks_different(at: At) -> None:
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    at.ask("dismiss", proposal=at.now["proposal"]["id"])
    at.table.observe(seen({"D1": "r"}))
    assert at.now["proposal"] is None
    assert at.now["problems"], "people are told that the camera still sees it"
    at.table.observe(seen({}))
    at.table.observe(seen({"D1": "r"}))
    assert at.now["proposal"] is not None


def test_after_undo_the_same_house_is_not_proposed_at_once(at: At) -> None:
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    at.ask("book", proposal=at.now["proposal"]["id"])
    at.ask("undo")
    assert at.now["view"]["cash"] == {"Andrea": 5000, "Bernd": 5000}
    assert at.now["proposal"] is None
    assert at.now["redo"] is not None
    at.ask("redo")
    assert at.now["view"]["cash"] == {"Andrea": 11000, "Bernd": 9000}
    assert [line["undone"] for line in at.now["log"]] == [False, False]


def test_correct_is_an_undo_and_the_other_event_or_neither(at: At) -> None:
    roll(at)
    at.event("place", company="red", square="B2")  # joins the chain: 4 houses
    with pytest.raises(RuleError):
        at.ask("correct", event={"do": "place", "player": "Andrea", "company": "red", "square": "L10"})
    assert at.now["view"]["board"][1] == ".r.........."
    at.ask("correct", event={"do": "place", "player": "Andrea", "company": "red", "square": "D4"})
    # A lone house beside a chain of 3: the price stays 3,000, commission 1,000 (step 3).
    assert at.now["view"]["cash"] == {"Andrea": 6000, "Bernd": 5000}
    assert at.now["view"]["prices"]["red"] == 3000
    assert [line["undone"] for line in at.now["log"]] == [False, True, False]


def test_a_request_that_comes_twice_is_booked_once(at: At) -> None:
    first = at.ask("event", request="same", event={"do": "buy", "player": "Andrea", "company": "blue", "shares": 1})
    again = at.ask("event", request="same", event={"do": "buy", "player": "Andrea", "company": "blue", "shares": 1})
    assert first == again == {"ok": True, "version": 1}
    assert at.now["view"]["cash"]["Andrea"] == 4000


def test_the_same_tap_on_many_screens_at_once_is_booked_once(at: At) -> None:
    version, refused = at.version, []

    def tap(n: int) -> None:
        try:
            at.ask(
                "event",
                request=f"screen {n}",
                version=version,
                event={"do": "buy", "player": "Andrea", "company": "blue", "shares": 1},
            )
        except TableStale as error:
            refused.append(error)

    threads = [threading.Thread(target=tap, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 7
    assert at.now["view"]["cash"]["Andrea"] == 4000


def test_what_was_made_for_an_older_state_is_refused(at: At) -> None:
    roll(at)
    at.table.observe(seen({"D1": "r"}))
    proposal = at.now["proposal"]["id"]
    at.event("place", company="red", square="D4")
    with pytest.raises(TableStale):
        at.ask("book", proposal=proposal)
    assert at.version == 2


def test_a_throw_counts_once_and_only_when_one_is_awaited(at: At) -> None:
    assert roll(at, key="a")
    assert not roll(at, key="a")
    assert not roll(at, zone="2", key="b")
    assert at.version == 1
    assert "not booked" in at.now["problems"][0]["text"]
    assert not roll(at, zone="9", key="c")


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"do": "book"},
        {"do": "steal", "request": "x", "game": 1, "version": 0},
        {"do": "event", "request": "x", "game": 1, "version": 0, "event": []},
        {"do": "event", "request": "", "game": 1, "version": 0, "event": {}},
        {"do": "undo", "request": "x", "game": 1, "version": "0"},
        {"do": "undo", "request": "x", "version": 0},
        {"do": "event", "request": "x", "game": 1, "version": 0, "event": {"do": "rob"}},
    ],
)
def test_what_is_no_command_is_refused_and_books_nothing(at: At, command: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        at.table.command(command, "banker")
    assert at.version == 0


def test_nothing_to_undo_or_redo_is_said(at: At) -> None:
    for do in ("undo", "redo"):
        with pytest.raises(TableError, match=f"nothing is left to {do}"):
            at.ask(do)


def test_a_game_goes_on_where_it_was(tmp_path: Path) -> None:
    first = At(tmp_path / "j.db")
    roll(first)
    first.event("place", company="red", square="D1")
    first.event("end_turn")
    first.ask("undo")
    before = first.now
    first.journal.close()
    second = At(tmp_path / "j.db")
    after = second.now
    assert {**after, "revision": 0} == {**before, "revision": 0}
    second.ask("redo", request="after the restart")
    assert second.now["view"]["turn"] == "Bernd"
    second.journal.close()


def test_a_journal_that_cannot_be_written_books_nothing(at: At) -> None:
    at.journal._db.execute("PRAGMA query_only = ON")  # as on a disk that has become read-only
    with pytest.raises(JournalError, match="nothing was booked"):
        at.event("buy", company="blue", shares=1)
    at.journal._db.execute("PRAGMA query_only = OFF")
    assert at.version == 0
    at.event("buy", company="blue", shares=1)
    assert at.now["view"]["cash"]["Andrea"] == 4000


def test_a_new_game_is_begun_once_and_a_wrong_header_begins_none(at: At) -> None:
    header = {**HEADER, "players": ["Chloé", "Dörte", "Emil"], "banker": "Emil"}
    del header["start"]
    with pytest.raises(FormatError):
        at.ask("new_game", header={**header, "edition": "1812"})
    assert at.now["game"]["players"] == ["Andrea", "Bernd"]
    at.ask("new_game", request="n", header=header)
    at.ask("new_game", request="n", header=header)
    assert at.game == 2
    assert at.now["version"] == 0
    assert at.now["waiting"]["actor"] == "Emil"  # the banker picks first


def test_a_late_retry_of_a_new_game_does_not_bring_the_old_one_back(at: At) -> None:
    for request in ("first", "second", "first"):
        at.ask("new_game", request=request, header=HEADER)
    assert at.game == 3


def test_a_new_game_made_for_an_older_state_is_refused(at: At) -> None:
    version = at.version
    at.event("buy", company="blue", shares=1)
    with pytest.raises(TableStale):
        at.ask("new_game", version=version, header=HEADER)
    assert at.game == 1


def test_a_tap_made_for_one_game_is_not_booked_in_the_next(at: At) -> None:
    buy = {"do": "buy", "player": "Andrea", "company": "blue", "shares": 1}
    at.ask("event", request="tap", event=buy)
    at.ask("new_game", header=HEADER)
    answer = at.ask("event", request="tap", game=1, version=0, event=buy)
    assert answer["ok"]
    with pytest.raises(TableStale):
        at.ask("event", request="another", game=1, version=0, event=buy)
    assert at.now["view"]["cash"]["Andrea"] == 5000


def test_a_reading_of_the_game_before_or_of_another_board_proposes_nothing(at: At) -> None:
    at.table.observe(seen({"D1": "r"}))
    at.ask("new_game", header=HEADER)
    roll(at)
    assert at.now["proposal"] is None
    rows = seen({"D1": "r"}).squares
    at.table.observe(Seen("another-board", "f", rows))
    assert at.now["proposal"] is None
    at.table.observe(seen({"D1": "r"}))
    assert at.now["proposal"] is not None


def test_a_header_without_its_format_begins_no_game(at: At) -> None:
    with pytest.raises(FormatError, match="format"):
        at.ask("new_game", header={key: value for key, value in HEADER.items() if key != "format"})
    assert at.game == 1


def test_by_policy_placements_and_turns_are_booked_without_asking() -> None:
    at = At(None, Policy(placements=True, turns=True))
    roll(at)
    at.table.observe(seen({"D1": "?"}))
    assert at.now["view"]["phase"] == "place"
    at.table.observe(seen({"D1": "r"}))
    assert [line["event"]["do"] for line in reversed(at.now["log"])] == ["roll", "place", "end_turn"]
    assert at.now["view"]["turn"] == "Bernd"
    at.journal.close()


def test_by_policy_what_was_undone_is_not_booked_again(tmp_path: Path) -> None:
    at = At(tmp_path / "j.db", Policy(placements=True))
    roll(at)
    at.event("place", company="red", square="D1")
    at.ask("undo")
    at.table.observe(seen({"D1": "r"}))
    assert at.now["view"]["phase"] == "place"
    at.journal.close()
    again = At(tmp_path / "j.db", Policy(placements=True))
    again.table.observe(seen({"D1": "r"}))
    assert again.now["view"]["phase"] == "place"
    assert again.now["proposal"] is not None
    again.ask("book", request="by hand", proposal=again.now["proposal"]["id"])
    assert again.now["view"]["cash"] == {"Andrea": 11000, "Bernd": 9000}
    again.journal.close()


def test_by_policy_a_house_that_stands_before_the_throw_is_booked_with_it() -> None:
    at = At(None, Policy(placements=True))
    at.table.observe(seen({"D1": "r"}))
    roll(at)
    assert at.now["view"]["cash"] == {"Andrea": 11000, "Bernd": 9000}
    at.journal.close()


def test_a_game_that_cannot_be_resumed_is_told_and_another_can_be_begun(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j.db", lambda: "now")
    journal.new_game({**HEADER, "board": "a board that is gone"})
    journal.close()
    at = At(tmp_path / "j.db")
    assert at.now["game"] is None
    assert "a board that is gone" in at.now["problems"][0]["text"]
    at.ask("new_game", header=HEADER)
    assert at.game == 2
    at.journal.close()


def test_who_waits_is_told_of_a_change(at: At) -> None:
    before = at.now["revision"]
    heard: list[int] = []
    waiter = threading.Thread(target=lambda: heard.append(at.table.wait(before, 30.0)))
    waiter.start()
    at.event("buy", company="blue", shares=1)
    waiter.join()
    assert heard[0] > before


def test_tracks_show_prices_and_let_a_rise_blink() -> None:
    assert price_tracks({"red": 5000, "blue": 0, "green": 1000}, {"red": 3000, "green": 2000}) == {
        "red": Track(lit=5, blink=2),
        "blue": Track(lit=0),
        "green": Track(lit=1),
    }


def test_the_lights_tell_whose_turn_it_is_and_who_owes() -> None:
    start = {
        # With D1 blue has a chain of 5, which removes the red chain of 3: red falls from 3,000 to 0.
        "board": ["rrr.bbbb....", *["............"] * 8, "gggg........"],
        "cash": {"Andrea": 50000, "Bernd": 1000},
        "shares": {"Andrea": {"red": 1}, "Bernd": {"red": 4, "blue": 3, "green": 3}},
        "turn": "Andrea",
    }
    at = At(None, header={**HEADER, "start": start})
    lights = at.table.lights()
    assert (lights.seat, lights.debt, lights.over) == (1, False, False)
    assert lights.tracks["blue"] == Track(4)
    roll(at, "1", "blue")
    at.event("place", company="blue", square="D1")
    lights = at.table.lights()
    assert lights.tracks["blue"] == Track(5, blink=1)
    # Bernd loses 4 x 3,000 and gets 3 x 1,000: with his 1,000 he owes 8,000, and may sell blue or green.
    assert (lights.seat, lights.debt) == (2, True)
    at.journal.close()


def test_a_debt_that_stays_is_told_in_the_proposal_and_in_the_log() -> None:
    # Blue falls 2,000 -> 0 with red's sixth house; Bernd's two blue shares lose 4,000 and he has 1,000.
    start = {
        "board": ["rrrrr.......", ".....b......", ".....b......", *["............"] * 7],
        "cash": {"Bernd": 1000},
        "shares": {"Bernd": {"blue": 2}},
        "turn": "Andrea",
    }
    at = At(None, header={**HEADER, "options": {"debt_grace_turns": 1}, "start": start})
    at.event("roll", zone="2", colour="red")
    board = ["rrrrrr......", *["............"] * 9]
    at.table.observe(Seen("shark-1991", "f", tuple(board)))
    told = ["Bernd still owes the bank 3,000: who has not paid by the end of his next own turn is out"]
    assert at.now["proposal"]["news"] == told
    at.ask("book", proposal=at.now["proposal"]["id"])
    assert at.now["log"][0]["news"] == told
    assert at.now["view"]["debts"] == {"Bernd": 3000}
    at.journal.close()


def test_a_remark_has_its_length(at: At) -> None:
    """A page may send a thousand letters, also as what corrects another event; one more is refused with the number."""
    at.ask("event", event={"do": "amend", "note": "n" * 1000})
    for do in ("event", "correct"):
        with pytest.raises(FormatError, match="a remark has 1000 characters at most"):
            at.ask(do, event={"do": "amend", "note": "n" * 1001})
    assert len(at.now["log"]) == 1
