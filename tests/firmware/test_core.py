"""The firmware's core, part by part, on the PC."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char, c_uint16
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dice._line import LineError, LineSplitter, parse_line
from tests.firmware.core import (
    COLOUR,
    EMPTY,
    LEARN_EMPTY,
    LEARN_FULL,
    LEARN_OK,
    LEARN_SAME,
    LYING,
    MOVING,
    NUMBER,
    STABLE,
    UNSURE,
    Button,
    Core,
    Learned,
    LineIn,
    Seen,
    Sense,
    Watch,
)
from tests.hardware.dice.test_line import crc, vectors

pytestmark = pytest.mark.firmware

DARK = [10, 10, 10, 10, 10, 10]


@pytest.fixture(scope="session")
def library(built: Path) -> Core:
    return Core(built)


@pytest.fixture
def core(library: Core) -> Core:
    library.erase()
    return library


# Lines.


def test_the_crc_is_the_one_that_the_catalogues_name_xmodem(core: Core) -> None:
    value = 0
    for byte in b"123456789":
        value = core.library.line_crc(value, byte)
    assert value == 0x31C3


@pytest.mark.parametrize("text", vectors("good"))
def test_good_lines_are_taken(core: Core, text: str) -> None:
    line = core.parse(text.encode())
    assert line is not None
    assert b" ".join(line.words[: line.count]).decode() == text.partition("*")[0]


@pytest.mark.parametrize("text", vectors("bad"))
def test_bad_lines_are_dropped(core: Core, text: str) -> None:
    assert core.parse(text.encode()) is None


@settings(deadline=None)
@given(body=st.text("0123456789 *SAxé\x7f\t", max_size=40).map(lambda text: text.encode("latin-1")))
def test_both_sides_believe_the_same_lines(library: Core, body: bytes) -> None:
    raw = b"S %s*%04X" % (body, crc(b"S " + body))
    try:
        number: int | None = parse_line(raw).number
    except LineError:
        number = None
    line = library.parse(raw)
    assert (None if line is None else line.number) == number


@settings(deadline=None)
@given(stream=st.binary(max_size=200).map(lambda data: data.replace(b"\0", b"\n")))
def test_both_sides_cut_a_stream_into_the_same_lines(library: Core, stream: bytes) -> None:
    line_in, lines = LineIn(), []
    for byte in stream:
        if library.library.line_feed(byref(line_in), c_char(bytes([byte]))):
            lines.append(ctypes.string_at(ctypes.addressof(line_in), line_in.length))
            line_in.length = 0
    assert lines == LineSplitter().feed(stream)


# Light.


def sensed(core: Core, dark: list[int], lit: list[int], rounds: int = 20) -> tuple[list[int], bool]:
    sense, values = Sense(), (ctypes.c_uint8 * 6)()
    core.library.sense_start(byref(sense), 6)
    done = [core.library.sense_round(byref(sense), (c_uint16 * 6)(*dark), (c_uint16 * 6)(*lit)) for _ in range(rounds)]
    assert done == [False] * 19 + [True]
    core.library.sense_values(byref(sense), values)
    return list(values), sense.blind


def test_what_counts_is_the_light_of_our_own_lamps_in_steps_of_four(core: Core) -> None:
    values, blind = sensed(core, [1000, 900, 600, 1000, 1000, 1000], [600, 500, 200, 1000, 998, 997])
    assert values == [100, 100, 100, 0, 1, 1]  # 400/4 each, whatever the room's light; 2/4 and 3/4 rounded
    assert not blind


def test_less_light_with_the_lamps_on_is_noise_and_counts_as_none(core: Core) -> None:
    assert sensed(core, [500] * 6, [501] * 6) == ([0] * 6, False)


def test_a_sensor_that_has_all_the_light_that_it_can_tell_is_blind(core: Core) -> None:
    assert sensed(core, [1000] * 6, [600] * 5 + [80])[1]
    assert sensed(core, [70] + [1000] * 5, [70] + [600] * 5)[1]


# Faces.


def lesson(core: Core) -> Learned:
    """Three faces of a number die in an imagined light."""
    learned = core.learned()
    core.empty(learned, NUMBER, DARK)
    for face, values in (("1", [30, 150, 150, 150, 150, 150]), ("2", [150, 30, 150, 30, 150, 150])):
        assert core.learn(learned, NUMBER, face, values) == (LEARN_OK, "")
        assert core.learn(learned, NUMBER, face, [value - 2 for value in values]) == (LEARN_OK, "")
    return learned


def test_the_nearest_face_is_seen_with_its_margin(core: Core) -> None:
    learned = lesson(core)
    # From the second sample of 1: 2 + 4 x 0 + 4 = 6; from either of 2: 362. (362 - 6) / 362 = 98 %
    assert core.look(learned, NUMBER, [30, 148, 148, 148, 148, 152]) == ("1", 98)
    assert core.look(learned, NUMBER, [150, 30, 150, 30, 150, 150])[0] == "2"
    assert core.look(learned, NUMBER, DARK) == ("E", 100)


def test_between_two_faces_none_is_seen(core: Core) -> None:
    assert core.look(lesson(core), NUMBER, [90, 90, 150, 90, 150, 150])[0] == ""


def test_far_from_all_faces_none_is_seen(core: Core) -> None:
    learned = lesson(core)
    # 90 from 1, 390 from 2: nearer by far (76 %), but no die that lies flat looks so.
    assert core.look(learned, NUMBER, [30, 120, 120, 150, 150, 120]) == ("", 76)


def test_a_bright_die_that_lies_askew_is_no_dark_one(core: Core) -> None:
    learned = core.learned()
    core.empty(learned, COLOUR, [10, 10, 10])
    assert core.learn(learned, COLOUR, "g", [30, 89, 35])[0] == LEARN_OK
    assert core.learn(learned, COLOUR, "k", [21, 21, 21])[0] == LEARN_OK
    assert core.look(learned, COLOUR, [21, 22, 21])[0] == "k"
    # Green at a third of its light: 14 from black, 76 from green. The margin is good, and it is still no black.
    assert core.look(learned, COLOUR, [17, 31, 21])[0] == ""


def test_nothing_learned_nothing_seen(core: Core) -> None:
    learned = core.learned()
    assert core.look(learned, NUMBER, DARK) == ("", 0)
    core.empty(learned, NUMBER, DARK)
    assert core.look(learned, NUMBER, DARK) == ("", 0)


def test_a_picture_that_another_face_has_is_not_learned(core: Core) -> None:
    learned = lesson(core)
    assert core.learn(learned, NUMBER, "3", [31, 150, 150, 151, 150, 150]) == (LEARN_SAME, "1")
    assert core.learn(learned, NUMBER, "3", [11, 10, 10, 10, 12, 10]) == (LEARN_EMPTY, "E")
    assert core.learn(learned, NUMBER, "3", [150, 150, 150, 30, 150, 150])[0] == LEARN_OK


def test_a_face_has_room_for_so_many_samples(core: Core) -> None:
    learned = core.learned()
    results = [core.learn(learned, COLOUR, "r", [100 + count, 20, 20])[0] for count in range(9)]
    assert results == [LEARN_OK] * 8 + [LEARN_FULL]


def test_faces_whose_samples_lie_among_each_other_are_mixed_up(core: Core) -> None:
    learned = lesson(core)
    assert core.told_apart(learned, NUMBER) == (True, set())
    # 5 and 6 look alike but for the die's play in its well: far enough apart to be learned, sample by sample.
    for count in range(4):
        assert core.learn(learned, NUMBER, "5", [60 + 24 * count, 150, 30, 150, 30, 150])[0] == LEARN_OK
        assert core.learn(learned, NUMBER, "6", [72 + 24 * count, 150, 30, 150, 30, 150])[0] == LEARN_OK
    assert core.told_apart(learned, NUMBER) == (False, {"5", "6"})


# Rest and motion.


class Eye:
    """Looks at the wells every 40 ms."""

    def __init__(self, core: Core, wells: int = NUMBER | COLOUR) -> None:
        self.core, self.wells, self.ms = core, wells, 0
        self.watch = Watch()
        core.library.watch_start(byref(self.watch), 0)

    def see(self, number: str, colour: str, ms: int, moved: bool = False) -> int:
        """Sees this for so long, at first moved or not; the state after it."""
        for _ in range(ms // 40):
            self.ms += 40
            self.core.library.watch_take(byref(self.watch), self.ms, self.wells, _seen(number), _seen(colour), moved)
            moved = False
        return int(self.watch.state)


def _seen(face: str) -> Seen:
    return Seen(face.encode() or b"\0", 60)


def test_a_throw_is_what_lies_still_after_the_wells_were_empty(core: Core) -> None:
    eye = Eye(core)
    assert eye.see("E", "E", 400) == EMPTY
    assert eye.see("3", "r", 280, moved=True) == MOVING
    assert (eye.see("3", "r", 80), eye.watch.throws) == (STABLE, 1)
    assert (eye.see("3", "r", 5000), eye.watch.throws) == (STABLE, 1)


def test_dice_that_are_touched_are_no_throw_until_the_wells_were_empty(core: Core) -> None:
    eye = Eye(core)
    assert eye.see("3", "r", 400) == LYING  # they lay there at the start
    eye.see("E", "E", 400)
    assert eye.see("3", "r", 400, moved=True) == STABLE
    assert (eye.see("4", "r", 400, moved=True), eye.watch.throws) == (LYING, 1)  # turned by hand
    assert eye.see("E", "r", 400, moved=True) == MOVING  # one is lifted
    assert (eye.see("3", "r", 400, moved=True), eye.watch.throws) == (LYING, 1)  # and put back
    eye.see("E", "E", 400, moved=True)
    assert (eye.see("3", "r", 400, moved=True), eye.watch.throws) == (STABLE, 2)


def test_empty_for_a_moment_is_not_empty(core: Core) -> None:
    eye = Eye(core)
    eye.see("E", "E", 400)
    eye.see("3", "r", 400, moved=True)
    eye.see("E", "E", 200, moved=True)
    assert (eye.see("3", "r", 400, moved=True), eye.watch.throws) == (LYING, 1)


def test_what_is_not_recognised_is_unsure_and_no_throw_until_it_is(core: Core) -> None:
    eye = Eye(core)
    eye.see("E", "E", 400)
    assert (eye.see("", "r", 600, moved=True), eye.watch.throws) == (UNSURE, 0)
    assert (eye.see("3", "r", 400, moved=True), eye.watch.throws) == (STABLE, 1)


def test_what_reads_now_this_now_that_is_unsure(core: Core) -> None:
    eye = Eye(core)
    eye.see("E", "E", 400)
    eye.see("3", "r", 40, moved=True)
    states = {eye.see(face, "r", 40) for face in ["3", ""] * 20}
    assert (states, eye.watch.throws) == ({MOVING, UNSURE}, 0)


def test_a_well_that_is_not_in_use_does_not_matter(core: Core) -> None:
    eye = Eye(core, wells=NUMBER)
    assert eye.see("E", "r", 400) == EMPTY
    assert (eye.see("3", "", 400, moved=True), eye.watch.throws) == (STABLE, 1)


def test_a_button_that_bounces_is_one_press(core: Core) -> None:
    button = Button()
    contact = [0] * 5 + [1, 0, 1, 0, 0, 1] + [1] * 40 + [0, 1, 0, 1] + [0] * 40 + [1] * 5 + [0] * 40
    presses = [core.library.button_take(byref(button), bool(closed)) for closed in contact]
    assert sum(presses) == 1


# What outlasts a power cut.


def test_what_was_saved_is_there_after_a_power_cut(core: Core) -> None:
    assert core.load()[0] is False
    learned = lesson(core)
    _, store, _ = core.load()
    assert core.save(store, learned)
    found, _, again = core.load()
    assert found
    assert bytes(again) == bytes(learned)


def test_a_power_cut_while_saving_leaves_what_was_saved_before(core: Core) -> None:
    before, after = lesson(core), lesson(core)
    core.learn(after, NUMBER, "3", [150, 150, 150, 30, 150, 150])
    for most in [0, 1, 2, 3, 4, 5, 6, *range(7, 450, 17), 446, 447, 448, 449]:
        core.erase()
        assert core.save(core.load()[1], before)
        assert core.save(core.load()[1], before)  # so that both copies have been used
        done = core.save(core.load()[1], after, most)
        found, _, learned = core.load()
        assert found
        assert bytes(learned) == bytes(after if done else before), most


def test_a_cell_that_has_died_is_noticed(core: Core) -> None:
    core.save(core.load()[1], lesson(core))
    core.cells[100] ^= 4
    assert core.load()[0] is False


def test_each_start_has_its_own_number(core: Core) -> None:
    assert [core.library.store_count_start() for _ in range(5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("cell", range(16))
def test_a_start_whose_counting_was_cut_off_repeats_no_number(core: Core, cell: int) -> None:
    for _ in range(4):
        core.library.store_count_start()
    core.cells[cell] ^= 0x55  # half written
    assert core.library.store_count_start() in (4, 5)  # 4 where the cut was in writing 4: nobody heard of it


def test_after_the_most_starts_comes_the_first(core: Core) -> None:
    for place, count in ((0, 999_999), (8, 999_998)):
        data = count.to_bytes(4, "little")
        core.cells[place : place + 6] = data + crc(data).to_bytes(2, "little")
    assert [core.library.store_count_start() for _ in range(3)] == [1, 2, 3]


def test_a_reader_keeps_the_name_that_it_made_at_its_first_start(core: Core) -> None:
    core.bits.value = 0x7F123456
    assert core.library.store_name() == 0x123456
    core.bits.value = 0x999999
    assert core.library.store_name() == 0x123456
