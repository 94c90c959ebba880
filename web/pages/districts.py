"""The board of districts of one's own copy: values, neighbours and parks, entered once and kept beside the games."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.errors import TableError
from companion.sentence import Sentence
from web._house import house
from web._roles import for_the_banker
from web.pages.commands import json_object

pages = Blueprint("districts", __name__)


@pages.get("/districts")
@for_the_banker
def show() -> ResponseReturnValue:
    """A form that begins as the board that ``?from=`` names, else as the first."""
    known = house().cities
    cities = () if known is None else known.cities()
    wanted = request.args.get("from")
    begun = next((city for city in cities if city.name == wanted), cities[0] if cities else None)
    return render_template("districts.html", cities=cities, begun=begun)


@pages.post("/districts/keep")
@for_the_banker
def keep() -> ResponseReturnValue:
    known = house().cities
    if known is None:
        raise TableError(Sentence("no boards can be kept here"))
    known.keep(json_object())
    return jsonify(ok=True)
