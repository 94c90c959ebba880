"""The figures of one's own copy of MASTER OF ECONOMY: entered once, kept beside the games, and used by new ones."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.errors import TableError
from companion.games.master_of_economy import A_FACTORY, GOOD_NAMES, MasterOfEconomy, printed_market
from companion.sentence import Sentence
from companion.words import say
from web._house import house
from web._language import language
from web._ports import MarketPhotos
from web._roles import for_the_banker
from web.pages.commands import json_object
from web.pages.pictures import corners_asked

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


@pages.post("/market/empty")
@for_the_banker
def empty() -> ResponseReturnValue:
    """The picture of the empty market, with which all others are compared."""
    _photos().keep_empty(request.get_data())
    return jsonify(ok=True)


@pages.post("/market/compare")
@for_the_banker
def compare() -> ResponseReturnValue:
    """The offers in a picture beside those that were entered; nothing is booked, whatever it shows.

    ``corners``: eight numbers, x,y of the board's corners clockwise from its own top left.
    """
    peek = house().table.peek()
    if peek is None or not isinstance(peek.rules, MasterOfEconomy):
        raise TableError(Sentence("no game of MASTER OF ECONOMY is on the table"))
    reading = _photos().read(request.get_data(), corners_asked())
    sighting = peek.rules.sight_regions(peek.state, reading.counts)
    event = next(iter(sighting.events), None)
    seen = None if event is None else say(peek.rules.describe(peek.state, peek.rules.parse_event(event)), language())
    left = () if sighting.by_hand else sighting.todo
    problems = [say(text, language()) for text in (*left, *sighting.problems, *sighting.unknown)]
    return jsonify(ok=True, problems=problems, seen=seen, event=event)


def _photos() -> MarketPhotos:
    photos = house().market_photos
    if photos is None:
        raise TableError(Sentence("no pictures of a market are read here"))
    return photos
