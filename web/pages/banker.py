"""The banker's page: what the table waits for, and every way to book it."""

from __future__ import annotations

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from web._games import parts_of_running_game
from web._roles import for_the_banker

pages = Blueprint("banker", __name__)


@pages.get("/banker")
@for_the_banker
def show() -> ResponseReturnValue:
    return render_template("banker.html", **parts_of_running_game())
