"""The figures of one's own copy of MASTER OF ECONOMY: entered once, kept beside the games, and used by new ones."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.errors import TableError
from companion.games.master_of_economy import A_FACTORY, GOOD_NAMES, printed_market
from companion.sentence import Sentence
from companion.words import say
from web._house import house
from web._language import language
from web._roles import for_the_banker
from web.pages.commands import json_object

pages = Blueprint("market", __name__)

LONGEST_ROW = 20
"""Export fields that can be entered."""


@pages.get("/market")
@for_the_banker
def show() -> ResponseReturnValue:
    """A form that begins as the copy that ``?from=`` names, else with what comes with the program."""
    kept = house().markets
    copies = () if kept is None else kept.copies()
    begun = next((copy for copy in copies if copy.name == request.args.get("from")), None)
    return render_template(
        "market.html",
        copies=copies,
        begun=begun,
        market=printed_market() if begun is None else begun.market,
        goods={good: say(text, language()) for good, text in GOOD_NAMES.items()},
        factories={plant: say(text, language()) for plant, text in A_FACTORY.items()},
        longest=LONGEST_ROW,
    )


@pages.post("/market/keep")
@for_the_banker
def keep() -> ResponseReturnValue:
    kept = house().markets
    if kept is None:
        raise TableError(Sentence("no figures can be kept here"))
    kept.keep(json_object())
    return jsonify(ok=True)
