"""The virtual table of a board of regions: blocks, as a person drops them there, often touching one another."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from companion.errors import TableError
from companion.quoting import quoted
from companion.reading import Point
from companion.regions import RegionBoard
from companion.sentence import Either, Sentence
from hardware.virtual._blocks import LEAST_MM, Block, draw_print, in_the_way
from hardware.virtual._room import Room
from hardware.virtual._store import read_blocks, read_or_set_aside, save_blocks

_TRIES = 400
"""So many places are thought of before a region is full."""
_TOGETHER = 0.5
"""How often a block is pushed against one that lies there."""
_APART_MM = 1.5
"""How far from the others a block that is not pushed against them is dropped, at least."""
_GAP_MM = 0.1
"""What is left between two blocks that are pushed together."""


class VirtualRegions(Room):
    """Blocks in the regions of a board; may be used from several threads.

    ``path``: the state file that keeps the blocks when the program ends or is killed; None keeps nothing. A file that
    cannot be used is set aside and `notice` says so. ``seed`` and ``hand_seconds``: see `Room`. Raises FormatError for
    a board whose regions are not measured.
    """

    def __init__(self, regions: RegionBoard, path: Path | None, seed: int, *, hand_seconds: float = 0.0) -> None:
        super().__init__(regions.sheet(), partial(draw_print, regions), seed, hand_seconds=hand_seconds)
        self.regions = regions
        self._path = path
        self._lying: tuple[tuple[str, Block], ...] = ()
        if path is not None and path.exists():
            lying, self.notice = read_or_set_aside(path, partial(read_blocks, regions=regions))
            self._lying = lying or ()

    @property
    def counts(self) -> Mapping[str, Mapping[str, int]]:
        """How many blocks of each colour were put into each region; all regions, colours that are there."""
        with self._lock:
            found: dict[str, dict[str, int]] = {name: {} for name in self.regions.outlines}
            for region, block in self._lying:
                found[region][block.colour] = found[region].get(block.colour, 0) + 1
            return found

    @property
    def lying(self) -> tuple[Block, ...]:
        """The blocks with how they lie."""
        with self._lock:
            return self._things()

    def put(self, region: str, colour: str) -> None:
        """Puts a block into a region; raises TableError where that is not possible, DeviceError if not kept."""
        self._check(region, colour)
        with self._lock:
            at, turn = self._place_for(region)
            block = Block(colour, at, turn, self.regions.side_mm, max(self.regions.height_mm, LEAST_MM))
            self._keep((*self._lying, (region, block)))
            self._reach_for(np.asarray(at, float))

    def take(self, region: str, colour: str) -> None:
        """Takes the newest block of that colour out of a region; raises TableError when there is none."""
        self._check(region, colour)
        with self._lock:
            for number in reversed(range(len(self._lying))):
                where, block = self._lying[number]
                if (where, block.colour) == (region, colour):
                    self._keep((*self._lying[:number], *self._lying[number + 1 :]))
                    self._reach_for(np.asarray(block.at_mm, float))
                    return
        values = {"colour": colour, "district": region}
        raise TableError(Sentence("no {colour} stone lies in {district}", values))

    def clear(self) -> None:
        """Takes all blocks away."""
        with self._lock:
            self._keep(())

    def _check(self, region: str, colour: str) -> None:
        if region not in self.regions.outlines:
            values = {"board": self.regions.name, "district": quoted(region)}
            raise TableError(Sentence("the board {board} has no district {district}", values))
        if colour not in self.regions.colours:
            kinds = {"colour": quoted(colour), "colours": Either(self.regions.colours)}
            raise TableError(Sentence("there is no stone {colour}: use one of {colours}", kinds))

    def _place_for(self, region: str) -> tuple[Point, float]:
        """Where the next block comes to lie, and how it is turned."""
        side = self.regions.side_mm
        outline = np.asarray(self.regions.outlines[region], np.float32)
        near = [block for where, block in self._lying if where == region]
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
            if inside and free and not in_the_way(self.board, place, 0.75 * side):
                return place, turn
        raise TableError(Sentence("no more fits in there: {region}", {"region": self.regions.title(region)}))

    def _things(self) -> tuple[Block, ...]:
        return tuple(block for _, block in self._lying)

    def _keep(self, lying: tuple[tuple[str, Block], ...]) -> None:
        if self._path is not None:
            save_blocks(self._path, self.regions, lying)
        self._lying = lying
        self._changes += 1
