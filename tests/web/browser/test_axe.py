"""axe-core finds nothing on any page, light or dark, on a small phone and on a desk."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.web.browser.browsing import VIEWS, Open

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("path", VIEWS)
@pytest.mark.parametrize(("theme", "width"), [("light", 360), ("dark", 1920)])
def test_axe_finds_nothing(open_page: Open, set_scene: Any, table: Any, path: str, theme: str, width: int) -> None:
    page = open_page(path, width, theme=theme, reduced_motion="reduce")
    for name in VIEWS[path]:
        set_scene(name)
        page.wait_for_selector(f"html[data-revision='{table.shown['revision']}']")
        response = Axe().run(page).response
        assert response["passes"], "axe has looked at something"
        found = response["violations"]
        told = [(each["id"], [node["html"][:120] for node in each["nodes"][:3]]) for each in found]
        assert told == [], name
