"""Seats round the table: players are in seat order, clockwise."""

from __future__ import annotations


def clockwise(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    """All players in seat order, beginning with that one.

    >>> clockwise(("Andrea", "Bernd", "Chloé"), "Bernd")
    ('Bernd', 'Chloé', 'Andrea')
    """
    at = players.index(first)
    return players[at:] + players[:at]


def from_left(players: tuple[str, ...], of: str) -> tuple[str, ...]:
    """All players in seat order, beginning at that one's left and ending with him.

    >>> from_left(("Andrea", "Bernd", "Chloé"), "Bernd")
    ('Chloé', 'Andrea', 'Bernd')
    """
    return (*clockwise(players, of)[1:], of)
