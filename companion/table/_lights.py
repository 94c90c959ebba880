"""From prices to price tracks, and a thread that keeps the lights as the books say."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence

from companion.devices import Lights, PriceTracks, Track
from companion.errors import DeviceError

STEP = 1000
"""One light is 1,000 of price: 15 lights for the highest price of the scale (R-9)."""


def price_tracks(prices: Mapping[str, int], before: Mapping[str, int]) -> dict[str, Track]:
    """Each company's track: lit up to its price, what it has just risen by blinking.

    >>> price_tracks({"red": 4000}, {"red": 3000})
    {'red': Track(lit=4, blink=1, length=16)}
    """
    return {
        company: Track(lit=price // STEP, blink=max(0, price - before.get(company, 0)) // STEP)
        for company, price in prices.items()
    }


class LightsKeeper:
    """Shows the lights again at every change of the table and once a second, so that displays heal by themselves."""

    def __init__(
        self,
        displays: Sequence[PriceTracks],
        lights: Callable[[], Lights],
        wait: Callable[[int, float], int],
    ) -> None:
        """``lights``: what is to be shown; ``wait(revision, timeout)``: the table's `wait`."""
        self._displays = displays
        self._lights = lights
        self._wait = wait
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._keep, name="price tracks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        self._stop.set()
        self._thread.join(timeout=3)

    def _keep(self) -> None:
        revision = -1
        failing: set[int] = set()
        while not self._stop.is_set():
            lights = self._lights()
            for number, display in enumerate(self._displays):
                try:
                    display.show(lights)
                    failing.discard(number)
                except DeviceError as error:  # the display's health says so; the game goes on
                    if number not in failing:
                        logging.getLogger(__name__).warning("price tracks: %s", error)
                    failing.add(number)
            revision = self._wait(revision, 1.0)
