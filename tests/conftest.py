"""What several rooms' tests need."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import RunningTable


@pytest.fixture
def table(tmp_path: Path) -> Iterator[RunningTable]:
    running = RunningTable(tmp_path / "data")
    yield running
    running.close()
