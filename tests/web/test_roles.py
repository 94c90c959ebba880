"""Who may open what and do what: the server decides, whatever a page or a script claims."""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from itsdangerous import URLSafeTimedSerializer
from markupsafe import escape

from tests.web.fakes import FakeEyes, FakeSimulator, FakeTable
from tests.web.scenes import BOARDS
from web import House, create_app
from web._roles import EVENING_S, seat_link
from web.pin import Pin, hash_pin

PIN = "482913"
HASHED = hash_pin(PIN)
BANKERS = ("/banker", "/setup", "/virtual", "/seats")
OPEN = ("/", "/tv", "/board", "/snapshot", "/picture/live.jpg", "/pin")
UNDO = {"do": "undo", "request": "r1", "version": 31}
SELL = {"do": "event", "request": "r2", "version": 31, "event": {"do": "sell", "player": "Bernd", "shares": 1}}


def with_pin(table: FakeTable, simulator: FakeSimulator, hashed: str = HASHED) -> Flask:
    addresses = ["http://192.168.1.20:8000/"]
    app = create_app(
        House(table, FakeEyes(), simulator, addresses=addresses, boards=BOARDS, pin=Pin(hashed)),
        secret_key=b"of the tests",
    )
    app.config["TESTING"] = True
    return app


@pytest.fixture
def locked(table: FakeTable, simulator: FakeSimulator) -> Flask:
    return with_pin(table, simulator)


def token_of(client: FlaskClient) -> str:
    return str(client.get("/token").get_json()["token"])


def enter(client: FlaskClient, pin: str = PIN, target: str = "/banker") -> Any:
    return client.post("/pin", data={"pin": pin, "next": target, "csrf_token": token_of(client)})


def sit(app: Flask, client: FlaskClient, player: str) -> Any:
    with app.test_request_context():
        word = seat_link(player)
    return client.post(f"/join/{word}", data={"csrf_token": token_of(client)})


def command(client: FlaskClient, body: dict[str, Any], as_whom: str | None = None) -> Any:
    headers = {"X-CSRFToken": token_of(client), **({} if as_whom is None else {"X-Bankhalter-As": as_whom})}
    return client.post("/command", json=body, headers=headers)


@pytest.mark.parametrize("page", BANKERS)
def test_without_the_pin_a_page_of_the_banker_leads_to_it(locked: Flask, page: str) -> None:
    response = locked.test_client().get(page)
    assert response.status_code == 303
    assert response.headers["Location"] == f"/pin?next={page}"


@pytest.mark.parametrize("page", OPEN)
def test_who_looks_on_needs_no_pin(locked: Flask, page: str) -> None:
    assert locked.test_client().get(page).status_code == 200


@pytest.mark.parametrize("page", BANKERS)
def test_the_pin_opens_the_page_that_was_asked_for(locked: Flask, page: str) -> None:
    client = locked.test_client()
    response = enter(client, target=page)
    assert (response.status_code, response.headers["Location"]) == (303, page)
    assert client.get(page).status_code == 200


def test_a_wrong_pin_opens_nothing(locked: Flask) -> None:
    client = locked.test_client()
    assert enter(client, "123456").status_code == 403
    assert client.get("/banker").status_code == 303


def test_five_wrong_pins_lock_the_right_one_out_too(locked: Flask) -> None:
    client = locked.test_client()
    assert [enter(client, "123456").status_code for _ in range(5)] == [403] * 4 + [429]
    response = enter(client)
    assert response.status_code == 429
    assert "possible in a minute" in response.get_data(as_text=True)
    assert client.get("/banker").status_code == 303


@pytest.mark.parametrize(
    "target", ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "/a?b", "/%0aX"]
)
def test_after_the_pin_nobody_is_led_elsewhere(locked: Flask, target: str) -> None:
    assert enter(locked.test_client(), target=target).headers["Location"] == "/banker"


def test_a_pin_is_taken_from_our_own_form_alone(locked: Flask) -> None:
    client = locked.test_client()
    assert client.post("/pin", data={"pin": PIN}).status_code == 400
    assert client.get("/banker").status_code == 303


def test_commands_without_the_pin_are_refused_and_reach_nothing(
    locked: Flask, table: FakeTable, simulator: FakeSimulator
) -> None:
    client = locked.test_client()
    refused = command(client, UNDO)
    assert refused.status_code == 403
    assert "PIN" in refused.get_json()["error"]
    throw = client.post("/simulator", json={"do": "throw"}, headers={"X-CSRFToken": token_of(client)})
    assert throw.status_code == 403
    assert table.commands == simulator.commands == []


def test_with_the_pin_commands_pass_as_the_banker_s(locked: Flask, table: FakeTable) -> None:
    client = locked.test_client()
    enter(client)
    assert command(client, UNDO).status_code == 200
    assert table.commands == [(UNDO, "banker")]


