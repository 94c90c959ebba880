"""The score sheet's page, and photos of rows that it takes: a proposal for people, nothing is booked by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest
from flask import Flask

import calibration
from companion.cards import SeenRow
from companion.commands._row_photos import RowPhotos
from companion.errors import TableBusy
from companion.sentence import Sentence
from companion.words import LANGUAGES
from hardware.virtual import draw_rows
from tests.companion.table.conftest import At
from tests.web.test_roles import HASHED, enter, sit, token_of
from web import House, create_app
from web.pin import Pin

SHEET: dict[str, Any] = {
    "format": "bankhalter-game/1",
    "game": "reibach",
    "mode": "sheet",
    "players": ["Andrea", "Bernd"],
    "banker": "Bernd",
    "options": {},
}


def photo_of(*rows: list[str]) -> bytes:
    """A picture file of those rows."""
    image = draw_rows(calibration.deck("reibach"), rows, np.random.default_rng(1))
    return cv2.imencode(".png", image)[1].tobytes()


@pytest.fixture
def at() -> Iterator[At]:
    made = At(None, header=SHEET)
    yield made
    made.journal.close()


@pytest.fixture
def app(at: At) -> Flask:
    house = House(at.table, addresses=["http://10.0.0.9:8000/"], row_photos=RowPhotos(), pin=Pin(HASHED))
    made = create_app(house, secret_key=b"of the tests only")
    made.config["TESTING"] = True
    return made


def send(client: Any, content: bytes, language: str = "en") -> Any:
    headers = {"X-CSRFToken": token_of(client)}
    return client.post(f"/sheet/photo?lang={language}", data=content, headers=headers)


def test_a_photo_is_read_as_a_report_and_nothing_is_booked(app: Flask, at: At) -> None:
    client = app.test_client()
    enter(client)
    answer = send(client, photo_of(["back", "art", "art", "art"], ["back"], ["back", "gold", "gold", "risk"]))
    assert answer.get_json() == {
        "ok": True,
        "rows": [
            {"business": "art", "cards": 3, "multitalents": 0, "risk": 0},
            {"business": "gold", "cards": 2, "multitalents": 0, "risk": 1},
        ],
        "empty": 1,
    }
    assert at.version == 0
    assert at.now["view"]["reports"] == {"Andrea": None, "Bernd": None}


class OtherPhoto:
    """Another photo is being read."""

    def read(self, content: bytes) -> Sequence[SeenRow]:
        raise TableBusy(Sentence("another photo is being read: try again in a moment"))


def test_the_page_is_told_that_another_photo_is_being_read(app: Flask) -> None:
    app.extensions["bankhalter"] = replace(app.extensions["bankhalter"], row_photos=OtherPhoto())
    client = app.test_client()
    enter(client)
    answer = send(client, photo_of(["back", "oil"]), "de")
    told = answer.get_json()
    assert (answer.status_code, told["ok"], told["busy"]) == (409, False, True)
    assert told["error"].startswith("ein anderes Foto wird gerade gelesen")


def test_two_rows_that_cannot_be_told_apart_are_question_marks(app: Flask) -> None:
    client = app.test_client()
    enter(client)
    told = send(client, photo_of(["back", "art", "oil"], ["back", "gold"])).get_json()
    assert told["rows"] == [
        {"business": "?", "cards": "?", "multitalents": "?", "risk": "?"},
        {"business": "gold", "cards": 1, "multitalents": 0, "risk": 0},
    ]


def test_who_sits_at_the_table_may_have_his_rows_read_and_who_looks_on_may_not(app: Flask, at: At) -> None:
    seated, other = app.test_client(), app.test_client()
    sit(app, seated, "Andrea")
    content = photo_of(["back", "oil"])
    assert send(seated, content).status_code == 200
    refused = send(other, content)
    assert (refused.status_code, refused.get_json()["ok"]) == (403, False)
    assert "photos of rows are for who may report them" in refused.get_json()["error"]
    assert at.version == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_photo_without_cards_says_what_to_do_in_each_language(app: Flask, language: str) -> None:
    client = app.test_client()
    enter(client)
    wood = cv2.imencode(".png", np.full((600, 800, 3), (58, 88, 120), np.uint8))[1].tobytes()
    answer = send(client, wood, language)
    words = {"en": "white rims", "de": "weißem Rand", "it": "bordo bianco", "fr": "bord blanc"}
    assert answer.status_code == 422
    assert words[language] in answer.get_json()["error"]


def test_what_is_no_picture_or_too_much_is_refused(app: Flask) -> None:
    client = app.test_client()
    enter(client)
    assert send(client, b"hello").status_code == 400
    too_much = send(client, b"\xff\xd8" + bytes(32 * 1024 * 1024))
    assert (too_much.status_code, too_much.get_json()["ok"]) == (413, False)


def test_the_form_is_the_banker_s_and_there_where_photos_are_read(app: Flask, at: At) -> None:
    client = app.test_client()
    assert 'id="rb-report"' not in client.get("/sheet").get_data(as_text=True)
    enter(client)
    assert 'id="rb-file"' in client.get("/sheet").get_data(as_text=True)
    assert 'id="rb-file"' in client.get("/banker").get_data(as_text=True)
    without = create_app(House(at.table), secret_key=b"of the tests only").test_client()
    page = without.get("/sheet").get_data(as_text=True)
    assert 'id="rb-report"' in page
    assert 'id="rb-file"' not in page
    assert send(without, photo_of(["back"])).status_code == 422


def test_another_game_s_rows_are_not_read() -> None:
    at = At(None)
    app = create_app(House(at.table, row_photos=RowPhotos()), secret_key=b"of the tests only")
    answer = send(app.test_client(), photo_of(["back", "oil"]))
    assert answer.status_code == 422
    assert "has no score sheet" in answer.get_json()["error"]
    at.journal.close()
