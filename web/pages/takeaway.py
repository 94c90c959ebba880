"""Files to take away from a game: its record, ledger, board, report, time-lapse."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from companion.review import board_svg, exports
from companion.sentence import Sentence
from web._house import house
from web._language import language
from web.pages.review import may_take_record, number_of, said, story_of

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


@pages.get("/review/<ref>/time-lapse.avi")
def time_lapse(ref: str) -> Response:
    story, eyes = story_of(ref), house().eyes
    if eyes is None or not ref.isdecimal():
        abort(404, "No pictures were kept of this game.")
    keys = eyes.kept_keys(int(ref))
    wanted = [moment.picture for moment in story.moments if moment.picture in keys]
    content = exports.time_lapse_file(wanted, lambda key: eyes.kept(int(ref), key))
    if content is None:
        abort(404, "No pictures were kept of this game.")
    return _file(content, "video/x-msvideo", f"{_stem(ref)}-time-lapse.avi")


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, mimetype=kind.split(";")[0])
    response.headers["Content-Type"] = kind
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _stem(ref: str) -> str:
    return f"game-{ref}"
