"""The camera's pictures and crops of squares."""

from __future__ import annotations

from typing import get_args

from flask import Blueprint, Response, abort

from companion.squares import parse_square
from web._house import house
from web._ports import PictureKind

pages = Blueprint("pictures", __name__)

KINDS: tuple[PictureKind, ...] = get_args(PictureKind)


@pages.get("/picture/<kind>.jpg")
def picture(kind: str) -> Response:
    eyes = house().eyes
    for known in KINDS:
        if kind == known and eyes is not None:
            return _jpeg(eyes.picture(known))
    abort(404, "There is no such picture: no camera is connected, or it is called live, read or flat.")


@pages.get("/crop/<square>.jpg")
def crop(square: str) -> Response:
    eyes = house().eyes
    try:
        name = parse_square(square).name
    except ValueError as error:
        abort(404, str(error))
    return _jpeg(None if eyes is None else eyes.crop(name))


def _jpeg(content: bytes | None) -> Response:
    if content is None:
        abort(404, "The camera has no such picture yet.")
    return Response(content, mimetype="image/jpeg", headers={"Cache-Control": "no-store"})
