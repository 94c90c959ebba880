"""What everybody has, and who has won (G-7 to G-9, G-12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from companion.games._protocol import BANKER, PUBLIC, Viewer
from companion.games.big_shot._districts import all_decided, holdings
from companion.games.big_shot._material import DEBT, DISTRICTS_TO_WIN
from companion.games.big_shot._state import State
from companion.money import Money


def _wealth(state: State, player: str) -> Money:
    """Cash and districts less what the loans owe, over all purses of the player (G-8, G-12)."""
    purses = [state.purses[colour] for colour in state.colours(player)]
    return Money(sum(purse.cash - DEBT * purse.loans for purse in purses) + sum(holdings(state, player).values()))


def wealth(state: State, viewer: Viewer = PUBLIC) -> dict[str, Money]:
    """What each player would have if the game ended now, open districts decided by G-7; players in seat order.

    Empty while money is hidden (G-10) from that viewer.
    """
    if state.table.hides_money and state.phase != "over" and viewer != BANKER:
        return {}
    ended = all_decided(state)
    return {player: _wealth(ended, player) for player in state.table.players}


def can_win(state: State, player: str) -> bool:
    """Whether the player has the districts that a winner needs: two for each of his colours (G-9, G-12)."""
    owned = Counter(place.owner for place in state.places.values())
    return all(owned[colour] >= DISTRICTS_TO_WIN for colour in state.colours(player))


def ranking(state: State) -> list[list[str]]:
    """Names by rank (G-9): those who can win first; equals together in header order."""

    def place(player: str) -> tuple[bool, int, int, int]:
        own = holdings(state, player)
        return (not can_win(state, player), -_wealth(state, player), -len(own), -max(own.values(), default=0))

    return [list(equals) for _, equals in groupby(sorted(state.table.players, key=place), key=place)]


def result(state: State) -> Mapping[str, Any] | None:
    """Reason, ranking, winners, wealth and districts of a game that is over, else None."""
    if state.phase != "over":
        return None
    ranks = ranking(state)
    return {
        "reason": "rounds",
        "ranking": ranks,
        "winners": ranks[0] if can_win(state, ranks[0][0]) else [],
        "result": wealth(state),
        "districts": {player: dict(holdings(state, player)) for player in state.table.players},
    }
