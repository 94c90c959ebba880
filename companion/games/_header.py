"""What the headers of all games have in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from companion.errors import FormatError
from companion.quoting import quoted


def check_players(raw: Any, banker: Any = None) -> tuple[str, ...]:
    """The players of a header, in seat order; ``banker`` must be one of them where it is given.

    Raises FormatError when a name is missing, empty, cannot be shown, or equals another after Unicode NFC and trimming.

    >>> check_players(["Andrea", "Bernd"])
    ('Andrea', 'Bernd')
    """
    if not isinstance(raw, Sequence) or isinstance(raw, str) or not all(isinstance(name, str) for name in raw):
        raise FormatError('"players" must be a list of names')
    seen: dict[str, str] = {}
    for name in raw:
        plain = unicodedata.normalize("NFC", name).strip()
        if not plain or any(unicodedata.category(letter) == "Cc" for letter in name):
            raise FormatError(f"{quoted(name)} is no name for a player")
        if plain in seen:
            raise FormatError(f"two players are called {quoted(plain)}: give them different names")
        seen[plain] = name
    if banker is not None and banker not in raw:
        raise FormatError(f"the banker {quoted(banker)} is not one of the players")
    return tuple(raw)
