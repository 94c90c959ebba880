"""The camera set up over the board, step by step: what `bankhalter calibrate` does, with the live picture."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.words import spoken
from web._house import house
from web._language import language
from web._ports import CameraDesk
from web._roles import for_the_banker
from web.pages.commands import json_object
from web.pages.pictures import jpeg_response

pages = Blueprint("calibrate", __name__)


@pages.get("/calibrate")
@for_the_banker
def show() -> ResponseReturnValue:
    return render_template("calibrate.html", shown=spoken(_desk().state(), language()))


@pages.get("/calibrate/state.json")
@for_the_banker
def state() -> ResponseReturnValue:
    return jsonify(ok=True, **spoken(_desk().state(), language()))


@pages.post("/calibrate/do")
@for_the_banker
def do() -> ResponseReturnValue:
    """Takes the step that the body names; answers with the state."""
    return jsonify(ok=True, **spoken(_desk().tell(json_object()), language()))


@pages.get("/calibrate/picture/<kind>.jpg")
@for_the_banker
def picture(kind: str) -> ResponseReturnValue:
    return jpeg_response(_desk().picture(kind))


@pages.get("/calibrate/calibration.json")
@for_the_banker
def take() -> ResponseReturnValue:
    """What is kept of the camera, as one file."""
    content = _desk().file()
    if content is None:
        abort(404, "Nothing is kept yet: set the camera up first.")
    response = Response(content, mimetype="application/json")
    response.headers["Content-Disposition"] = 'attachment; filename="calibration.json"'
    return response


@pages.post("/calibrate/restore")
@for_the_banker
def restore() -> ResponseReturnValue:
    """The body is the file."""
    _desk().restore(request.get_data())
    return jsonify(ok=True, **spoken(_desk().state(), language()))


def _desk() -> CameraDesk:
    desk = house().desk
    if desk is None:
        abort(404)
    return desk
