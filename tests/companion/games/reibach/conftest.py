"""Games of REIBACH & CO set up by hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.reibach import Reibach
from tests.companion.games.playing import Entries, Play

PLAYERS = ("Andrea", "Bernd", "Chloé", "Dörte", "Emil")
OPEN = ("oil", "gold", "risk")


class ReibachPlay(Play):
    """A game of REIBACH & CO in hand."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        super().__init__(Reibach(), header)

    def raw(self, do: str, keys: Mapping[str, Any]) -> dict[str, Any]:
        return {"do": do, **keys} if do == "score" else super().raw(do, keys)

    def reibach_cards(self, number: int) -> Entries:
        """So many Reibach cards turn up one after the other when the next card is drawn; what the last one causes."""
        self.do("draw", card="reibach")
        entries: Entries = []
        for _ in range(number - 1):
            entries = self.do("replace", card="reibach")
        return entries

    def report(self, player: str, rows: Mapping[str, int | tuple[int, int, int]], **counts: int) -> Entries:
        """A report: cards by business, or (cards, multitalents, risk)."""
        listed = []
        for business, cards in rows.items():
            face_up = cards if isinstance(cards, tuple) else (cards, 0, 0)
            named = zip(("cards", "multitalents", "risk"), face_up, strict=True)
            listed.append({"business": business, **dict(named)})
        return self.do("rows", player=player, rows=listed, **counts)


@pytest.fixture
def tracked() -> Callable[..., ReibachPlay]:
    """A tracked game of so many, Andrea begins; oil, gold and a Risk card lie open."""

    def build(players: int = 2, **changes: Any) -> ReibachPlay:
        return ReibachPlay({**header("tracked", players), "starter": "Andrea", "open": list(OPEN), **changes})

    return build


@pytest.fixture
def sheet() -> Callable[..., ReibachPlay]:
    """A score sheet of so many."""
    return lambda players=3: ReibachPlay(header("sheet", players))


@pytest.fixture
def raw_header() -> Callable[..., dict[str, Any]]:
    """A header, as it stands in a record."""
    return lambda mode, players=3: {**header(mode, players), "starter": "Andrea", "open": list(OPEN)}


def header(mode: str, players: int) -> dict[str, Any]:
    return {
        "format": "bankhalter-game/1",
        "game": "reibach",
        "mode": mode,
        "players": list(PLAYERS[:players]),
        "banker": "Bernd",
        "options": {},
    }
