"""The serial protocol: what is believed and what is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.dice._line import (
    Hello,
    Line,
    LineError,
    LineSplitter,
    Status,
    format_line,
    parse_hello,
    parse_line,
    parse_status,
    parse_values,
)

VECTORS = Path(__file__).parents[3] / "firmware" / "test-vectors.txt"


def crc(data: bytes) -> int:
    """CRC-16/XMODEM by long division, bit by bit."""
    value = 0
    for byte in data:
        value ^= byte << 8
        for _ in range(8):
            value = (value << 1 ^ (0x1021 if value & 0x8000 else 0)) & 0xFFFF
    return value


def line(body: str) -> Line:
    return parse_line(b"%s*%04X" % (body.encode(), crc(body.encode())))


def vectors(kind: str) -> list[str]:
    rows = [row.split("\t")[0] for row in VECTORS.read_text().splitlines() if not row.startswith("#")]
    return [row.partition(" ")[2] for row in rows if row.partition(" ")[0] == kind]


def test_the_crc_is_the_one_that_the_catalogues_name_xmodem() -> None:
    assert crc(b"123456789") == 0x31C3
    assert format_line("HELLO", 7) == b"HELLO 7*%04X\n" % crc(b"HELLO 7")


@pytest.mark.parametrize("text", vectors("good"))
def test_good_lines_are_taken(text: str) -> None:
    body, _, checksum = text.partition("*")
    assert int(checksum, 16) == crc(body.encode()), "the file itself is right"
    parsed = parse_line(text.encode())
    assert " ".join((parsed.kind, str(parsed.number), *parsed.fields)) == body
    assert len(text) < 64


@pytest.mark.parametrize("text", vectors("bad"))
def test_bad_lines_are_dropped(text: str) -> None:
    with pytest.raises(LineError):
        parse_line(text.encode())


def test_there_are_vectors_of_both_kinds() -> None:
    assert len(vectors("good")) > 10
    assert len(vectors("bad")) > 10


def test_a_greeting_says_who_speaks() -> None:
    greeting = line("I 0 sharkdice 1.2 fw=0.4.1 id=4f2a rst=ext boots=18 new=field")
    assert parse_hello(greeting) == Hello(major=1, firmware="0.4.1", identity="4f2a", boots=18)


@pytest.mark.parametrize(
    "body",
    [
        "S 0 sharkdice 1.0 boots=1",
        "I 0 printer 1.0 boots=1",
        "I 0 sharkdice",
        "I 0 sharkdice one boots=1",
        "I 0 sharkdice 1.0 fw=1",
        "I 0 sharkdice 1.0 boots=many",
        "I 0 sharkdice 1.0 boots=0",
        "I 0 sharkdice 1.0 boots=1000000",
    ],
)
def test_what_is_no_greeting_is_refused(body: str) -> None:
    with pytest.raises(LineError):
        parse_hello(line(body))


def test_a_status_says_what_lies_in_the_wells() -> None:
    assert parse_status(line("S 3 5790 STABLE S 61 black 48 1")) == Status("STABLE", "S", "black", 1)
    assert parse_status(line("S 5 7790 UNSURE - 11 white 52 2")) == Status("UNSURE", None, "white", 2)


@pytest.mark.parametrize(
    "body",
    [
        "V 3 5790 STABLE S 61 black 48 1",
        "S 3 5790 STABLE S 61 black 48",
        "S 3 5790 ASLEEP S 61 black 48 1",
        "S 3 5790 STABLE 7 61 black 48 1",
        "S 3 5790 STABLE S 61 <b> 48 1",
        "S 3 5790 STABLE - 0 - 0 1",
        "S 3 5790 STABLE S 101 black 48 1",
        "S 3 5790 STABLE S 61 black 101 1",
        "S 3 5790 STABLE S 61 black 48 -1",
        "S 3 soon STABLE S 61 black 48 1",
        "S 3 5790 STABLE S 6.1 black 48 1",
    ],
)
def test_a_status_that_makes_no_sense_is_refused(body: str) -> None:
    with pytest.raises(LineError):
        parse_status(line(body))


def test_values_are_what_the_sensors_measured() -> None:
    assert parse_values(line("V 9 1 2 3 4 5 6 0 255 30 0")) == (1, 2, 3, 4, 5, 6, 0, 255, 30)


@pytest.mark.parametrize("body", ["V 9 1 2 3 4 5 6 7 8", "V 9 1 2 3 4 5 6 7 8 256", "S 9 1 2 3 4 5 6 7 8 9"])
def test_values_that_no_sensor_measures_are_refused(body: str) -> None:
    with pytest.raises(LineError):
        parse_values(line(body))


@settings(deadline=None)
@given(st.binary(max_size=80))
def test_noise_is_never_taken_for_a_line_without_its_crc(data: bytes) -> None:
    body, _, checksum = data.rpartition(b"*")
    if checksum != b"%04X" % crc(body):
        with pytest.raises(LineError):
            parse_line(data)


WORDS = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=8)


@settings(deadline=None)
@given(WORDS, st.integers(0, 2**32 - 1), st.lists(WORDS, max_size=6))
def test_what_is_written_can_be_read(kind: str, number: int, fields: list[str]) -> None:
    assert parse_line(format_line(kind, number, *fields)[:-1]) == Line(kind, number, tuple(fields))


@settings(deadline=None)
@given(st.sampled_from(vectors("good")), st.data())
def test_one_flipped_bit_is_always_noticed(text: str, data: st.DataObject) -> None:
    raw = bytearray(text.encode())
    raw[data.draw(st.integers(0, len(raw) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    with pytest.raises(LineError):
        parse_line(bytes(raw))


@settings(deadline=None)
@given(st.lists(st.binary(max_size=30)), st.lists(st.integers(1, 9), min_size=1))
def test_it_does_not_matter_in_which_pieces_the_bytes_come(parts: list[bytes], sizes: list[int]) -> None:
    stream = b"\n".join(parts)
    whole = LineSplitter().feed(stream)
    splitter, pieces, place, turn = LineSplitter(), [], 0, 0
    while place < len(stream):
        size = sizes[turn % len(sizes)]
        pieces += splitter.feed(stream[place : place + size])
        place, turn = place + size, turn + 1
    assert pieces == whole
    assert whole == [part.removesuffix(b"\r") for part in stream.split(b"\n")[:-1]]


def test_what_is_too_long_is_thrown_away_up_to_its_newline() -> None:
    splitter = LineSplitter()
    longest = b"x" * 63
    assert splitter.feed(b"y" * 64 + b"PING 1*0000\n" + longest + b"\nz\n") == [longest, b"z"]
    assert splitter.overlong == 1
    assert splitter.feed(b"y" * 5000) == []
    assert splitter.feed(b"\nok\n") == [b"ok"]
    assert splitter.overlong == 2
