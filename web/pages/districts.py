"""The board of districts of one's own copy: values, neighbours and parks, entered once and kept beside the games."""

from __future__ import annotations

import msgspec
from flask import Blueprint, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.districts import DISTRICTS
from companion.errors import FormatError, TableError
from companion.outlines import MOST_POINTS, Outline, are_sizes, faults
from companion.sentence import Sentence
from companion.words import say
from web._house import house
from web._language import language
from web._roles import for_the_banker
from web.pages.commands import json_object
from web.pages.pictures import corners_asked, jpeg_response, numbers_asked

pages = Blueprint("districts", __name__)


@pages.get("/districts")
@for_the_banker
def show() -> ResponseReturnValue:
    """A form that begins as the board that ``?from=`` names, else as the first."""
    known = house().cities
    cities = () if known is None else known.cities()
    wanted = request.args.get("from")
    begun = next((city for city in cities if city.name == wanted), cities[0] if cities else None)
    return render_template(
        "districts.html", cities=cities, begun=begun, has_camera=house().camera and house().eyes is not None
    )


@pages.post("/districts/keep")
@for_the_banker
def keep() -> ResponseReturnValue:
    known = house().cities
    if known is None:
        raise TableError(Sentence("no boards can be kept here"))
    known.keep(json_object())
    return jsonify(ok=True)


@pages.post("/districts/flat")
@for_the_banker
def flat() -> ResponseReturnValue:
    """A picture of the empty board, the body, as seen straight from above: what its outlines are drawn on.

    ``corners``: eight numbers, x,y of the board's corners clockwise from its own top left; ``size``: the board's width
    and height in mm.
    """
    flatten = house().flatten
    if flatten is None:
        raise TableError(Sentence("no pictures are read here"))
    size = numbers_asked("size")
    if len(size) != 2 or not are_sizes((size[0], size[1])):
        raise FormatError(Sentence("the board's width and height are needed first"))
    return jpeg_response(flatten(request.get_data(), corners_asked(), (size[0], size[1])))


class _Drawn(msgspec.Struct, frozen=True):
    """Outlines by the names of their districts, as they are being drawn."""

    size_mm: tuple[float, float]
    stone_mm: float
    outlines: dict[str, Outline]


@pages.post("/districts/check")
@for_the_banker
def check() -> ResponseReturnValue:
    """What is wrong with outlines that are not kept yet: ``faults``, each with the districts that it is about."""
    try:
        drawn = msgspec.convert(json_object(), _Drawn)
    except msgspec.ValidationError as error:
        raise FormatError(f"not outlines: {error}") from None
    if len(drawn.outlines) > DISTRICTS or any(len(outline) > MOST_POINTS for outline in drawn.outlines.values()):
        raise FormatError(Sentence("an outline has {most} points at most", {"most": MOST_POINTS}))
    if not are_sizes(drawn.size_mm, drawn.stone_mm):
        raise FormatError(Sentence("these are no size of a board and its stones"))
    found = faults(drawn.outlines, drawn.size_mm, drawn.stone_mm)
    return jsonify(ok=True, faults=[{"names": fault.names, "text": say(fault.text, language())} for fault in found])
