"""The dice reader over a real pseudo-terminal: throws count once, whatever happens to the line."""

from __future__ import annotations

import os
import queue
import select
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.devices import Dice, Throw
from companion.errors import DeviceError
from hardware.dice import Port, SerialDice, find_ports, open_port
from hardware.dice._line import format_line, parse_line

WAIT = 30.0  # longer than anything here takes; a test that waits so long has failed


class Reader:
    """A dice reader at the other end of the line, as its protocol describes it."""

    def __init__(self) -> None:
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)
        self.name = os.ttyname(self._slave)
        self._number = 0

    def greet(self, boots: int = 17, protocol: str = "1.0", identity: str = "4f2a") -> None:
        """Says twice who it is: at its start, and when the program asks for it."""
        line = format_line("I", 0, "sharkdice", protocol, "fw=0.1.0", f"id={identity}", "rst=por", f"boots={boots}")
        self.send(2 * line)
        self._number = 0

    def report(self, state: str, throw: int, zone: str = "-", colour: str = "-") -> None:
        """Says it twice, as a reader repeats each change."""
        for _ in range(2):
            self._number += 1
            self.send(self.status(state, throw, zone, colour))

    def status(self, state: str, throw: int, zone: str = "-", colour: str = "-") -> bytes:
        return format_line("S", self._number, "1000", state, zone, "60", colour, "60", str(throw))

    def say(self, kind: str, *fields: str) -> None:
        """Its next line, of any type."""
        self._number += 1
        self.send(format_line(kind, self._number, *fields))

    def restart_unheard(self) -> None:
        self._number = 0

    def send(self, data: bytes) -> None:
        os.write(self._master, data)

    def is_asked(self) -> str:
        """The command that the program has sent last, as soon as it has."""
        assert select.select([self._master], [], [], WAIT)[0]
        return parse_line(os.read(self._master, 1000).splitlines()[-1]).kind

    def unplug(self) -> None:
        os.close(self._master)
        os.close(self._slave)


class Desk:
    """Where readers are plugged in; the program opens what is plugged in at the time."""

    def __init__(self) -> None:
        self.reader = Reader()
        self.opened: queue.Queue[str] = queue.Queue()
        self.now = 0.0

    def connect(self, name: str) -> Port:
        port = open_port(self.reader.name)
        self.opened.put(name)
        return port

    def wait_until_opened(self) -> None:
        self.opened.get(timeout=WAIT)


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.reader.unplug()


@pytest.fixture
def dice(desk: Desk) -> Iterator[SerialDice]:
    with ExitStack() as stack:
        dice = stack.enter_context(
            SerialDice("/dev/reader", connect=desk.connect, clock=lambda: desk.now, back_off_s=(0.01, 0.01))
        )
        desk.wait_until_opened()
        yield dice


def throws(dice: Dice, count: int) -> list[Throw | None]:
    return [dice.read(WAIT) for _ in range(count)]


def until(holds: Callable[[], bool]) -> None:
    """Waits for the listening thread to have taken in what was sent."""
    pause = threading.Event()
    for _ in range(int(WAIT / 0.01)):
        if holds():
            return
        pause.wait(0.01)
    raise AssertionError("it did not come about")


