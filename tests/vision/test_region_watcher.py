"""Following a board of districts on the virtual table: stones that come and go, and what cannot be counted."""

from __future__ import annotations

from pathlib import Path

import pytest

import calibration
from companion.devices import Frame
from companion.districts import parse_city
from companion.errors import TableError
from companion.reading import Trouble
from companion.regions import COLOURS
from hardware.virtual import VirtualRegions
from vision.region_watcher import RegionWatcher

CITY = parse_city(calibration.board_file("big-shot")).regions()
NONE = dict.fromkeys(COLOURS, 0)


class Watched:
    def __init__(self) -> None:
        self.city = VirtualRegions(CITY, None, seed=3)
        self.watcher = RegionWatcher(CITY, empty=self.city.empty_picture())
        self.frames = 0

    def look(self) -> list[str]:
        """The next frame; the kinds of the troubles that begin with it."""
        self.frames += 1
        told = self.watcher.see(Frame(f"{self.frames:06d}", self.city.render(0.0), self.frames * 1000))
        return [item.kind for item in told if isinstance(item, Trouble)]


def test_stones_come_and_go() -> None:
    at = Watched()
    assert at.look() == []
    assert at.watcher.counts == dict.fromkeys(CITY.outlines, NONE)
    for district, colour in (("D6", "red"), ("D6", "red"), ("D9", "black")):
        at.city.put(district, colour)
    at.look()
    counts = at.watcher.counts or {}
    assert counts["D6"] == {**NONE, "red": 2}
    assert counts["D9"] == {**NONE, "black": 1}
    at.city.take("D6", "red")
    at.look()
    assert (at.watcher.counts or {})["D6"] == {**NONE, "red": 1}


def test_in_the_dark_nothing_is_counted_and_the_numbers_stay() -> None:
    at = Watched()
    at.city.put("D6", "red")
    at.look()
    at.city.light = 0.004
    assert at.look() == ["dark"]
    assert (at.watcher.counts or {})["D6"] == {**NONE, "red": 1}


def test_stones_outlive_the_program(tmp_path: Path) -> None:
    path = tmp_path / "city.json"
    first = VirtualRegions(CITY, path, seed=1)
    first.put("D6", "red")
    first.put("D13", "white")
    again = VirtualRegions(CITY, path, seed=2)
    assert again.lying == first.lying
    assert again.counts["D13"] == {"white": 1}


def test_what_is_no_district_or_stone_is_refused() -> None:
    city = VirtualRegions(CITY, None, seed=1)
    with pytest.raises(TableError, match="no district"):
        city.put("D99", "red")
    with pytest.raises(TableError, match="no stone"):
        city.put("D1", "green")
    with pytest.raises(TableError, match="no red stone lies in D1"):
        city.take("D1", "red")
