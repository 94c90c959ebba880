"""The camera's pictures and crops of squares."""

from __future__ import annotations

import math
from typing import get_args

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.errors import FormatError
from companion.reading import PictureKind, Point, is_place
from companion.sentence import Sentence
from web._house import house

pages = Blueprint("pictures", __name__)

KINDS: tuple[PictureKind, ...] = get_args(PictureKind)


@pages.get("/picture/<kind>.jpg")
def picture(kind: str) -> Response:
    eyes = house().eyes
    known = next((each for each in KINDS if each == kind), None)
    return jpeg_response(None if eyes is None or known is None else eyes.picture(known))


@pages.get("/picture/<int:game>/<key>.jpg")
def kept(game: int, key: str) -> Response:
    eyes = house().eyes
    return jpeg_response(None if eyes is None else eyes.kept(game, key))


@pages.get("/picture/<int:game>/keys.json")
def kept_keys(game: int) -> ResponseReturnValue:
    """Of which lines of the game's log there is a picture, by their ``picture``."""
    eyes = house().eyes
    return jsonify(keys=[] if eyes is None else sorted(eyes.kept_keys(game)))


@pages.get("/crop/<place>.jpg")
def crop(place: str) -> Response:
    """A square of a board, or a district."""
    eyes = house().eyes
    return jpeg_response(None if eyes is None else eyes.crop(place))


def corners_asked() -> list[Point]:
    """What the address names as ``corners``: eight numbers, x,y clockwise from the board's own top left."""
    numbers = numbers_asked("corners")
    corners = list(zip(numbers[::2], numbers[1::2], strict=False))
    if len(numbers) != 8 or not all(is_place(x, y) for x, y in corners):
        raise FormatError(Sentence("four corners are needed: tap the board's own top left first, then clockwise"))
    return corners


def numbers_asked(name: str) -> list[float]:
    """The numbers with commas between them that the address gives by this name; [] where they are none."""
    try:
        numbers = [float(part) for part in request.args.get(name, "").split(",")]
    except ValueError:
        return []
    return numbers if all(math.isfinite(number) for number in numbers) else []


def jpeg_response(content: bytes | None) -> Response:
    if content is None:
        abort(404, "There is no such picture, or the camera has not taken it yet.")
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
