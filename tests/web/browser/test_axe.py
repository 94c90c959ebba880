"""axe-core finds nothing on any page, light or dark, on a small phone and on a desk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.web.browser.browsing import VIEWS, Open, violations
from tests.web.fakes import FakeTable
from tests.web.scenes import scene
from web import House, create_app
from web._roles import seat_link
from web.pin import Pin, hash_pin

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1920)])
def test_axe_finds_nothing(open_page: Open, set_scene: Any, table: Any, path: str, theme: str, width: int) -> None:
    page = open_page(path, width, theme=theme, reduced_motion="reduce")
    for name in VIEWS[path]:
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        assert violations(page) == [], name


@pytest.fixture
def doors() -> Iterator[dict[str, str]]:
    """The pages in front of a table with a PIN, as they are sent."""
    app = create_app(House(FakeTable(scene("trade")), pin=Pin(hash_pin("482913"))), secret_key=b"of the tests")
    app.config.update(TESTING=True, WTF_CSRF_ENABLED=False)
    with app.test_request_context():
        join = f"/join/{seat_link('Bernd')}"
    client = app.test_client()
    pages = {"pin": client.get("/pin"), "wrong": client.post("/pin", data={"pin": "111111"}), "join": client.get(join)}
    yield {name: response.get_data(as_text=True) for name, response in pages.items()}
    app.extensions["bankhalter"].closing.set()


@pytest.mark.parametrize("name", ["pin", "wrong", "join"])
def test_axe_finds_nothing_at_the_doors(open_page: Open, doors: dict[str, str], name: str) -> None:
    page = open_page("", 360, reduced_motion="reduce")
    page.route("**/door", lambda route: route.fulfill(body=doors[name], content_type="text/html"))
    page.goto(f"{page.url}door")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_selector(f"html[data-theme={theme}][data-link=live]")
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        assert violations(page) == [], theme
