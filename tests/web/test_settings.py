"""The page of the settings: the banker's alone, each with its default; what is refused is told and changes nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.settings import Settings, SettingsKeeper
from tests.web.fakes import FakeTable
from tests.web.scenes import scene
from tests.web.test_roles import HASHED
from web import House, create_app
from web.pin import Pin


def client_of(keeper: SettingsKeeper, pin: Pin | None = None) -> FlaskClient:
    app = create_app(House(FakeTable(scene("trade")), settings=keeper, pin=pin), secret_key=b"of the tests only")
    app.config["TESTING"] = True
    return app.test_client()


@pytest.fixture
def keeper(tmp_path: Path) -> SettingsKeeper:
    return SettingsKeeper(tmp_path / "settings.toml", {"pictures_mb": (7, "--pictures")})


def change(client: FlaskClient, body: dict[str, Any]) -> Any:
    key = client.get("/token").get_json()["token"]
    return client.post("/settings", json=body, headers={"X-CSRFToken": key})


def test_every_setting_is_on_the_page_with_its_default(keeper: SettingsKeeper) -> None:
    page = client_of(keeper).get("/settings").get_data(as_text=True)
    assert set(re.findall(r'<select id="set-\w+" name="(\w+)"', page)) == set(Settings.__struct_fields__)
    assert page.count("Default: ") == len(Settings.__struct_fields__)


def test_an_option_of_the_command_line_is_shown_as_fixed(keeper: SettingsKeeper) -> None:
    client = client_of(keeper)
    page = client.get("/settings").get_data(as_text=True)
    assert "Fixed by --pictures when the program was started." in page
    assert re.search(r'<option value="7" selected>7 MB</option>', page)
    answer = change(client, {"pictures_mb": 50})
    assert answer.status_code == 400
    assert "--pictures" in answer.get_json()["error"]


def test_a_change_is_kept_and_shown(keeper: SettingsKeeper) -> None:
    client = client_of(keeper)
    assert change(client, {"book_after_s": 5}).get_json() == {"ok": True}
    assert keeper.now.book_after_s == 5
    page = client.get("/settings").get_data(as_text=True)
    assert re.search(r'<option value="5" selected>after 5 still seconds</option>', page)
    assert change(client, {"book_after_s": "soon"}).status_code == 400
    assert change(client, {"colour": "red"}).status_code == 400
    assert keeper.now.book_after_s == 5


def test_the_tables_language_is_spoken_to_who_has_chosen_none(keeper: SettingsKeeper) -> None:
    client = client_of(keeper)
    keeper.change({"language": "it"})
    english = {"Accept-Language": "en"}
    assert '<html lang="it"' in client.get("/", headers=english).get_data(as_text=True)
    client.set_cookie("bankhalter-language", "fr")
    assert '<html lang="fr"' in client.get("/", headers=english).get_data(as_text=True)
    assert '<html lang="de"' in client.get("/?lang=de", headers=english).get_data(as_text=True)


def test_new_games_begin_as_it_was_set(keeper: SettingsKeeper) -> None:
    client = client_of(keeper)
    assert 'data-money="accounts" >' in client.get("/setup").get_data(as_text=True)
    keeper.change({"money": "both", "hidden_cash": True})
    assert 'data-money="both" data-hidden-cash>' in client.get("/setup").get_data(as_text=True)


def test_settings_are_for_the_banker(keeper: SettingsKeeper) -> None:
    client = client_of(keeper, Pin(HASHED))
    assert client.get("/settings").headers["Location"] == "/pin?next=/settings"
    assert change(client, {"voice": "tv"}).status_code == 403
    assert keeper.now.voice == "off"


def test_a_change_without_the_pages_key_or_by_get_is_none(keeper: SettingsKeeper) -> None:
    client = client_of(keeper)
    assert client.post("/settings", json={"voice": "tv"}).status_code == 400
    client.get("/settings?voice=tv")
    assert keeper.now.voice == "off"
