"""The score sheet of the game on the table, as it is printed, with every scoring explained; rows read from a photo."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.cards import rows_json
from companion.errors import TableDenied, TableError
from companion.sentence import Sentence
from web._games import parts_of_running_game
from web._house import house
from web._roles import is_banker, own_seat, running_game

pages = Blueprint("sheet", __name__)

WITH_SHEET = ("reibach",)


@pages.get("/sheet")
def show() -> str:
    return render_template("sheet.html", has_sheet=_has_sheet(), **parts_of_running_game())


@pages.post("/sheet/photo")
def photo() -> ResponseReturnValue:
    """The body is a picture file of one player's rows: what they seem to be, "?" for what is not clear.

    Nothing is booked: people correct it on the page and report it as ever.
    """
    if not is_banker() and own_seat() is None:
        raise TableDenied(Sentence("photos of rows are for who may report them: type the PIN, or scan a seat's code"))
    if not _has_sheet():
        raise TableError(Sentence("The game on the table has no score sheet."))
    photos = house().row_photos
    if photos is None:
        raise TableError(Sentence("no pictures of rows are read here"))
    return jsonify(ok=True, **rows_json(photos.read(request.get_data())))


def _has_sheet() -> bool:
    game = running_game()
    return game is not None and game["name"] in WITH_SHEET
