"""The camera's pictures and crops of squares."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, Response, abort

from companion.reading import PictureKind
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


@pages.get("/crop/<place>.jpg")
def crop(place: str) -> Response:
    """A square of a board, or a district."""
    eyes = house().eyes
    return jpeg_response(None if eyes is None else eyes.crop(place))


def jpeg_response(content: bytes | None) -> Response:
    if content is None:
        abort(404, "There is no such picture, or the camera has not taken it yet.")
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
