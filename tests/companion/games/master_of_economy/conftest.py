"""Games of MASTER OF ECONOMY in hand, begun where a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.games.master_of_economy import MasterOfEconomy
from tests.companion.games.playing import Entries, Play

PLAYERS = ("Andrea", "Bernd", "Chloé", "Dörte")
COLOURS = ("red", "blue", "yellow", "green")
"""The players' companies, in the same order, which is the position too."""


class EconomyPlay(Play):
    """A game in hand: `do` names the company or player that is awaited, unless a test names another."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        super().__init__(MasterOfEconomy(), header)
        self.header = header

    def raw(self, do: str, keys: Mapping[str, Any]) -> dict[str, Any]:
        turn = self.view["turn"] or {"company": "red", "player": "Andrea"}
        actor: dict[str, Any] = {"company": turn["company"]}
        if turn["company"] is None:
            actor = {"player": turn["player"]}
        elif do in ("vote", "elect_vote", "support"):
            actor["player"] = turn["player"]
        if do in ("buy_packet", "sell_packet", "swap_packet", "pass") and {"player", "company"} & set(keys):
            actor = {}
        return {"do": do, **actor, **keys}

    @property
    def view(self) -> dict[str, Any]:
        return self.game.view(self.state, "\0banker")

    @property
    def step(self) -> tuple[str, str | None, str]:
        """The step, and who is awaited for it."""
        view = self.view
        return view["step"], view["turn"]["company"], view["turn"]["player"]

    def firm(self, company: str) -> dict[str, Any]:
        return self.view["companies"][company]

    def cash(self, *names: str) -> tuple[int, ...]:
        """The cash of companies and players."""
        view = self.view
        return tuple({**view["companies"], **view["players"]}[name]["cash"] for name in names)

    def nothing(self) -> Entries:
        """The one who is asked wants nothing, and votes against it or for the first candidate."""
        view = self.view
        turn = view["turn"]
        success = view["success"].get(turn["player"], {"lying": None})
        keys: dict[str, dict[str, Any]] = {
            "supply": {"factories": {}},
            "produce": {"goods": {}},
            "success": {"value": 1 if success["lying"] == 0 else 0},
            "offers": {"import": {}, "export": {}},
            "top_up": {"amount": 0},
            "vote": {"yes": False},
            "elect_vote": {"for": (view["candidates"] or [""])[0]},
            "support": {"markers": 0},
        }
        legal = self.legal
        do = next(do for do in ("done", "pass", *keys) if do in legal)
        return self.do(do, **keys.get(do, {}))

    def go_to(self, step: str, company: str | None = None) -> Entries:
        """Goes on with nothing until that step, of that company; all entries on the way."""
        entries: Entries = []
        while self.view["step"] != step or (company and self.view["turn"]["company"] != company):
            entries += self.nothing()
        return entries

    def offer(self, **by_company: tuple[Mapping[str, int], Mapping[str, list[int]]]) -> Entries:
        """Offers of all companies, imports and exports of each; what the last of them causes."""
        entries: Entries = []
        while self.view["step"] == "offers":
            imports, exports = by_company.get(self.view["turn"]["company"], ({}, {}))
            entries = self.do("offers", **{"import": imports, "export": exports})
        return entries


def header_of(players: int = 4, start: Mapping[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """A header of so many players; ``more``: further keys."""
    header = {
        "format": "bankhalter-game/1",
        "game": "master_of_economy",
        "edition": "2010",
        "players": list(PLAYERS[:players]),
        "companies": dict(zip(PLAYERS[:players], COLOURS, strict=False)),
        "position": list(COLOURS[:players]),
        **more,
    }
    return header if start is None else {**header, "start": start}


@pytest.fixture
def header() -> Callable[..., dict[str, Any]]:
    return header_of


@pytest.fixture
def new_game() -> Callable[..., EconomyPlay]:
    """A game from its beginning, or from a start."""
    return lambda *args, **more: EconomyPlay(header_of(*args, **more))
