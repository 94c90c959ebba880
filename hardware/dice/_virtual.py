"""A simulated dice box."""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Sequence
from random import Random

from companion.devices import DeviceHealth, Throw
from companion.errors import DeviceError
from companion.sentence import Sentence
from hardware._device import ClosingDevice


class VirtualDice(ClosingDevice):
    """A dice box: `throw` rolls all its dice, `read` hears the throws in order; from several threads.

    ``dice`` holds each die's faces; a face that is on a die twice is named twice (SHARK 2001: 1 2 3 4 S S).
    ``run`` keeps this run's keys apart from those of other runs; by default it is drawn at random.
    """

    def __init__(self, dice: Sequence[Sequence[str]], random: Random, *, run: str | None = None) -> None:
        if not all(dice):
            raise ValueError("a die needs at least one face")
        self._dice = tuple(dice)
        self._random = random
        self._run = secrets.token_hex(4) if run is None else run
        self._lock = threading.Lock()
        self._count = 0
        self._thrown: queue.SimpleQueue[Throw | None] = queue.SimpleQueue()
        self._gone = False

    def throw(self) -> Throw:
        """Rolls the dice; raises DeviceError when the box has been `unplug`ged."""
        with self._lock:
            self._check()
            self._count += 1
            faces = tuple(self._random.choice(die) for die in self._dice)
            throw = Throw(faces, f"virtual-{self._run}-{self._count}")
            self._thrown.put(throw)
            return throw

    def read(self, timeout: float) -> Throw | None:
        """The next throw within ``timeout`` seconds, else None. Raises DeviceError while the box is unplugged."""
        self._check()
        try:
            throw = self._thrown.get(timeout=max(0.0, timeout))
        except queue.Empty:
            return None
        if throw is None:  # what woke us up was the plug
            self._check()
        return throw

    def unplug(self, out: bool = True) -> None:
        """Misbehaves on command: pulls the box's plug, or puts it back in."""
        self._gone = out
        self._thrown.put(None)

    def health(self) -> DeviceHealth:
        if self._gone:
            return DeviceHealth(Sentence("virtual dice"), "trouble", Sentence("The dice box is unplugged."))
        return DeviceHealth(Sentence("virtual dice"), "fine")

    def close(self) -> None:
        """Wakes a waiting `read`."""
        self._thrown.put(None)

    def _check(self) -> None:
        if self._gone:
            raise DeviceError(Sentence("the virtual dice box is unplugged: plug it in again"))
