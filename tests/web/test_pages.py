"""Every page comes, tells nothing to the outside, and changes nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

import web
from web import House, create_app
from web._roles import seat_link

PAGES = (
    "/",
    "/setup",
    "/banker",
    "/seats",
    "/seat/2",
    "/tv",
    "/board",
    "/chains",
    "/virtual",
    "/devices",
    "/devices/dice",
)
STATIC = sorted(
    path for path in (Path(web.__file__).parent).rglob("*") if path.suffix in {".css", ".js", ".html", ".svg"}
)
NAMESPACES = {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("page", PAGES)
def test_every_page_comes(app: Flask, page: str) -> None:
    response = app.test_client().get(page)
    assert response.status_code == 200
    assert response.mimetype == "text/html"


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_nothing_from_outside(app: Flask, page: str) -> None:
    text = app.test_client().get(page).get_data(as_text=True)
    assert re.findall(r"(?:src|href|action)=[\"'](?!/|#)[^\"']*", text) == []


@pytest.mark.parametrize("path", STATIC, ids=lambda path: path.name)
def test_no_file_of_the_pages_names_an_address_outside(path: Path) -> None:
    addresses = set(re.findall(r"(?:https?:)?//[a-z0-9][a-z0-9.-]*\.[a-z]{2,}[^\s\"')]*", path.read_text()))
    assert addresses <= NAMESPACES


@pytest.mark.parametrize("path", STATIC, ids=lambda path: path.name)
def test_no_page_and_no_script_puts_data_in_as_markup(path: Path) -> None:
    text = path.read_text()
    for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "|safe", "style="):
        assert word not in text


@pytest.mark.parametrize("page", PAGES)
def test_a_page_may_run_no_script_but_its_own_files(app: Flask, page: str) -> None:
    response = app.test_client().get(page)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    text = response.get_data(as_text=True)
    assert re.findall(r"<script(?![^>]*\ssrc=)", text) == []
    assert re.findall(r"\son[a-z]+=", text) == []


def test_pages_are_not_kept_by_browsers_and_not_framed(app: Flask) -> None:
    headers = app.test_client().get("/banker").headers
    assert headers["Cache-Control"] == "no-store"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"


def test_looking_changes_nothing(app: Flask, table: Any, simulator: Any) -> None:
    app.extensions["bankhalter"].closing.set()
    app.extensions["bankhalter"].desk.kept = b"{}"
    client = app.test_client()
    with app.test_request_context():
        word = seat_link("Andrea")
    rules = [
        rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or set()) and rule.endpoint != "static"
    ]
    for rule in rules:
        path = rule.rule.replace("<kind>", "live").replace("<square>", "C4").replace("<place>", "C4")
        path = (
            path.replace("<word>", word)
            .replace("<int:game>", "3")
            .replace("<int:number>", "1")
            .replace("<key>", "0" * 16)
            .replace("<code>", "de")
        )
        assert client.get(path, follow_redirects=True).status_code == 200, path
    assert table.commands == []
    assert simulator.commands == []


@pytest.mark.parametrize("path", ["/command", "/simulator"])
def test_a_command_cannot_be_given_by_looking(app: Flask, path: str) -> None:
    assert app.test_client().get(path).status_code == 405


def test_an_address_that_is_none_gets_a_page_that_helps(app: Flask) -> None:
    response = app.test_client().get("/<b>nothing")
    text = response.get_data(as_text=True)
    assert response.status_code == 404
    assert 'href="/"' in text
    assert "<b>nothing" not in text


def test_a_fault_of_ours_gets_a_page_without_its_inside(app: Flask, caplog: pytest.LogCaptureFixture) -> None:
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    app.add_url_rule("/broken", view_func=lambda: 1 / 0)
    response = app.test_client().get("/broken")
    assert response.status_code == 500
    assert "ZeroDivisionError" not in response.get_data(as_text=True)
    assert "ZeroDivisionError" in caplog.text


def test_without_a_virtual_table_there_is_no_page_of_it(table: Any) -> None:
    client = create_app(House(table), secret_key=b"test").test_client()
    assert client.get("/virtual").status_code == 404
    assert "Virtual table" not in client.get("/").get_data(as_text=True)


def test_the_start_page_shows_a_code_for_the_address_of_the_network(table: Any) -> None:
    addresses = ["http://192.168.1.20:8000/", "http://127.0.0.1:8000/"]
    text = (
        create_app(House(table, addresses=addresses), secret_key=b"test").test_client().get("/").get_data(as_text=True)
    )
    assert "<svg" in text
    assert 'class="qr"' in text
    assert "192.168.1.20:8000" in text
    assert "127.0.0.1" not in text


def test_a_table_of_this_machine_alone_says_how_to_let_phones_in(table: Any) -> None:
    app = create_app(House(table, addresses=["http://127.0.0.1:8000/"]), secret_key=b"test")
    text = app.test_client().get("/").get_data(as_text=True)
    assert 'class="qr"' not in text
    assert "--host 0.0.0.0" in text


def test_an_address_is_escaped_where_it_is_shown(table: Any) -> None:
    app = create_app(House(table, addresses=["http://<script>alert(1)</script>/"]), secret_key=b"test")
    assert "<script>alert" not in app.test_client().get("/").get_data(as_text=True)


@pytest.mark.parametrize("host", ["192.168.1.20:8000", "[::1]:8000", "localhost", "bankhalter.local", "raspberrypi"])
def test_the_own_network_may_call(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20.evil.example"])
def test_a_foreign_name_that_leads_here_is_refused(app: Flask, host: str) -> None:
    assert app.test_client().get("/snapshot", headers={"Host": host}).status_code == 400


@pytest.mark.parametrize(
    "host", ["[", "]", "[::1", "::1]", "[]", "[x]", "a[b", "[::1]x", "//", "a b", "@", "ü", "\xff"]
)
@pytest.mark.parametrize("path", ["/", "/snapshot", "/nothing-here"])
def test_what_is_no_host_s_name_is_refused(app: Flask, host: str, path: str) -> None:
    app.config.update(TESTING=False, PROPAGATE_EXCEPTIONS=False)
    assert app.test_client().get(path, environ_overrides={"HTTP_HOST": host}).status_code == 400


@pytest.mark.parametrize("path", ["/picture/live.jpg", "/picture/read.jpg", "/picture/flat.jpg", "/crop/C4.jpg"])
def test_pictures_are_jpeg_and_always_fresh(app: Flask, path: str) -> None:
    response = app.test_client().get(path)
    assert response.mimetype == "image/jpeg"
    assert response.data.startswith(b"\xff\xd8")
    assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["/picture/other.jpg", "/crop/Z9.jpg", "/crop/4C.jpg", "/crop/..%2Fsecret.jpg"])
def test_what_is_no_picture_is_not_found(app: Flask, path: str) -> None:
    assert app.test_client().get(path).status_code == 404


def test_without_a_camera_there_is_no_picture(table: Any) -> None:
    client = create_app(House(table), secret_key=b"test").test_client()
    assert client.get("/picture/live.jpg").status_code == 404
    assert client.get("/crop/C4.jpg").status_code == 404
    assert client.get("/board").status_code == 200


def test_a_table_without_a_camera_asks_for_no_picture(table: Any) -> None:
    class Kept:
        """Pictures from before, and nothing that looks at the board now."""

        def picture(self, kind: str) -> None: ...

        def crop(self, square: str) -> None: ...

        def kept(self, game: int, key: str) -> bytes:
            return b"jpeg"

    client = create_app(House(table, Kept(), camera=False), secret_key=b"test").test_client()
    assert "strip-picture" not in client.get("/banker").get_data(as_text=True)
    assert "No camera is connected" in client.get("/board").get_data(as_text=True)
    assert client.get("/picture/1/abc.jpg").status_code == 200
    client = create_app(House(table, Kept()), secret_key=b"test").test_client()
    assert "strip-picture" in client.get("/banker").get_data(as_text=True)
