"""A proposal is booked by itself once the board has been still for as long as was set, and never sooner."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from companion.table import Patience, Policy
from tests.companion.table.conftest import At, roll, seen

AFTER_3 = Policy(placements=True, still_s=3)


@dataclass
class Moment:
    """The clock in seconds, and whether the board is still."""

    now: float = 100.0
    still: bool = True


def patience(at: At, moment: Moment) -> Patience:
    table = at.table
    return Patience(table.patience, lambda: moment.still, table.book_by_itself, table.wait, lambda: moment.now)


@pytest.fixture
def patient() -> At:
    """A table at which a red house lies on D1 as rolled, to be booked after 3 still seconds."""
    made = At(None, AFTER_3)
    roll(made)
    made.table.observe(seen({"D1": "r"}))
    return made


def test_it_is_booked_after_three_still_seconds_and_the_page_says_so_before(patient: At) -> None:
    moment = Moment()
    keeper = patience(patient, moment)
    assert patient.now["proposal"]["by_itself"] == 3
    assert keeper.look()
    moment.now += 2.9
    keeper.look()
    assert patient.version == 1, "the roll alone"
    moment.now += 0.1
    keeper.look()
    assert patient.now["log"][0]["event"]["square"] == "D1"
    assert patient.now["log"][0]["actor"] == "camera"
    assert not keeper.look(), "nothing is left to count"


def test_a_hand_over_the_board_begins_the_count_anew(patient: At) -> None:
    moment = Moment()
    keeper = patience(patient, moment)
    keeper.look()
    moment.now += 2
    moment.still = False
    keeper.look()
    moment.still = True
    moment.now += 2
    keeper.look()
    assert patient.version == 1
    moment.now += 1
    keeper.look()
    assert patient.version == 2


def test_another_house_begins_the_count_anew(patient: At) -> None:
    moment = Moment()
    keeper = patience(patient, moment)
    keeper.look()
    moment.now += 2
    patient.table.observe(seen({"B2": "r"}))
    keeper.look()
    moment.now += 2
    keeper.look()
    assert patient.version == 1
    moment.now += 1
    keeper.look()
    assert patient.now["log"][0]["event"]["square"] == "B2"


def test_after_an_undo_a_person_says_what_is_true(patient: At) -> None:
    patient.ask("book", proposal=patient.now["proposal"]["id"])
    patient.ask("undo")
    patient.table.observe(seen({}))
    patient.table.observe(seen({"D1": "r"}))
    assert patient.now["proposal"]["by_itself"] is None
    assert not patience(patient, Moment()).look()


def test_a_change_of_the_setting_holds_at_once(patient: At) -> None:
    patient.table.follow(Policy())
    assert patient.now["proposal"]["by_itself"] is None
    moment = Moment()
    keeper = patience(patient, moment)
    assert not keeper.look()
    patient.table.follow(AFTER_3)
    assert keeper.look()
    patient.table.follow(Policy(placements=True))
    patient.table.observe(seen({"D1": "r", "L9": "?"}))
    assert patient.version == 2, "at once"


def test_what_the_camera_saw_is_forgotten_when_it_is_switched_off(patient: At) -> None:
    patient.table.look_away()
    assert patient.now["proposal"] is None
    assert patient.now["board_seen"] is None
    assert patient.now["problems"] == []
    patient.event("place", company="red", square="D1")
    assert patient.now["problems"] == []
