"""Whole recorded games: the notes add up after each event, and a correction by the same event changes nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import calibration
from companion.journal import Line
from companion.notes import worth
from companion.record import parse_record
from companion.table._outlook import look_ahead
from companion.table._running import Running, begin

RECORDS = sorted((Path(__file__).parents[2] / "games" / "shark" / "legal").glob("*.game.jsonl"))
assert RECORDS


def played(path: Path) -> Running:
    """The recorded game, played with notes."""
    record = parse_record(path.read_bytes())
    running = begin(1, {**record.header, "x_money": "paper"}, calibration.board_file)
    running.extend([Line(n, "event", event, "", "") for n, event in enumerate(record.events, start=1)])
    return running


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_no_note_is_lost_and_every_hand_is_worth_its_account(path: Path) -> None:
    running = played(path)
    known = 0
    for booked in running.done:
        paper = booked.paper
        assert paper is not None
        if paper.bank is None:
            continue
        known += 1
        hands = [held for held in paper.hands.values() if held is not None]
        assert {n: sum(held.get(n, 0) for held in (paper.bank, *hands)) for n in paper.box} == dict(paper.box)
        assert min(number for held in (paper.bank, *hands) for number in held.values()) >= 0
        cash = running.rules.view(booked.step.state, "")["cash"]
        for account, held in paper.hands.items():
            assert held is not None
            assert worth(held) + paper.open.get(account, 0) == max(0, cash[account])
    assert known or "start" in running.header


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.name)
def test_an_event_that_is_corrected_by_itself_changes_nothing(path: Path) -> None:
    running = played(path)
    before = [(booked.step, booked.paper) for booked in running.done]
    for at in {0, len(before) // 2, len(before) - 1}:
        line = Line(len(running.lines) + 1, "correct", running.done[at].line.event, "", "", running.done[at].line.n)
        outlook = look_ahead(running.course, line)
        assert (outlook.misfit, outlook.changes, outlook.dropped, outlook.purses, outlook.coffers, outlook.notes) == (
            None,
            [],
            [],
            {},
            {},
            (),
        )
        running.extend([line])
        assert [(booked.step, booked.paper) for booked in running.done] == before
