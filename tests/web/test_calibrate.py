"""The page on which the camera is set up: for the banker, and in his language."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.sentence import Sentence
from tests.web.fakes import FakeDesk
from web import House, create_app
from web._security import UPLOADS
from web.pin import Pin, hash_pin

PATHS = ("/calibrate", "/calibrate/state.json", "/calibrate/picture/live.jpg", "/calibrate/calibration.json")


@pytest.fixture
def desk(app: Flask) -> FakeDesk:
    app.config["WTF_CSRF_ENABLED"] = False
    desk = app.extensions["bankhalter"].desk
    assert isinstance(desk, FakeDesk)
    return desk


def test_cameras_and_boards_are_offered_the_tables_own_first(app: Flask, desk: FakeDesk) -> None:
    text = app.test_client().get("/calibrate").get_data(as_text=True)
    assert '<option value="virtual" selected>virtual · the table’s</option>' in text
    assert '<option value="2" >2 · &lt;b&gt;Cam&lt;/b&gt;</option>' in text
    assert "<option selected>shark-2001</option>" in text


def test_steps_reach_the_desk_by_a_post_alone(app: Flask, desk: FakeDesk) -> None:
    client = app.test_client()
    assert client.get("/calibrate/do").status_code == 405
    answer = client.post("/calibrate/do", json={"do": "empty"}).get_json()
    assert (answer["ok"], answer["board"]) == (True, "shark-2001")
    assert desk.steps == [{"do": "empty"}]


def test_board_that_is_not_found_is_told_with_the_reason(app: Flask, desk: FakeDesk) -> None:
    response = app.test_client().post("/calibrate/do", json={"do": "find"})
    assert response.status_code == 422
    assert "nothing in the picture looks like its grid" in response.get_json()["error"]


def test_what_is_kept_is_taken_away_and_put_back(app: Flask, desk: FakeDesk) -> None:
    client = app.test_client()
    assert client.get("/calibrate/calibration.json").status_code == 404
    assert client.post("/calibrate/restore", data=b"{1}").get_json()["ok"] is True
    response = client.get("/calibrate/calibration.json")
    assert response.data == b"{1}"
    assert 'filename="calibration.json"' in response.headers["Content-Disposition"]
    broken = client.post("/calibrate/restore?lang=de", data=b"<html>")
    assert broken.status_code == 400
    assert broken.get_json()["error"] == "Sie hat mehr als 32 MB"


def test_file_that_is_far_too_large_is_not_even_taken(app: Flask, desk: FakeDesk) -> None:
    response = app.test_client().post("/calibrate/restore", data=b"{" + bytes(UPLOADS["/calibrate/restore"]))
    assert response.status_code == 413
    assert desk.kept is None


def test_pictures_are_those_of_the_desk(app: Flask, desk: FakeDesk) -> None:
    client = app.test_client()
    assert client.get("/calibrate/picture/live.jpg").mimetype == "image/jpeg"
    assert client.get("/calibrate/picture/grid.jpg").status_code == 404


def test_set_up_that_ended_by_itself_says_so_where_one_begins_anew(app: Flask, desk: FakeDesk) -> None:
    desk.shown["ended"] = Sentence("The camera's set-up was <forgotten>.")
    text = app.test_client().get("/calibrate").get_data(as_text=True)
    assert "The camera&#39;s set-up was &lt;forgotten&gt;." in text


@pytest.mark.parametrize("page", ["/devices", "/settings"])
def test_devices_and_settings_lead_there(app: Flask, page: str) -> None:
    assert 'href="/calibrate"' in app.test_client().get(page).get_data(as_text=True)


def test_it_is_for_the_banker(app: Flask, desk: FakeDesk) -> None:
    house = app.extensions["bankhalter"]
    guarded = create_app(House(house.table, desk=desk, pin=Pin(hash_pin("482913"))), secret_key=b"k")
    guarded.config["WTF_CSRF_ENABLED"] = False
    client = guarded.test_client()
    for path in PATHS:
        assert client.get(path).headers["Location"].startswith("/pin"), path
    for path in ("/calibrate/do", "/calibrate/restore"):
        assert client.post(path, json={}).status_code == 403
    assert desk.steps == []


def test_without_a_camera_to_set_up_there_is_no_page(app: Flask) -> None:
    bare = create_app(House(app.extensions["bankhalter"].table), secret_key=b"k")
    assert bare.test_client().get("/calibrate").status_code == 404
