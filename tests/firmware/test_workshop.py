"""The page's lesson with the firmware's core on the other end of the line."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import calibration
from companion.commands._doctor import Devices
from companion.commands._workshop import Workshop
from companion.errors import DeviceError, FormatError, TableError
from hardware.dice import DiceSet, SerialDice, VirtualDice
from tests.firmware.bench import COLOURS, PLAIN, Bench, Place
from tests.firmware.test_bench import lesson  # noqa: F401 (a fixture)
from tests.firmware.test_live import WAIT, bench, sees, until  # noqa: F401 (bench is a fixture)

pytestmark = pytest.mark.firmware

BOARD = calibration.board("shark-2001")


class Room:
    """A workshop whose reader can be exchanged, and whether the table hears throws."""

    def __init__(self, folder: Path, dice: SerialDice) -> None:
        self.dice: SerialDice | VirtualDice = dice
        self.deaf = False
        self.workshop = Workshop(folder, lambda: Devices(BOARD, dice=self.dice), self.deafen)

    def deafen(self, deaf: bool) -> None:
        self.deaf = deaf


def test_the_page_shows_what_is_measured_teaches_and_counts_no_throw_meanwhile(bench: Bench, tmp_path: Path) -> None:  # noqa: F811
    bench.do("live", 4)
    with SerialDice(str(bench.link), DiceSet(wells="col")) as dice:
        room = Room(tmp_path, dice)
        workshop = room.workshop
        until(lambda: bool(workshop.dice()["look"]) and workshop.dice()["look"]["values"] is not None)
        assert len(workshop.dice()["look"]["values"]) == 9
        states = {str(finding.name): finding.state for finding in workshop.examine()}
        assert (states["Dice reader"], states["Dice that were learned"]) == ("ok", "ok")
        shown = workshop.teach({"do": "begin", "number_die": "pips", "wells": "col"})
        assert room.deaf
        bench.do("run", 500)
        shown = workshop.teach({"do": "go_on", "place": -1})
        assert shown["lesson"]["place"] == 0
        while not shown["lesson"]["done"]:
            step = shown["lesson"]
            (below,) = (below for colour, below in COLOURS.items() if f"on top: {colour}" in str(step["text"]))
            bench.put("col", below, Place(0, 0, step["place"] % 3 * 2))
            bench.do("run", 800)
            shown = workshop.teach({"do": "go_on", "place": step["place"]})
            assert workshop.teach({"do": "go_on", "place": step["place"]})["lesson"] == shown["lesson"], "a second tap"
        assert not room.deaf
        bench.take()
        until(lambda: sees(dice, "EMPTY"))
        while dice.read(0) is not None:
            continue
        bench.put("col", COLOURS["green"])
        throw = dice.read(WAIT)
        assert throw is not None
        assert throw.faces == ("green",)


def test_dice_that_cannot_be_told_end_the_lesson_with_the_reason(bench: Bench, tmp_path: Path) -> None:  # noqa: F811
    bench.do("live", 4)
    with SerialDice(str(bench.link), DiceSet("sharks", "num")) as dice:
        room = Room(tmp_path, dice)
        until(lambda: sees(dice, "EMPTY"))
        room.workshop.teach({"do": "begin", "number_die": "1-6", "wells": "num"})
        shown = room.workshop.teach({"do": "go_on", "place": -1})
        bench.put("num", PLAIN["1"])  # and is never turned over
        while shown["lesson"] is not None:
            bench.do("run", 800)
            shown = room.workshop.teach({"do": "go_on", "place": shown["lesson"]["place"]})
        assert "opposite each other" in str(shown["failed"])
        assert not room.deaf
        assert room.workshop.teach({"do": "leave"})["failed"] is None


def test_what_makes_no_sense_is_refused(bench: Bench, tmp_path: Path) -> None:  # noqa: F811
    with SerialDice(str(bench.link)) as dice:
        room = Room(tmp_path, dice)
        with pytest.raises(FormatError, match="lesson"):
            room.workshop.teach({"do": "begin", "number_die": "7"})
        with pytest.raises(TableError, match="begin one"):
            room.workshop.teach({"do": "go_on", "place": 0})
        with pytest.raises(DeviceError, match="nothing to light"):
            room.workshop.walk()
        room.dice = VirtualDice((), Random(1))
        with pytest.raises(DeviceError, match="--dice serial"):
            room.workshop.teach({"do": "begin", "number_die": "1-6"})
