"""The firmware, built once for all its tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.bench import build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with dice-reader.elf, the benches, and the core as a library."""
    folder = tmp_path_factory.mktemp("firmware")
    build(folder)
    return folder
