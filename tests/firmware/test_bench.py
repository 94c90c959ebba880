"""The real firmware in simavr, or its core, with dice in its wells: what it takes, survives and refuses."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Literal

import pytest

from companion.devices import Throw
from hardware.dice import CannotLearn, DiceSet, Lesson, ReaderRefused, Teacher
from tests.firmware.bench import COLOURS, PLAIN, SHARKS_BESIDE, SHARKS_OPPOSITE, Bench, Desk, Place
from tests.firmware.throwing import Tally, taught, throw, weather

pytestmark = pytest.mark.firmware

FLASH, RAM = 32 * 1024, 2 * 1024
PIPS = DiceSet("pips")
DeskMaker = Callable[..., Desk]


@pytest.fixture
def sit(built: Path, tmp_path: Path) -> Iterator[DeskMaker]:
    """Makes a bench with the program's side of its line."""
    with ExitStack() as stack:

        def make(engine: Literal["avr", "core"], dice: DiceSet = DiceSet()) -> Desk:  # noqa: B008 (frozen)
            bench = stack.enter_context(Bench(built, tmp_path / "line", engine))
            desk = Desk(bench, dice)
            stack.callback(desk.close)
            desk.run(1500)
            return desk

        yield make


@pytest.fixture(scope="session")
def lesson(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The EEPROM of a reader that has learned a plain die and a colour die."""
    folder = tmp_path_factory.mktemp("lesson")
    with Bench(built, folder / "line", "core") as bench:
        desk = Desk(bench)
        taught(desk, Random(11))
        bench.do("power", "off")
        bench.do("eeprom", folder / "eeprom")
        desk.close()
    return folder / "eeprom"


def switch_on(desk: Desk, eeprom: Path) -> None:
    """Starts the reader with what is in that EEPROM."""
    desk.bench.do("power", "off")
    desk.bench.do("load", eeprom)
    desk.bench.do("power", "on")
    desk.run(1500)


def lay(desk: Desk, top: str, colour: str) -> list[Throw]:
    """Empties the wells, puts the dice in, and returns what was heard of it."""
    before = len(desk.throws)
    desk.bench.take()
    desk.run(600)
    desk.bench.put("num", PLAIN[top], Place(0.2, -0.1, 91))
    desk.bench.put("col", COLOURS[colour], Place(-0.1, 0.2, 2))
    desk.run(800)
    return desk.throws[before:]


def test_it_takes_less_than_half_of_the_flash_and_six_tenths_of_the_memory(built: Path) -> None:
    told = subprocess.run(["avr-size", built / "dice-reader.elf"], capture_output=True, text=True, check=True).stdout
    text, data, bss = map(int, told.splitlines()[1].split()[:3])
    assert text + data < 0.5 * FLASH
    assert data + bss < 0.6 * RAM


@pytest.mark.parametrize("engine", ["avr", "core"])
def test_throws_are_heard_with_the_faces_on_top(sit: DeskMaker, lesson: Path, engine: Literal["avr", "core"]) -> None:
    desk = sit(engine)
    switch_on(desk, lesson)
    thrown = [("1", "red"), ("6", "black"), ("4", "white")]
    heard = [lay(desk, *faces) for faces in thrown]
    assert [[throw.faces for throw in throws] for throws in heard] == [[faces] for faces in thrown]


def test_the_firmware_learns_and_knows_its_dice_after_a_power_cut(sit: DeskMaker, tmp_path: Path) -> None:
    desk = sit("avr", DiceSet("pips", wells="num"))
    desk.bench.do("lamp", 40)
    desk.teach(DiceSet("pips", wells="num"), PLAIN, Random(3))
    desk.bench.do("power", "off")
    desk.bench.do("eeprom", tmp_path / "eeprom")
    switch_on(desk, tmp_path / "eeprom")
    assert desk.session.hello is not None
    assert desk.session.hello.boots == 2
    assert desk.command("GET", "num") == ("24",)  # six faces, four samples each
    assert [throw.faces for throw in lay(desk, "5", "red")] == [("S",)]  # 5 means shark; the colour well is not in use


def test_a_power_cut_while_saving_keeps_the_lesson_before(sit: DeskMaker, lesson: Path, tmp_path: Path) -> None:
    desk = sit("core")
    switch_on(desk, lesson)
    desk.command("CLEAR", "num")
    saving = desk.session.request("SAVE", patience_s=2)
    desk.run(500)
    assert saving.answer is None  # still at it
    desk.bench.do("power", "off")
    desk.bench.do("eeprom", tmp_path / "eeprom")
    switch_on(desk, tmp_path / "eeprom")
    assert desk.command("GET", "num") == ("24",)


def test_a_program_that_runs_in_a_circle_is_started_again_by_the_watchdog(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("avr")
    switch_on(desk, lesson)
    assert len(lay(desk, "3", "blue")) == 1
    before = desk.session.hello
    desk.bench.do("hang")
    desk.run(1500)
    after = desk.session.hello
    assert before is not None
    assert after is not None
    assert (after.identity, after.boots) == (before.identity, before.boots + 1)
    assert len(desk.throws) == 1  # the dice that still lie there are no new throw
    assert [throw.faces for throw in lay(desk, "4", "blue")] == [("4", "blue")]


def test_a_reset_while_the_dice_lie_there_is_no_new_throw(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("avr")
    switch_on(desk, lesson)
    lay(desk, "3", "blue")
    desk.bench.do("reset")
    desk.run(2000)
    assert [throw.faces for throw in desk.throws] == [("3", "blue")]
    assert desk.session.status is not None
    assert desk.session.status.state == "LYING"
    keys = {throw.key for throw in desk.throws + lay(desk, "3", "blue")}
    assert len(keys) == 2


def test_dice_that_are_turned_or_lifted_are_no_new_throw(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("core")
    switch_on(desk, lesson)
    lay(desk, "3", "blue")
    desk.bench.put("num", PLAIN["5"])
    desk.run(1000)
    desk.bench.do("take", "col")
    desk.run(1000)
    desk.bench.put("col", COLOURS["red"])
    desk.run(1000)
    assert [throw.faces for throw in desk.throws] == [("3", "blue")]


@pytest.mark.parametrize(
    ("die", "tilt"), [("num", (9, 0)), ("num", (0, -15)), ("col", (16, -4)), ("col", (-18, 18)), ("col", (7, 12))]
)
@pytest.mark.parametrize("colour", list(COLOURS))
def test_a_die_that_lies_askew_is_refused(
    sit: DeskMaker, lesson: Path, die: Literal["num", "col"], tilt: tuple[int, int], colour: str
) -> None:
    desk = sit("core")
    switch_on(desk, lesson)
    desk.bench.put("num", PLAIN["2"], Place(0, 0, 0, *(tilt if die == "num" else (0, 0))))
    desk.bench.put("col", COLOURS[colour], Place(0, 0, 0, *(tilt if die == "col" else (0, 0))))
    desk.run(1500)
    assert desk.throws == []


def test_in_the_full_sun_nothing_is_believed(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("core")
    switch_on(desk, lesson)
    desk.bench.take()
    desk.run(600)
    desk.bench.do("sun", 3000)  # of which 450 come in below a die, beside the 600 of the lamps on white
    desk.bench.put("num", PLAIN["6"])
    desk.bench.put("col", COLOURS["white"])
    desk.run(1500)
    assert desk.throws == []
    assert desk.session.status is not None
    assert desk.session.status.state == "UNSURE"
    with pytest.raises(ReaderRefused, match="light"):
        desk.command("LEARN", "num", "6")


def test_two_equal_faces_opposite_each_other_are_learned(sit: DeskMaker) -> None:
    desk = sit("core", DiceSet("sharks", wells="num"))
    desk.teach(DiceSet("sharks", wells="num"), SHARKS_OPPOSITE, Random(5))
    desk.bench.put("num", "s", Place(0.1, 0.1, 180))
    desk.run(800)
    assert [throw.faces for throw in desk.throws] == [("S",)]


def test_two_equal_faces_beside_each_other_are_refused_and_explained(sit: DeskMaker) -> None:
    desk = sit("core", DiceSet("sharks", wells="num"))
    # With 2 on top as with 3 on top a shark lies below.
    with pytest.raises(CannotLearn, match="opposite each other"):
        desk.teach(DiceSet("sharks", wells="num"), {**SHARKS_BESIDE, "S2": "3"}, Random(5))


def test_what_a_person_must_put_right_is_said(sit: DeskMaker) -> None:
    desk = sit("core")
    teacher = Teacher(PIPS, desk.command)
    teacher.begin()
    desk.bench.put("num", "1")
    desk.run(100)
    assert "let go" in str(teacher.empty())
    desk.bench.take()
    desk.run(800)
    assert teacher.empty() is None
    step = next(teacher.steps())
    assert "well looks empty" in str(teacher.learn(step))
    desk.bench.put("num", PLAIN[step.face])
    desk.bench.do("sun", 3000)
    desk.run(800)
    assert "Too much light" in str(teacher.learn(step))
    desk.bench.do("sun", 0)
    desk.run(800)
    assert teacher.learn(step) is None


def test_what_is_put_in_to_be_learned_is_no_throw(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("core", DiceSet(wells="col"))
    switch_on(desk, lesson)  # and its wells are empty, so that it waits for a throw
    desk.command("SET", "wells", "col")
    desk.command("CLEAR", "col")
    desk.command("CAL")
    for count, (colour, below) in enumerate([("red", "g"), ("green", "r")] * 3):
        desk.bench.put("col", below, Place(0, 0, count))
        desk.run(800)
        desk.command("LEARN", "col", colour)
        desk.run(800)
    assert desk.throws == []
    desk.bench.take()
    desk.run(800)
    desk.bench.put("col", "r")
    desk.run(800)
    assert [throw.faces for throw in desk.throws] == [("green",)]


def test_a_die_that_was_not_turned_is_asked_for_once_more_before_it_is_given_up(sit: DeskMaker) -> None:
    desk = sit("core")
    teacher = Teacher(DiceSet("pips", wells="col"), desk.command)
    teacher.begin()
    assert teacher.empty() is None
    red, *_, blue = list(teacher.steps())[:4]
    desk.bench.put("col", "g")
    desk.run(800)
    assert teacher.learn(red) is None
    assert "what it saw with this on top: red" in str(teacher.learn(blue))
    with pytest.raises(CannotLearn, match="another colour die, mark"):
        teacher.learn(blue)


def test_a_command_that_is_repeated_is_carried_out_once(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("core")
    switch_on(desk, lesson)
    desk.command("CLEAR", "col")
    desk.bench.put("col", "r", Place(0.3))
    desk.run(800)
    command = desk.session.request("LEARN", "col", "green")
    desk.run(300)
    assert command.answer == ("1",)
    desk.session._commands.append(command)  # as if its answer had been lost
    command.answer, command.tries = None, 1
    desk.run(700)
    assert command.answer == ("1",)
    assert desk.command("GET", "col") == ("1",)


def test_the_button_the_lamp_and_the_buzzer(sit: DeskMaker, lesson: Path) -> None:
    desk = sit("avr")
    switch_on(desk, lesson)
    desk.bench.take()
    desk.run(600)
    for contact in (1, 0, 1):
        desk.bench.do("button", contact)
        desk.run(5)
    desk.run(100)
    desk.bench.do("button", 0)
    desk.run(100)
    assert desk.session.presses == 1
    desk.bench.put("num", "1")
    desk.bench.put("col", "r")
    beeped = [desk.run(20, step=20)[2] for _ in range(40)]
    assert 2 <= sum(beeped) <= 5  # 60 ms
    assert desk.run(20)[1] == 1  # the lamp is on while a throw lies there


@pytest.mark.parametrize("rate", [0.001, 0.01, 0.05])
def test_throws_over_a_line_that_damages_bytes_are_heard_right_or_not_at_all(
    sit: DeskMaker, lesson: Path, rate: float
) -> None:
    desk, chance, tally = sit("core"), Random(2), Tally()
    switch_on(desk, lesson)
    desk.bench.do("corrupt", rate)
    for _ in range(60):
        throw(desk, chance, tally)
    assert tally.wrong == 0
    assert desk.session.damaged > 0
    assert tally.right > 0


def test_no_throw_is_heard_wrong_in_any_weather(sit: DeskMaker, lesson: Path) -> None:
    desk, chance, tally = sit("core"), Random(4), Tally()
    switch_on(desk, lesson)
    for count in range(300):
        if count % 10 == 0:
            weather(desk, chance)
        throw(desk, chance, tally)
    assert tally.wrong == 0
    assert tally.right > 150


def test_a_lesson_says_what_to_do_and_goes_on_when_it_was_done(sit: DeskMaker) -> None:
    desk = sit("core", DiceSet(wells="col"))
    lesson = Lesson(DiceSet(wells="col"), desk.command)
    desk.bench.put("col", "g")
    desk.run(100)
    lesson.go_on()
    assert "let go" in str(lesson.text)
    assert lesson.place == -1
    desk.bench.take()
    desk.run(800)
    lesson.go_on()
    assert (lesson.place, lesson.count) == (0, 18), "six colours, three times each"
    for turn in range(lesson.count):
        (below,) = (below for colour, below in COLOURS.items() if f"on top: {colour}" in str(lesson.text))
        desk.bench.put("col", below, Place(0, 0, turn % 3 * 2))
        desk.run(800)
        lesson.go_on()
    assert lesson.done
    desk.bench.take()
    desk.run(800)
    desk.bench.put("col", COLOURS["white"])
    desk.run(800)
    assert [throw.faces for throw in desk.throws] == [("white",)]
