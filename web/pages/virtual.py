"""The virtual table: houses to put, dice to throw, lights to look at. Only there with simulated devices."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from companion.errors import TableError
from companion.games import PUBLIC
from companion.sentence import Sentence
from web._house import house
from web._ports import Simulator
from web._roles import for_the_banker
from web.pages.commands import json_object

pages = Blueprint("virtual", __name__)


@pages.get("/virtual")
@for_the_banker
def show() -> ResponseReturnValue:
    return render_template("virtual.html")


@pages.get("/virtual/lights.json")
@for_the_banker
def lights() -> ResponseReturnValue:
    """What the price tracks show from now on, frame by frame."""
    return jsonify(_simulator().lights())


@pages.post("/simulator")
@for_the_banker
def act() -> ResponseReturnValue:
    _simulator().command(json_object())
    return jsonify(ok=True, version=house().table.snapshot(PUBLIC)["version"])


def _simulator() -> Simulator:
    simulator = house().simulator
    if simulator is None:
        raise TableError(Sentence("there is no virtual table here"))
    return simulator
