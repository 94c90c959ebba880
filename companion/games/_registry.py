"""The games by their names in a record; each is loaded when it is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from companion.errors import FormatError
from companion.games._protocol import AnyGame
from companion.quoting import quoted
from companion.sentence import Sentence

_GAMES: dict[str, str] = {
    "shark": "companion.games.shark:Shark",
    "big_shot": "companion.games.big_shot:BigShot",
    "reibach": "companion.games.reibach:Reibach",
    "master_of_economy": "companion.games.master_of_economy:MasterOfEconomy",
}
"""Where each game's rules are: a module and a class in it."""


def game_names() -> tuple[str, ...]:
    """Names of the games that the program plays."""
    return tuple(_GAMES)


def game(name: str) -> AnyGame:
    """The rules of that game; raises FormatError naming those that there are."""
    if name in _GAMES:
        module, _, rules = _GAMES[name].partition(":")
        return cast(AnyGame, getattr(import_module(module), rules)())
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
    if name not in _GAMES:
        return {}
    module = import_module(_GAMES[name].partition(":")[0])
    return cast(Mapping[str, Sentence], getattr(module, "RULINGS", {}))
