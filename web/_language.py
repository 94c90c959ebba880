"""In which language a page speaks: as this browser has chosen, else as the table is set, else as it prefers."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from functools import lru_cache

from flask import Flask, Response, abort, has_request_context, request

from companion.words import ENGLISH, LANGUAGES, page_texts, translated
from web._house import house

COOKIE = "bankhalter-language"
"""Set by the picker on the page; it holds a code of `LANGUAGES`."""
_YEAR_S = 31_536_000


def language() -> str:
    """The language of this request's reader; ``?lang=de`` in the address asks for one without keeping it.

    English outside of a request.
    """
    if not has_request_context():
        return ENGLISH
    asked = request.args.get("lang")
    return asked if asked is not None and asked in LANGUAGES else preferred()()


def preferred() -> Callable[[], str]:
    """Tells the language of this request's reader whatever its address asks for, also when the request is over."""
    chosen, settings = request.cookies.get(COOKIE), house().settings
    liked = request.accept_languages.best_match(list(LANGUAGES)) or ENGLISH

    def now() -> str:
        for wanted in (chosen, None if settings is None else settings.now.language):
            if wanted is not None and wanted in LANGUAGES:
                return wanted
        return liked

    return now


@lru_cache
def _script(code: str) -> tuple[str, str]:
    """The catalogue as a script for pages, and a mark that changes with it."""
    text = f"window.bankhalterWords = {json.dumps(dict(page_texts(code)), ensure_ascii=False)};\n"
    return text, hashlib.sha256(text.encode()).hexdigest()[:12]


def speak(app: Flask) -> None:
    """Gives the templates their words, and the pages' scripts theirs."""

    @app.get("/words/<code>.js")
    def words(code: str) -> Response:
        if code not in LANGUAGES:
            abort(404)
        text, _ = _script(code)
        headers = {"Cache-Control": f"public, max-age={_YEAR_S}, immutable"}
        return Response(text, mimetype="text/javascript", headers=headers)

    @app.context_processor
    def what_templates_say() -> dict[str, object]:
        code = language()
        return {
            "_": lambda text: translated(text, code),
            "language": code,
            "languages": LANGUAGES,
            "words_mark": _script(code)[1],
        }
