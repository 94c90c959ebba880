"""From prices to lights."""

from __future__ import annotations

import io

import pytest

from companion.devices import PriceTracks, Track
from companion.errors import DeviceError
from companion.money import Money
from hardware.tracks import ConsoleTracks, VirtualTracks, lights, price_track


@pytest.mark.parametrize(("price", "lit"), [(0, 0), (1000, 1), (7000, 7), (15000, 15)])
def test_a_light_for_each_thousand(price: int, lit: int) -> None:
    assert price_track(Money(price)) == Track(lit=lit, blink=0, length=16)


@pytest.mark.parametrize(("before", "price", "blink"), [(4000, 6000, 2), (6000, 4000, 0), (6000, 6000, 0)])
def test_what_a_price_has_risen_by_blinks(before: int, price: int, blink: int) -> None:
    assert price_track(Money(price), Money(before)).blink == blink


@pytest.mark.parametrize("price", [-1000, 16000])
def test_a_price_beyond_the_scale_is_refused(price: int) -> None:
    with pytest.raises(ValueError, match="0 to 15,000"):
        price_track(Money(price))


def test_lights_go_up_from_the_bottom_and_the_topmost_blink() -> None:
    track = Track(lit=3, blink=2, length=6)
    assert lights(track) == [True, True, True, False, False, False]
    assert lights(track, blink_on=False) == [True, False, False, False, False, False]
    assert lights(Track(lit=1, blink=5, length=2), blink_on=False) == [False, False]


def test_the_virtual_tracks_keep_what_was_shown_last() -> None:
    virtual = VirtualTracks()
    tracks: PriceTracks = virtual
    tracks.show({"red": Track(2), "blue": Track(5)})
    tracks.show({"red": Track(3)})
    assert virtual.lights() == {"red": [True] * 3 + [False] * 13}


def test_unplugged_virtual_tracks_are_dark_and_say_so() -> None:
    virtual = VirtualTracks()
    virtual.show({"red": Track(2)})
    virtual.unplug()
    assert virtual.lights() == {}
    assert virtual.health().state == "trouble"
    with pytest.raises(DeviceError, match="plug them in"):
        virtual.show({"red": Track(2)})
    virtual.unplug(False)
    virtual.show({"red": Track(2)})
    assert virtual.health().state == "fine"


def test_the_console_writes_what_has_changed() -> None:
    out = io.StringIO()
    with ConsoleTracks(out) as console:
        console.show({"red": Track(2), "blue": Track(0)})
        console.show({"red": Track(2), "blue": Track(16)})
    assert out.getvalue().splitlines() == [
        "red   ##..............  2",
        "blue  ................  0",
        "blue  ################ 16",
    ]
