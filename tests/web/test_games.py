"""The page of the games that are kept, against a real table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.record import parse_record
from tests.companion.table.conftest import HEADER, At
from tests.web.conftest import FakeSimulator, app_of


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
    assert client.get("/games/9.game.jsonl").status_code == 503
