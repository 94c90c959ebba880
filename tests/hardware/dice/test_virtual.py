"""The simulated dice box."""

from __future__ import annotations

import threading
from collections import Counter
from random import Random

import pytest

from companion.devices import Dice
from companion.errors import DeviceError
from hardware.dice import VirtualDice

SHARK_2001 = ("1", "2", "3", "4", "S", "S")
COLOURS = ("red", "blue", "green", "yellow", "black", "white")


def test_what_is_thrown_is_heard_once_and_in_order() -> None:
    dice = VirtualDice((SHARK_2001, COLOURS), Random(1))
    thrown = [dice.throw() for _ in range(5)]
    heard: Dice = dice
    assert [heard.read(0) for _ in range(6)] == [*thrown, None]


def test_keys_are_unique_also_between_runs() -> None:
    # The same seed rolls the same faces: the keys must differ all the same, or a new game's throws would not count.
    keys = [VirtualDice((SHARK_2001, COLOURS), Random(1)).throw().key for _ in range(3)]
    dice = VirtualDice((SHARK_2001, COLOURS), Random(1))
    keys += [dice.throw().key for _ in range(3)]
    assert len(set(keys)) == 6


def test_the_random_numbers_are_those_handed_in() -> None:
    runs = [VirtualDice((SHARK_2001, COLOURS), Random(42), run="x") for _ in range(2)]
    first, second = ([dice.throw() for _ in range(20)] for dice in runs)
    assert first == second


def test_every_face_comes_as_often_as_it_is_on_the_die() -> None:
    dice = VirtualDice((SHARK_2001, COLOURS), Random(7))
    zones = Counter(dice.throw().faces[0] for _ in range(6000))
    # Two sharks of six faces: 2000 of 6000 expected, the others 1000; the margins are four standard deviations.
    assert zones["S"] == pytest.approx(2000, abs=146)
    assert all(zones[face] == pytest.approx(1000, abs=116) for face in "1234")


def test_an_unplugged_box_is_said_and_comes_back() -> None:
    dice = VirtualDice((SHARK_2001, COLOURS), Random(1))
    dice.unplug()
    with pytest.raises(DeviceError, match="plug it in"):
        dice.read(0)
    with pytest.raises(DeviceError, match="plug it in"):
        dice.throw()
    assert dice.health().state == "trouble"
    dice.unplug(False)
    assert dice.health().state == "fine"
    thrown = dice.throw()
    assert thrown in (dice.read(0), dice.read(0), dice.read(0))


def test_closing_wakes_a_reader_that_waits() -> None:
    dice = VirtualDice((SHARK_2001, COLOURS), Random(1))
    got: list[object] = ["nothing yet"]
    reader = threading.Thread(target=lambda: got.__setitem__(0, dice.read(60)))
    reader.start()
    dice.close()
    reader.join(30)
    assert got == [None]


def test_a_die_without_faces_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one face"):
        VirtualDice(((), COLOURS), Random(1))
