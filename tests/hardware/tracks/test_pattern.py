"""Patterns: what stands on the tracks at each moment."""

from __future__ import annotations

from datetime import time

import pytest

from companion.devices import Lights, Track
from hardware.tracks import Choreography, Night


def row(lights: Choreography, now: float, company: str = "red") -> str:
    (lit,) = (row.lit for row in lights.rows(now) if row.company == company)
    return "".join("#" if on else "." for on in lit)


def bar(lit: int) -> str:
    return "#" * lit + "." * (16 - lit)


def red(lit: int, blink: int = 0) -> dict[str, Track]:
    return {"red": Track(lit, blink)}


def told(*lights: Lights) -> Choreography:
    """All of them told at the time 0."""
    choreography = Choreography()
    for each in lights:
        choreography.tell(each, 0.0)
    return choreography


def test_before_anything_is_told_nothing_is_lit() -> None:
    assert Choreography().rows(1.0) == ()


def test_the_first_price_stands_there_at_once() -> None:
    assert row(told(Lights(red(7))), 0.0) == bar(7)


def test_a_price_climbs_light_by_light_and_then_blinks_what_it_rose_by() -> None:
    lights = told(Lights(red(2)), Lights(red(5, blink=3)))
    assert [row(lights, now) for now in (0.0, 0.2, 0.4, 0.6)] == [bar(2), bar(3), bar(4), bar(5)]
    # 0.4 seconds lit, 0.4 dark: from 0.8 to 1.2 lit, then dark.
    assert row(lights, 1.0) == bar(5)
    assert row(lights, 1.3) == bar(2)


def test_lights_that_go_blink_and_then_go_out_one_by_one() -> None:
    lights = told(Lights(red(5)), Lights(red(3)))
    assert row(lights, 0.1) == bar(5)
    assert row(lights, 0.3) == bar(3), "they blink twice as fast as a rise"
    assert row(lights, 0.5) == bar(5)
    assert [row(lights, now) for now in (1.2, 1.4, 1.6)] == [bar(5), bar(4), bar(3)]


def test_a_change_on_the_way_goes_on_from_where_the_price_stands() -> None:
    lights = told(Lights(red(0)), Lights(red(9)))
    assert row(lights, 0.6) == bar(3)
    lights.tell(Lights(red(1)), 0.6)
    assert row(lights, 0.6) == bar(3)
    assert row(lights, 0.6 + 1.2 + 0.4) == bar(1)


def test_telling_the_same_again_does_not_begin_anew() -> None:
    lights = told(Lights(red(0)), Lights(red(4)))
    lights.tell(Lights(red(4)), 0.4)
    assert row(lights, 0.6) == bar(3)


def test_when_the_turn_passes_all_tracks_count_the_player() -> None:
    tracks = {"red": Track(7), "blue": Track(1)}
    lights = told(Lights(tracks, seat=1), Lights(tracks, seat=3))
    assert [row(lights, 0.1, company) for company in tracks] == [bar(3), bar(3)]
    assert row(lights, 0.5) == bar(0), "it blinks, to be told from a price"
    assert row(lights, 1.6) == bar(7)


def test_the_player_comes_after_the_prices_have_moved() -> None:
    lights = told(Lights(red(2), seat=1), Lights(red(4), seat=2))
    assert row(lights, 0.2) == bar(3)
    assert row(lights, 0.4 + 0.1) == bar(2)
    assert row(lights, 0.5 + 0.3) == bar(0)


def test_while_somebody_owes_the_topmost_light_blinks() -> None:
    lights = told(Lights(red(3), debt=True))
    assert row(lights, 0.1) == "###............#"
    assert row(lights, 0.5) == bar(3)


def test_the_end_is_a_wave_and_then_the_topmost_light_stays() -> None:
    lights = told(Lights(red(3), seat=1), Lights(red(3), over=True))
    # 32 steps in 3.2 seconds: up to light 15 and down again.
    seen = [row(lights, 0.1 * step + 0.05) for step in range(32)]
    assert [line.index("#") for line in seen] == [*range(16), *range(15, -1, -1)]
    assert {line.count("#") for line in seen} == {1}
    assert row(lights, 3.3) == "###............#"


@pytest.mark.parametrize(
    ("now", "most"), [(time(21, 59), 9), (time(22), 1), (time(2), 1), (time(6, 59), 1), (time(7), 9)]
)
def test_the_night_reaches_over_midnight(now: time, most: int) -> None:
    assert Night(time(22), time(7), 1).limit(now, 9) == most


def test_a_night_by_day() -> None:
    noon = Night(time(12), time(14), 3)
    assert [noon.limit(time(hour), 5) for hour in (11, 12, 13, 14)] == [5, 3, 3, 5]
    assert noon.limit(time(13), 2) == 2, "it makes nothing brighter"


def test_a_film_shows_what_the_tracks_will_show_and_then_its_end_again_and_again() -> None:
    lights = told(Lights(red(2)), Lights(red(4, blink=2), seat=1))
    film = lights.film(0.0)
    # Two lights climb in 0.4 s; player 1's number stands there for 1.6 s; then the rise blinks, 0.4 s on, 0.4 s off.
    assert (len(film.frames), film.loop, film.frame_s) == (20 + 8, 8, 0.1)
    assert film.frames[0:4] == ((0b11,), (0b11,), (0b111,), (0b111,))
    assert film.frames[4] == (0b1,), "one light: player 1"
    assert film.frames[8] == (0b0,)
    assert film.frames[20:] == 4 * ((0b11,),) + 4 * ((0b1111,),), "from 2.0 to 2.4 seconds the blinking lights are dark"
    for moment in range(400):
        frame = film.frames[moment if moment < 28 else 20 + (moment - 28) % 8]
        assert [frame] == [(sum(1 << n for n, on in enumerate(row.lit) if on),) for row in lights.rows(moment * 0.1)]


def test_a_film_that_begins_later_goes_on_from_there() -> None:
    lights = told(Lights(red(0)), Lights(red(9)))
    assert lights.film(1.0).frames[0] == (0b11111,)
    assert len(lights.film(60.0).frames) == 8, "all has settled"
    assert Choreography().film(0.0).companies == ()
