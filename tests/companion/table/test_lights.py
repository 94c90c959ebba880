"""The thread that keeps the price lights."""

from __future__ import annotations

import queue
import threading

from companion.devices import DeviceHealth, Lights, Track
from companion.errors import DeviceError
from companion.table import LightsKeeper
from hardware.tracks import VirtualTracks

WAIT = 30.0


class Remembers(VirtualTracks):
    """Keeps what it was told; ``broken``: does not answer."""

    def __init__(self, *, broken: bool = False) -> None:
        super().__init__()
        self.broken = broken
        self.told: queue.SimpleQueue[Lights] = queue.SimpleQueue()

    def show(self, lights: Lights) -> None:
        if self.broken:
            raise DeviceError("the price tracks do not answer")
        self.told.put(lights)

    def health(self) -> DeviceHealth:
        return DeviceHealth("tracks", "trouble" if self.broken else "fine")


def test_every_display_is_told_though_one_does_not_answer() -> None:
    broken, page = Remembers(broken=True), Remembers()
    prices = {"red": Track(2)}
    changed = threading.Semaphore(0)

    def wait(revision: int, timeout: float) -> int:
        changed.acquire(timeout=WAIT)
        return revision + 1

    keeper = LightsKeeper([broken, page], lambda: Lights(prices), wait)
    keeper.start()
    assert page.told.get(timeout=WAIT) == Lights({"red": Track(2)})
    prices = {"red": Track(3)}
    broken.broken = False
    changed.release()
    for display in (broken, page):
        assert display.told.get(timeout=WAIT) == Lights({"red": Track(3)})
    changed.release(100)
    keeper.close()
