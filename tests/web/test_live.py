"""The stream: whole snapshots, ended in time, never more of them than the server can carry."""

from __future__ import annotations

import json
import threading
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from companion.games import PUBLIC
from web._house import MAX_STREAMS, House


def house_of(app: Flask) -> House:
    house = app.extensions["bankhalter"]
    assert isinstance(house, House)
    return house


def lasting(app: Flask, seconds: float, beat: float = 5.0) -> None:
    """Gives the app streams that last so long."""
    app.extensions["bankhalter"] = replace(house_of(app), stream_s=seconds, beat_s=beat)


def events_of(text: str) -> list[dict[str, str]]:
    """The stream's events: their fields by name; comments and the retry time left out."""
    blocks = [[line.split(": ", 1) for line in block.split("\n") if ": " in line] for block in text.split("\n\n")]
    fields = [{line[0]: line[1] for line in block if line[0]} for block in blocks]
    return [each for each in fields if "event" in each]


def test_the_first_event_is_the_whole_snapshot_with_the_revision_as_its_id(app: Flask, table: Any) -> None:
    lasting(app, 0)
    response = app.test_client().get("/events")
    assert response.mimetype == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    text = response.get_data(as_text=True)
    assert text.startswith("retry: 1000\n\n")
    (event,) = events_of(text)
    assert event["event"] == "snapshot"
    assert event["id"] == "7"
    assert json.loads(event["data"]) == table.snapshot(PUBLIC)


def test_a_change_is_sent_whole_and_a_quiet_table_is_heard_to_live(app: Flask, table: Any) -> None:
    lasting(app, 60, beat=0)
    heard = app.test_client().get("/events").response
    stream = iter(heard)
    assert next(stream) == b"retry: 1000\n\n"
    assert b"id: 7\n" in next(stream)
    assert b": beat" in next(stream)
    table.show("proposal")
    (event,) = events_of(bytes(next(stream)).decode())
    assert event["id"] == "8"
    assert json.loads(event["data"])["proposal"]["id"] == "aa11"
    heard.close()


def test_a_page_is_told_when_the_tables_language_becomes_another(app: Flask, table: Any) -> None:
    lasting(app, 60, beat=60)
    settings = house_of(app).settings
    assert settings is not None
    heard = app.test_client().get("/events?lang=en", headers={"Accept-Language": "en"}).response
    stream = iter(heard)
    assert b"event: snapshot" in [next(stream), next(stream)][1]
    settings.change({"language": "de"})
    table.show("proposal")
    told = {event["event"]: event["data"] for event in events_of(b"".join([next(stream), next(stream)]).decode())}
    assert set(told) == {"snapshot", "language"}
    assert told["language"] == "de"
    heard.close()


@pytest.mark.parametrize(("cookie", "told"), [(None, ["fr"]), ("en", []), ("it", ["it"])])
def test_a_page_in_another_language_than_its_readers_is_told(app: Flask, cookie: str | None, told: list[str]) -> None:
    lasting(app, 0.2, beat=0)
    client = app.test_client()
    if cookie is not None:
        client.set_cookie("bankhalter-language", cookie)
    text = client.get("/events?lang=en", headers={"Accept-Language": "fr"}).get_data(as_text=True)
    assert [event["data"] for event in events_of(text) if event["event"] == "language"] == told


def test_a_stream_ends_when_the_house_closes(app: Flask) -> None:
    house_of(app).closing.set()
    assert len(events_of(app.test_client().get("/events").get_data(as_text=True))) == 1


def test_a_stream_ends_when_its_reader_is_gone(app: Flask) -> None:
    gone = threading.Event()
    gone.set()
    environ = {"waitress.client_disconnected": gone.is_set}
    response = app.test_client().get("/events", environ_overrides=environ)
    assert len(events_of(response.get_data(as_text=True))) == 1


def test_a_tab_too_many_still_gets_the_snapshot(app: Flask) -> None:
    streams = house_of(app).streams
    for _ in range(MAX_STREAMS):
        assert streams.acquire(blocking=False)
    assert len(events_of(app.test_client().get("/events").get_data(as_text=True))) == 1


def test_a_stream_gives_its_place_back(app: Flask) -> None:
    house = house_of(app)
    app.extensions["bankhalter"] = house = replace(house, streams=threading.BoundedSemaphore(1))
    for _ in range(3):
        response = app.test_client().get("/events")
        stream = iter(response.response)
        assert [next(stream), next(stream)][0] == b"retry: 1000\n\n"
        house.closing.set()
        list(stream)
        assert house.streams.acquire(blocking=False)
        house.streams.release()
        house.closing.clear()


def test_a_name_with_line_breaks_cannot_forge_an_event(app: Flask, table: Any) -> None:
    lasting(app, 0)
    table.shown["game"]["players"][0] = "A\n\nevent: snapshot\ndata: {}"
    assert len(events_of(app.test_client().get("/events").get_data(as_text=True))) == 1


def test_one_snapshot_can_be_had_alone(app: Flask, table: Any) -> None:
    assert app.test_client().get("/snapshot").get_json() == table.snapshot(PUBLIC)
