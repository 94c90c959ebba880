"""A game told moment by moment: turns, highlights, sums that add up, and records that have an error."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import calibration
from companion.errors import FormatError
from companion.games import BANKER
from companion.journal import Journal, NewLine
from companion.review import Filter, Library, Story, flows, ledger, story_of_record, turns
from tests.companion.review.conftest import HEADER, RECORDED, SHARK, TAKE_OVER

MONEY = [path for path in RECORDED if path.parent.parent.name in ("big_shot", "master_of_economy")]


def record(*events: dict[str, Any], header: dict[str, Any] = HEADER) -> bytes:
    return "".join(json.dumps(line) + "\n" for line in (header, *events)).encode()


def story(*events: dict[str, Any]) -> Story:
    return story_of_record(record(*events), calibration.board_file)


def test_each_event_is_a_moment_with_its_turn_and_what_it_paid() -> None:
    told = story(*TAKE_OVER, {"do": "roll", "player": "Bernd", "zone": "3", "colour": "green"})
    assert [(moment.n, moment.turn, moment.mover) for moment in told.moments] == [
        (0, 0, None),
        (1, 1, "Andrea"),
        (2, 1, "Andrea"),
        (3, 1, "Andrea"),
        (4, 1, "Andrea"),
        (5, 2, "Bernd"),
    ]
    assert told.moments[3].highlights == ("take_over",)
    assert {turn: len(moments) for turn, moments in turns(told.moments).items()} == {0: 1, 1: 4, 2: 1}
    assert told.prices["blue"] == (1000, 1000, 1000, 0, 0, 0)
    # Andrea: 5,000 + 2 × 3,000 = 11,000; a share bought changes nothing; then 4,000 + 2 × 1,000 in, red 2 × 4,000, and
    # blue is worth nothing: 5,000 - 1,000 + 4,000 + 2,000 + 8,000 = 18,000.
    assert told.wealth["Andrea"] == (11000, 11000, 11000, 18000, 18000, 18000)
    assert told.rows(2) is not None
    assert told.rows(3) == ("rrrr........", *["............"] * 9)


def test_picks_come_before_the_first_turn() -> None:
    header = {**HEADER, "players": ["Andrea", "Bernd"], "options": {"start_share": True}}
    del header["start"]
    picks = [{"do": "pick", "player": name, "company": "red"} for name in ("Bernd", "Andrea")]
    roll = {"do": "roll", "player": "Andrea", "zone": "1", "colour": "red"}
    told = story_of_record(record(*picks, roll, header=header), calibration.board_file)
    assert [moment.turn for moment in told.moments] == [0, 0, 0, 1]


def test_the_ledger_tells_each_payment_and_what_was_there_after_it() -> None:
    told = story(*TAKE_OVER)
    # Bernd pays 4 × 1,000 for blue and gets 1,000 for red: 5,000 + 1,000 - 4,000 = 2,000.
    rows = [(row.entry.kind, row.entry.account, int(row.entry.amount), row.balance) for row in ledger(told)]
    assert rows == [
        ("purchase", "Andrea", -1000, 4000),
        ("commission", "Andrea", 4000, 10000),
        ("dividend", "Andrea", 2000, 10000),
        ("dividend", "Bernd", 1000, 2000),
        ("loss", "Bernd", -4000, 2000),
    ]
    assert [int(row.entry.amount) for row in ledger(told, Filter(player="Bernd"))] == [1000, -4000]
    assert [row.entry.kind for row in ledger(told, Filter(company="blue"))] == ["purchase", "loss"]
    assert [row.entry.account for row in ledger(told, Filter(kind="dividend"))] == ["Andrea", "Bernd"]
    assert flows(told) == {
        ("player", "Andrea"): {"start": 5000, "trade": -1000, "commission": 4000, "dividend": 2000},
        ("player", "Bernd"): {"start": 5000, "dividend": 1000, "loss": -4000},
    }


@pytest.mark.parametrize("path", SHARK, ids=lambda path: path.name)
def test_money_by_kind_adds_up_to_what_everybody_has(path: Path) -> None:
    told = story_of_record(path.read_bytes(), calibration.board_file)
    for place in range(0, len(told.moments), 7):
        view = told.view(place, BANKER)
        for account, cash in told.purses(place).items():
            owed = view["debts"].get(account[1], 0) + view["owes"].get(account[1], 0)
            assert sum(flows(told, place)[account].values()) == cash - owed, (place, account)


@pytest.mark.parametrize("path", MONEY, ids=lambda path: f"{path.parent.parent.name} {path.name}")
def test_other_money_by_kind_adds_up_too_that_of_companies_with_it(path: Path) -> None:
    told = story_of_record(path.read_bytes(), calibration.board_file)
    for place in range(0, len(told.moments), 29):
        sums = {account: sum(column.values()) for account, column in flows(told, place).items()}
        assert sums == dict(told.purses(place)), place


def test_a_company_s_own_money_is_found_by_the_company_and_a_player_s_by_the_player() -> None:
    path = next(path for path in MONEY if path.parent.parent.name == "master_of_economy")
    told = story_of_record(path.read_bytes(), calibration.board_file)
    of_company = [row.entry for row in ledger(told, Filter(company="blue"))]
    assert {"build", "export"} <= {entry.kind for entry in of_company}, "what the company itself paid and got"
    assert all("blue" in (entry.account, entry.details.get("company")) for entry in of_company)
    assert ledger(told, Filter(player="blue")) == []
    assert all(row.balance is not None for row in ledger(told))


def test_turns_are_what_each_game_calls_a_turn() -> None:
    """BIG SHOT: a round from its throw. MASTER OF ECONOMY: 10 phases a year, 4 years. A score sheet: 3 scorings."""
    for path in RECORDED:
        told = story_of_record(path.read_bytes(), calibration.board_file)
        events = [moment for moment in told.moments if moment.event is not None]
        assert all(moment.mover is None or moment.mover in told.players for moment in events), path
        name = told.rules.name
        if name == "big_shot":
            assert told.last.turn == told.view(len(told.moments) - 1)["round"], path
            rolls = [moment.turn for moment in events if (moment.event or {})["do"] == "roll"]
            assert rolls == list(range(1, len(rolls) + 1)), path
        if name == "master_of_economy":
            assert told.last.turn <= 4 * 10, path
        if name == "reibach" and told.header["mode"] == "sheet":
            assert told.last.turn == 3, path


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.name)
def test_every_recorded_game_of_each_kind_can_be_looked_back_on(path: Path) -> None:
    told = story_of_record(path.read_bytes(), calibration.board_file)
    assert told.fault is None
    assert len(told.moments) == sum(1 for line in path.read_text().splitlines() if line.strip())
    assert told.result is not None
    assert told.last.turn > 0
    assert all(str(moment.sentence) for moment in told.moments)


def test_a_record_opens_up_to_the_line_that_breaks_a_rule() -> None:
    told = story(*TAKE_OVER[:2], {"do": "place", "player": "Andrea", "company": "red", "square": "A1"}, TAKE_OVER[3])
    assert [moment.n for moment in told.moments] == [0, 1, 2]
    assert told.fault is not None
    assert (told.fault.line, told.fault.ruling) == (4, "R-7")
    assert "A1 is not empty" in str(told.fault.sentence)


@pytest.mark.parametrize("line", [b"{not json}\n", b'{"do": "fly"}\n', b'{"do": "roll", "do": "roll"}\n'])
def test_a_record_opens_up_to_the_line_that_cannot_be_read(line: bytes) -> None:
    told = story_of_record(
        record(*TAKE_OVER[:2]) + line + record(TAKE_OVER[2], header=TAKE_OVER[2]), calibration.board_file
    )
    assert len(told.moments) == 3
    assert told.fault is not None
    assert told.fault.line == 4


def test_a_file_that_is_no_record_at_all_is_refused(library: Library) -> None:
    for content in (b"", b"\xff\xfe", b"hello\n", record(header={**HEADER, "edition": "1888"})):
        with pytest.raises(FormatError, match="line 1 of the record"):
            library.open(content)


def test_an_opened_record_is_kept_only_when_somebody_says_so(library: Library, journal: Journal) -> None:
    key, told = library.open(record(*TAKE_OVER))
    assert library.opened(key) is told
    assert journal.games() == ()
    game = library.keep(key, "banker")
    assert [moment.event for moment in library.story(game).moments[1:]] == list(TAKE_OVER)
    broken, _ = library.open(record(*TAKE_OVER[:2], TAKE_OVER[0]))
    with pytest.raises(FormatError, match="line 4 of the record breaks a rule"):
        library.keep(broken, "banker")
    assert len(journal.games()) == 1
    with pytest.raises(FormatError, match="no longer at hand"):
        library.keep("r0", "banker")


def test_a_story_of_the_journal_has_what_is_in_force_and_follows_the_game(library: Library, journal: Journal) -> None:
    game = journal.new_game(HEADER)
    journal.append(game, 0, [NewLine("event", TAKE_OVER[0]), NewLine("event", TAKE_OVER[1])], actor="banker")
    assert [moment.n for moment in library.story(game).moments] == [0, 1, 2]
    journal.append(game, 2, [NewLine("undo", target=1), NewLine("event", TAKE_OVER[1])], actor="dice")
    told = library.story(game)
    assert [(moment.n, moment.actor) for moment in told.moments] == [(0, ""), (4, "dice")]
    assert told.at(4) == 1
    assert told.at(2) == 0, "a link to what was taken back leads to the moment before it"
    assert told.at(None) == 1


def test_hidden_cash_stays_hidden_until_the_game_is_over() -> None:
    hidden = story_of_record(record(*TAKE_OVER, header={**HEADER, "x_hidden_cash": True}), calibration.board_file)
    assert hidden.has_secrets
    over = SHARK[0].read_text().splitlines()
    header = {**json.loads(over[0]), "x_hidden_cash": True}
    told = story_of_record("\n".join([json.dumps(header), *over[1:]]).encode(), calibration.board_file)
    assert told.result is not None
    assert not told.has_secrets


def test_a_game_that_hides_money_by_its_rules_is_not_told_either() -> None:
    path = next(path for path in RECORDED if '"hard": true' in path.read_text())
    lines = path.read_bytes().splitlines(keepends=True)
    assert story_of_record(b"".join(lines[: len(lines) // 2]), calibration.board_file).has_secrets
    assert not story_of_record(b"".join(lines), calibration.board_file).has_secrets


def test_only_what_is_a_time_is_told_as_one() -> None:
    given = ["2026-01-02T20:15:05+01:00", "12:00", "soon", 7, None]
    events = [
        {**TAKE_OVER[0], "x_time": given[0]},
        *({"do": "amend", "note": "n", "x_time": time} for time in given[1:]),
    ]
    assert [moment.time for moment in story(*events).moments] == ["", "2026-01-02T20:15:05+01:00", "", "", "", ""]
