"""The virtual table of a board with a grid: houses, as a person sets them down there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path

import numpy as np

from companion.board import Board
from companion.errors import TableError
from companion.quoting import quoted
from companion.sentence import Either, Sentence
from companion.squares import Square
from hardware.virtual._art import HOUSE_COLOURS, draw_board
from hardware.virtual._room import Room
from hardware.virtual._scene import House
from hardware.virtual._store import read_houses, read_or_set_aside, save_houses

_SLOPPY_MM = 1.2
_CROOKED_DEG = 5.0


class VirtualTable(Room):
    """Houses on a board, as a person sets them there; may be used from several threads.

    ``path``: the state file that keeps the houses when the program ends or is killed; None keeps nothing. A file that
    cannot be used is set aside and `notice` says so. ``seed`` and ``hand_seconds``: see `Room`.
    """

    def __init__(self, board: Board, path: Path | None, seed: int, *, hand_seconds: float = 0.0) -> None:
        super().__init__(board, partial(draw_board, board), seed, hand_seconds=hand_seconds)
        self._path = path
        self._houses: dict[Square, House] = {}
        if path is not None and path.exists():
            houses, self.notice = read_or_set_aside(path, partial(read_houses, board=board))
            self._houses = houses or {}

    @property
    def houses(self) -> Mapping[Square, str]:
        """Which house stands where, by letter: r b g y, t = TOP."""
        with self._lock:
            return {square: house.letter for square, house in self._houses.items()}

    @property
    def standing(self) -> tuple[House, ...]:
        """The houses with how they stand."""
        with self._lock:
            return tuple(self._houses.values())

    def put(self, square: Square, letter: str) -> None:
        """Sets a house down; raises TableError where that is not possible, DeviceError when it cannot be kept."""
        if letter not in HOUSE_COLOURS:
            values = {"letter": quoted(letter), "letters": Either(HOUSE_COLOURS)}
            raise TableError(Sentence("there is no house {letter}: use one of {letters}", values))
        if self.board.zone(square) is None:
            values = {"board": self.board.name, "square": square.name}
            raise TableError(Sentence("the board {board} has no square {square}", values))
        with self._lock:
            if square in self._houses:
                raise TableError(Sentence("a house stands on {square}: take it away first", {"square": square.name}))
            dx, dy = (float(d) for d in np.clip(self._rng.normal(0, _SLOPPY_MM, 2), -2.5, 2.5))
            turn = float(np.clip(self._rng.normal(0, _CROOKED_DEG), -12, 12))
            house = House(square, letter, round(dx, 2), round(dy, 2), round(turn, 1))
            self._keep({**self._houses, square: house})
            self._reach_for(house.middle_mm(self.board))

    def take(self, square: Square) -> str:
        """Takes a house away and gives its letter; raises TableError when none is there, DeviceError as `put`."""
        with self._lock:
            house = self._houses.get(square)
            if house is None:
                raise TableError(Sentence("no house stands on {square}", {"square": square.name}))
            self._keep({place: other for place, other in self._houses.items() if place != square})
            self._reach_for(house.middle_mm(self.board))
            return house.letter

    def clear(self) -> None:
        """Takes all houses away."""
        with self._lock:
            self._keep({})

    def reach(self, square: Square) -> None:
        """Lets a hand reach for a square without changing anything, as when somebody points at it."""
        with self._lock:
            self._reach_for(House(square, "").middle_mm(self.board))

    def _things(self) -> tuple[House, ...]:
        return tuple(self._houses.values())

    def _keep(self, houses: dict[Square, House]) -> None:
        if self._path is not None:
            save_houses(self._path, self.board, houses)
        self._houses = houses
        self._changes += 1
