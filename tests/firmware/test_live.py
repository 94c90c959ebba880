"""The dice reader at the pace of life, heard by the program over a serial line that is cut, renumbered, reset."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.devices import Throw
from companion.errors import DeviceError
from hardware.dice import DiceSet, SerialDice
from tests.firmware.bench import COLOURS, PLAIN, Bench
from tests.firmware.test_bench import lesson  # noqa: F401 (a fixture)

pytestmark = pytest.mark.firmware

WAIT = 60.0  # longer than anything here takes; a test that waits so long has failed


@pytest.fixture(params=["core"])
def bench(request: pytest.FixtureRequest, built: Path, tmp_path: Path, lesson: Path) -> Iterator[Bench]:  # noqa: F811
    """A reader with what it has learned; whoever opens its line resets it, as an Arduino."""
    with Bench(built, tmp_path / "line", request.param) as bench:
        bench.do("power", "off")
        bench.do("load", lesson)
        bench.do("power", "on")
        bench.do("dtr", 1)
        bench.do("live", 1)
        yield bench


def until(holds: Callable[[], bool]) -> None:
    pause = threading.Event()
    for _ in range(int(WAIT / 0.05)):
        if holds():
            return
        pause.wait(0.05)
    raise AssertionError("it did not come about")


def sees(dice: SerialDice, state: str) -> bool:
    try:
        status = dice.look().status
    except DeviceError:
        return False
    return status is not None and status.state == state


def heard(dice: SerialDice, bench: Bench, top: str, colour: str) -> Throw | None:
    """The throw that comes of these dice in wells that were empty before."""
    bench.take()
    until(lambda: sees(dice, "EMPTY"))
    bench.put("num", PLAIN[top])
    bench.put("col", COLOURS[colour])
    return dice.read(WAIT)


@pytest.mark.parametrize("bench", ["avr", "core"], indirect=True)
def test_a_line_that_is_cut_and_comes_back_with_another_number_loses_and_doubles_nothing(bench: Bench) -> None:
    with SerialDice(str(bench.link)) as dice:
        until(lambda: dice.health().state == "fine")
        first = heard(dice, bench, "3", "blue")
        assert first is not None
        assert first.faces == ("3", "blue")
        number = os.readlink(bench.link)
        bench.do("unplug")
        until(lambda: dice.health().state == "trouble")
        assert "plugged" in str(dice.health().text)
        bench.do("plug")
        assert os.readlink(bench.link) != number
        until(lambda: sees(dice, "LYING"))  # the dice still lie there
        assert dice.read(0) is None
        second = heard(dice, bench, "3", "blue")
        assert second is not None
        assert second.faces == ("3", "blue")
        assert second.key != first.key


def test_a_program_that_ends_and_begins_again_counts_nothing_twice(bench: Bench) -> None:
    keys = []
    for _ in range(2):
        with SerialDice(str(bench.link)) as dice:
            until(lambda: dice.health().state == "fine")
            throw = heard(dice, bench, "5", "white")
            assert throw is not None
            keys.append(throw.key)
            assert dice.read(0) is None
    assert len(set(keys)) == 2


def test_the_command_shows_what_lies_in_the_reader_and_what_is_thrown(bench: Bench) -> None:
    command = [sys.executable, "-m", "companion", "dice", "--port", str(bench.link)]
    command += ["--number-die", "pips", "--throws", "1", "--values"]
    with ExitStack() as stack:
        shown = stack.enter_context(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
        assert shown.stdout is not None
        lines: list[str] = []
        for line in shown.stdout:
            lines.append(line)
            if line.startswith("EMPTY"):
                bench.put("num", PLAIN["5"])
                bench.put("col", COLOURS["red"])
        assert shown.wait(WAIT) == 0
    assert lines[0].startswith("dice reader ")
    assert lines[-1].startswith("throw 1: S red")
    assert any(line.startswith("EMPTY") and len(line.split()) == 3 + 9 for line in lines)


def test_the_command_teaches_the_reader(bench: Bench) -> None:
    command = [sys.executable, "-m", "companion", "dice", "--port", str(bench.link)]
    command += ["--learn", "--wells", "col", "--throws", "1"]
    bench.do("live", 4)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1) as shown:
        assert shown.stdin is not None
        assert shown.stdout is not None
        text = ""
        while shown.poll() is None:
            letter = shown.stdout.read(1)
            text += letter
            if text.endswith("on the reader. "):
                _do_what_it_says(bench, text[text.rfind("die") :])
                shown.stdin.write("\n")
            elif text.endswith("Ctrl-C ends.\n"):
                bench.take()
            elif text.rstrip().endswith("EMPTY  -  -") and letter == "\n":
                bench.put("col", COLOURS["yellow"])
        text += shown.stdout.read()
    assert shown.returncode == 0, text
    assert "throw 1: yellow" in text


def _do_what_it_says(bench: Bench, text: str) -> None:
    if "both wells" in text:
        bench.take()
    for colour, below in COLOURS.items():
        if f"on top: {colour}" in text:
            bench.put("col", below)
    bench.do("run", 500)  # a person takes longer than the reader to see it


def test_the_command_ends_in_peace_when_it_is_interrupted_as_it_says(bench: Bench) -> None:
    # What a shell has put into the background is deaf to Ctrl-C, and so is all that it begins, if it is not told else.
    hears = ["env", "--default-signal=INT"]
    command = [*hears, sys.executable, "-m", "companion", "dice", "--port", str(bench.link)]
    bench.take()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1) as shown:
        try:
            assert shown.stdout is not None
            assert shown.stderr is not None
            assert any(line.startswith("EMPTY") for line in shown.stdout)
            shown.send_signal(signal.SIGINT)
            assert shown.wait(WAIT) == 0
            assert shown.stderr.read() == ""
        finally:
            shown.kill()


def test_the_lesson_wants_to_know_which_die() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "companion", "dice", "--learn"], capture_output=True, text=True, timeout=60, check=False
    )
    assert told.returncode == 2
    assert "--number-die" in told.stderr


def test_without_a_reader_one_line_says_what_to_do(tmp_path: Path) -> None:
    with SerialDice(str(tmp_path / "nothing"), DiceSet()) as dice:
        until(lambda: "check its USB cable" in str(dice.health().text))
        with pytest.raises(DeviceError, match="USB cable"):
            dice.command("PING")
