"""Buttons: what they mean in each state, and that a press does what it meant when the finger went down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.devices import DeviceHealth, Press, Sound
from companion.games import BANKER, PUBLIC
from companion.table import ButtonsKeeper, Table
from hardware.buttons import VirtualButtons
from tests.companion.table.conftest import At, roll, seen


class Bell:
    """A buzzer that remembers."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def sound(self, sound: Sound) -> None:
        self.heard.append(sound)

    def health(self) -> DeviceHealth:
        return DeviceHealth("bell", "fine")

    def close(self) -> None: ...

    def __enter__(self) -> Bell:
        return self

    def __exit__(self, *error: object) -> None: ...


class Desk:
    """A table with three buttons, and a clock that goes as it is told."""

    def __init__(self, at: At) -> None:
        self.at, self.table = at, at.table
        self.bell, self.now = Bell(), 0.0
        self.keeper = ButtonsKeeper(
            VirtualButtons(), self.bell, self.table.meanings, self.table.command, self.table.wait, lambda: self.now
        )

    def look(self) -> None:
        """The keeper looks, and time goes by until people have seen it, too."""
        self.keeper.look()
        self.now += 1.0

    def press(self, button: str, kind: Any = "short") -> None:
        self.look()
        self.keeper.take(Press(button, "down"))
        self.keeper.take(Press(button, kind, 0.2))

    def texts(self) -> Mapping[str, Any]:
        shown = self.at.now["buttons"]
        assert isinstance(shown, dict)
        return shown


@pytest.fixture
def desk(at: At) -> Desk:
    at.table = Table(at.journal, at.table._boards, buttons=lambda: ("confirm", "undo", "next"))
    return Desk(at)


def cash(desk: Desk) -> dict[str, int]:
    held: dict[str, int] = desk.at.now["view"]["cash"]
    return held


NOTHING = {"short": None, "long": None}


def test_at_the_start_they_mean_nothing(desk: Desk) -> None:
    assert desk.texts() == {"confirm": NOTHING, "undo": NOTHING, "next": NOTHING}
    for button in ("confirm", "undo", "next"):
        desk.press(button)
    assert desk.bell.heard == ["refused"] * 3
    assert desk.at.version == 0


def test_confirm_books_what_is_proposed_undo_takes_it_back_and_held_books_it_again(desk: Desk) -> None:
    roll(desk.at)
    desk.table.observe(seen({"D1": "r"}))
    assert desk.texts()["confirm"] == {
        "short": "book: Andrea puts a red house on D1",
        "long": "not so: Andrea puts a red house on D1",
    }
    desk.press("confirm")
    assert cash(desk) == {"Andrea": 11000, "Bernd": 9000}  # as in test_table
    assert desk.texts()["undo"]["short"] == "take back: Andrea puts a red house on D1"
    desk.press("undo")
    assert cash(desk) == {"Andrea": 5000, "Bernd": 5000}
    assert desk.texts()["undo"]["long"] == "book again: Andrea puts a red house on D1"
    desk.press("undo", "long")
    assert cash(desk) == {"Andrea": 11000, "Bernd": 9000}
    assert desk.bell.heard == ["done"] * 3
    assert [line["actor"] for line in desk.at.now["log"]] == ["button", "dice"]


def test_confirm_held_says_not_so(desk: Desk) -> None:
    roll(desk.at)
    desk.table.observe(seen({"D1": "r"}))
    desk.press("confirm", "long")
    assert desk.at.now["proposal"] is None
    assert cash(desk) == {"Andrea": 5000, "Bernd": 5000}


def test_confirm_grants_what_a_player_asks_for(desk: Desk) -> None:
    wish = {"do": "buy", "player": "Andrea", "company": "red", "shares": 1}
    desk.table.ask({"do": "event", "event": wish, "request": "w", "game": desk.at.game, "version": 0}, "Andrea")
    assert desk.texts()["confirm"]["short"].startswith("book: Andrea buys")
    desk.press("confirm")
    assert cash(desk)["Andrea"] == 2000  # a red share costs 3,000


def test_next_ends_the_turn_where_that_is_possible(desk: Desk) -> None:
    roll(desk.at)
    assert desk.texts()["next"] == NOTHING
    desk.table.observe(seen({"D1": "r"}))
    desk.press("confirm")
    assert desk.texts()["next"]["short"] == "Andrea ends the turn"
    desk.press("next")
    assert desk.at.now["view"]["turn"] == "Bernd"


def test_a_press_that_was_meant_for_another_state_books_nothing(desk: Desk) -> None:
    roll(desk.at)
    desk.table.observe(seen({"D1": "r"}))
    desk.look()
    desk.keeper.take(Press("confirm", "down"))
    desk.at.ask("undo")  # on the page, while the finger is down
    desk.keeper.take(Press("confirm", "short", 0.2))
    assert desk.bell.heard == ["refused"]
    assert cash(desk) == {"Andrea": 5000, "Bernd": 5000}


def test_what_has_only_just_come_up_is_not_booked_by_a_finger_that_was_on_its_way(desk: Desk) -> None:
    roll(desk.at)
    desk.look()
    desk.table.observe(seen({"D1": "r"}))
    desk.keeper.look()
    desk.now += 0.3
    desk.keeper.take(Press("confirm", "down"))
    desk.keeper.take(Press("confirm", "short", 0.0))
    assert desk.bell.heard == ["refused"]
    assert desk.at.now["proposal"] is not None
    desk.press("confirm")
    assert desk.bell.heard == ["refused", "done"]


def test_only_the_banker_is_shown_what_they_do_and_only_for_those_that_are_there(at: At) -> None:
    table = Table(at.journal, at.table._boards, buttons=lambda: ("undo",))
    assert table.snapshot(BANKER)["buttons"] == {"undo": NOTHING}
    assert table.snapshot(PUBLIC)["buttons"] is None
    assert at.table.snapshot(BANKER)["buttons"] is None, "a table without buttons"


def test_presses_are_heard_and_a_new_proposal_is_announced(desk: Desk) -> None:
    buttons = VirtualButtons()
    roll(desk.at)
    desk.table.observe(seen({"D1": "r"}))
    keeper = ButtonsKeeper(buttons, desk.bell, desk.table.meanings, desk.table.command, desk.table.wait)
    keeper.start()
    revision = -1
    while "look" not in desk.bell.heard:
        revision = desk.table.wait(revision, 0.05)
    while "done" not in desk.bell.heard:  # within the guard's time it is refused
        buttons.press("confirm", "short")
        desk.table.wait(revision, 0.2)
    keeper.close()
    buttons.close()
    assert cash(desk) == {"Andrea": 11000, "Bernd": 9000}
