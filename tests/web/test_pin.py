"""The PIN opens the banker's pages, and cannot be guessed at leisure."""

from __future__ import annotations

import pytest

from companion.errors import FormatError
from web.pin import ADDRESSES, Pin, hash_pin, make_pin

HASHED = hash_pin("482913")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pin(clock: Clock) -> Pin:
    return Pin(HASHED, clock)


def miss(pin: Pin, times: int, address: str = "10.0.0.9") -> None:
    for _ in range(times):
        assert not pin.check("000000", address)


def test_the_right_pin_opens_and_a_wrong_one_does_not(pin: Pin) -> None:
    assert pin.check("482913", "10.0.0.9")
    assert not pin.check("482914", "10.0.0.9")
    assert not pin.check("", "10.0.0.9")


def test_the_pin_itself_is_not_kept(pin: Pin) -> None:
    assert HASHED.startswith("scrypt:")
    assert "482913" not in HASHED
    assert hash_pin("482913") != HASHED, "each hash has a salt of its own"


def test_after_five_wrong_tries_even_the_right_one_waits_a_minute(pin: Pin, clock: Clock) -> None:
    miss(pin, 5)
    assert pin.locked_s("10.0.0.9") == 60
    assert not pin.check("482913", "10.0.0.9")
    clock.now += 59.5
    assert not pin.check("482913", "10.0.0.9")
    clock.now += 0.5
    assert pin.locked_s("10.0.0.9") == 0
    assert pin.check("482913", "10.0.0.9")


def test_four_wrong_tries_lock_nobody_out_and_a_right_one_forgives_them(pin: Pin) -> None:
    for _ in range(3):
        miss(pin, 4)
        assert pin.check("482913", "10.0.0.9")


def test_each_further_lock_out_lasts_twice_as_long_and_an_hour_at_most(pin: Pin, clock: Clock) -> None:
    waits = []
    for _ in range(8):
        miss(pin, 5)
        waits.append(pin.locked_s("10.0.0.9"))
        clock.now += waits[-1]
    assert waits == [60, 120, 240, 480, 960, 1920, 3600, 3600]


def test_one_guesser_does_not_lock_the_banker_out(pin: Pin) -> None:
    miss(pin, 5, "10.0.0.66")
    assert pin.check("482913", "10.0.0.9")


def test_a_device_of_a_thousand_addresses_has_no_thousand_times_five_tries(pin: Pin) -> None:
    for number in range(ADDRESSES):
        assert pin.locked_s(f"fd00::{number:x}") == 0
    miss(pin, 3, "fd00::aaaa")
    miss(pin, 2, "fd00::bbbb")
    assert pin.locked_s("fd00::cccc") == 60


@pytest.mark.parametrize("given", ["", "12345", "1" * 65])
def test_a_pin_that_is_too_short_or_too_long_is_refused(given: str) -> None:
    with pytest.raises(FormatError, match="6 to 64"):
        hash_pin(given)


def test_a_made_pin_has_six_digits() -> None:
    made = [make_pin() for _ in range(50)]
    assert all(len(each) == 6 and each.isdigit() for each in made)
    assert len(set(made)) > 40


def test_another_pin_has_another_mark() -> None:
    assert Pin(HASHED).mark != Pin(hash_pin("482913")).mark
