"""The virtual table of a board of districts: stones, as a person drops them there, often touching one another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.districts import City
from companion.errors import TableError
from companion.quoting import quoted
from companion.reading import Point
from companion.sentence import Either, Sentence
from hardware.virtual._city import STONE_COLOURS, Stone, draw_print, in_the_way
from hardware.virtual._room import Room
from hardware.virtual._store import read_or_set_aside, read_stones, save_stones

_TRIES = 400
"""So many places are thought of before a district is full."""
_TOGETHER = 0.5
"""How often a stone is pushed against one that lies there."""
_APART_MM = 1.5
"""How far from the others a stone that is not pushed against them is dropped, at least."""
_GAP_MM = 0.1
"""What is left between two stones that are pushed together."""


class VirtualCity(Room):
    """Stones in the districts of a board; may be used from several threads.

    ``path``: the state file that keeps the stones when the program ends or is killed; None keeps nothing. A file that
    cannot be used is set aside and `notice` says so. ``seed`` and ``hand_seconds``: see `Room`. Raises FormatError for
    a board whose regions are not measured.
    """

    def __init__(self, city: City, path: Path | None, seed: int, *, hand_seconds: float = 0.0) -> None:
        super().__init__(city.sheet(), partial(draw_print, city), seed, hand_seconds=hand_seconds)
        self.city = city
        self._path = path
        self._lying: tuple[tuple[str, Stone], ...] = ()
        if path is not None and path.exists():
            lying, self.notice = read_or_set_aside(path, partial(read_stones, city=city))
            self._lying = lying or ()

    @property
    def stones(self) -> Mapping[str, Mapping[str, int]]:
        """How many stones of each colour were put into each district; all districts, colours that are there."""
        with self._lock:
            found: dict[str, dict[str, int]] = {name: {} for name in self.city.districts}
            for district, stone in self._lying:
                found[district][stone.colour] = found[district].get(stone.colour, 0) + 1
            return found

    @property
    def lying(self) -> tuple[Stone, ...]:
        """The stones with how they lie."""
        with self._lock:
            return self._things()

    def put(self, district: str, colour: str) -> None:
        """Puts a stone into a district; raises TableError where that is not possible, DeviceError if not kept."""
        self._check(district, colour)
        with self._lock:
            at, turn = self._place_for(district)
            stone = Stone(colour, at, turn, self.city.stone_mm, self.city.stone_height_mm)
            self._keep((*self._lying, (district, stone)))
            self._reach_for(np.asarray(at, float))

    def take(self, district: str, colour: str) -> None:
        """Takes the newest stone of that colour out of a district; raises TableError when there is none."""
        self._check(district, colour)
        with self._lock:
            for number in reversed(range(len(self._lying))):
                where, stone = self._lying[number]
                if (where, stone.colour) == (district, colour):
                    self._keep((*self._lying[:number], *self._lying[number + 1 :]))
                    self._reach_for(np.asarray(stone.at_mm, float))
                    return
        values = {"colour": colour, "district": district}
        raise TableError(Sentence("no {colour} stone lies in {district}", values))

    def clear(self) -> None:
        """Takes all stones away."""
        with self._lock:
            self._keep(())

    def _check(self, district: str, colour: str) -> None:
        if district not in self.city.districts:
            values = {"board": self.city.name, "district": quoted(district)}
            raise TableError(Sentence("the board {board} has no district {district}", values))
        if colour not in STONE_COLOURS:
            kinds = {"colour": quoted(colour), "colours": Either(STONE_COLOURS)}
            raise TableError(Sentence("there is no stone {colour}: use one of {colours}", kinds))

    def _place_for(self, district: str) -> tuple[Point, float]:
        """Where the next stone comes to lie, and how it is turned."""
        side = self.city.stone_mm
        outline = np.asarray(self.city.districts[district].outline, np.float32)
        near = [stone for where, stone in self._lying if where == district]
        low, high = outline.min(axis=0), outline.max(axis=0)
        for _ in range(_TRIES):
            if near and self._rng.random() < _TOGETHER:
                beside = near[self._rng.integers(len(near))]
                turn = beside.turn_deg
                angle = np.deg2rad(turn + 90 * self._rng.integers(4))
                # Turns are counted against the clock on the board, which is seen with y down.
                at = np.asarray(beside.at_mm) + (side + _GAP_MM) * np.array([np.cos(angle), -np.sin(angle)])
                apart = 1.42 * side
            else:
                turn = round(float(self._rng.uniform(0, 90)), 1)
                at, apart = self._rng.uniform(low, high), 1.42 * side + _APART_MM
            place = (round(float(at[0]), 2), round(float(at[1]), 2))
            inside = cv2.pointPolygonTest(outline, place, True) > 0.75 * side
            free = all(
                np.linalg.norm(np.asarray(other.at_mm) - at) >= (side if other.turn_deg == turn else apart)
                for _, other in self._lying
            )
            if inside and free and not in_the_way(self.city, place, 0.75 * side):
                return place, turn
        raise TableError(Sentence("no more stones fit into {district}", {"district": district}))

    def _things(self) -> tuple[Stone, ...]:
        return tuple(stone for _, stone in self._lying)

    def _keep(self, lying: tuple[tuple[str, Stone], ...]) -> None:
        if self._path is not None:
            save_stones(self._path, self.city, lying)
        self._lying = lying
        self._changes += 1
