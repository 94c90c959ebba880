"""What the pages have for each game: templates, scripts and a stylesheet, in folders by the game's name."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from web._roles import running_game

_HERE = Path(__file__).parent
PLAIN = "plain"
"""The parts for a game that has none of its own, and for a table without a game."""


def parts_of(game: str) -> str:
    """The folder of a game's parts, under ``templates/games`` and ``static/js/games``.

    >>> parts_of("shark"), parts_of("of-tomorrow")
    ('shark', 'plain')
    """
    return game if game in _with_parts() else PLAIN


@cache
def _with_parts() -> frozenset[str]:
    return frozenset(folder.name for folder in (_HERE / "static" / "js" / "games").iterdir())


def parts_of_running_game() -> dict[str, str]:
    """`parts_for` the game on the table; without one the plain parts."""
    game = running_game()
    return parts_for("" if game is None else str(game["name"]))


def parts_for(name: str) -> dict[str, str]:
    """For the templates: a game's name, the folder of its parts, and its stylesheet (or nothing)."""
    parts = parts_of(name)
    style = f"css/games/{parts}.css"
    return {
        "game_name": name,
        "game_parts": parts,
        "game_style": style if (_HERE / "static" / style).is_file() else "",
    }
