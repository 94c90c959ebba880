"""What several rooms' tests need."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.running import CHROMIUM, CHROMIUM_ARGUMENTS, RunningTable, time_limit

BROWSER_TEST_S = 240.0
"""Far beyond what any browser test needs, fixtures included, on a slow machine: longer is a hang."""

# No test has a limit in time: on a busy machine the first example alone may take longer than any.
hypothesis.settings.register_profile("whatever the machine", deadline=None)
hypothesis.settings.load_profile("whatever the machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Refuses browser tests in files that do not spell the mark: `.ci/run` looks for it, and would run them nowhere."""
    files = {item.path for item in items if item.get_closest_marker("browser") is not None}
    for path in sorted(files):
        if "mark.browser" not in path.read_text():
            raise pytest.UsageError(f"{path}: a browser test, but `mark.browser` does not stand in this file")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Keeps a browser that hangs from holding up all tests; a hook, so that closing the browser is limited too."""
    if item.get_closest_marker("browser") is None:
        return (yield)
    with time_limit(BROWSER_TEST_S):
        return (yield)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """Chromium, one for all tests: to start one takes longer than most of them."""
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=30_000)  # as long as pages are waited for elsewhere: a busy machine is no fault
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(CHROMIUM_ARGUMENTS))
        yield started
        started.close()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """Chromium without a page (`playwright.sync_api.Browser`); what a test has left open is closed."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    running = RunningTable(tmp_path / "data", "--seed", "1")
    yield running
    running.close()
