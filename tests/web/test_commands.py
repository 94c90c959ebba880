"""Commands pass through with their errors, and only from our own pages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import DeviceError, JournalError, RuleError, TableError, TableStale


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def token_of(client: FlaskClient) -> str:
    found = re.search(r'name="csrf-token" content="([^"]+)"', client.get("/banker").get_data(as_text=True))
    assert found is not None
    return found[1]


def post(client: FlaskClient, path: str, body: Any) -> Any:
    return client.post(path, json=body, headers={"X-CSRFToken": token_of(client)})


UNDO = {"do": "undo", "request": "r1", "version": 31}


def test_a_command_reaches_the_table_as_the_banker(client: FlaskClient, table: Any) -> None:
    response = post(client, "/command", UNDO)
    assert response.status_code == 200
    assert response.get_json() == {"ok": True, "version": 32}
    assert table.commands == [(UNDO, "banker")]


def test_a_command_without_the_pages_key_is_refused(client: FlaskClient, table: Any) -> None:
    response = client.post("/command", json=UNDO)
    assert response.status_code == 400
    assert response.get_json()["ok"] is False
    assert response.headers["X-Bankhalter-Token"] == "stale"
    assert table.commands == []


def test_the_virtual_table_too_takes_nothing_without_the_key(client: FlaskClient, simulator: Any) -> None:
    assert client.post("/simulator", json={"do": "throw"}).status_code == 400
    assert simulator.commands == []


def test_a_page_from_before_a_restart_gets_a_new_key(client: FlaskClient, table: Any) -> None:
    fresh = client.get("/token").get_json()["token"]
    response = client.post("/command", json=UNDO, headers={"X-CSRFToken": fresh})
    assert response.status_code == 200


def test_a_command_for_an_older_state_is_a_conflict(client: FlaskClient) -> None:
    response = post(client, "/command", {**UNDO, "version": 30})
    assert response.status_code == 409
    assert response.get_json() == {
        "ok": False,
        "error": "the table has moved on since",
        "ruling": None,
        "version": 31,
    }


def test_a_broken_rule_names_its_ruling(client: FlaskClient, table: Any) -> None:
    table.error = RuleError("R-4", "at price 0 nothing is bought")
    response = post(client, "/command", UNDO)
    assert response.status_code == 422
    assert response.get_json() == {
        "ok": False,
        "error": "at price 0 nothing is bought",
        "ruling": "R-4",
        "version": 31,
    }


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (TableError("nothing is left to undo"), 422),
        (TableStale("look again"), 409),
        (JournalError("the disk is full"), 503),
        (DeviceError("the camera is gone"), 503),
    ],
)
def test_every_refusal_is_told_as_json(client: FlaskClient, table: Any, error: Exception, status: int) -> None:
    table.error = error
    response = post(client, "/command", UNDO)
    assert response.status_code == status
    assert response.get_json()["error"] == str(error)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'"undo"', b"null", b'{"version": 3}', b"\xff"])
def test_what_is_no_command_is_told_so(client: FlaskClient, table: Any, body: bytes) -> None:
    response = client.post("/command", data=body, headers={"X-CSRFToken": token_of(client)})
    assert response.status_code == 400
    assert response.get_json()["ok"] is False
    assert table.commands == []


NO_JSON_OF_OURS = {
    "NaN": b"NaN",
    "Infinity": b"Infinity",
    "-Infinity": b"-Infinity",
    "beyond every float": b"1e999",
    "a digit too many for a float": b"1" + b"0" * 400 + b".5",
    "5,000 digits": b"1" * 5000,
    "half a letter": rb'"\ud800"',
    "two first halves": rb'"\ud800\ud800"',
    "half a letter in UTF-8": b'"\xed\xa0\x80"',
    "half a letter as a key": rb'{"\udfff": 1}',
    "a nest": b"[" * 40 + b"]" * 40,
    "a nest of objects": b'{"a":' * 40 + b"1" + b"}" * 40,
    "a nest deeper than Python's stack": b"[" * 30_000 + b"]" * 30_000,
}
"""What Python's own reader takes, or dies of, and no page and no record can carry."""

BODIES = {
    "/command": [
        b'{"do": "event", "request": "r1", "version": 31, "event": {"do": "pick", "note": %s}}',
        b'{"do": "undo", "request": %s, "version": 31}',
        b'{"do": "new_game", "request": "r1", "version": 31, "header": {"players": [%s]}}',
    ],
    "/simulator": [b'{"do": "put", "square": %s, "letter": "r"}', b'{"do": "throw", "x": [%s]}'],
}


@pytest.mark.parametrize("value", NO_JSON_OF_OURS.values(), ids=NO_JSON_OF_OURS)
@pytest.mark.parametrize(("path", "body"), [(path, body) for path, bodies in BODIES.items() for body in bodies])
def test_what_no_record_and_no_page_can_carry_is_refused_at_the_door(
    client: FlaskClient, table: Any, simulator: Any, path: str, body: bytes, value: bytes
) -> None:
    headers = {"X-CSRFToken": token_of(client), "Content-Type": "application/json"}
    response = client.post(path, data=body % value, headers=headers)
    assert response.status_code == 400
    assert response.get_json()["ok"] is False
    assert "JSON" in response.get_json()["error"]
    assert table.commands == simulator.commands == []


def test_letters_of_every_kind_and_whole_halves_pass(client: FlaskClient, table: Any) -> None:
    body = rb'{"do": "undo", "request": "\ud83e\udd88 Zo\u00eb", "version": 31, "x": [[[1.5, null, true]]]}'
    response = client.post("/command", data=body, headers={"X-CSRFToken": token_of(client)})
    assert response.status_code == 200
    assert table.commands[0][0]["request"] == "\U0001f988 Zoë"


def test_a_body_that_is_too_long_is_refused(client: FlaskClient, table: Any) -> None:
    response = post(client, "/command", {**UNDO, "x": "x" * 70_000})
    assert response.status_code == 413
    assert response.get_json()["ok"] is False
    assert table.commands == []


def test_the_virtual_table_gets_its_commands(client: FlaskClient, simulator: Any) -> None:
    response = post(client, "/simulator", {"do": "put", "square": "C4", "letter": "r"})
    assert response.get_json()["ok"] is True
    assert simulator.commands == [{"do": "put", "square": "C4", "letter": "r"}]


def test_the_virtual_table_refuses_as_json(client: FlaskClient) -> None:
    response = post(client, "/simulator", {"do": "dance"})
    assert response.status_code == 400
    assert "virtual table" in response.get_json()["error"]


def test_the_price_lights_are_told_frame_by_frame(client: FlaskClient, simulator: Any) -> None:
    assert client.get("/virtual/lights.json").get_json() == simulator.lights()


def test_the_key_s_cookie_is_for_our_pages_alone(client: FlaskClient) -> None:
    cookie = client.get("/banker").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


def test_a_look_ahead_is_answered_and_books_nothing(client: FlaskClient, table: Any) -> None:
    asked = {"do": "undo", "to": 2, "game": 3, "version": 31}
    assert post(client, "/ahead", asked).get_json() == {"ok": True, "version": 31, "asked": asked}
    table.error = RuleError("R-4", "too many shares")
    refused = post(client, "/ahead", asked)
    assert (refused.status_code, refused.get_json()["ruling"]) == (422, "R-4")
    assert table.commands == []
