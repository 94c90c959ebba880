"""The games by their names in a record; each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import FormatError
from companion.games._protocol import AnyGame
from companion.quoting import quoted
from companion.sentence import Sentence


def game_names() -> tuple[str, ...]:
    """Names of the games that the program plays."""
    return ("shark", "big_shot", "reibach", "master_of_economy")


def game(name: str) -> AnyGame:
    """The rules of that game; raises FormatError naming those that there are."""
    if name == "shark":
        from companion.games.shark import Shark

        return Shark()
    if name == "big_shot":
        from companion.games.big_shot import BigShot

        return BigShot()
    if name == "reibach":
        from companion.games.reibach import Reibach

        return Reibach()
    if name == "master_of_economy":
        from companion.games.master_of_economy import MasterOfEconomy

        return MasterOfEconomy()
    raise FormatError(f"no game is called {quoted(name)}: there are {', '.join(game_names())}")


def transitions(name: str) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """For each phase of that game the events that may come, and the phases to which each can lead.

    Empty for a game that keeps no such table.
    """
    found: Mapping[Any, Mapping[str, tuple[str, ...]]] = {}
    if name == "shark":
        from companion.games.shark import _turn as shark

        found = shark.TRANSITIONS
    elif name == "big_shot":
        from companion.games.big_shot import _turn as big_shot

        found = big_shot.TRANSITIONS
    elif name == "reibach":
        from companion.games.reibach import _turn as reibach

        found = reibach.TRANSITIONS
    return found


def rulings(name: str) -> Mapping[str, Sentence]:
    """What the rulings of that game say, by their numbers; empty for a game whose rulings nobody has put into words."""
    if name == "shark":
        from companion.games.shark import RULINGS

        return RULINGS
    return {}
