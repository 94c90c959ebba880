"""Text from outside, made fit to stand in a one-line message."""

from __future__ import annotations

_LONGEST = 60


def quoted(value: object) -> str:
    """The value in quotes, on one line, without control characters, and never longer than a line.

    >>> print(quoted("Chloé"), quoted("a\\nb"), quoted(7))
    "Chloé" "a\\nb" 7
    """
    if not isinstance(value, str):
        text = str(value)
        return _printable(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…")
    text = value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    return '"' + _printable(text) + '"'


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
