"""The page of the games that are kept, against a real table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.record import parse_record
from tests.companion.table.conftest import HEADER, At
from tests.web.fakes import FakeSimulator, app_of


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None)
    made.event("buy", company="blue", shares=1)
    yield made
    made.journal.close()


@pytest.fixture
def client(at: At) -> FlaskClient:
    return app_of(at.table, FakeSimulator()).test_client()


def test_the_start_page_lists_what_was_put_aside(client: FlaskClient, at: At) -> None:
    assert "Put aside" not in client.get("/").get_data(as_text=True)
    at.ask("new_game", header={**HEADER, "players": ["Chloé", "Dörte"], "banker": "Dörte", "start": {"turn": "Chloé"}})
    page = client.get("/").get_data(as_text=True)
    assert "Put aside" in page
    assert "Andrea, Bernd" in page


def test_a_game_is_called_as_on_its_box(client: FlaskClient, at: At) -> None:
    for game in ("big_shot", "reibach", "master_of_economy"):
        path = next((Path(__file__).parents[1] / "games" / game / "legal").glob("*.game.jsonl"))
        at.ask("new_game", header=dict(parse_record(path.read_bytes()).header))
    at.ask("new_game", header=HEADER)
    for path in ("/games", "/"):
        page = client.get(path).get_data(as_text=True)
        for title in ("BIG SHOT", "REIBACH &amp; CO", "MASTER OF ECONOMY 2010", "SHARK 1991"):
            assert title in page, (path, title)


def test_names_are_escaped(client: FlaskClient, at: At) -> None:
    at.ask("name_game", target=1, name="<script>alert(1)</script>")
    page = client.get("/games").get_data(as_text=True)
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_record_is_taken_out_as_it_is_in_the_books(client: FlaskClient, at: At) -> None:
    response = client.get("/games/1.game.jsonl")
    assert "attachment" in response.headers["Content-Disposition"]
    record = parse_record(response.get_data())
    assert record.header == HEADER
    assert record.events == ({"do": "buy", "player": "Andrea", "company": "blue", "shares": 1},)


def test_a_game_that_is_gone_is_not_there_and_no_path_of_the_machine_is_told(client: FlaskClient, at: At) -> None:
    for gone in (9, 10**20, 10**4000):
        assert client.get(f"/games/{gone}.game.jsonl").status_code == 404
    key = client.get("/token").get_json()["token"]
    for number, do in enumerate(("open_game", "archive_game", "restore_game")):
        command = {"do": do, "request": f"gone {number}", "game": 1, "version": at.version, "target": 9}
        answer = client.post("/command", json=command, headers={"X-CSRFToken": key})
        assert answer.status_code == 404
        assert answer.get_json()["error"] == "there is no game 9: look at the list again"


def test_a_backup_is_downloaded_and_put_back(client: FlaskClient) -> None:
    content = client.get("/backup.zip")
    assert content.mimetype == "application/zip"
    key = client.get("/token").get_json()["token"]
    large = b"PK" + bytes(200_000)  # more than any command may be
    for body, status in ((large, 200), (b"a letter", 400)):
        answer = client.post("/restore", data=body, headers={"X-CSRFToken": key})
        assert answer.status_code == status
        assert answer.get_json()["ok"] is (status == 200)
    assert client.post("/restore", data=large).status_code == 400  # without the pages' key
    assert client.post("/command", data=large, headers={"X-CSRFToken": key}).status_code == 413
