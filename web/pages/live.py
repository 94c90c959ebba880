"""The stream of snapshots, by hand: whole snapshots with the revision as id, ended after about a minute."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import generate_csrf

from companion.games import Viewer
from web._house import House, house
from web._language import language, preferred
from web._roles import viewer

pages = Blueprint("live", __name__)


@pages.get("/snapshot")
def snapshot() -> ResponseReturnValue:
    seen_by, spoken = viewer(), language()
    shown = house().table.snapshot(seen_by, language=spoken)
    return Response(house().encoded.text(shown, seen_by, spoken), mimetype="application/json")


@pages.get("/token")
def token() -> ResponseReturnValue:
    """A fresh key against forgery, for a page that outlived a restart."""
    return jsonify(token=generate_csrf())


@pages.get("/events")
def events() -> Response:
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    stream = _stream(house(), viewer(), language(), preferred(), gone)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Response(stream, mimetype="text/event-stream", headers=headers)


def _stream(
    at: House, seen_by: Viewer, spoken: str, wanted: Callable[[], str], gone: Callable[[], bool]
) -> Iterator[bytes]:
    """Snapshots until the minute is over, the reader is gone or the house closes.

    A table with more open tabs than streams still serves them all: the surplus ones get a snapshot and come back a
    second later. Where the reader's language is another one than the page's, or becomes another, that is told, too.
    """
    ends = time.monotonic() + at.stream_s
    yield b"retry: 1000\n\n"
    revision = yield from _snapshot(at, seen_by, spoken)
    told = spoken
    if not at.streams.acquire(blocking=False):
        return
    try:
        beat = time.monotonic() + at.beat_s
        while not at.closing.is_set() and not gone():
            now = time.monotonic()
            if now >= ends:
                return
            if wanted() != told:
                told = wanted()
                yield f"event: language\ndata: {told}\n\n".encode()
            if at.table.wait(revision, min(1.0, ends - now)) != revision:
                revision = yield from _snapshot(at, seen_by, spoken)
            elif time.monotonic() >= beat:
                yield b": beat\nevent: beat\ndata: %d\n\n" % revision
            else:
                continue
            beat = time.monotonic() + at.beat_s
    finally:
        at.streams.release()


def _snapshot(at: House, seen_by: Viewer, spoken: str) -> Generator[bytes, None, int]:
    """Sends the snapshot of now; the value is its revision."""
    shown = at.table.snapshot(seen_by, language=spoken)
    revision = int(shown["revision"])
    yield b"event: snapshot\nid: %d\ndata: %b\n\n" % (revision, at.encoded.text(shown, seen_by, spoken))
    return revision
