"""The score sheet of the game on the table, as it is printed, with every scoring explained."""

from __future__ import annotations

from flask import Blueprint, render_template

from web._games import parts_of_running_game
from web._roles import running_game

pages = Blueprint("sheet", __name__)

WITH_SHEET = ("reibach",)


@pages.get("/sheet")
def show() -> str:
    game = running_game()
    has_sheet = game is not None and game["name"] in WITH_SHEET
    return render_template("sheet.html", has_sheet=has_sheet, **parts_of_running_game())
