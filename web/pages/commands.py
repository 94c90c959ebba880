"""The one door by which a page changes the game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import BadRequest

from companion.errors import FormatError
from web._house import house

pages = Blueprint("commands", __name__)

ACTOR = "banker"


@pages.post("/command")
def command() -> ResponseReturnValue:
    return jsonify(house().table.command(json_object(), ACTOR))


def json_object() -> dict[str, Any]:
    """The request's body as a JSON object; raises FormatError."""
    try:
        raw = request.get_json(force=True)
    except BadRequest:
        raise FormatError("a command is one JSON object: this is no JSON") from None
    if not isinstance(raw, dict):
        raise FormatError("a command is one JSON object")
    return raw
