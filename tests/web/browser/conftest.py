"""A browser and a server for all tests of a module, and pages that fail the test when a script of theirs does."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from tests.web.browser.browsing import SIZES, Open
from tests.web.fakes import FakeSettings, FakeSimulator, FakeTable, FakeWorkshop, app_of
from tests.web.scenes import scene
from web.server import serve


@dataclass(frozen=True)
class Served:
    """One server for all tests here: to start and to end one takes longer than most tests."""

    table: FakeTable
    simulator: FakeSimulator
    port: int
    workshop: FakeWorkshop
    settings: FakeSettings


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    table, simulator = FakeTable(scene("trade")), FakeSimulator()
    app = app_of(table, simulator)
    running = serve(app, "127.0.0.1", 0)
    thread = threading.Thread(target=running.run)
    thread.start()
    house = app.extensions["bankhalter"]
    yield Served(table, simulator, running.port, house.workshop, house.settings)
    running.close()
    thread.join(timeout=20)
    assert not thread.is_alive()


@pytest.fixture
def table(served: Served) -> FakeTable:
    served.table.begin_anew()
    return served.table


@pytest.fixture
def simulator(served: Served) -> FakeSimulator:
    served.simulator.commands.clear()
    return served.simulator


@pytest.fixture
def settings(served: Served) -> Iterator[FakeSettings]:
    before = served.settings.now
    yield served.settings
    served.settings.now = before


@pytest.fixture
def open_page(browser: Any, served: Served, table: FakeTable) -> Iterator[Open]:
    """Opens a page of a width and waits until it is live; errors of its scripts fail the test."""
    faults: list[str] = []

    def opened(path: str, width: int = 390, theme: str = "light", **more: Any) -> Any:
        size = {"width": width, "height": SIZES[width]}
        context = browser.new_context(viewport=size, color_scheme=theme, has_touch=width < 800, **more)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
        page.goto(f"http://127.0.0.1:{served.port}/{path}")
        page.wait_for_selector("html[data-link=live]")
        return page

    yield opened
    assert faults == []
