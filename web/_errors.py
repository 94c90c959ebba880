"""Errors as people and pages get them: JSON for what a script asked, a designed page for the rest."""

from __future__ import annotations

from flask import Flask, Response, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError
from werkzeug.exceptions import HTTPException, InternalServerError

from companion.errors import (
    BankhalterError,
    BoardNotFound,
    DeviceError,
    FormatError,
    JournalError,
    NoSuchGame,
    RuleError,
    TableBusy,
    TableDenied,
    TableError,
    TableStale,
)
from companion.games import PUBLIC
from companion.sentence import Sentence
from companion.words import say, translated
from web._house import house
from web._language import language

_STATUS: tuple[tuple[type[BankhalterError], int], ...] = (
    (TableStale, 409),
    (TableBusy, 409),
    (TableDenied, 403),
    (TableError, 422),
    (RuleError, 422),
    (BoardNotFound, 422),
    (FormatError, 400),
    (NoSuchGame, 404),
    (JournalError, 503),
    (DeviceError, 503),
    (BankhalterError, 500),
)

_TEXTS = {
    404: Sentence(
        "There is no page at this address. Perhaps it was mistyped, or it belongs to a device that is not connected."
    ),
    405: Sentence("This address is for the pages' own commands and cannot be opened."),
    413: Sentence("That was longer than anything that the table takes."),
}
_TITLES = {
    400: Sentence("That could not be read"),
    403: Sentence("Not for this seat"),
    404: Sentence("Nothing stands here"),
    405: Sentence("Not like that"),
    500: Sentence("Something broke here"),
}
_BROKEN = Sentence("The program met what it did not expect and wrote it down in its log. Nothing was booked by this.")
_OUTLIVED = Sentence("this page is from before a restart: it fetches a new key and tries again")
_WAITED = Sentence("This page is from before a restart or has waited too long. Go back, load it anew, and try again.")

SCRIPTED = frozenset(
    {
        "/command",
        "/ahead",
        "/restore",
        "/settings",
        "/simulator",
        "/snapshot",
        "/token",
        "/events",
        "/districts/check",
        "/districts/flat",
        "/districts/keep",
        "/market/keep",
        "/market/empty",
        "/market/compare",
        "/calibrate/do",
        "/calibrate/restore",
        "/calibrate/state.json",
        "/devices/walk",
        "/devices/lesson",
        "/devices/dice.json",
        "/chains/ask",
        "/chains/photo",
        "/chains/corners",
        "/sheet/photo",
        "/review/open",
        "/review/keep",
        "/review/analyse",
        "/review/film",
        "/review/forget",
    }
)
"""Paths that scripts ask, and that therefore answer errors as JSON."""


def answer_errors(app: Flask) -> None:
    """Registers the handlers on an app."""
    app.register_error_handler(BankhalterError, _explained)
    app.register_error_handler(CSRFError, _forged)
    app.register_error_handler(HTTPException, _http)


def _explained(error: BankhalterError) -> ResponseReturnValue:
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if request.path not in SCRIPTED:
        return _page(status, _said(error.sentence))
    busy = isinstance(error, TableBusy)
    return _json(_said(error.sentence), status, ruling=getattr(error, "ruling", None), busy=busy)


def _forged(error: CSRFError) -> ResponseReturnValue:
    if request.path not in SCRIPTED:
        return _page(400, _said(_WAITED))
    response = _json(_said(_OUTLIVED), 400)
    response.headers["X-Bankhalter-Token"] = "stale"
    return response


def _http(error: HTTPException) -> ResponseReturnValue:
    status = error.code or 500
    if isinstance(error, InternalServerError) and error.original_exception is not None:
        # Flask has logged it with its trace
        text = _said(_BROKEN)
    else:
        own = error.description != type(error).description
        known = translated(error.description, language()) if own and error.description else ""
        text = known or (_said(_TEXTS[status]) if status in _TEXTS else error.description or "")
    if request.path in SCRIPTED:
        return _json(text, status)
    return _page(status, text)


def _json(text: str, status: int, ruling: str | None = None, *, busy: bool = False) -> Response:
    """``busy``: it may be asked again as it is, in a moment."""
    version = house().table.snapshot(PUBLIC)["version"]
    waits = {"busy": True} if busy else {}
    response = jsonify(ok=False, error=text, ruling=ruling, version=version, **waits)
    response.status_code = status
    return response


def _page(status: int, text: str) -> ResponseReturnValue:
    title = _said(_TITLES.get(status, Sentence("That did not work")))
    return render_template("error.html", status=status, title=title, text=text), status


def _said(sentence: Sentence) -> str:
    return say(sentence, language())
