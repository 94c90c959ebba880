"""A simulated room: a board with things on it, a hand that sets them down, and the picture of a camera above."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from companion.board import Board
from companion.devices import Image
from companion.projection import Array
from hardware.virtual._hand import Hand, draw_hand
from hardware.virtual._scene import Scene, Thing
from hardware.virtual._sensor import Levels, Sensor, focus
from hardware.virtual._view import View, look_at

_STAYS = 0.6
"""The part of a reach in which the hand stays over its place; then it goes back."""


@dataclass(frozen=True, slots=True)
class _Reach:
    """A hand at ``tip_mm``, its arm towards ``seat_mm``; ``since`` (seconds) is when it was first seen."""

    tip_mm: Array
    seat_mm: Array
    since: float | None = None


class Room(ABC):
    """What all virtual boards share; may be used from several threads.

    ``draw``: the board's print. ``seed`` decides the wood of the table, how neatly things are set down, and the noise.
    ``hand_seconds``: how long a hand is seen over the board after each change; 0: never.
    """

    def __init__(self, board: Board, draw: Callable[[], Image], seed: int, *, hand_seconds: float = 0.0) -> None:
        self.board = board
        self.notice: str | None = None
        self.hand_seconds = hand_seconds
        self._light = 1.0
        self._rng = np.random.default_rng([seed, 1])
        self._tremble = np.random.default_rng(
            [seed, 4]
        )  # how often it is drawn must not decide where things come to lie
        self._lock = threading.Lock()
        self._reach: _Reach | None = None
        self._bump_px = (0.0, 0.0)
        self._changes = 0
        self._painter = _Painter(board, draw, seed)

    @abstractmethod
    def _things(self) -> tuple[Thing, ...]:
        """What stands on the board now; called with the lock held."""

    @abstractmethod
    def clear(self) -> None:
        """Takes all things away."""

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

    def nudge(self, dx: float, dy: float) -> None:
        """Knocks at the camera, so that the picture shifts by about (``dx``, ``dy``) pixels, and stays so."""
        with self._lock:
            self._bump_px = (self._bump_px[0] + dx, self._bump_px[1] + dy)
            self._changes += 1

    def render(self, time: float) -> Image:
        """The camera's picture, (960, 1280, 3) uint8 BGR; ``time`` in seconds of any clock moves the hand."""
        with self._lock:
            things, bump, light = self._things(), self._bump_px, self._light
            hand = self._hand_at(time)
        return self._painter.paint(things, bump, light, hand)

    def empty_picture(self) -> Image:
        """What the camera would see now without things and hand."""
        with self._lock:
            bump, light = self._bump_px, self._light
        return self._painter.paint((), bump, light, None)

    def _reach_for(self, tip_mm: Array) -> None:
        width, height = self.board.size_mm
        seat = np.array([width * self._rng.uniform(0.15, 0.85), height + 320])
        self._reach = _Reach(tip_mm, seat)
        self._changes += 1

    def _hand_at(self, time: float) -> Hand | None:
        """Where the hand is; it sets a thing down, stays a moment and goes back the way it came."""
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
        tremble = self._tremble.normal(0, 0.8, 2)
        return Hand(self._reach.tip_mm + tremble + arm / length * gone, arm / length)


class _Painter:
    """Keeps what is slow to draw: the print, the lit board of a view, and the sharp picture of the things on it."""

    def __init__(self, board: Board, draw: Callable[[], Image], seed: int) -> None:
        self._board = board
        self._draw = draw
        self._seed = seed
        self._lock = threading.Lock()
        self._art: Image | None = None
        self._sensor: Sensor | None = None
        self._scene: tuple[tuple[float, float], Scene] | None = None
        self._levels: tuple[tuple[Thing, ...], Levels] | None = None

    def paint(self, things: tuple[Thing, ...], bump_px: tuple[float, float], light: float, hand: Hand | None) -> Image:
        with self._lock:
            if self._sensor is None or self._art is None:
                self._sensor = Sensor(np.random.default_rng([self._seed, 2]))
                self._art = self._draw()
            if self._scene is None or self._scene[0] != bump_px:
                wood = np.random.default_rng([self._seed, 3])
                self._scene = (bump_px, Scene(self._board, self._art, look_at(self._board, bump_px), wood))
                self._levels = None
            scene = self._scene[1]
            if self._levels is None or self._levels[0] != things:
                self._levels = None  # not two of them at a time
                self._levels = (things, focus(scene.light(things)))
            levels = self._levels[1]
            return self._sensor.expose(draw_hand(levels, scene, hand) if hand else levels, light)