def test_leaving_gives_the_rights_back(locked: Flask) -> None:
    client = locked.test_client()
    enter(client)
    sit(locked, client, "Bernd")
    client.post("/leave", data={"csrf_token": token_of(client)})
    assert client.get("/banker").status_code == 303
    assert client.get("/seat/2").status_code == 403


def test_the_banker_s_rights_end_after_an_evening(locked: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    client = locked.test_client()
    enter(client)
    sit(locked, client, "Bernd")
    later = time.time() + EVENING_S + 1
    with client.session_transaction() as session:  # kept alive by an open page, as the cookie's own age would be
        rights = dict(session)
    monkeypatch.setattr("web._roles.time.time", lambda: later)
    with client.session_transaction() as session:
        session.update(rights)
    assert client.get("/banker").status_code == 303
    assert client.get("/seat/2").status_code == 403


def test_another_pin_ends_all_sessions_and_codes(locked: Flask, table: FakeTable, simulator: FakeSimulator) -> None:
    client = locked.test_client()
    enter(client)
    with locked.test_request_context():
        word = seat_link("Bernd")
    cookie = client.get_cookie("session")
    assert cookie is not None
    other = with_pin(table, simulator, hash_pin("739201")).test_client()
    other.set_cookie("session", cookie.value)
    assert other.get("/banker").status_code == 303
    assert other.get(f"/join/{word}").status_code == 403


def test_a_forged_session_is_none(locked: Flask, table: FakeTable, simulator: FakeSimulator) -> None:
    forger = create_app(House(table, pin=Pin(HASHED)), secret_key=b"guessed")
    forged = forger.test_client()
    enter(forged)
    cookie = forged.get_cookie("session")
    assert cookie is not None
    client = locked.test_client()
    client.set_cookie("session", cookie.value)
    assert client.get("/banker").status_code == 303


# Seats: Andrea 1, Bernd 2, Chloé 3, Dörte 4.


def test_a_code_gives_its_seat_and_no_other(locked: Flask) -> None:
    client = locked.test_client()
    assert client.get("/seat/2").status_code == 403
    assert sit(locked, client, "Bernd").headers["Location"] == "/seat/2"
    assert [client.get(f"/seat/{seat}").status_code for seat in (1, 2, 3, 4, 5)] == [403, 200, 403, 403, 404]
    assert client.get("/banker").status_code == 303


def test_looking_at_a_code_takes_no_seat(locked: Flask) -> None:
    client = locked.test_client()
    with locked.test_request_context():
        word = seat_link("Bernd")
    assert client.get(f"/join/{word}").status_code == 200
    assert client.get("/seat/2").status_code == 403


def test_each_code_on_the_banker_s_page_is_a_seat_s_own(locked: Flask) -> None:
    client = locked.test_client()
    enter(client)
    text = client.get("/seats").get_data(as_text=True)
    drawings = re.findall(r"<svg[^>]*qr[^>]*>.*?</svg>", text, re.DOTALL)
    assert len(drawings) == len(set(drawings)) == 4


@pytest.mark.parametrize("forged", ["x", "..", "WyIiLCJCZXJuZCJd", "WyIiLCJCZXJuZCJd.ZZ.ZZ"])
def test_a_forged_code_is_refused(locked: Flask, forged: str) -> None:
    client = locked.test_client()
    assert client.get(f"/join/{forged}").status_code in (403, 404)
    assert client.post(f"/join/{forged}", data={"csrf_token": token_of(client)}).status_code in (403, 404)
    assert client.get("/seat/2").status_code == 403


@pytest.mark.parametrize("content", ["Bernd", 7, None, ["Bernd"], ["", "Bernd", "x"], [{"a": 1}, ["Bernd"]]])
def test_a_signed_word_that_is_no_seat_is_refused(locked: Flask, content: Any) -> None:
    word = URLSafeTimedSerializer(b"of the tests", salt="seat").dumps(content)
    assert locked.test_client().get(f"/join/{word}").status_code == 403


def test_a_code_of_last_week_is_refused(locked: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    with locked.test_request_context():
        word = seat_link("Bernd")
    later = time.time() + EVENING_S + 2
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: later)
    assert locked.test_client().get(f"/join/{word}").status_code == 403


def test_a_code_for_who_does_not_play_now_is_refused(locked: Flask, table: FakeTable) -> None:
    with locked.test_request_context():
        word = seat_link("Bernd")
    table.shown["game"]["players"][1] = "Berta"
    assert locked.test_client().get(f"/join/{word}").status_code == 403


def test_in_the_next_game_a_seat_is_where_its_player_sits(locked: Flask, table: FakeTable) -> None:
    client = locked.test_client()
    sit(locked, client, "Bernd")
    table.shown["game"]["players"] = ["Bernd", "Eva"]
    assert [client.get(f"/seat/{seat}").status_code for seat in (1, 2)] == [200, 403]


def test_a_player_s_command_is_his_own(locked: Flask, table: FakeTable) -> None:
    client = locked.test_client()
    sit(locked, client, "Bernd")
    assert command(client, SELL, "seat-2").status_code == 200
    assert table.commands == [(SELL, "player:Bernd")]


@pytest.mark.parametrize("claimed", ["seat-1", "banker", None, "seat-0", "seat--1", "seat-²", "seat-", "", "\0banker"])
def test_nobody_becomes_another_by_saying_so(locked: Flask, table: FakeTable, claimed: str | None) -> None:
    client = locked.test_client()
    sit(locked, client, "Bernd")
    if claimed is not None and ("\0" in claimed or "²" in claimed):
        claimed = claimed.encode("utf-8").decode("latin-1").replace("\0", "?")
    assert command(client, SELL, claimed).status_code == 403
    assert table.commands == []


@pytest.mark.parametrize("path", ["/snapshot", "/events"])
@pytest.mark.parametrize("claimed", ["banker", "seat-1", "seat-9", "seat-" + "9" * 5000, "x"])
def test_nobody_sees_what_is_another_s_by_saying_so(locked: Flask, table: FakeTable, path: str, claimed: str) -> None:
    table.shown["game"]["hidden_cash"] = True
    locked.extensions["bankhalter"].closing.set()
    client = locked.test_client()
    sit(locked, client, "Bernd")
    text = client.get(f"{path}?as={claimed}").get_data(as_text=True)
    assert '"role":"public"' in text.replace(" ", "")
    assert "23000" not in text, "Bernd's cash"
    assert "12000" not in text, "Andrea's cash"


def test_with_hidden_cash_each_phone_gets_its_own_alone(locked: Flask, table: FakeTable) -> None:
    table.shown["game"]["hidden_cash"] = True
    client = locked.test_client()
    sit(locked, client, "Bernd")
    shown = client.get("/snapshot?as=seat-2").get_json()
    assert shown["viewer"] == {"role": "player", "player": "Bernd"}
    assert shown["view"]["cash"] == {"Bernd": 23000}
    assert shown["wealth"] == {"Bernd": 41000}
    accounts = {entry["player"] for line in shown["log"] for entry in line["entries"]}
    assert accounts == {"Bernd"}


def test_where_no_pin_is_asked_for_everybody_is_the_banker(app: Flask, table: FakeTable) -> None:
    client = app.test_client()
    assert [client.get(page).status_code for page in (*BANKERS, "/seat/1")] == [200] * 5
    assert command(client, UNDO).status_code == 200
    assert client.get("/snapshot?as=banker").get_json()["viewer"]["role"] == "banker"


def test_the_session_s_cookie_is_for_this_site_alone(locked: Flask) -> None:
    client = locked.test_client()
    enter(client)
    cookie = client.get_cookie("session")
    assert cookie is not None
    assert cookie.http_only
    assert cookie.same_site == "Strict"
    assert PIN not in cookie.value


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "{{ 7*7 }}", "A" * 500, "مرحبا\u202eevil"]
)
def test_a_name_is_text_on_every_page(locked: Flask, table: FakeTable, name: str) -> None:
    table.shown["game"]["players"][1] = name
    client = locked.test_client()
    enter(client)
    sit(locked, client, name)
    with locked.test_request_context():
        word = seat_link(name)
    for page in ("/seats", "/seat/2", f"/join/{word}"):
        text = client.get(page).get_data(as_text=True)
        assert f"<bdi>{escape(name)}</bdi>" in text
        assert "<script>alert" not in text
        assert "<img src=x" not in text


