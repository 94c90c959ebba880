"""A backup to take away, and one to put back."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.games import BANKER
from web._house import house
from web._ports import Backups
from web._roles import for_the_banker

pages = Blueprint("backup", __name__)


@pages.get("/backup.zip")
@for_the_banker
def take() -> Response:
    response = Response(_backups().make(), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="bankhalter-backup.zip"'
    return response


@pages.post("/restore")
@for_the_banker
def restore() -> ResponseReturnValue:
    """The body is the backup."""
    _backups().restore(request.get_data())
    return jsonify(ok=True, version=house().table.snapshot(BANKER)["version"])


def _backups() -> Backups:
    backups = house().backups
    if backups is None:
        abort(404)
    return backups
