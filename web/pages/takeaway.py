"""Files to take away from a game: its record, ledger, board, report, time-lapse."""

from __future__ import annotations

from flask import Blueprint, Response, abort, send_file
from flask.typing import ResponseReturnValue

from companion.review import Films, board_svg, exports
from companion.sentence import Sentence
from web._house import house
from web._language import language
from web.pages.review import may_take_record, number_of, progress_of, said, story_of, want

pages = Blueprint("takeaway", __name__)


@pages.get("/review/<ref>/record.jsonl")
def record(ref: str) -> Response:
    story = story_of(ref)
    if not may_take_record(story):
        abort(403, "This record names what people do not see: it is for the banker.")
    return _file(exports.record_file(story), "application/jsonl", f"{_stem(ref)}.game.jsonl")


@pages.get("/review/<ref>/ledger.csv")
def ledger_file(ref: str) -> Response:
    return _file(exports.ledger_file(story_of(ref), language()), "text/csv; charset=utf-8", f"{_stem(ref)}-ledger.csv")


@pages.get("/review/<ref>/board.svg")
def board_file(ref: str) -> Response:
    story = story_of(ref)
    place = story.at(number_of("at", None))
    rows = story.rows(place)
    if story.board is None or rows is None:
        abort(404, "This game has no board with squares.")
    title = said(Sentence("the board after {event}", {"event": story.moments[place].sentence}))
    return _file(board_svg(story.board, rows, title).encode(), "image/svg+xml", f"{_stem(ref)}-board.svg")


@pages.get("/review/<ref>/report.pdf")
def report(ref: str) -> Response:
    return _file(exports.report_file(story_of(ref), language()), "application/pdf", f"{_stem(ref)}-report.pdf")


@pages.post("/review/film")
def make_film() -> ResponseReturnValue:
    """Wants a time-lapse of a game's pictures, or no longer (``stop``)."""
    _films()
    return want("film")


@pages.get("/review/<int:game>/film.json")
def film_progress(game: int) -> ResponseReturnValue:
    """How far it is."""
    story_of(str(game))
    return progress_of(game, "film", done=_films().film(game) is not None)


@pages.get("/review/<int:game>/time-lapse.avi")
def time_lapse(game: int) -> Response:
    story_of(str(game))
    path = _films().film(game)
    if path is None:
        abort(404, "No film of this game is made yet. Ask for it on the game's page.")
    return send_file(path, "video/x-msvideo", as_attachment=True, download_name=f"{_stem(str(game))}-time-lapse.avi")


def _films() -> Films:
    films = house().films
    if films is None:
        abort(404, "No pictures were kept of this game.")
    return films


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, mimetype=kind.split(";")[0])
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _stem(ref: str) -> str:
    return f"game-{ref}"
