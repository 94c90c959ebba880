"""The games that are kept: open one again, name, archive, delete, take a record out or in."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from web._house import house
from web._roles import for_the_banker

pages = Blueprint("games", __name__)


@pages.get("/games")
@for_the_banker
def show() -> str:
    games = house().table.games()
    return render_template(
        "games.html",
        games=[game for game in games if not game["archived"]],
        archived=[game for game in games if game["archived"]],
    )


@pages.get("/games/<int:game>.game.jsonl")
@for_the_banker
def record(game: int) -> Response:
    response = Response(house().table.record_of(game), mimetype="application/jsonl")
    response.headers["Content-Disposition"] = f'attachment; filename="game-{game}.game.jsonl"'
    return response
