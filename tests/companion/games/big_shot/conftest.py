"""Games of BIG SHOT set up by hand: the stones of the first spaces are given, the broker comes to them one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from companion.games.big_shot import COLOURS, BigShot
from companion.games.big_shot._state import Place, Purse
from tests.companion.games.playing import Entries, Play

PLAYERS = ("Andrea", "Bernd", "Chloé", "Dörte")
ONE_EACH = dict(zip(PLAYERS, [["red"], ["yellow"], ["white"], ["black"]], strict=True))
TWO_EACH = {"Andrea": ["red", "yellow"], "Bernd": ["white", "black"]}


def filled_up(first: Sequence[Mapping[str, int]]) -> list[dict[str, int]]:
    """Eighteen auction spaces that begin with those given, the other stones dealt evenly."""
    left = {colour: 18 - sum(space.get(colour, 0) for space in first) for colour in COLOURS}
    spaces = [dict(space) for space in first]
    while len(spaces) < 18:
        space = dict.fromkeys(COLOURS, 0)
        for _ in range(4):
            colour = max(left, key=lambda name: left[name])
            left[colour] -= 1
            space[colour] += 1
        spaces.append({colour: count for colour, count in space.items() if count})
    assert not any(left.values())
    return spaces


class BigShotPlay(Play):
    """A game of BIG SHOT in hand."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        super().__init__(BigShot(), header)

    def roll(self) -> None:
        """A throw of 1: the broker goes to the next space with stones."""
        self.do("roll", die=1)

    def pass_all(self) -> Entries:
        """Nobody (else) takes a loan or bids; what the last pass causes."""
        entries: Entries = []
        while "pass" in self.legal:
            entries = self.do("pass")
        return entries

    def no_loans(self) -> None:
        """The loans before the auction, if there are any, are passed over."""
        while self.view["phase"] == "loans":
            self.do("pass")

    def place(self, *stones: tuple[str, str]) -> None:
        """Places stones, each given by its colour and district."""
        for colour, district in stones:
            self.do("place", colour=colour, district=district)

    def free_round(self, *stones: tuple[str, str]) -> None:
        """A round without bids: the start player places those stones."""
        self.roll()
        self.pass_all()
        self.place(*stones)

    def set_up(
        self,
        *,
        cash: Mapping[str, int] | None = None,
        loans: Mapping[str, int] | None = None,
        owners: Mapping[str, str] | None = None,
        lying: Mapping[str, Mapping[str, int]] | None = None,
        over: bool = False,
        **changes: Any,
    ) -> BigShotPlay:
        """Purses by colour, owners and stones by district are set, other fields of the state as they are given."""
        cash, loans = cash or {}, loans or {}
        purses = {
            colour: Purse(cash.get(colour, purse.cash), loans.get(colour, purse.loans))
            for colour, purse in self.state.purses.items()
        }
        places = {
            **self.state.places,
            **{district: Place({colour: 1}, colour, closed=True) for district, colour in (owners or {}).items()},
            **{district: Place(stones) for district, stones in (lying or {}).items()},
        }
        bank = -sum(purse.cash for purse in purses.values())
        self.state = replace(self.state, purses=purses, places=places, bank=bank, **changes)
        if over:
            self.state = replace(self.state, phase="over")
        return self


@pytest.fixture
def header() -> Callable[..., dict[str, Any]]:
    """A header of so many players; Andrea starts, and with throws of 1 the broker visits the spaces in their order."""

    def build(
        players: int = 4, *stones: Mapping[str, int], board: str | dict[str, Any] = "big-shot", **options: Any
    ) -> dict[str, Any]:
        names = PLAYERS[:players]
        return {
            "format": "bankhalter-game/1",
            "game": "big_shot",
            "players": list(names),
            "banker": "Bernd",
            "options": options,
            "board": board,
            "colours": TWO_EACH if players == 2 else {name: ONE_EACH[name] for name in names},
            "stones": filled_up(stones),
            "broker": 18,
            "starter": "Andrea",
        }

    return build


@pytest.fixture
def new_game(header: Callable[..., dict[str, Any]]) -> Callable[..., BigShotPlay]:
    """A game from its beginning."""
    return lambda *args, **options: BigShotPlay(header(*args, **options))
