"""The rules of each game, pure: no clock, no disk, no picture, no page."""

from companion.games._header import check_players
from companion.games._protocol import (
    BANKER,
    PUBLIC,
    AnyGame,
    Entry,
    Game,
    Holder,
    Sighting,
    Step,
    Turn,
    Viewer,
    Waiting,
    Way,
)
from companion.games._registry import game, game_names, rulings, transitions
from companion.sentence import Sentence

__all__ = [
    "BANKER",
    "PUBLIC",
    "AnyGame",
    "Entry",
    "Game",
    "Holder",
    "Sentence",
    "Sighting",
    "Step",
    "Turn",
    "Viewer",
    "Waiting",
    "Way",
    "check_players",
    "game",
    "game_names",
    "rulings",
    "transitions",
]
