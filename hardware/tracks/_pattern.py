"""From a price to lights."""

from __future__ import annotations

from companion.devices import Track
from companion.money import Money

STEP = 1000
"""What one light is worth."""


def price_track(price: Money, before: Money | None = None) -> Track:
    """The track of a price: a light for each 1,000, of 16; what it has risen by since ``before`` blinks.

    >>> price_track(Money(4000)), price_track(Money(6000), before=Money(4000))
    (Track(lit=4, blink=0, length=16), Track(lit=6, blink=2, length=16))
    """
    lit = price // STEP
    if not 0 <= lit < 16:
        raise ValueError(f"a price track shows 0 to 15,000, not {price:,}")
    risen = 0 if before is None else max(0, lit - before // STEP)
    return Track(lit=lit, blink=risen)


def lights(track: Track, blink_on: bool = True) -> list[bool]:
    """Each light from the bottom; ``blink_on``: whether blinking lights are in their lit half.

    >>> lights(Track(lit=3, blink=1, length=5), blink_on=False)
    [True, True, False, False, False]
    """
    lit = min(max(track.lit, 0), track.length)
    steady = lit if blink_on else max(0, lit - track.blink)
    return [place < steady for place in range(track.length)]
