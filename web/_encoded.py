"""Snapshots as the text that goes over the line, made once for all screens that are told the same."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Viewer

MOST = 64
"""Viewers and languages that are kept: more than sit at a table; players of games before go with them."""


class Encoded:
    """Keeps the newest text of each viewer and language. May be used from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[tuple[Viewer, str], tuple[Mapping[str, Any], bytes]] = {}

    def text(self, shown: Mapping[str, Any], viewer: Viewer, language: str) -> bytes:
        """A snapshot as JSON; the very same object is encoded once."""
        with self._lock:
            known = self._made.get((viewer, language))
            if known is not None and known[0] is shown:
                return known[1]
            if len(self._made) >= MOST:
                self._made.clear()
            text = msgspec.json.encode(shown)
            self._made[viewer, language] = (shown, text)
            return text
