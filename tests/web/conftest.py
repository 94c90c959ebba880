"""A server of all pages, with stand-ins behind it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask

from tests.web.fakes import FakeSimulator, FakeTable, app_of
from tests.web.scenes import scene


@pytest.fixture
def table() -> FakeTable:
    return FakeTable(scene("trade"))


@pytest.fixture
def simulator() -> FakeSimulator:
    return FakeSimulator()


@pytest.fixture
def app(table: FakeTable, simulator: FakeSimulator) -> Iterator[Flask]:
    app = app_of(table, simulator)
    yield app
    app.extensions["bankhalter"].closing.set()


@pytest.fixture
def set_scene(table: FakeTable) -> Any:
    return table.show