def test_a_throw_is_heard_with_its_faces_and_its_own_key(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet(boots=17)
    desk.reader.report("EMPTY", 0)
    desk.reader.report("MOVING", 0)
    desk.reader.report("STABLE", 1, "S", "black")
    assert throws(dice, 1) == [Throw(("S", "black"), "4f2a-17-1")]
    assert dice.health().state == "fine"


def test_a_throw_counts_once_however_often_it_is_reported(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("EMPTY", 0)
    for _ in range(5):
        desk.reader.report("STABLE", 1, "3", "red")
    desk.reader.report("MOVING", 1)
    desk.reader.report("STABLE", 1, "4", "blue")  # turned by hand: no new throw
    desk.reader.report("EMPTY", 1)
    desk.reader.report("STABLE", 2, "3", "red")  # the same faces again: a new throw
    assert [throw and throw.key for throw in throws(dice, 2)] == ["4f2a-17-1", "4f2a-17-2"]
    assert dice.read(0) is None


def test_what_is_unsure_or_moving_is_no_throw(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("EMPTY", 0)
    desk.reader.report("UNSURE", 0, "3", "-")
    desk.reader.report("MOVING", 0, "2", "red")
    desk.reader.report("STABLE", 1, "5", "white")
    assert throws(dice, 1) == [Throw(("5", "white"), "4f2a-17-1")]


def test_dice_that_lay_there_before_do_not_count(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("STABLE", 41, "3", "red")
    desk.reader.report("EMPTY", 41)
    desk.reader.report("STABLE", 42, "1", "green")
    assert throws(dice, 1) == [Throw(("1", "green"), "4f2a-17-42")]


def test_damaged_lines_are_dropped_and_counted(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("EMPTY", 0)
    good = desk.reader.status("STABLE", 1, "3", "red")
    desk.reader.send(good.replace(b" 3 ", b" 4 "))
    desk.reader.send(b"\x00\xff\xfe garbage\n")
    desk.reader.send(b"x" * 5000 + b"\n")
    desk.reader.send(good[:10] + b"\n")
    desk.reader.send(format_line("S", 9, "1000", "STABLE", "9", "60", "red", "60", "1"))
    desk.reader.report("STABLE", 1, "3", "red")
    assert throws(dice, 1) == [Throw(("3", "red"), "4f2a-17-1")]
    assert dice.health().state == "fine"
    assert "4 damaged lines" in str(dice.health().text)


def test_lines_of_unknown_types_are_ignored(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("EMPTY", 0)
    desk.reader.say("Z", "whatever")
    desk.reader.report("STABLE", 1, "3", "red")
    assert throws(dice, 1) == [Throw(("3", "red"), "4f2a-17-1")]


def test_a_missed_greeting_is_asked_for_and_nothing_counts_before_it(desk: Desk, dice: SerialDice) -> None:
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "3", "red")
    desk.now += 1.5
    desk.reader.report("STABLE", 1, "3", "red")
    assert desk.reader.is_asked() == "HELLO"
    with pytest.raises(DeviceError, match="not been heard"):
        dice.read(0)
    desk.reader.greet()
    desk.reader.report("STABLE", 1, "3", "red")  # thrown before it was known whose throw it is
    desk.reader.report("STABLE", 2, "6", "blue")
    assert throws(dice, 1) == [Throw(("6", "blue"), "4f2a-17-2")]


def test_a_restart_of_the_reader_counts_its_throws_anew(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet(boots=17)
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "3", "red")
    desk.reader.greet(boots=18)
    desk.reader.report("STABLE", 0, "3", "red")  # the dice still lie there
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "3", "red")
    assert [throw and throw.key for throw in throws(dice, 2)] == ["4f2a-17-1", "4f2a-18-1"]


def test_a_restart_whose_greeting_was_lost_is_noticed_by_the_line_numbers(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet(boots=17)
    desk.reader.report("EMPTY", 0)
    for throw in (1, 2):
        desk.reader.report("STABLE", throw, "3", "red")
    assert len(throws(dice, 2)) == 2
    desk.reader.restart_unheard()
    desk.now += 1.5
    desk.reader.report("EMPTY", 0)
    assert desk.reader.is_asked() == "HELLO"
    desk.reader.greet(boots=18)
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "6", "white")
    assert throws(dice, 1) == [Throw(("6", "white"), "4f2a-18-1")]


def test_a_reader_that_falls_silent_is_opened_again_and_no_throw_counts_twice(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "3", "red")
    assert len(throws(dice, 1)) == 1
    desk.now += 3.5
    desk.wait_until_opened()
    with pytest.raises(DeviceError, match="Nothing is heard"):
        dice.read(0)
    assert dice.health().state == "trouble"
    desk.reader.greet()
    desk.reader.report("STABLE", 1, "3", "red")
    desk.reader.report("STABLE", 2, "4", "red")
    assert [throw and throw.key for throw in throws(dice, 1)] == ["4f2a-17-2"]
    assert dice.health().state == "fine"


def test_a_reader_that_is_unplugged_is_found_again(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet(boots=17)
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "3", "red")
    assert len(throws(dice, 1)) == 1
    old, desk.reader = desk.reader, Reader()
    old.unplug()
    desk.wait_until_opened()
    assert dice.health().state == "trouble"
    assert "unplugged" in str(dice.health().text)
    desk.reader.greet(boots=18)
    desk.reader.report("EMPTY", 0)
    desk.reader.report("STABLE", 1, "2", "green")
    assert throws(dice, 1) == [Throw(("2", "green"), "4f2a-18-1")]


def test_another_reader_counts_from_where_it_is(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet(boots=17)
    desk.reader.report("EMPTY", 0)
    desk.reader.greet(boots=90, identity="b00c")
    desk.reader.report("STABLE", 5, "3", "red")
    desk.reader.report("STABLE", 6, "4", "red")
    assert throws(dice, 1) == [Throw(("4", "red"), "b00c-90-6")]


@pytest.mark.parametrize(("protocol", "advice"), [("2.0", "updated: the program"), ("0.9", "updated: the firmware")])
def test_another_major_version_is_refused_and_said(desk: Desk, dice: SerialDice, protocol: str, advice: str) -> None:
    desk.reader.greet(protocol=protocol)
    until(lambda: advice in str(dice.health().text))
    assert dice.health().state == "trouble"


def test_closing_wakes_a_reading_thread(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet()
    desk.reader.report("EMPTY", 0)
    got: list[object] = ["nothing yet"]
    reader = threading.Thread(target=lambda: got.__setitem__(0, dice.read(60)))
    reader.start()
    dice.close()
    reader.join(WAIT)
    assert got == [None]
    assert dice.health().state == "off"


def test_no_port_a_forbidden_port_and_a_missing_one_are_told_apart() -> None:
    def refuse(name: str) -> Port:
        raise PermissionError(13, "Permission denied")

    for dice, words in (
        (SerialDice(find=list, back_off_s=(0.01, 0.01)), "No dice reader is plugged in"),
        (SerialDice("/dev/x", connect=refuse, back_off_s=(0.01, 0.01)), "group dialout"),
        (SerialDice("/dev/no-such-port", back_off_s=(0.01, 0.01)), "is not plugged in"),
    ):
        with dice:
            until(lambda dice=dice, words=words: words in str(dice.health().text))  # type: ignore[misc]


@pytest.mark.parametrize("name", ["/dev/null", "/", __file__])
def test_what_is_no_serial_port_is_said_to_be_none(name: str) -> None:
    with SerialDice(name, back_off_s=(0.01, 0.01)) as dice:
        until(lambda: f"{name} is no serial port" in str(dice.health().text))
        assert "ls /dev/serial/by-id" in str(dice.health().text)


def test_without_a_port_all_are_tried_until_one_is_a_dice_reader(desk: Desk) -> None:
    def connect(name: str) -> Port:
        if name == "printer":
            raise OSError(16, "Device or resource busy")
        return desk.connect(name)

    with SerialDice(connect=connect, find=lambda: ["printer", "reader"], back_off_s=(0.01, 0.01)) as dice:
        desk.wait_until_opened()
        desk.reader.greet()
        desk.reader.report("EMPTY", 0)
        desk.reader.report("STABLE", 1, "3", "red")
        assert throws(dice, 1) == [Throw(("3", "red"), "4f2a-17-1")]


def test_ports_are_named_by_their_ids_and_by_their_places_where_they_have_none(tmp_path: Path) -> None:
    for kind in ("by-id", "by-path"):
        (tmp_path / kind).mkdir()
    for name in ("ttyUSB0", "ttyUSB1"):
        (tmp_path / name).write_text("")
    (tmp_path / "by-id" / "usb-Arduino-if00").symlink_to("../ttyUSB1")
    (tmp_path / "by-path" / "pci-usb-1").symlink_to("../ttyUSB0")
    (tmp_path / "by-path" / "pci-usb-2").symlink_to("../ttyUSB1")
    assert find_ports(tmp_path) == [str(tmp_path / "by-id/usb-Arduino-if00"), str(tmp_path / "by-path/pci-usb-1")]
    assert find_ports(tmp_path / "nothing") == []


def test_ports_whose_folder_goes_with_the_last_plug_are_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "by-id").mkdir()

    def gone(self: Path) -> Iterator[Path]:
        raise FileNotFoundError(2, "No such file or directory", str(self))

    monkeypatch.setattr(Path, "iterdir", gone)
    assert find_ports(tmp_path) == []


def test_a_port_that_is_pulled_out_while_it_is_set_up_is_an_error_like_any_other(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(descriptor: int, what: int) -> None:
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(termios, "tcflush", gone)
    with pytest.raises(OSError, match="Input/output error"):
        open_port(desk.reader.name)


def test_after_a_break_the_reader_is_looked_for_first_where_it_was(desk: Desk) -> None:
    class Printer:
        """Says nothing, for as long as one listens."""

        def read(self) -> bytes:
            desk.now += 1.0
            return b""

        def write(self, data: bytes) -> None: ...

        def close(self) -> None: ...

    def connect(name: str) -> Port:
        if name == "reader":
            return desk.connect(name)
        desk.opened.put(name)
        return Printer()

    with SerialDice(
        connect=connect, find=lambda: ["printer", "reader"], clock=lambda: desk.now, back_off_s=(0.01, 0.01)
    ) as dice:
        assert [desk.opened.get(timeout=WAIT) for _ in range(2)] == ["printer", "reader"]
        desk.reader.greet()
        desk.reader.report("EMPTY", 0)
        until(lambda: dice.health().state == "fine")
        old, desk.reader = desk.reader, Reader()
        old.unplug()
        assert desk.opened.get(timeout=WAIT) == "reader"


def test_a_lesson_does_not_go_on_with_a_reader_that_was_started_anew(desk: Desk, dice: SerialDice) -> None:
    desk.reader.greet(boots=17)
    desk.reader.report("EMPTY", 0)
    until(lambda: dice.health().state == "fine")
    start = dice.look().hello
    desk.reader.greet(boots=18)
    desk.reader.report("EMPTY", 0)
    until(lambda: dice.health().state == "fine" and dice.look().hello != start)
    with pytest.raises(DeviceError, match="started anew in the middle of the lesson"):
        dice.command("LEARN", "num", "3", start=start)