FOR_ALL = {
    "/",
    "/board",
    "/chains",
    "/chains/ask",
    "/chains/corners",
    "/chains/differences",
    "/chains/photo",
    "/chains/photo/<key>/<kind>.jpg",
    "/chains/photo/<key>/crop/<square>.jpg",
    "/chains/then/<int:game>/<key>/<square>.jpg",
    "/crop/<place>.jpg",
    "/events",
    "/join/<word>",
    "/leave",
    "/picture/<int:game>/<key>.jpg",
    "/picture/<int:game>/keys.json",
    "/picture/<kind>.jpg",
    "/pin",
    "/sheet",
    "/snapshot",
    "/states",
    "/static/<path:filename>",
    "/token",
    "/tv",
    "/words/<code>.js",
}
"""What a device may ask for that has neither PIN nor seat; everything else, whoever adds it, is for the banker."""


def test_what_is_not_for_all_is_shut_without_the_pin(locked: Flask, table: FakeTable, simulator: FakeSimulator) -> None:
    client = locked.test_client()
    headers = {"X-CSRFToken": token_of(client)}
    tried = 0
    for rule in locked.url_map.iter_rules():
        if rule.rule in FOR_ALL:
            continue
        path = re.sub(r"<[^>]*>", "1", rule.rule)
        for method in rule.methods - {"HEAD", "OPTIONS"} if rule.methods else ():
            response = client.open(path, method=method, json={"do": "undo"}, headers=headers)
            assert response.status_code in (303, 403), (method, path)
            assert response.status_code != 303 or response.headers["Location"].startswith("/pin?next="), path
            tried += 1
    assert tried >= 8
    assert table.commands == simulator.commands == []
