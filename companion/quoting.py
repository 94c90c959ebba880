"""Text from outside, made fit to stand in a one-line message."""

from __future__ import annotations

import json

_LONGEST = 60
_SPACES = "\u00a0\u202f"
"""French writes them before a colon and inside a number; to a terminal they do nothing."""


def quoted(value: object) -> str:
    """The value as JSON has it, on one line, without control characters, and never longer than a line.

    >>> print(quoted("Chloé"), quoted("a\\nb"), quoted(7), quoted(None), quoted([True, "a"]))
    "Chloé" "a\\nb" 7 null [true, "a"]
    """
    if isinstance(value, str):
        return f'"{_line(value)}"'
    has_a_name = value is None or isinstance(value, bool | list | dict)
    return _line(json.dumps(value, ensure_ascii=False, default=str) if has_a_name else str(value))


def _line(text: str) -> str:
    return printable(shortened(text, _LONGEST))


def shortened(text: str, longest: int) -> str:
    """The text, its end cut off where it is longer.

    >>> shortened("zone", 4), shortened("zones", 4)
    ('zone', 'zon…')
    """
    return text if len(text) <= longest else text[: longest - 1] + "…"


def printable(text: str) -> str:
    """The text on one line, control characters written out so that they do nothing to a terminal."""
    return "".join(c if c.isprintable() or c in _SPACES else c.encode("unicode_escape").decode("ascii") for c in text)
