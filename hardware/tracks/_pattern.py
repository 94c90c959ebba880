"""From a track to its lights."""

from __future__ import annotations

from companion.devices import Track


def lights(track: Track, blink_on: bool = True) -> list[bool]:
    """Each light from the bottom; ``blink_on``: whether blinking lights are in their lit half.

    >>> lights(Track(lit=3, blink=1, length=5), blink_on=False)
    [True, True, False, False, False]
    """
    lit = min(max(track.lit, 0), track.length)
    steady = lit if blink_on else max(0, lit - track.blink)
    return [place < steady for place in range(track.length)]
