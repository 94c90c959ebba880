"""What is in the box of REIBACH & CO, and what its numbers are (source: the rules of the German box)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.money import Money

BUSINESSES = (
    "stocks",
    "gold",
    "property",
    "currency",
    "luxury",
    "gambling",
    "antiques",
    "oil",
    "jewellery",
    "art",
)
"""In the order of the score sheet."""
MULTITALENT = "multitalent"
RISK = "risk"
REIBACH = "reibach"

IN_THE_BOX: Mapping[str, int] = {**dict.fromkeys(BUSINESSES, 9), MULTITALENT: 5, RISK: 5}
"""How many cards there are of each kind, the Reibach cards aside."""
REIBACH_CARDS = 10
SCORED_WITH = (4, 7, 10)
"""The Reibach cards with which a scoring comes; the last ends the game (B-6)."""

HAND = 4
OPEN = 3
"""Cards in each hand, and face up on the table, at the start (B-1)."""
POINTS = 3
"""Action points in a turn (B-2)."""
MOST_DEALMAKERS = 10
"""Of one player (B-4)."""
SEATS = (2, 5)
"""Fewest and most players."""

MONOPOLY = Money(4)
LONGEST = Money(3)
SECOND = Money(1)
EMPTY_DEALMAKER = Money(-2)
HAND_CARD = Money(-1)
"""B-7, B-8, B-12."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """There are none."""


def pile_at_the_start(players: int) -> int:
    """Cards in the pile when all hands are dealt and the open cards lie there, the Reibach cards among them (B-17).

    >>> pile_at_the_start(2), pile_at_the_start(5)
    (99, 87)
    """
    return sum(IN_THE_BOX.values()) + REIBACH_CARDS - OPEN - HAND * players
