"""From tracks to lights."""

from __future__ import annotations

import io

import pytest

from companion.devices import Lights, PriceTracks, Track
from companion.errors import DeviceError
from hardware.tracks import ConsoleTracks, VirtualTracks, lights


def test_lights_go_up_from_the_bottom_and_the_topmost_blink() -> None:
    track = Track(lit=3, blink=2, length=6)
    assert lights(track) == [True, True, True, False, False, False]
    assert lights(track, blink_on=False) == [True, False, False, False, False, False]
    assert lights(Track(lit=1, blink=5, length=2), blink_on=False) == [False, False]


def test_the_virtual_tracks_show_what_they_were_told() -> None:
    virtual = VirtualTracks()
    tracks: PriceTracks = virtual
    assert virtual.film().companies == ()
    tracks.show(Lights({"red": Track(2), "blue": Track(5)}))
    film = virtual.film()
    assert (film.companies, set(film.frames)) == (("red", "blue"), {(0b11, 0b11111)})


def test_unplugged_virtual_tracks_are_dark_and_say_so() -> None:
    virtual = VirtualTracks()
    virtual.show(Lights({"red": Track(2)}))
    virtual.unplug()
    assert virtual.film().companies == ()
    assert virtual.health().state == "trouble"
    with pytest.raises(DeviceError, match="plug them in"):
        virtual.show(Lights({"red": Track(2)}))
    virtual.unplug(False)
    virtual.show(Lights({"red": Track(2)}))
    assert virtual.health().state == "fine"


def test_the_console_writes_what_has_changed() -> None:
    out = io.StringIO()
    with ConsoleTracks(out) as console:
        console.show(Lights({"red": Track(2), "blue": Track(0)}))
        console.show(Lights({"red": Track(2), "blue": Track(16)}))
    assert out.getvalue().splitlines() == [
        "red   ##..............  2",
        "blue  ................  0",
        "blue  ################ 16",
    ]


def test_the_console_tells_whose_turn_it_is_a_debt_and_the_end() -> None:
    out = io.StringIO()
    with ConsoleTracks(out) as console:
        console.show(Lights(seat=2))
        console.show(Lights(seat=2))
        console.show(Lights(seat=2, debt=True))
        console.show(Lights(seat=1))
        console.show(Lights(over=True))
    assert out.getvalue().splitlines() == [
        "player 2 is next",
        "player 2 has to sell shares",
        "player 1 is next",
        "the game has ended",
    ]
