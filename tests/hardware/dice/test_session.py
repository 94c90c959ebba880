"""The conversation with a dice reader: what it takes for a throw to count."""

from __future__ import annotations

import pytest

from companion.devices import Throw
from companion.errors import DeviceError
from hardware.dice import DiceSet
from hardware.dice._line import format_line, parse_line
from hardware.dice._session import Session

HELLO = format_line("I", 0, "sharkdice", "1.0", "fw=0.1.0", "id=4f2a", "rst=por", "boots=17")


class Talk:
    """A session that has greeted a reader whose wells are empty, and has counted no throw."""

    def __init__(self, dice: DiceSet = DiceSet()) -> None:  # noqa: B008 (frozen)
        self.session = Session(dice)
        self.now = 0.0
        self.number = 0
        self.session.feed(2 * HELLO, 0)
        assert self.says("EMPTY", 0) + self.says("EMPTY", 0) == []

    def says(self, state: str, throw: int, zone: str = "-", colour: str = "-", skip: int = 1) -> list[Throw]:
        self.number += skip
        self.now += 0.1
        line = format_line("S", self.number, "1", state, zone, "60", colour, "60", str(throw))
        return self.session.feed(line, self.now)


def test_one_line_is_no_throw_two_that_agree_are_one() -> None:
    talk = Talk()
    assert talk.says("STABLE", 1, "3", "red") == []
    assert talk.says("STABLE", 1, "3", "red") == [Throw(("3", "red"), "4f2a-17-1")]
    assert talk.says("STABLE", 1, "3", "red") == []


def test_dice_that_were_touched_still_confirm_their_throw_while_they_show_it() -> None:
    talk = Talk()
    talk.says("STABLE", 1, "3", "red")
    talk.says("MOVING", 1)
    assert talk.says("LYING", 1, "3", "red") == [Throw(("3", "red"), "4f2a-17-1")]


def test_dice_that_show_something_else_confirm_nothing() -> None:
    talk = Talk()
    talk.says("STABLE", 1, "3", "red")
    for _ in range(3):
        assert talk.says("LYING", 1, "4", "red") == []


def test_dice_that_lie_there_are_no_throw() -> None:
    talk = Talk()
    assert talk.says("LYING", 1, "3", "red") + talk.says("LYING", 1, "3", "red") == []


def test_a_throw_that_is_over_before_it_was_understood_is_told_and_does_not_count() -> None:
    talk = Talk()
    talk.says("STABLE", 1, "3", "red")
    talk.says("EMPTY", 1)
    talk.says("EMPTY", 1)
    assert "throw again" in str(talk.session.not_understood)
    talk.says("STABLE", 2, "4", "red")
    assert talk.says("STABLE", 2, "4", "red") == [Throw(("4", "red"), "4f2a-17-2")]
    assert talk.session.not_understood is None


def test_a_line_from_far_ahead_is_dropped_and_the_reader_is_asked_who_it_is() -> None:
    talk = Talk()
    talk.says("STABLE", 1, "3", "red")
    assert talk.says("STABLE", 1, "3", "red", skip=100_000) == []
    assert talk.session.hello is None
    assert parse_line(talk.session.outgoing(talk.now)[:-1]).kind == "HELLO"


def test_one_greeting_that_the_checksum_let_pass_starts_nothing_anew() -> None:
    talk = Talk()
    talk.says("STABLE", 1, "3", "red")
    assert len(talk.says("STABLE", 1, "3", "red")) == 1
    talk.session.feed(format_line("I", 0, "sharkdice", "1.0", "id=4f2a", "boots=18"), talk.now)
    assert talk.says("STABLE", 1, "3", "red") == []  # as start 18 it would be a new throw
    talk.session.feed(2 * HELLO, talk.now)
    assert talk.says("STABLE", 1, "3", "red") + talk.says("STABLE", 1, "3", "red") == []


def test_a_face_that_is_not_on_the_die_does_not_count_and_is_told() -> None:
    talk = Talk(DiceSet("sharks"))
    talk.says("STABLE", 1, "6", "red")
    assert talk.says("STABLE", 1, "6", "red") == []
    assert "not on the die" in str(talk.session.not_understood)


def test_a_command_is_sent_three_times_and_given_up() -> None:
    talk = Talk()
    command = talk.session.request("PING")
    sent = []
    for _ in range(20):
        talk.now += 0.1
        if outgoing := talk.session.outgoing(talk.now):
            sent.append(outgoing)
    assert sent == [command.line] * 3
    assert command.lost
    assert command.answer is None


def test_a_command_that_nobody_waits_for_any_more_is_not_sent_later() -> None:
    talk = Talk()
    talk.session.withdraw(command := talk.session.request("LEARN", "num", "3"))
    assert command.lost
    assert talk.session.outgoing(talk.now) == b""


def test_a_command_is_not_carried_out_by_a_reader_that_was_started_anew_meanwhile() -> None:
    talk = Talk()
    command = talk.session.request("LEARN", "num", "3")
    talk.session.feed(format_line("A", 0, "1"), talk.now)  # a line out of order: who speaks?
    assert talk.session.hello is None
    talk.session.feed(2 * HELLO, talk.now)
    assert talk.session.hello is not None
    assert not command.lost, "the same start as before"
    talk.session.feed(2 * format_line("I", 0, "sharkdice", "1.0", "fw=0.1.0", "id=4f2a", "boots=18"), talk.now)
    assert command.lost


def test_an_answer_to_another_command_is_none() -> None:
    talk = Talk()
    command = talk.session.request("GET", "num")
    talk.session.outgoing(talk.now)
    talk.session.feed(format_line("A", talk.number + 1, str(command.number + 1), "24"), talk.now)
    assert command.answer is None
    talk.session.feed(format_line("A", talk.number + 2, str(command.number), "24"), talk.now)
    assert command.answer == ("24",)


@pytest.mark.parametrize(
    ("dice", "number", "colour", "faces"),
    [
        (DiceSet("1-6"), "6", "red", ("6", "red")),
        (DiceSet("sharks"), "S", "red", ("S", "red")),
        (DiceSet("pips"), "4", "red", ("4", "red")),
        (DiceSet("pips"), "5", "white", ("S", "white")),
        (DiceSet("pips"), "6", "white", ("S", "white")),
        (DiceSet("pips", wells="num"), "6", None, ("S",)),
        (DiceSet("1-6", wells="col"), None, "blue", ("blue",)),
    ],
)
def test_what_a_throw_means_depends_on_the_dice(
    dice: DiceSet, number: str | None, colour: str | None, faces: tuple[str, ...]
) -> None:
    assert dice.faces(number, colour) == faces


@pytest.mark.parametrize(
    ("dice", "number", "colour"),
    [
        (DiceSet("1-6"), "S", "red"),
        (DiceSet("sharks"), "5", "red"),
        (DiceSet("pips"), "S", "red"),
        (DiceSet("1-6"), "5", None),
        (DiceSet("1-6"), None, "red"),
        (DiceSet("1-6", wells="num"), "5", "red"),
        (DiceSet("1-6", wells="col"), "5", "red"),
    ],
)
def test_a_throw_that_these_dice_cannot_make_is_refused(dice: DiceSet, number: str | None, colour: str | None) -> None:
    with pytest.raises(DeviceError, match="The dice reader reports"):
        dice.faces(number, colour)
