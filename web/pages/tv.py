"""The page for the television: read from across the room, nothing to press."""

from __future__ import annotations

from flask import Blueprint, render_template

from web._games import parts_of_running_game
from web._join import join

pages = Blueprint("tv", __name__)


@pages.get("/tv")
def show() -> str:
    way = join()
    address = way.addresses[0] if way.addresses else ""
    return render_template("tv.html", code=way.code, address=address, **parts_of_running_game())
