"""Labelled pictures: what stands on their boards, and how a reading compares with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from companion.reading import Reading


def truth_of(picture: Path) -> dict[str, Any]:
    """The labels of a picture, or of the one that this picture of the empty board belongs to."""
    content: dict[str, Any] = json.loads(picture.with_name(picture.stem.removesuffix("-empty") + ".json").read_text())
    return content


def verdict(reading: Reading, truth: dict[str, Any]) -> tuple[list[str], int]:
    """Squares with a wrong letter, and how many '?' there are on squares that nothing hides."""
    hidden = {tuple(place) for key in ("occluded", "unnameable", "dark", "blown") for place in truth.get(key, [])}
    wrong, unknown = [], 0
    for row, (read_row, true_row) in enumerate(zip(reading.squares, truth["squares"], strict=True)):
        for col, (letter, true) in enumerate(zip(read_row, true_row, strict=True)):
            if letter == "?":
                unknown += (col, row) not in hidden
            elif letter != true:
                wrong.append(f"{col},{row}: {true} read as {letter}")
    return wrong, unknown
