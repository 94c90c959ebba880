"""The one door by which a page changes the game."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue

from companion.errors import FormatError
from companion.parsing import decode_object
from companion.sentence import Sentence
from web._house import house
from web._language import language
from web._roles import acting_player, for_the_banker

pages = Blueprint("commands", __name__)

ACTOR = "banker"

MOST_NESTED = 16
"""Far deeper than any command: one that begins a game in the middle, shares and all, is 5 deep."""


@pages.post("/command")
def command() -> ResponseReturnValue:
    player = acting_player()
    table = house().table
    return jsonify(table.command(json_object(), ACTOR) if player is None else table.ask(json_object(), player))


@pages.post("/ahead")
@for_the_banker
def ahead() -> ResponseReturnValue:
    """What would come of a command; it is only asked, nothing is booked."""
    return jsonify(house().table.look_ahead(json_object(), language=language()))


def json_object() -> dict[str, Any]:
    """The request's body as a JSON object that every page and record can carry; raises FormatError.

    Stricter than Python's own reader: no NaN, no number beyond a float, no half of a surrogate pair, no deep nest.
    """
    try:
        raw = decode_object(request.get_data())
    except FormatError as error:
        raise FormatError(Sentence("a command is one JSON object: {reason}", {"reason": error.sentence})) from None
    if _is_deeper(raw, MOST_NESTED):
        values = {"most": MOST_NESTED}
        raise FormatError(Sentence("a command is one JSON object, nested at most {most} deep", values))
    return raw


def _is_deeper(value: object, levels: int) -> bool:
    """Whether objects and lists are nested more than ``levels`` deep in a decoded value."""
    if not isinstance(value, dict | list):
        return False
    parts = value.values() if isinstance(value, dict) else value
    return levels == 0 or any(_is_deeper(part, levels - 1) for part in parts)
