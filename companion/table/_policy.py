"""What the table does without the banker."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Policy:
    """What is done without the banker: ``placements``, proposals are booked; ``turns``, so is the turn's end after one.

    ``still_s``: a proposal waits until the board has been still for so many seconds (`Patience` counts them).
    ``players``: what players do on their phones is booked at once; else it waits for the banker. ``tv_speaks``: the TV
    page says aloud what is booked.
    """

    placements: bool = False
    still_s: float = 0.0
    turns: bool = False
    players: bool = False
    tv_speaks: bool = False


BY_HAND = Policy()
"""The banker books everything."""
