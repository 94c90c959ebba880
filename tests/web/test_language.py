"""The language of a page: chosen by this browser, else what it prefers, else English."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from flask import Flask

from web import House, create_app
from web._language import COOKIE
from web.pin import Pin, hash_pin


def page(app: Flask, path: str = "/banker", *, accept: str = "", cookie: str = "") -> str:
    client = app.test_client()
    if cookie:
        client.set_cookie(COOKIE, cookie)
    return client.get(path, headers={"Accept-Language": accept} if accept else {}).get_data(as_text=True)


def language_of(text: str) -> str:
    found = re.search(r'<html lang="(\w+)"', text)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("accept", "cookie", "path", "language"),
    [
        ("", "", "/banker", "en"),
        ("de-AT,de;q=0.9,en;q=0.5", "", "/banker", "de"),
        ("nl,fr;q=0.7,en;q=0.3", "", "/banker", "fr"),
        ("nl", "", "/banker", "en"),
        ("de", "it", "/banker", "it"),
        ("de", "xx", "/banker", "de"),
        ("de", "it", "/banker?lang=fr", "fr"),
        ("de", "it", "/tv?lang=../../x", "it"),
    ],
)
def test_the_language_is_the_chosen_one_else_the_preferred_one(app, accept, cookie, path, language):
    assert language_of(page(app, path, accept=accept, cookie=cookie)) == language


@pytest.mark.parametrize("path", ["/", "/setup", "/banker", "/board", "/virtual", "/games", "/tv", "/nowhere"])
def test_every_page_offers_the_four_languages_and_marks_its_own(app, path):
    text = page(app, path, accept="it")
    assert re.findall(r'<option value="(en|de|it|fr)" title="(\w+)" (selected)?>', text) == [
        ("en", "English", ""),
        ("de", "Deutsch", ""),
        ("it", "Italiano", "selected"),
        ("fr", "Français", ""),
    ]


def test_fixed_texts_of_a_page(app):
    assert "<title>Neues Spiel · bankhalter</title>" in page(app, "/setup", accept="de")
    assert "18 maisons par couleur" in page(app, "/setup", accept="fr")
    assert "<h1>Qui non c&#39;è nulla</h1>" in page(app, "/nowhere", accept="it")
    assert "<h1>Nothing stands here</h1>" in page(app, "/nowhere")


def test_scripts_get_the_whole_catalogue_and_keep_it_until_it_changes(app):
    text = page(app, accept="de")
    address = re.search(r'<script src="(/words/de\.js\?mark=\w{12})"></script>', text)
    assert address is not None
    response = app.test_client().get(address[1])
    assert response.mimetype == "text/javascript"
    assert "immutable" in response.headers["Cache-Control"]
    body = response.get_data(as_text=True)
    known = json.loads(body.removeprefix("window.bankhalterWords = ").removesuffix(";\n"))
    assert known["Book"] == "Buchen"
    assert known["{count} share"] == ["{count} Aktie", "{count} Aktien"]


def test_english_pages_need_no_catalogue_and_there_is_none_for_other_words(app):
    assert "/words/" not in page(app)
    assert app.test_client().get("/words/nl.js").status_code == 404


def test_what_a_script_asks_is_answered_in_its_language(app: Flask, table: Any):
    client = app.test_client()
    client.set_cookie(COOKIE, "fr")
    answer = client.post("/command", data="[]", content_type="application/json")
    assert answer.status_code == 400
    token = client.get("/token").get_json()["token"]
    gone = client.get("/simulator", headers={"X-CSRFToken": token}).get_json()
    assert gone["error"] == "Cette adresse est pour les commandes des pages et ne s'ouvre pas."


def test_a_refusal_speaks_the_language_that_the_address_asks_for(app: Flask):
    client = app.test_client()
    token = client.get("/token").get_json()["token"]
    headers = {"X-CSRFToken": token, "Accept-Language": "fr"}
    told = client.post("/command?lang=de", data="[]", content_type="application/json", headers=headers).get_json()
    assert told["error"] == "ein Befehl ist ein JSON-Objekt: darin muss ein JSON-Objekt stehen, nicht []"


def test_a_form_keeps_the_language_of_its_page(table: Any):
    app = create_app(House(table, pin=Pin(hash_pin("123456"))), secret_key=b"test")
    assert 'action="/pin?lang=de"' in app.test_client().get("/pin?lang=de").get_data(as_text=True)
