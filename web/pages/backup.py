"""A backup to take away, and one to put back."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, request
from flask.typing import ResponseReturnValue

from web._house import house
from web._ports import Backups

pages = Blueprint("backup", __name__)


@pages.get("/backup.zip")
def take() -> Response:
    response = Response(_backups().make(), mimetype="application/zip")
    response.headers["Content-Disposition"] = 'attachment; filename="bankhalter-backup.zip"'
    return response


@pages.post("/restore")
def restore() -> ResponseReturnValue:
    """The body is the backup."""
    _backups().restore(request.get_data())
    return jsonify(ok=True, version=house().table.snapshot()["version"])


def _backups() -> Backups:
    backups = house().backups
    if backups is None:
        abort(404)
    return backups
