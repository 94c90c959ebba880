"""The start: the running game, the way in for other devices, and the other pages."""

from __future__ import annotations

from flask import Blueprint, render_template

from web._house import house
from web._join import join

pages = Blueprint("home", __name__)


@pages.get("/")
def show() -> str:
    way = join()
    aside = [game for game in house().table.games() if not game["open"] and not game["archived"]]
    return render_template("home.html", addresses=way.addresses, code=way.code, aside=aside)
