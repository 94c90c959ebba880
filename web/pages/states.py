"""The states of the table and of each game's turn, to be read and printed."""

from __future__ import annotations

from flask import Blueprint, render_template

from companion.games import game, game_names, transitions
from companion.table import STATES, STEPS
from companion.words import say
from web._language import language

pages = Blueprint("states", __name__)


@pages.get("/states")
def show() -> str:
    spoken = language()
    table = [
        {
            "name": name,
            "says": say(state.says, spoken),
            "then": [{"step": say(STEPS[step], spoken), "after": after} for step, after in state.then.items()],
        }
        for name, state in STATES.items()
    ]
    games = [{"name": game(name).name, "phases": phases} for name in game_names() if (phases := transitions(name))]
    return render_template("states.html", table=table, games=games)
