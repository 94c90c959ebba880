"""A simulated table: houses on a board, a hand that sets them down, and the picture that a camera above would take."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.errors import DeviceError, FormatError, TableError
from companion.projection import Array
from companion.quoting import quoted
from companion.sentence import Either, Sentence
from companion.squares import Square
from hardware.virtual._art import HOUSE_COLOURS
from hardware.virtual._hand import Hand, draw_hand
from hardware.virtual._scene import House, Scene
from hardware.virtual._sensor import Levels, Sensor, focus
from hardware.virtual._store import read_houses, save_houses, set_aside
from hardware.virtual._view import View, look_at

_SLOPPY_MM = 1.2
_CROOKED_DEG = 5.0
_STAYS = 0.6
"""The part of a reach in which the hand stays over its square; then it goes back."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """A hand at ``tip_mm``, its arm towards ``seat_mm``; ``since`` (seconds) is when it was first seen."""

    tip_mm: Array
    seat_mm: Array
    since: float | None = None


class VirtualTable:
    """Houses on a board, as a person sets them there; may be used from several threads.

    ``path``: the state file that keeps the houses when the program ends or is killed; None keeps nothing. A file that
    cannot be used is set aside and `notice` says so. ``seed`` decides the wood of the table, how neatly houses are
    set down, and the noise. ``hand_seconds``: how long a hand is seen over the board after each change; 0: never.
    """

    def __init__(self, board: Board, path: Path | None, seed: int, *, hand_seconds: float = 0.0) -> None:
        self.board = board
        self.notice: str | None = None
        self.hand_seconds = hand_seconds
        self._light = 1.0
        self._path = path
        self._seed = seed
        self._rng = np.random.default_rng([seed, 1])
        self._lock = threading.Lock()
        self._reach: _Reach | None = None
        self._bump_px = (0.0, 0.0)
        self._changes = 0
        self._houses = self._load()
        self._painter = _Painter(board, seed)

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

    @property
    def view(self) -> View:
        """How the camera sees the board: the truth that a reader has to find out."""
        with self._lock:
            return look_at(self.board, self._bump_px)

    @property
    def light(self) -> float:
        """The room's light; 1 is a lit lamp, near 0 is night."""
        return self._light

    @light.setter
    def light(self, light: float) -> None:
        with self._lock:
            self._light = light
            self._changes += 1

    @property
    def changes(self) -> int:
        """Counts what changes the picture; as long as it stays the same only noise makes two pictures differ."""
        with self._lock:
            return self._changes

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

    def nudge(self, dx: float, dy: float) -> None:
        """Knocks at the camera, so that the picture shifts by about (``dx``, ``dy``) pixels, and stays so."""
        with self._lock:
            self._bump_px = (self._bump_px[0] + dx, self._bump_px[1] + dy)
            self._changes += 1

    def straighten(self) -> None:
        """Puts the camera back to where it hung at first."""
        with self._lock:
            self._bump_px = (0.0, 0.0)
            self._changes += 1

    @property
    def nudged(self) -> bool:
        """Whether the camera has been knocked out of its place."""
        with self._lock:
            return self._bump_px != (0.0, 0.0)

    def render(self, time: float) -> Image:
        """The camera's picture, (960, 1280, 3) uint8 BGR; ``time`` in seconds of any clock moves the hand."""
        with self._lock:
            houses, bump, light = tuple(self._houses.values()), self._bump_px, self._light
            hand = self._hand_at(time)
        return self._painter.paint(houses, bump, light, hand)

    def empty_picture(self) -> Image:
        """What the camera would see now without houses and hand."""
        with self._lock:
            bump, light = self._bump_px, self._light
        return self._painter.paint((), bump, light, None)

    def _load(self) -> dict[Square, House]:
        if self._path is None or not self._path.exists():
            return {}
        try:
            return read_houses(self._path, self.board)
        except FormatError as error:
            return self._start_empty(self._path, str(error))
        except OSError as error:
            raise DeviceError(f"cannot read the virtual table's file {self._path}: {error.strerror}") from None

    def _start_empty(self, path: Path, reason: str) -> dict[Square, House]:
        try:
            spare = set_aside(path)
        except OSError as error:
            raise DeviceError(f"{reason}; it cannot be set aside either: {error.strerror}") from None
        self.notice = f"{reason}; kept as {spare.name}, the table starts empty"
        return {}

    def _keep(self, houses: dict[Square, House]) -> None:
        if self._path is not None:
            save_houses(self._path, self.board, houses)
        self._houses = houses
        self._changes += 1

    def _reach_for(self, tip_mm: Array) -> None:
        width, height = self.board.size_mm
        seat = np.array([width * self._rng.uniform(0.15, 0.85), height + 320])
        self._reach = _Reach(tip_mm, seat)
        self._changes += 1

    def _hand_at(self, time: float) -> Hand | None:
        """Where the hand is; it sets the house down, stays a moment and goes back the way it came."""
        if self._reach is None:
            return None
        self._changes += 1  # it moves, or is seen no more
        since = time if self._reach.since is None else self._reach.since
        progress = (time - since) / self.hand_seconds if self.hand_seconds > 0 else 1.0
        if progress >= 1:
            self._reach = None
            return None
        self._reach = replace(self._reach, since=since)
        arm = self._reach.seat_mm - self._reach.tip_mm
        length = float(np.linalg.norm(arm))
        gone = max(0.0, (progress - _STAYS) / (1 - _STAYS)) ** 1.5 * length
        tremble = self._rng.normal(0, 0.8, 2)
        return Hand(self._reach.tip_mm + tremble + arm / length * gone, arm / length)


class _Painter:
    """Keeps what is slow to draw: the lit board of a view, and the sharp picture of the houses on it."""

    def __init__(self, board: Board, seed: int) -> None:
        self._board = board
        self._seed = seed
        self._lock = threading.Lock()
        self._sensor: Sensor | None = None
        self._scene: tuple[tuple[float, float], Scene] | None = None
        self._levels: tuple[tuple[House, ...], Levels] | None = None

    def paint(self, houses: tuple[House, ...], bump_px: tuple[float, float], light: float, hand: Hand | None) -> Image:
        with self._lock:
            if self._sensor is None:
                self._sensor = Sensor(np.random.default_rng([self._seed, 2]))
            if self._scene is None or self._scene[0] != bump_px:
                wood = np.random.default_rng([self._seed, 3])
                self._scene = (bump_px, Scene(self._board, look_at(self._board, bump_px), wood))
                self._levels = None
            scene = self._scene[1]
            if self._levels is None or self._levels[0] != houses:
                self._levels = None  # not two of them at a time
                self._levels = (houses, focus(scene.light(houses)))
            levels = self._levels[1]
            return self._sensor.expose(draw_hand(levels, scene, hand) if hand else levels, light)
