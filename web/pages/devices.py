"""The devices: examined, and the dice reader taught its dice."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, render_template
from flask.typing import ResponseReturnValue

from companion.words import spoken
from web._house import house
from web._language import language
from web._ports import Workshop
from web._roles import for_the_banker
from web.pages.commands import json_object

pages = Blueprint("devices", __name__)


@pages.get("/devices")
@for_the_banker
def show() -> ResponseReturnValue:
    """Examines everything that can be examined without a person's help."""
    workshop = _workshop()
    findings = [spoken(finding.to_json(), language()) for finding in workshop.examine()]
    return render_template("devices.html", findings=findings, has_lamps=workshop.has_lamps)


@pages.post("/devices/walk")
@for_the_banker
def walk() -> ResponseReturnValue:
    _workshop().walk()
    return jsonify(ok=True)


@pages.get("/devices/dice")
@for_the_banker
def dice() -> ResponseReturnValue:
    return render_template("lesson.html")


@pages.get("/devices/dice.json")
@for_the_banker
def look() -> ResponseReturnValue:
    return jsonify(spoken(_workshop().dice(), language()))


@pages.post("/devices/lesson")
@for_the_banker
def lesson() -> ResponseReturnValue:
    return jsonify(ok=True, **spoken(_workshop().teach(json_object()), language()))


def _workshop() -> Workshop:
    workshop = house().workshop
    if workshop is None:
        abort(404)
    return workshop
