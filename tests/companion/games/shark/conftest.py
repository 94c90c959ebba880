"""A game of SHARK set up by hand: only what a test needs is given, the rest is empty or the edition's default."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from companion.games.shark import Shark, editions
from tests.companion.games.playing import Entries, Play


class SharkPlay(Play):
    """A game of SHARK in hand."""

    def __init__(self, header: Mapping[str, Any]) -> None:
        super().__init__(Shark(), header)

    def place(self, company: str, square: str, *, colour: str | None = None) -> Entries:
        """Rolls the square's zone and that colour, and places."""
        self.roll(company if colour is None else colour, square)
        return self.do("place", company=company, square=square)

    def roll(self, colour: str, square: str) -> None:
        """Rolls that colour and the zone in which the square lies."""
        column, row = ord(square[0]) - ord("A"), int(square[1:]) - 1
        self.do("roll", zone=self.state.table.board.zones[row][column], colour=colour)

    def end_turns(self, *squares: tuple[str, str]) -> None:
        """Whole turns without trading: each rolls and places (company, square), and ends the turn."""
        for company, square in squares:
            self.place(company, square)
            self.do("end_turn")


def full_board(rows: Sequence[str], height: int) -> list[str]:
    """The rows filled up with empty squares to a board of 12 columns."""
    return [row.ljust(12, ".") for row in rows] + ["." * 12] * (height - len(rows))


@pytest.fixture
def header() -> Callable[..., dict[str, Any]]:
    """A header of Andrea, Bernd (and others); the last player is the banker, so that the first takes the first turn."""

    def build(edition: str = "1991", players: Sequence[str] = ("Andrea", "Bernd"), **options: Any) -> dict[str, Any]:
        return {
            "format": "bankhalter-game/1",
            "game": "shark",
            "edition": edition,
            "board": editions()[edition].board,
            "players": list(players),
            "banker": players[-1],
            "options": options,
        }

    return build


@pytest.fixture
def new_game(header: Callable[..., dict[str, Any]]) -> Callable[..., SharkPlay]:
    """A game from its beginning, the picks included."""
    return lambda *args, **options: SharkPlay(header(*args, **options))


@pytest.fixture
def position(header: Callable[..., dict[str, Any]]) -> Callable[..., SharkPlay]:
    """A game in the middle, Andrea on turn: rows from the top (filled up with empty ones), shares, cash, removed."""

    def build(
        *rows: str,
        edition: str = "1991",
        players: Sequence[str] = ("Andrea", "Bernd"),
        shares: Mapping[str, Mapping[str, int]] | None = None,
        cash: Mapping[str, int] | None = None,
        removed: Mapping[str, int] | None = None,
        **options: Any,
    ) -> SharkPlay:
        start = {
            "board": full_board(rows, 12 if edition == "2001" else 10),
            "shares": shares or {},
            "cash": cash or {},
            "removed": removed or {},
        }
        return SharkPlay({**header(edition, players, **options), "start": start})

    return build


@pytest.fixture
def paid() -> Callable[..., dict[str, Any]]:
    """An entry as the replay writes it: paid("loss", "Bernd", -4000, "blue", 2, 2000)."""

    def build(
        kind: str, player: str, amount: int, company: str = "", shares: int = 0, per_share: int = 0
    ) -> dict[str, Any]:
        entry = {"kind": kind, "player": player, "amount": amount}
        if company:
            entry |= {"company": company, "shares": shares}
        if per_share:
            entry |= {"per_share": per_share}
        return entry

    return build
