"""The page of the devices: what was examined, and the lesson of the dice reader."""

from __future__ import annotations

import pytest
from flask import Flask

from web import House, create_app
from web.pin import Pin, hash_pin


def test_each_finding_stands_there_with_what_to_do(app: Flask) -> None:
    text = app.test_client().get("/devices").get_data(as_text=True)
    assert "/games can be written, 9.1 GB are free" in text
    assert "Check its cable." in text
    assert text.count("d-todo") == 1, "only what is wrong has something to do"
    assert "&lt;b&gt;no&lt;/b&gt; picture" in text


def test_findings_are_said_in_the_readers_language(app: Flask) -> None:
    assert "Das Kabel prüfen." in app.test_client().get("/devices?lang=de").get_data(as_text=True)


def test_a_lesson_is_led_and_two_taps_are_one(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    assert client.get("/devices/dice").status_code == 200
    assert client.get("/devices/dice.json").get_json()["lesson"] is None
    begun = client.post("/devices/lesson", json={"do": "begin", "number_die": "1-6", "wells": "num"}).get_json()
    assert (begun["ok"], begun["lesson"]["place"]) == (True, -1)
    for _ in range(2):
        answer = client.post("/devices/lesson", json={"do": "go_on", "place": -1})
    assert answer.status_code == 400
    assert client.get("/devices/dice.json?lang=de").get_json()["lesson"]["text"] == (
        "Den Zahlenwürfel in seine Mulde legen, oben: 2."
    )
    assert client.post("/devices/lesson", json={"do": "leave"}).get_json()["lesson"] is None


def test_the_lamps_are_lit_by_a_post_alone(app: Flask) -> None:
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    assert client.get("/devices/walk").status_code == 405
    assert client.post("/devices/walk", json={}).get_json() == {"ok": True}
    assert app.extensions["bankhalter"].workshop.walked == 1


@pytest.mark.parametrize("lamps", [True, False])
def test_lamps_are_offered_to_be_lit_where_there_are_some(app: Flask, lamps: bool) -> None:
    app.extensions["bankhalter"].workshop.has_lamps = lamps
    assert ("Light every lamp once" in app.test_client().get("/devices").get_data(as_text=True)) is lamps


def test_the_devices_are_for_the_banker(app: Flask) -> None:
    house = app.extensions["bankhalter"]
    guarded = create_app(House(house.table, workshop=house.workshop, pin=Pin(hash_pin("482913"))), secret_key=b"k")
    guarded.config["WTF_CSRF_ENABLED"] = False
    client = guarded.test_client()
    for path in ("/devices", "/devices/dice", "/devices/dice.json"):
        assert client.get(path).headers["Location"].startswith("/pin")
    for path in ("/devices/walk", "/devices/lesson"):
        assert client.post(path, json={}).status_code == 403
    assert "/devices" not in client.get("/").get_data(as_text=True)


def test_without_devices_there_is_no_page(app: Flask) -> None:
    bare = create_app(House(app.extensions["bankhalter"].table), secret_key=b"k")
    assert bare.test_client().get("/devices").status_code == 404
